import { readFileSync } from 'node:fs'

/** The roles of the API and of the worker. The owner is not listed. */
export const servants = ['fetlock_app', 'fetlock_worker']

/** Everything in the database that is not PostgreSQL's own. */
export const relations = `select c.oid, c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.reloptions, c.relacl, c.relowner,
    c.relispartition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'`

/**
 * Asks for the privileges of each role on each table, view and sequence, as one line each; the value is `servants`. Partitions are
 * made as time goes on, and listed only if a role holds something on them, which it must not.
 */
export const grantsQuery = `select relname || string_agg(' | ' || role || ': ' || coalesce(held, '-'), '' order by role) as line from (
    select c.relname, c.relispartition, s.role, (select string_agg(what, ', ' order by what) from (
      select lower(a.privilege_type) as what from aclexplode(c.relacl) a where a.grantee = s.role::regrole
      union all select lower(a.privilege_type) || '(' || k.attname || ')' from pg_attribute k, aclexplode(k.attacl) a
        where k.attrelid = c.oid and a.grantee = s.role::regrole) g) as held
    from (${relations}) c cross join unnest($1::text[]) s (role) where c.relkind in ('r', 'p', 'f', 'v', 'm', 'S')) x
  group by relname having bool_or(held is not null) or not (relname like '%\\_seq' or bool_or(relispartition)) order by relname`

/** The lines that a database of this version has. `npm run generate` writes them from the migrations. */
export const expectedGrants = (): readonly string[] =>
  readFileSync(new URL('./grants.golden.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')

/** A privilege as a statement names it: `select (id) on client to fetlock_worker`. */
const privilegesIn = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(
    lines.flatMap((line) => {
      const [relation = '', ...roles] = line.split(' | ')
      return roles.flatMap((held) => {
        const [role = '', list = ''] = held.split(': ')
        return list === '-'
          ? []
          : list.split(', ').map((privilege) => `${privilege.replace('(', ' (')} on "${relation}" to ${role}`)
      })
    }),
  )

/** The statements that give the roles exactly the privileges of this version. */
export const grantStatements = (held: readonly string[]): readonly string[] => {
  const [is, must] = [privilegesIn(held), privilegesIn(expectedGrants())]
  const missing = [...must.difference(is)].map((privilege) => `grant ${privilege};`)
  const excess = [...is.difference(must)].map((privilege) => `revoke ${privilege.replace(/ to (\w+)$/, ' from $1')};`)
  return [...missing, ...excess]
}
