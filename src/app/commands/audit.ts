import { sql } from 'kysely'
import { defineCommand, Failure, table } from './command.ts'
import { organisationOption, withinOrganisation } from './within.ts'

export const auditVerify = defineCommand({
  words: 'audit verify',
  summary: 'Check that nobody has altered the audit trail of an organisation',
  about:
    'Follows the chain from the first event to the last: every event is sealed together with all before it, so that ' +
    'altering or removing one shows. Keep the end of the chain somewhere else and give it back with --expect: then even ' +
    'somebody who forges the whole rest of the chain is found out.',
  options: {
    ...organisationOption,
    expect: { type: 'string', value: 'EVENT:HASH', description: 'an end of the chain that was printed earlier' },
  },
  example: 'fetlock audit verify --organisation 1',
  prints: 'how many events were checked, and the end of the chain; what is wrong is a refusal with exit code 1.',
  run: ({ organisation, expect }, progress) =>
    withinOrganisation(organisation, async (tx, clinic) => {
      progress.step(`Following the audit trail of ${clinic.name}`)
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
        ...(expect !== undefined && kept?.hash !== hash ? [`Event ${event} is not the one that was kept.`] : []),
      ]
      if (problems.length > 0) throw new Failure(`The audit trail of ${clinic.name} was altered. ${problems.join(' ')}`)
      const { changes, chain } = await tx.selectFrom('ledger').select(['changes', 'chain']).executeTakeFirstOrThrow()
      const end = `${changes}:${chain.toString('hex')}`
      return {
        json: { organisation: clinic.id, events: changes, end },
        text: table([
          ['Organisation', `${clinic.id} (${clinic.name})`],
          ['Events', `${changes}, each as it was written`],
          ['End of the chain', end],
        ]),
      }
    }),
})
