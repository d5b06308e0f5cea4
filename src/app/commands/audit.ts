import { sql } from 'kysely'
import { defineCommand, Failure, table } from './command.ts'
import { organisationOption, withinOrganisation } from './within.ts'

export const auditVerify = defineCommand({
  words: 'audit verify',
  summary: 'Check that nobody has altered the audit trail of an organisation',
  about:
    'Follows the chain from the first event to the last: every event is sealed together with all before it, so that ' +
    'altering or removing one shows, even when it was done by an administrator of the database.',
  options: { ...organisationOption },
  example: 'fetlock audit verify --organisation 1',
  prints: 'how many events were checked; what is wrong with which of them is a refusal with exit code 1.',
  run: ({ organisation }) =>
    withinOrganisation(organisation, async (tx, clinic) => {
      const { rows: problems } = await sql<{
        problem: string
      }>`select verify_audit as problem from verify_audit()`.execute(tx)
      if (problems.length > 0)
        throw new Failure(
          `The audit trail of ${clinic.name} was altered. ${problems.map(({ problem }) => problem).join(' ')}`,
        )
      const { changes } = await tx.selectFrom('ledger').select('changes').executeTakeFirstOrThrow()
      return {
        json: { organisation: clinic.id, events: changes },
        text: table([
          ['Organisation', `${clinic.id} (${clinic.name})`],
          ['Events', `${changes}, each as it was written`],
        ]),
      }
    }),
})
