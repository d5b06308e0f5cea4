import { connected } from '../scripts/database.ts'
import type { Urls } from '../proofs/harness.ts'
import type { Size } from './data.ts'
import { choices, type PgbenchRun, runPgbench } from './engine.ts'

/** The workloads that write. */
export type Write = 'create' | 'pay'

/** Sent without waiting for each other, as the API sends its own. */
const transaction = (...statements: readonly string[]) => [
  '\\startpipeline',
  'begin;',
  "select set_config('app.organisation', :organisation::text, true);",
  ...statements.map((statement) => `${statement};`),
  'commit;',
  '\\endpipeline',
]

const statements: Record<Write, readonly string[]> = {
  create: transaction(
    `insert into phonenumber (client, phone_number, e164, type_code, description)
      values (:record, '040 1234567', '+358401234567', 1, 'Mobile')`,
    'update client set modified = clock_timestamp() where id = :record',
  ),
  pay: transaction(
    `with payment as (insert into invoicepayment (invoice, payment_type, paid, date_added, "user")
        values (:record, 0, 1, now(), :user) returning id),
      entry as (select gen_random_uuid() as entry)
    insert into journal_line (department, dated, invoice, invoicepayment, entry, posted, side, payment_type, amount)
      select :department, current_date, :record, payment.id, entry, now(), line.*
      from payment, entry, (values ('money', 0, 1), ('receivable', null, -1)) line`,
    `update invoice set due_sum = due_sum - 1, client_due_sum = client_due_sum - 1, modified = clock_timestamp()
      where id = :record`,
  ),
}

/** One statement a line, as pgbench reads a script whose lines may end with a backslash command. */
const scriptOf = (write: Write, size: Size) =>
  `${[...choices(write, size), ...statements[write].map((statement) => statement.replaceAll(/\s*\n\s*/g, ' '))].join('\n')}\n`

export type Floor = Awaited<ReturnType<typeof prepareFloor>>

/**
 * The smallest transaction with the same business rows, in a database whose triggers are gone: no audit, no stamps in commit
 * order, no suffixes, no key. Row security, conditions, indexes and foreign keys stay.
 */
export const prepareFloor = async ({ superuser, app }: Pick<Urls, 'superuser' | 'app'>, size: Size) => {
  await connected(superuser, (client) =>
    client.query(`do $$
      declare
        ours record;
      begin
        for ours in select tgname, tgrelid::regclass as of from pg_trigger where not tgisinternal loop
          execute format('drop trigger %I on %s', ours.tgname, ours.of);
        end loop;
      end $$`),
  )
  return {
    superuser,
    measure: (write: Write, run: PgbenchRun) => runPgbench(new URL(app), scriptOf(write, size), [], run),
  }
}
