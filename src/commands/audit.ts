import { sql } from 'kysely'
import { defineCommand, Failure, table } from './command.ts'
import { organisationOption, withinOrganisation } from './organisation-scope.ts'

export const auditVerify = defineCommand({
  words: 'audit verify',
  summary: 'Check that nobody has altered the audit trail of an organisation',
  about:
    'Checks the hash chain from the first event to the last: the hash of every event covers all events before it, so that ' +
    'altering or removing one is detected. Store the end of the chain elsewhere and pass it with --expect the next time: ' +
    'this detects even a chain that was forged to its end.',
  options: {
    ...organisationOption,
    expect: { type: 'string', value: 'EVENT:HASH', description: 'an end of the chain printed earlier' },
  },
  example: 'fetlock audit verify --organisation 1',
  prints: 'how many events were checked, and the end of the chain; altered events are an error with exit code 1.',
  run: ({ organisation, expect }, progress) =>
    withinOrganisation(organisation, async (tx, clinic) => {
      progress.step(`Checking the audit trail of ${clinic.name}`)
      await sql`set local statement_timeout = 0`.execute(tx)
      const { rows } = await sql<{ problem: string }>`select verify_audit as problem from verify_audit()`.execute(tx)
      const [event, hash] = expect?.split(':') ?? []
      const kept = await tx
        .selectFrom('auditevent')
        .select(sql<string>`encode(hash, 'hex')`.as('hash'))
        .where('sequence', '=', Number(event ?? 0))
        .executeTakeFirst()
      const problems = [
        ...rows.map(({ problem }) => problem),
        ...(expect !== undefined && kept?.hash !== hash
          ? [`Event ${event} does not have the hash given with --expect.`]
          : []),
      ]
      if (problems.length > 0) throw new Failure(`The audit trail of ${clinic.name} was altered. ${problems.join(' ')}`)
      const { changes, chain } = await tx.selectFrom('ledger').select(['changes', 'chain']).executeTakeFirstOrThrow()
      const end = `${changes}:${chain.toString('hex')}`
      return {
        json: { organisation: clinic.id, events: changes, end },
        text: table([
          ['Organisation', `${clinic.id} (${clinic.name})`],
          ['Events', `${changes}, none altered`],
          ['End of the chain', end],
        ]),
      }
    }),
})
