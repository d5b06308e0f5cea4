import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { databaseFaultOf } from '../db/faults.ts'
import { missingMigration } from './is-migrated.ts'
import { type FetlockRole, requireRole, roleOf } from './database-role.ts'

type Log = Pick<FastifyBaseLogger, 'warn' | 'info'>

/** A database URL, the setting that it comes from and the role that it must be of. */
export type RoleUrl = { readonly setting: string; readonly url: string; readonly role: FetlockRole }

const askMs = 1_000
/** Whoever looks at the end of a log shall see what is waited for. */
const repeatMs = 60_000

/** The socket of a server that has not started yet may not be there either. */
const isAway = (problem: unknown) => databaseFaultOf(problem) !== undefined

const codeOf = (problem: unknown) => (problem as { readonly code?: string }).code ?? 'no answer in time'

const awayFrom = (setting: string, problem: unknown) =>
  `the database in ${setting} does not answer (${codeOf(problem)}). Start it, or correct the setting.`

/** What is waited for; one of the same kind is said again only after a while. */
type Obstacle = { readonly kind: 'away' | 'older'; readonly text: string }

/** What a process of this database still waits for; undefined if it can start. */
const obstacleOf = async (urls: readonly RoleUrl[]): Promise<Obstacle | undefined> => {
  for (const { setting, url, role } of urls)
    try {
      await requireRole(setting, url, role)
    } catch (problem) {
      if (!isAway(problem)) throw problem
      return { kind: 'away', text: awayFrom(setting, problem) }
    }
  const missing = await missingMigration(urls[0]!.url)
  if (missing === undefined) return undefined
  const text = `the database is older than this program: it lacks ${missing}. Run "fetlock migrate" of this version.`
  return { kind: 'older', text }
}

/** Waits until a database answers at all; `onWait` is told once why it has to. */
export const waitForAnswer = async (setting: string, url: string, onWait: (obstacle: string) => void) => {
  const stopListening = endOnSignal()
  try {
    for (let said = false; ; said = true)
      try {
        return await roleOf(url)
      } catch (problem) {
        if (!isAway(problem)) throw problem
        if (!said) onWait(awayFrom(setting, problem))
        await pause(askMs)
      }
  } finally {
    stopListening()
  }
}

/** As process 1 of a container, a program that has no listener for these signals ignores them. */
const endOnSignal = () => {
  const end = () => process.exit(0)
  const signals = ['SIGTERM', 'SIGINT'] as const
  for (const signal of signals) process.once(signal, end)
  return () => {
    for (const signal of signals) process.off(signal, end)
  }
}

/**
 * Waits until the database answers each role and is migrated, and logs what it waits for: whoever starts everything at once
 * need not start it in order. A role that is not the one meant for it is refused at once, because no waiting mends it.
 */
export const waitForDatabase = async (
  log: Log,
  urls: readonly RoleUrl[],
  onWait: (obstacle: string) => void = () => {},
) => {
  const stopListening = endOnSignal()
  let said: { readonly kind: string; readonly at: number } | undefined
  try {
    for (;;) {
      const obstacle = await obstacleOf(urls)
      if (obstacle === undefined) break
      onWait(obstacle.text)
      if (said?.kind !== obstacle.kind || performance.now() - said.at > repeatMs) {
        log.warn(`Waiting: ${obstacle.text}`)
        said = { kind: obstacle.kind, at: performance.now() }
      }
      await pause(askMs)
    }
  } finally {
    stopListening()
  }
  if (said !== undefined) log.info('the database is ready')
}
