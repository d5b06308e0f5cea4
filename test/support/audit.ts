import type pg from 'pg'
import { connected } from '../../scripts/database.ts'
import type { TestDatabase } from './database.ts'

/** Columns that are not audited. */
const unauditedColumns = ['organisation', 'id', 'created', 'modified']

export type AuditedTable = { readonly table: string; readonly hidden: readonly string[] }

/** The tables whose changes are audited, with the columns that are audited without their values. */
export const auditedTables = async (client: pg.Client): Promise<AuditedTable[]> => {
  const { rows } = await client.query<{ table: string; hidden: string }>(
    `select c.relname as table, split_part(encode(t.tgargs, 'escape'), '\\000', 1) as hidden
     from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'keep_change' order by 1`,
  )
  return rows.map(({ table, hidden }) => ({ table, hidden: hidden.split(' ').filter((name) => name !== '') }))
}

/** What catalog imports and price changes have recorded of items instead of adding to the audit trail. */
const changesOfRuns = `
  select organisation, 'item' as resource, item as record, case kind when 'new' then 'create' else 'change' end as action, changes, occurred, id
  from catalog_import_change where item is not null
  union all
  select organisation, 'item', item, 'change', jsonb_build_object('price', jsonb_build_object('from', old_price, 'to', new_price)),
    occurred, id from price_change_item
  union all
  select organisation, 'item', item, 'change', jsonb_build_object('price', jsonb_build_object('from', new_price, 'to', old_price)),
    restored, id from price_change_item where restored is not null`
const recordedChanges = `
  select organisation, resource, record, action, changes, occurred, id from auditevent
  union all ${changesOfRuns}`

/** Compares every row of a table with its last audited values. */
const unauditedRows = (table: string) => `
  with events as (
    select * from (${recordedChanges}) c where resource = $1
  ), recorded as (
    select distinct on (e.organisation, e.record, c.key) e.organisation, e.record, c.key, c.value -> 'to' as value
    from events e cross join jsonb_each(e.changes) c
    order by e.organisation, e.record, c.key, e.occurred desc, e.id desc
  ), lives as (
    select organisation, record, bool_or(action = 'create') as made,
      (array_agg(action order by occurred desc, id desc))[1] = 'delete' as gone
    from events group by 1, 2
  ), found as (
    select r.organisation, r.id as record, 'was created without an event' as how from "${table}" r
      left join lives l on l.organisation = r.organisation and l.record = r.id where l.made is not true
    union all
    select r.organisation, r.id, 'exists after its delete event' from "${table}" r
      join lives l on l.organisation = r.organisation and l.record = r.id where l.gone
    union all
    select l.organisation, l.record, 'was deleted without an event' from lives l
      left join "${table}" r on r.organisation = l.organisation and r.id = l.record where not l.gone and r.id is null
    union all
    select r.organisation, r.id, format('has another %s than the audit trail', c.key) from "${table}" r
      cross join jsonb_each(to_jsonb(r)) c
      join lives l on l.organisation = r.organisation and l.record = r.id and l.made and not l.gone
      left join recorded t on t.organisation = r.organisation and t.record = r.id and t.key = c.key
    where c.key <> all($2) and t.value is distinct from c.value
      -- What was erased tells nothing any more of what was before.
      and not exists (select from auditevent gone where gone.organisation = r.organisation and gone.resource = $1
        and gone.record = r.id and gone.salt is null)
  )
  select format('%s %s of organisation %s %s', $1::text, record, organisation, how) as problem from found order by 1`

/** Memberships and keys are audited as changes of a user and of an application. */
const unauditedMemberships = `
  with recorded as (
    select e.organisation, e.record as "user", g.id as permissiongroup, sum(g.change) as members
    from auditevent e cross join lateral (values ((e.changes #>> '{permission_groups,to}')::bigint, 1),
      ((e.changes #>> '{permission_groups,from}')::bigint, -1)) g (id, change)
    where e.resource = 'user' and e.changes ? 'permission_groups' and g.id is not null group by 1, 2, 3
  )
  select format('membership of user %s in group %s of organisation %s is audited %s times', "user", permissiongroup,
    organisation, coalesce(members, 0)) as problem
  from recorded full join (select *, 1 as one from user_permissiongroup) m using (organisation, "user", permissiongroup)
  where coalesce(members, 0) <> coalesce(one, 0)`
const unauditedKeys = `
  select format('key %s of organisation %s was issued or revoked without an event', k.id, k.organisation) as problem
  from legacy_key k left join lateral (
    select count(e.changes #> '{legacy_key,to}') filter (where e.changes #>> '{legacy_key,to}' = k.id::text) as came,
      count(*) filter (where e.changes #>> '{legacy_key,from}' = k.id::text) as went
    from auditevent e where e.organisation = k.organisation and e.resource = 'application' and e.record = k.application
  ) t on true where t.came <> 1 or t.went <> (k.revoked is not null)::int`

/** What was declined is audited as a change of the visit. */
const unauditedDeclines = `
  select format('the decline of hint %s of consultation %s of organisation %s is not audited', d.record * 10 + d.kind,
    d.consultation, d.organisation) as problem
  from charge_hint_decline d left join lateral (
    select e.changes #>> '{charge_hints,to,declined}' as reason from auditevent e
    where e.organisation = d.organisation and e.resource = 'consultation' and e.record = d.consultation
      and e.changes #>> '{charge_hints,to,hint}' = (d.record * 10 + d.kind)::text order by e.id desc limit 1
  ) t on true where t.reason is distinct from d.reason`

/** What a record gains and loses through a table between is audited as changes of the record. */
const unauditedBetween = (record: string, linked: 'patient' | 'user', field: string) => `
  with recorded as (
    select e.organisation, e.record, p.id as linked, sum(p.change) as times
    from auditevent e cross join lateral (values ((e.changes #>> '{${field},to}')::bigint, 1),
      ((e.changes #>> '{${field},from}')::bigint, -1)) p (id, change)
    where e.resource = '${record}' and e.changes ? '${field}' and p.id is not null
      and exists (select from ${record} r where r.organisation = e.organisation and r.id = e.record) group by 1, 2, 3
  )
  select format('${linked} %s of ${record} %s of organisation %s is audited %s times', linked, record, organisation,
    coalesce(times, 0)) as problem
  from recorded full join (select organisation, ${record} as record, "${linked}" as linked, 1 as one from ${record}_${linked}) m
    using (organisation, record, linked)
  where coalesce(times, 0) <> coalesce(one, 0)`

/** Rows that were created, changed or deleted without an audit event. */
export const findUnaudited = ({ superuserUrl }: Pick<TestDatabase, 'superuserUrl'>): Promise<string[]> =>
  connected(superuserUrl, async (client) => {
    await client.query(`set timezone = 'UTC'`)
    const problems: string[] = []
    const collect = async (text: string, values: unknown[] = []) => {
      const { rows } = await client.query<{ problem: string }>(text, values)
      problems.push(...rows.map(({ problem }) => problem))
    }
    const tables = await auditedTables(client)
    if (tables.length < 10) throw new Error('Fewer than ten tables are audited.')
    for (const { table, hidden } of tables)
      await collect(unauditedRows(table), [table, [...unauditedColumns, ...hidden]])
    await collect(unauditedMemberships)
    await collect(unauditedKeys)
    await collect(unauditedDeclines)
    for (const record of ['consultation', 'consultationitem', 'appointment'])
      await collect(unauditedBetween(record, 'patient', 'patients'))
    await collect(unauditedBetween('appointment', 'user', 'additional_users'))
    // Where the oldest events were dropped, nothing says any more how records came to be.
    const { rows } = await client.query<{ organisation: number }>(
      'select organisation from audit_checkpoint where sequence > 0',
    )
    const shortened = new Set(rows.map(({ organisation }) => String(organisation)))
    return problems.filter((problem) => !shortened.has(/of organisation (\d+)/.exec(problem)?.[1] ?? ''))
  })

export const requireAudited = async (database: Pick<TestDatabase, 'superuserUrl'>) => {
  const problems = await findUnaudited(database)
  if (problems.length > 0) throw new Error(`Not audited:\n${problems.slice(0, 20).join('\n')}`)
}

type Row = Readonly<Record<string, unknown>>
/** Every row of every audited table, by table, organisation and id. */
export const readAudited = (client: pg.Client): Promise<ReadonlyMap<string, Row>> =>
  auditedTables(client).then(async (tables) => {
    const all = new Map<string, Row>()
    for (const { table } of tables) {
      const { rows } = await client.query<{ row: Row }>(`select to_jsonb(r) as row from "${table}" r`)
      for (const { row } of rows) all.set(`${table} ${String(row['organisation'])} ${String(row['id'])}`, row)
    }
    return all
  })

export type AuditedChange = { readonly action: string; readonly changes: Readonly<Record<string, unknown>> }

/** What runs have recorded of items since an event of this organisation, by table, organisation and id. */
export const recordedOfRuns = async (client: pg.Client, organisation: number, last: number) => {
  const { rows } = await client.query<AuditedChange & { record: string }>(
    `select record, action, changes from (${changesOfRuns}) c where organisation = $1
       and occurred > (select occurred from auditevent where organisation = $1 and sequence = $2)`,
    [organisation, last],
  )
  return new Map(rows.map(({ record, action, changes }) => [`item ${organisation} ${record}`, { action, changes }]))
}

/** The events that lead from one state to another, derived from the rows alone. */
export const expectedEvents = (
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row>,
  tables: readonly AuditedTable[],
): ReadonlyMap<string, AuditedChange> => {
  const events = new Map<string, AuditedChange>()
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const { hidden } = tables.find(({ table }) => key.startsWith(`${table} `))!
    const [was, is] = [before.get(key), after.get(key)]
    const changes = Object.fromEntries(
      [...new Set(Object.keys({ ...was, ...is }))]
        .filter(
          (name) => !unauditedColumns.includes(name) && JSON.stringify(was?.[name]) !== JSON.stringify(is?.[name]),
        )
        .map((name) => [
          name,
          hidden.includes(name) ? 'hidden' : { from: was?.[name] ?? null, to: is?.[name] ?? null },
        ]),
    )
    const action = was === undefined ? 'create' : is === undefined ? 'delete' : 'change'
    if (Object.keys(changes).length > 0) events.set(key, { action, changes })
  }
  return events
}
