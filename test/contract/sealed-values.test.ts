import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { sealer } from '../../src/secrets/seal.ts'
import { connected } from '../../scripts/database.ts'
import { everything, useApi } from '../support/api.ts'
import { fill } from '../support/samples/fill.ts'

/** Columns of bytes that hold no secret. */
const notSealed: Readonly<Record<string, string>> = {
  'audit_checkpoint.hash': 'the last link of the audit trail that was dropped',
  'auditevent.commitment': 'what a link of the audit trail covers of values that were erased',
  'auditevent.hash': 'a link of the audit trail',
  'auditevent.salt': 'makes a commitment of the values of an event, which are beside it',
  'ledger.chain': 'the end of the audit trail',
}

const api = await useApi()
beforeAll(async () => {
  const clinic = await api.givenOrganisation()
  await fill(clinic, await clinic.userCaller({ ...everything, scopes: ['restapi', 'wholesaler'] }))
})

const bytesIn = async (client: pg.Client) => {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and a.atttypid = 'bytea'::regtype`,
  )
  return rows
}

/** Columns of bytes that are neither declared above nor found, value for value, among the sealed values. */
const forgottenIn = async (client: pg.Client) => {
  const forgotten: string[] = []
  for (const { table, column } of await bytesIn(client)) {
    const name = `${table}.${column}`
    if (name in notSealed) continue
    const { rows } = await client.query<{ found: number; missing: number }>(
      `select (select count(*)::int from ${table} where ${column} is not null) as found,
         (select count(*)::int from (select organisation, id, ${column} from ${table} where ${column} is not null
          except select organisation, id, sealed from sealed_value where source = $1 and field = $2) m) as missing`,
      [table, column],
    )
    const [{ found, missing } = { found: 0, missing: 0 }] = rows
    if (missing > 0) forgotten.push(`${name} has ${missing} of ${found} values that "fetlock reseal" would not find`)
    if (found === 0 && !(await isRead(client, table, column))) forgotten.push(`${name} is not in sealed_value`)
  }
  return forgotten
}

/** Whether the view reads the column, for those that no sample fills. */
const isRead = async (client: pg.Client, table: string, column: string) => {
  const { rowCount } = await client.query(
    `select from pg_depend d join pg_rewrite r on r.oid = d.objid join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
     where r.ev_class = 'sealed_value'::regclass and d.refobjid = $1::regclass and a.attname = $2`,
    [table, column],
  )
  return rowCount !== 0
}

it('every column of sealed secrets is re-sealed when the key is rotated', async () => {
  await connected(api.database.superuserUrl, async (client) => {
    const columns = (await bytesIn(client)).map(({ table, column }) => `${table}.${column}`)
    expect(columns).toEqual(expect.arrayContaining(Object.keys(notSealed)))
    expect(await forgottenIn(client)).toEqual([])
  })
})

it('every value there is sealed', async () => {
  const { unseal } = sealer(api.options.secretKey)
  await connected(api.database.superuserUrl, async (client) => {
    const { rows } = await client.query<{ sealed: Buffer }>('select sealed from sealed_value')
    expect(rows.length).toBeGreaterThan(0)
    for (const { sealed } of rows) expect(unseal(sealed)).not.toBe('')
  })
})

it('a column that was forgotten would be noticed', async () => {
  await connected(api.database.superuserUrl, async (client) => {
    await client.query('begin')
    await client.query(`alter table client add column pin bytea`)
    expect(await forgottenIn(client)).toEqual(['client.pin is not in sealed_value'])
    await client.query(`update client set pin = 'x' where id = (select min(id) from client)`)
    expect(await forgottenIn(client)).toEqual(['client.pin has 1 of 1 values that "fetlock reseal" would not find'])
    await client.query('rollback')
  })
})
