// @module-tag waits
// @module-tag timed
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi, type TestResponse } from '../../test/support/api.ts'
import { findUnaudited } from '../../test/support/audit.ts'
import { useSuperuser } from '../../test/support/database.ts'
import { keysIn } from '../../test/support/store.ts'
import { expectWithin } from '../../test/support/durations.ts'
import { objectStoreAt } from '../gateways/object-store.ts'
import { notCopied } from './copy-organisation.ts'
import { createSandbox, createTemplate, findTemplate, type Sandbox, type Template } from './sandbox.ts'

type Body = TestResponse['body']
const api = await useApi()
const administrator = await useSuperuser(api)
const store = objectStoreAt(api.options.store)
afterAll(() => store.close())
const parts = { owner: api.owner.db, app: api.rows.db, store, seal: (secret: string) => Buffer.from(secret) }

let before: Template | undefined
let template: Template
let [one, other]: Sandbox[] = []
const seconds: number[] = []
const timed = async (name: string) => {
  const began = performance.now()
  const made = await createSandbox(parts, template, name)
  seconds.push((performance.now() - began) / 1000)
  return made
}
beforeAll(async () => {
  before = await findTemplate(parts.owner)
  template = await createTemplate(parts, new Date().toISOString().slice(0, 10), undefined)
  one = await timed('One')
  other = await timed('Other')
})

const rows = async (query: string, values: unknown[] = []): Promise<Body[]> =>
  (await administrator.query(query, values)).rows

/** The tables of organisations, with the columns that are stored as they were sent. */
const tables = async (): Promise<{ name: string; columns: string[] }[]> =>
  rows(
    `select c.relname as name, array(select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
       and not a.attisdropped and a.attgenerated = '' order by a.attnum)::text[] as columns
     from pg_class c join pg_attribute o on o.attrelid = c.oid and o.attname = 'organisation'
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`,
  )

/** What differs by design between a copy and its template. */
const ofItsOwn: Readonly<Record<string, readonly string[]>> = {
  organisation: ['id', 'name'],
  application: ['client_id', 'secret_hash'],
  user: ['password_hash'],
  attachment: [],
  catalog_upload: ['report_key'],
  integration_settings: ['id', 'imaging_viewer_url'],
  message_settings: ['id'],
}

/** How many rows there are, and a hash of what they say. */
const contentOf = async ({ name, columns }: { name: string; columns: string[] }, organisation: number) => {
  const left = ['organisation', 'modified', ...(ofItsOwn[name] ?? [])]
  const shown = columns.filter((column) => !left.includes(column)).map((column) => `r."${column}"`)
  const [found] = await rows(
    `select count(*)::int as count, md5(coalesce(string_agg(said, e'\\n' order by said), '')) as hash
     from (select jsonb_build_array(${shown.join(', ')})::text as said from "${name}" r where organisation = $1) x`,
    [organisation],
  )
  return { name, ...found }
}

const tokenOf = (organisation: number, { client_id, client_secret }: Sandbox['integration'], scope = 'restapi') =>
  fetch(`${api.publicUrl}/${organisation}/oauth2/token/`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  })
const callerIn = async ({ organisation, integration }: Sandbox) => {
  const { access_token } = (await (await tokenOf(organisation, integration)).json()) as { access_token: string }
  return async (
    path: string,
    init: { method?: string; body?: object } = {},
  ): Promise<{ status: number; body: Body }> => {
    const answer = await fetch(path.startsWith('http') ? path : `${api.publicUrl}/${organisation}/api/0.1${path}`, {
      method: init.method ?? 'GET',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      ...(init.body && { body: JSON.stringify(init.body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
}

describe('a sandbox', () => {
  // Other tests run at the same time, so the faster of two counts.
  it('is ready within ten seconds', () => expectWithin(Math.min(...seconds), 10))

  it('has every record of the template, under the same ids', async () => {
    const copied = (await tables()).filter(({ name }) => !(name in notCopied))
    expect(copied.length).toBeGreaterThan(50)
    let count = 0
    for (const table of copied) {
      const copy = await contentOf(table, one!.organisation)
      expect.soft(copy).toEqual(await contentOf(table, template.organisation))
      count += copy.count
    }
    expect(count).toBeGreaterThan(5_000)
  })

  it('has nothing of what was only the template’s', async () => {
    const own = [
      'organisation',
      'ledger',
      'auditevent',
      'suffix',
      'integration_settings',
      'message_settings',
      'security_settings',
      'storage_used',
    ]
    const left = (await tables()).filter(({ name }) => name in notCopied && !own.includes(name))
    for (const table of left)
      expect.soft(await contentOf(table, one!.organisation)).toMatchObject({ name: table.name, count: 0 })
  })

  it('has an audit trail of its own that is complete and unaltered', async () => {
    for (const { organisation, records } of [one!, other!]) {
      await administrator.query('begin')
      await administrator.query(`select set_config('app.organisation', $1, true)`, [String(organisation)])
      const { rows: problems } = await administrator.query('select verify_audit()')
      await administrator.query('rollback')
      expect(problems).toEqual([])
      expect(await rows('select changes::int from ledger where organisation = $1', [organisation])).toEqual([
        { changes: records },
      ])
    }
    expect(await findUnaudited(api.database)).toEqual([])
  })

  it('is found by search, and its files can be downloaded', async () => {
    const send = await callerIn(one!)
    const { body } = await send('/client/?lastname__icontains=mäk')
    expect(body.count).toBeGreaterThan(0)
    const { results } = (await send('/attachment/')).body
    expect(results.length).toBeGreaterThan(3)
    for (const { url, size } of results) {
      const download = (await send(`${url}download/`)).body
      expect((await (await fetch(download.url)).arrayBuffer()).byteLength).toBe(size)
    }
    const keys = await keysIn(api.options.store)
    const ofOne = keys.filter((key) => key.startsWith(`${one!.organisation}/`))
    expect(ofOne).toHaveLength(keys.filter((key) => key.startsWith(`${template.organisation}/`)).length)
    expect(await rows('select key from stray_file where organisation = $1', [one!.organisation])).toEqual([])
  })

  it('has credentials that open no other organisation', async () => {
    for (const { organisation, integration, wholesaler } of [one!, other!]) {
      expect((await tokenOf(organisation, integration)).status).toBe(200)
      expect((await tokenOf(organisation, wholesaler, 'wholesaler')).status).toBe(200)
    }
    expect((await tokenOf(other!.organisation, one!.integration)).status).toBe(401)
    expect((await tokenOf(template.organisation, one!.integration)).status).toBe(401)
    const hashes = await rows(
      'select password_hash, count(distinct organisation)::int as shared from "user" where password_hash is not null group by 1',
    )
    expect(hashes.map(({ shared }) => shared)).toEqual([1, 1, 1])
  })

  it('lives apart from the template and other sandboxes', async () => {
    const [first, second] = [await callerIn(one!), await callerIn(other!)]
    const { id, lastname } = (await first('/client/?page_size=1')).body.results[0]
    expect((await first(`/client/${id}/`, { method: 'PATCH', body: { lastname: 'Renamed' } })).status).toBe(200)
    expect((await second(`/client/${id}/`)).body.lastname).toBe(lastname)
    expect(await rows('select lastname from client where id = $1 order by organisation', [id])).toEqual([
      { lastname },
      { lastname: 'Renamed' },
      { lastname },
    ])
    const made = await first('/client/', { method: 'POST', body: { lastname: 'New' } })
    expect(made.status).toBe(201)
    expect((await second(`/client/${made.body.id}/`)).status).toBe(404)
  })

  it('goes on: a client pays, and the clinic orders', async () => {
    const send = await callerIn(other!)
    const paid = await send('/sandbox/pay_invoice/', { method: 'POST', body: {} })
    expect([paid.status, paid.body.payment_type]).toEqual([201, 2])
    const ordered = await send('/sandbox/place_order/', { method: 'POST', body: {} })
    expect([ordered.status, ordered.body.status]).toEqual([201, 1])
  })

  it('is made from the newest template', async () => {
    expect(before).toBeUndefined()
    expect(await findTemplate(parts.owner)).toEqual(template)
  })
})

it('says of every table whether it is copied', async () => {
  const known = new Set((await tables()).map(({ name }) => name))
  expect(Object.keys(notCopied).filter((name) => !known.has(name))).toEqual([])
})
