import { sql } from 'kysely'
import { inOrganisation, type Database } from '../db/tx.ts'
import { queueAlerts, type RecordedEvent } from '../domain/identity/security-alerts.ts'
import { forAllOrganisations } from './all-organisations.ts'
import { nowIfAny } from './due-work.ts'
import { lockPosition } from './followers.ts'
import type { WorkerParts } from './messages.ts'

/** The key of their row in the table `follower`, which only keeps two workers from streaming the same organisation. */
const name = 'security events'
const batchSize = 200

export const securityEventsDue = nowIfAny('security_event', sql`not streamed`)

/** The organisations with events that are not in the log yet. */
export const findUnstreamed = async (db: Database): Promise<readonly { readonly organisation: number }[]> => {
  const { rows } = await forAllOrganisations(
    db,
    'find unstreamed security events',
    sql<{ organisation: number }>`select distinct organisation from security_event where not streamed order by 1`,
  )
  return rows
}

type Waiting = RecordedEvent & {
  readonly occurred: string
  readonly actor: number | null
  readonly application: number | null
  readonly address: string
  readonly user_agent: string
  readonly request: string
}

/**
 * Writes the next events of an organisation to the log, one line each, and queues the alerts about them. The lines are written
 * before the commit: a worker that dies in between leaves the events to the next one, so a line may be repeated, and none is
 * lost. Answers how many there were.
 */
export const streamEvents = ({ db, log }: Pick<WorkerParts, 'db' | 'log'>, organisation: number): Promise<number> =>
  inOrganisation(db, organisation, async (tx) => {
    if ((await lockPosition(tx, name)) === undefined) return 0
    const { rows } = await sql<Waiting>`
      update security_event set streamed = true
      where organisation = organisation() and id = any(array(
        select id from security_event where organisation = organisation() and not streamed order by id limit ${batchSize}))
      returning id, to_char(occurred at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred, kind, "user", actor,
        application, address, user_agent, request, details`.execute(tx)
    const events = rows.toSorted((one, other) => one.id - other.id)
    await queueAlerts(tx, events)
    for (const event of events) log.info({ organisation, security: event }, 'security event')
    return events.length
  })

const sweepSize = 1_000

/** Deletes events that are older than the operator keeps them, in batches small enough to hold no lock for long. */
export const deleteOldEvents = async (db: Database, days: number, shouldContinue = () => true) => {
  let deleted = 0
  for (let last = sweepSize; last === sweepSize && shouldContinue(); deleted += last) {
    const { numAffectedRows } = await forAllOrganisations(
      db,
      'delete old security events',
      sql`delete from security_event where ctid = any(array(
        select ctid from security_event where streamed and occurred < now() - make_interval(days => ${days})
        limit ${sweepSize}))`,
    )
    last = Number(numAffectedRows ?? 0n)
  }
  return deleted
}
