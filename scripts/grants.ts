import type pg from 'pg'

/** The roles of the API and of the worker. The owner is not listed. */
export const servants = ['fetlock_app', 'fetlock_worker']

/** Everything in the database that is not PostgreSQL's own. */
export const relations = `select c.oid, c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.reloptions, c.relacl, c.relowner
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'`

/** The privileges of each role on each table, view and sequence, a line each, so that a diff shows every change of them. */
export const grantLines = async (client: pg.Client) => {
  const { rows } = await client.query<{ line: string }>(
    `select relname || string_agg(' | ' || role || ': ' || coalesce(held, '-'), '' order by role) as line from (
      select c.relname, s.role, (select string_agg(what, ', ' order by what) from (
        select lower(a.privilege_type) as what from aclexplode(c.relacl) a where a.grantee = s.role::regrole
        union all select lower(a.privilege_type) || '(' || k.attname || ')' from pg_attribute k, aclexplode(k.attacl) a
          where k.attrelid = c.oid and a.grantee = s.role::regrole) g) as held
      from (${relations}) c cross join unnest($1::text[]) s (role) where c.relkind in ('r', 'p', 'f', 'v', 'm', 'S')) x
    group by relname having bool_or(held is not null) or not relname like '%\\_seq' order by relname`,
    [servants],
  )
  return rows.map(({ line }) => line)
}
