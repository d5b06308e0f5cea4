import type { ProofMutants } from '../mutant.ts'

const steps = 'src/domain/erasure/client-data.ts'
const migration = 'migrations/0310_erasures.sql'
const trail = 'migrations/0380_erased_users.sql'

/** What `prove:erasure` must notice: each is one table or place that an erasure forgets. */
export const erasureMutants = {
  'phone numbers stay': [
    {
      file: steps,
      find: 'delete from phonenumber where client = ${id}',
      replace: 'delete from phonenumber where client = ${id} and false',
    },
  ],
  'messages stay': [
    { file: steps, find: 'where ${messagesOf(client)}`', replace: 'where (${messagesOf(client)}) and false`' },
  ],
  'stored answers stay': [{ file: steps, find: 'where body ilike any(', replace: 'where false and body ilike any(' }],
  'files stay': [
    {
      file: steps,
      find: "    .deleteFrom('attachment')\n    .where('client', '=', id)",
      replace: "    .deleteFrom('attachment')\n    .where('client', '=', -id)",
    },
  ],
  'rows of imports stay': [
    {
      file: steps,
      find: "where (cells is not null or reference <> '' or messages <> '{}') and (",
      replace: 'where false and (',
    },
  ],
  'the audit trail keeps its values': [
    {
      file: trail,
      find: 'select e.id from auditevent e join owned on',
      replace: 'select e.id from auditevent e join owned on false and',
    },
  ],
  'the audit trail keeps what it says of staff': [
    {
      file: trail,
      find: 'e.resource = new.resource and e.record = new.record and e.salt is not null',
      replace: 'e.resource = new.resource and e.record = -new.record and e.salt is not null',
    },
  ],
  'something is added to a client who is erased': [
    {
      file: migration,
      find: 'create trigger refuse_erased after insert or update on alternative_payer for each row',
      replace: 'create trigger refuse_erased after update of name on alternative_payer for each row',
    },
  ],
  'whoever pays stays after the term': [
    {
      file: 'src/domain/erasure/kept-payers.ts',
      find: "coalesce(payer, client) = ${record} and payer_name <> 'Erased client'",
      replace: "coalesce(payer, client) = ${record} and payer_name = 'Erased client'",
    },
  ],
} as const satisfies ProofMutants
