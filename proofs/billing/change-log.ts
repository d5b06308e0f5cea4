import type { Invariant } from './invariants.ts'

/** Everything the load changes, and what the audit trail calls tables between two records. */
const tables = [
  'department_settings',
  'client',
  'item',
  'vatgroup',
  'accountnumber',
  'alternativepricing',
  'consultation',
  'consultationitem',
  'countersale',
  'countersaleitem',
  'invoice_series',
  'invoice',
  'invoicerow',
  'invoicepayment',
  'unallocatedpayment',
  'accountingreport',
  'stock_level',
  'stock_movement',
]
const between = ['consultation', 'consultationitem']

/** Writes every change down a second time, by a trigger of the proof's own, under the transaction that made it. */
export const changeLogTriggers = `
  create unlogged table change_log (transaction text not null, organisation int, resource text, record bigint, action text);
  grant insert on change_log to fetlock_app, fetlock_worker;
  create function log_change() returns trigger language plpgsql as $$
  declare
    kept jsonb := to_jsonb(coalesce(new, old));
  begin
    if tg_op = 'UPDATE' and to_jsonb(new) - 'modified' = to_jsonb(old) - 'modified' then return null; end if;
    insert into change_log values (pg_current_xact_id()::xid::text, (kept ->> 'organisation')::int, tg_argv[0],
      (kept ->> tg_argv[1])::bigint, case when tg_argv[1] <> 'id' or tg_op = 'UPDATE' then 'change'
        when tg_op = 'INSERT' then 'create' else 'delete' end);
    return null;
  end $$;
  ${[...tables.map((table) => [table, table, 'id']), ...between.map((table) => [`${table}_patient`, table, table])]
    .map(
      ([table, resource, id]) =>
        `create trigger log_change after insert or update or delete on ${table}
           for each row when (pg_trigger_depth() = 0) execute function log_change('${resource}', '${id}');`,
    )
    .join('\n')}`

/** Rows of the audit trail are never changed, so each still carries the transaction that wrote it. */
export const changeLogMatches: Invariant = {
  number: 14,
  what: 'every committed change is in the audit trail once, and nothing else',
  look: `select 'transaction ' || transaction || ': ' || resource || ' ' || record || ' ' || action as about,
      told.times is not distinct from seen.times as ok
    from (select transaction, organisation, resource, record, action, count(*) as times from change_log group by 1, 2, 3, 4, 5) seen
    full join (select xmin::text as transaction, organisation, resource, record, action, count(*) as times from auditevent
      where resource in (${tables.map((table) => `'${table}'`).join(', ')})
        and sequence > (select changes from before_run b where b.organisation = auditevent.organisation)
      group by 1, 2, 3, 4, 5) told using (transaction, organisation, resource, record, action)`,
}

/** The position of the audit trail when the load began. */
export const markBeginning = 'create table before_run as select organisation, changes from ledger'
