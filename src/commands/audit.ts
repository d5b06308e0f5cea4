import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'
import { defineCommand, Failure, table } from './command.ts'
import { organisationOption, withinOrganisation } from './organisation-scope.ts'

const batch = 5_000

/** The last event that was dropped, from which the chain is verified. */
const checkpointOf = (tx: Tx) =>
  tx
    .selectFrom('audit_checkpoint')
    .select(['sequence', sql<string>`encode(hash, 'hex')`.as('hash')])
    .executeTakeFirst()
type Checkpoint = Awaited<ReturnType<typeof checkpointOf>>

/** The hash that an event had while the chain covered plain values; undefined if values up to it are gone since. */
const formerHash = async (tx: Tx, event: number, checkpoint: Checkpoint) => {
  if (checkpoint !== undefined) return undefined
  let [hash, last] = [Buffer.alloc(0), 0]
  while (last < event) {
    const { rows } = await sql<{ sequence: number; said: string | null }>`
      select sequence, case when salt is not null then jsonb_build_array(organisation, sequence, resource, record, action, changes,
        "user", application, credential, address, request, (extract(epoch from occurred) * 1000000)::bigint)::text end as said
      from auditevent where sequence > ${last} and sequence <= ${event} order by sequence limit ${batch}`.execute(tx)
    if (rows.length === 0) return undefined
    for (const { sequence, said } of rows) {
      if (said === null) return undefined
      hash = createHash('sha256').update(hash).update(said).digest()
      last = sequence
    }
  }
  return hash.toString('hex')
}

/** What the database says took the place of this end when the chain was sealed anew. */
const claimedEnd = async (tx: Tx, end: string) => {
  const found = await tx
    .selectFrom('security_event')
    .select(sql<string>`details ->> 'end'`.as('end'))
    .where('kind', '=', 'audit.anchored')
    .where(sql`details ->> 'former_end'`, '=', end)
    .executeTakeFirst()
  return found?.end
}

/** What is wrong with an end that the operator has kept; undefined if the event is still there with its hash. */
const problemOfEnd = async (tx: Tx, end: string, checkpoint: Checkpoint) => {
  const [event, hash] = end.split(':')
  if (checkpoint !== undefined && Number(event) < checkpoint.sequence)
    return {
      isAltered: false,
      problem:
        `Event ${event} was dropped with all up to ${checkpoint.sequence}, so its hash cannot be compared. Pass an end from ` +
        `after it, such as the one that was noted when they were dropped: ${checkpoint.sequence}:${checkpoint.hash}.`,
    }
  const found = await tx
    .selectFrom('auditevent')
    .select(sql<string>`encode(hash, 'hex')`.as('hash'))
    .where('sequence', '=', Number(event))
    .executeTakeFirst()
  const kept = Number(event) === checkpoint?.sequence ? checkpoint : found
  const former = kept === undefined || kept.hash === hash ? kept?.hash : await formerHash(tx, Number(event), checkpoint)
  if (former !== undefined && former === hash) return undefined
  const claimed = kept !== undefined && former === undefined ? await claimedEnd(tx, end) : undefined
  if (claimed === undefined)
    return { isAltered: true, problem: `Event ${event} does not have the hash given with --expect.` }
  return {
    isAltered: false,
    problem:
      `Values up to event ${event} were erased or dropped, so the hash that it had before the migration 0201 cannot be computed again. The ` +
      `database itself says that ${claimed} took its place: compare this with the audit.anchored of that day in the log that ` +
      'you keep elsewhere, and pass it with --expect if it is the same.',
  }
}

export const auditVerify = defineCommand({
  words: 'audit verify',
  summary: 'Check that nobody has altered the audit trail of an organisation',
  about:
    'Checks the hash chain from the first event to the last: the hash of every event covers all events before it, so that ' +
    'altering or removing one is detected. Store the end of the chain elsewhere and pass it with --expect the next time: ' +
    'this detects even a chain that was forged to its end. Where the oldest events were dropped, it begins with the first that is ' +
    'kept. Events whose values were erased are counted: the chain covers ' +
    'values as commitments, and verifies without them.',
  options: {
    ...organisationOption,
    expect: { type: 'string', value: 'EVENT:HASH', description: 'an end of the chain printed earlier' },
  },
  example: 'fetlock audit verify --organisation 1',
  prints:
    'how many events were checked, of how many the values were erased, and the end of the chain; altered events are an error with exit code 1.',
  run: ({ organisation, expect }, progress) =>
    withinOrganisation(organisation, async (tx, clinic) => {
      progress.step(`Checking the audit trail of ${clinic.name}`)
      await sql`set local statement_timeout = 0`.execute(tx)
      const { rows } = await sql<{ problem: string }>`select verify_audit as problem from verify_audit()`.execute(tx)
      const checkpoint = await checkpointOf(tx)
      const wrongEnd = expect === undefined ? undefined : await problemOfEnd(tx, expect, checkpoint)
      if (rows.length === 0 && wrongEnd?.isAltered === false) throw new Failure(wrongEnd.problem)
      const problems = [...rows, ...(wrongEnd === undefined ? [] : [wrongEnd])].map(({ problem }) => problem)
      if (problems.length > 0) throw new Failure(`The audit trail of ${clinic.name} was altered. ${problems.join(' ')}`)
      const { erased } = await tx
        .selectFrom('auditevent')
        .select(sql<number>`count(*)`.as('erased'))
        .where('salt', 'is', null)
        .executeTakeFirstOrThrow()
      const { changes, chain } = await tx.selectFrom('ledger').select(['changes', 'chain']).executeTakeFirstOrThrow()
      const end = `${changes}:${chain.toString('hex')}`
      const dropped = checkpoint?.sequence ?? 0
      return {
        json: { organisation: clinic.id, events: changes, dropped, erased, end },
        text: table([
          ['Organisation', `${clinic.id} (${clinic.name})`],
          ['Events', `${changes - dropped}, none altered${erased > 0 ? `, the values of ${erased} erased` : ''}`],
          ...(dropped > 0 ? [['Dropped', `the first ${dropped}, up to the kept checkpoint`] as const] : []),
          ['End of the chain', end],
        ]),
      }
    }),
})
