import { beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { useApi, type TestOrganisation } from '../support/api.ts'
import { auditedTables, type AuditedTable } from '../support/audit.ts'
import { useSuperuser } from '../support/database.ts'

const api = await useApi()
const superuser = await useSuperuser(api)
let clinic: TestOrganisation
beforeAll(async () => {
  clinic = await api.givenOrganisation()
})

/** Does something and rolls it back. */
const undone = async <T>(work: () => Promise<T>): Promise<T> => {
  await superuser.query('begin')
  try {
    return await work()
  } finally {
    await superuser.query('rollback')
  }
}

/** The tables whose generated code is not that of their columns. */
const stale = async () =>
  (
    await superuser.query<{ table: string }>(
      `select t.target::text as table from tracked() t join pg_proc p on p.oid = t.keeper where p.prosrc <> t.code order by 1`,
    )
  ).rows.map(({ table }) => table)

describe('the code that audits a table', () => {
  it('is written for the columns that the table has', async () => {
    expect((await superuser.query('select from tracked()')).rowCount).toBe((await auditedTables(superuser)).length)
    expect(await stale()).toEqual([])
  })

  it.each([
    ['is added', 'alter table client add column shoe_size int'],
    ['is removed', 'alter table client drop column remarks'],
    ['gets another name', 'alter table client rename column remarks to notes'],
    ['gets another type', 'alter table client alter column remarks type varchar(90)'],
  ])('would be reported where a column %s', async (_how, change) => {
    const reported = await undone(async () => {
      await superuser.query(change)
      return stale()
    })
    expect(reported).toEqual(['client'])
  })

  it('is written anew by whatever migration is applied next', async () => {
    await superuser.query(`alter table client add column shoe_size int`)
    expect(await stale()).toEqual(['client'])
    await superuser.query(`drop table demo_clinic; delete from migration where name = '0150_first_start.sql'`)
    expect(await migrate(api.database.ownerUrl)).toEqual(['0150_first_start.sql'])
    expect(await stale()).toEqual([])
    await superuser.query('alter table client drop column shoe_size; call keep_tracks()')
  })
})

/** Values to write, two for each type: what is equal in SQL must be equal as JSON, and the other way round. */
const values: Readonly<Record<string, readonly [string, string]>> = {
  bigint: ['71', '72'],
  integer: ['73', '74'],
  boolean: ['true', 'false'],
  text: [`'Ärzte “A”'`, `''`],
  date: [`'2024-02-29'`, `'infinity'`],
  'timestamp with time zone': [`'2024-02-29 10:00:00.123456Z'`, `'2024-02-29 10:00:00.123457Z'`],
  'time without time zone': [`'10:00'`, `'10:00:00.5'`],
  uuid: [`'00000000-0000-4000-8000-000000000001'`, `'00000000-0000-4000-8000-000000000002'`],
  bytea: [`'\\x00ff'`, `''`],
  numeric: ['1.5', '2'],
  jsonb: [`'{"a": [1.50]}'`, `'null'`],
  'text[]': [`'{a,b}'`, `'{}'`],
  'integer[]': [`'{1,2}'`, `'{}'`],
  'permission[]': [`'{Clinical: Consultations}'`, `'{}'`],
}

type Column = { readonly name: string; readonly type: string; readonly isNeeded: boolean; readonly isWritten: boolean }

/** A table like an audited one without its conditions, where every column is written in turn. */
const trial = async ({ table, hidden }: AuditedTable) => {
  await superuser.query(`create table trial (like "${table}" including generated)`)
  const found = await superuser.query<Column>(
    `select quote_ident(attname) as name, format_type(atttypid, null) as type, attnotnull as "isNeeded",
       attgenerated = '' as "isWritten" from pg_attribute
     where attrelid = 'trial'::regclass and attnum > 0 and not attisdropped order by attnum`,
  )
  for (const { name } of found.rows.filter(({ isNeeded }) => isNeeded))
    await superuser.query(`alter table trial alter column ${name} drop not null`)
  const rows = found.rows.filter(({ isWritten }) => isWritten)
  const columns = rows.filter(({ name }) => !['organisation', 'id', 'created', 'modified'].includes(name))
  await superuser.query(`call keep_track('trial', '${hidden.join(' ')}')`)
  await superuser.query(`create temp table expected (number int generated always as identity, changes jsonb) on commit drop;
    create function expect_change() returns trigger language plpgsql as $$
    begin
      insert into expected (changes) select d from differences_between(case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end,
        case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end, string_to_array('${hidden.join(' ')}', ' ')) d where d is not null;
      return null;
    end $$;
    create trigger expect_change after insert or update or delete on trial for each row execute function expect_change()`)
  const all = (at: 0 | 1) => columns.map(({ name, type }) => `${name} = ${values[type]![at]}`).join(', ')
  const keys: Readonly<Record<string, string>> = { organisation: `${clinic.id}`, id: `${clinic.id}`, modified: 'now()' }
  const given = rows.filter(({ name }) => name in keys).map(({ name }) => name)
  for (const statement of [
    `insert into trial (${given.join(', ')}) values (${given.map((name) => keys[name]).join(', ')})`,
    `update trial set ${all(0)}`,
    `update trial set ${all(0)}`,
    ...columns.flatMap(({ name, type }) => [
      `update trial set ${name} = ${values[type]![1]}`,
      `update trial set ${name} = null`,
      `update trial set ${name} = ${values[type]![1]}, modified = now()`,
    ]),
    'update trial set modified = now()',
    'delete from trial',
  ])
    await superuser.query(statement)
  await superuser.query('set constraints all immediate')
  const lists = await superuser.query<{ changes: unknown[]; wanted: unknown[] }>(
    `select (select jsonb_agg(changes order by sequence) from auditevent where resource = 'trial') as changes,
       (select jsonb_agg(changes order by number) from expected) as wanted`,
  )
  return { ...lists.rows[0]!, columns }
}

describe('what generated code tells of a change', async () => {
  const tables = await auditedTables(superuser)

  it.each(tables)('is every field that differs, of $table', async (table) => {
    const { changes, wanted, columns } = await undone(async () => {
      await superuser.query(`select set_config('app.organisation', $1, true)`, [String(clinic.id)])
      return trial(table)
    })
    expect(wanted.length).toBeGreaterThan(columns.length)
    expect(changes).toEqual(wanted)
  })
})

it('gives an event the hash that it has always had, with its values or, once they are erased, with their commitment', async () => {
  const { rows } = await superuser.query<{ hash: string }>(
    `select encode(audit_link('\\x0102', row(7, 5, 3, 'client', 12, 'change', changes::jsonb,
       4, null, 'session', '192.0.2.1', 'r-1', '2024-02-29 10:00:00.123456Z', null, salt, commitment)::auditevent), 'hex') as hash
     from (values ('{"lastname": {"from": "Å", "to": null}, "b": [1.50]}', '\\x0a0b'::bytea, null::bytea),
       ('{}', null, '\\x00')) event (changes, salt, commitment)`,
  )
  expect(rows).toEqual([
    { hash: 'b00de99bbafd4189fca257656c44a12ce90125d6b7f64acfba278c3d9776d374' },
    { hash: '67b26a0aed15a48988e106f30ad12d48acd54086091fecd1199c7654fd82e540' },
  ])
})
