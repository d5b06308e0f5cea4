import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from '../sending.ts'
import { authorizePath } from './allowing.ts'
import { complain, type Held, type Person, type Story } from './model.ts'
import { askProcess, cookieHeader, locationOf, sendOnce } from './visiting.ts'

/** Within this time, what was ended must be refused by every process. */
const refusedWithinMs = 1000
/** A session that nobody uses is locked after 14 minutes at the earliest. */
const [idleMs, lockedMs] = [8 * 60_000, 13 * 60_000]

const anAddress = ({ run }: Story) => ({
  'x-forwarded-for': `192.168.${(run.sent >> 8) % 250}.${(run.sent++ % 250) + 1}`,
})

const departments = '/department/?page_size=1'
/** A request for a record that anybody who is let in may see. */
const question = (story: Story, { organisation, headers }: Held, path = departments) => ({
  method: 'GET',
  path: `/${organisation}/api/0.1${path}`,
  headers: { ...headers, ...anAddress(story) },
})

export const probeLive = async (story: Story, held: Held) => {
  const { run } = story
  let reply: Reply | 'unknown' = 'unknown'
  while (reply === 'unknown') reply = await sendOnce(run.bases, question(story, held), run.tally, ++run.sent)
  run.probes.live++
  const { status, text } = reply
  if (status !== 200) complain(story, `a ${held.what} that should open the API was answered ${status} ${text}`)
}

/** Uses sessions before they lock themselves. If the machine slept for so long that they may have, they are forgotten. */
export const probeIdle = async (story: Story, person: Person) => {
  const now = performance.now()
  person.sessions = person.sessions.filter(({ usedAt }) => usedAt + lockedMs > now)
  for (const session of person.sessions.filter(({ usedAt }) => usedAt + idleMs < now)) {
    session.usedAt = now
    await probeLive(story, session.held)
  }
}

/** The cookies of an ended session get an application no code. */
const probeSilent = async (story: Story, held: Held, cookies: ReadonlyMap<string, string>, base: string) => {
  const path = authorizePath(story, 'a'.repeat(43), { prompt: 'none' })
  const headers = { accept: 'text/html', cookie: cookieHeader(cookies), ...anAddress(story) }
  const reply = await askProcess(base, { method: 'GET', path, headers }, story.run.tally)
  if (reply === undefined) return
  story.run.probes.silent++
  const { searchParams } = new URL(locationOf(reply), base)
  if (searchParams.get('error') !== 'login_required')
    complain(story, `a ${held.what} that ended was asked for a code and answered ${reply.status} ${locationOf(reply)}`)
}

/** What was ended at least a second ago is refused. False if the process is down and could not be asked. */
export const probeEnded = async (story: Story, held: Held, base: string) => {
  const reply = await askProcess(base, question(story, held), story.run.tally)
  if (reply === undefined) return false
  story.run.probes.ended++
  const after = Math.round(performance.now() - held.ended!)
  if (reply.status !== 401) complain(story, `a ${held.what} that ended ${after} ms ago was answered ${reply.status}`)
  if (held.cookies !== undefined) await probeSilent(story, held, held.cookies, base)
  return true
}

/** A change of permissions is in force within a second, too. */
export const probePermission = async (story: Story, person: Person) => {
  const held = person.sessions.at(-1)?.held
  if (held === undefined) return
  await sleep(refusedWithinMs)
  for (const base of story.run.bases) {
    const reply = await askProcess(base, question(story, held, '/client/?page_size=1'), story.run.tally)
    if (reply === undefined) continue
    story.run.probes.permissions++
    const expected = person.seesClients ? 200 : 403
    if (reply.status !== expected) complain(story, `clients were answered ${reply.status} instead of ${expected}`)
  }
}

/** Probes everything that ended long enough ago, at every process that is up; the others are asked later. */
export const probeDue = async (story: Story) => {
  const now = performance.now()
  const due = story.toRefuse.filter(({ held }) => held.ended! + refusedWithinMs <= now)
  const down = new Set<string>()
  for (const each of due) {
    if (down.has(each.base)) continue
    if (!(await probeEnded(story, each.held, each.base))) {
      down.add(each.base)
      continue
    }
    story.toRefuse.splice(story.toRefuse.indexOf(each), 1)
    story.refused.push(each.held)
  }
}

/** As `probeDue`, until every process has been asked. */
export const probeRest = async (story: Story) => {
  await sleep(refusedWithinMs)
  while (story.toRefuse.length > 0) {
    await probeDue(story)
    await sleep(100)
  }
}
