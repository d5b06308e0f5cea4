import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi, type TestResponse } from '../../test/support/api.ts'
import { findUnaudited } from '../../test/support/audit.ts'
import { useSuperuser } from '../../test/support/database.ts'
import { keysIn } from '../../test/support/store.ts'
import { objectStoreAt } from '../gateways/object-store.ts'
import { notCopied } from './copy-organisation.ts'
import { createSandbox, createTemplate, findTemplate, type Sandbox, type Template } from './sandbox.ts'

type Body = TestResponse['body']
const api = await useApi()
const administrator = await useSuperuser(api)
const store = objectStoreAt(api.options.store)
afterAll(() => store.close())
const parts = { owner: api.owner.db, app: api.rows.db, store, seal: (secret: string) => Buffer.from(secret) }

let template: Template
let [one, other]: Sandbox[] = []
let seconds: number
beforeAll(async () => {
  expect(await findTemplate(parts.owner)).toBeUndefined()
  template = await createTemplate(parts, new Date().toISOString().slice(0, 10), undefined)
  const began = performance.now()
  one = await createSandbox(parts, template, 'One')
  seconds = (performance.now() - began) / 1000
  other = await createSandbox(parts, template, 'Other')
}, 180_000)

const rows = async (query: string, values: unknown[] = []): Promise<Body[]> => (await administrator.query(query, values)).rows

const tables = () =>
  rows(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'modified') as stamped
     from pg_class c join pg_attribute o on o.attrelid = c.oid and o.attname = 'organisation'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
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

const contentOf = async (table: string, organisation: number) => {
  const left = ['organisation', 'modified', ...(ofItsOwn[table] ?? [])].map((column) => `- '${column}'`).join(' ')
  const found = await rows(
    `select (to_jsonb(r) ${left})::text as row from "${table}" r where organisation = $1 order by 1`,
    [organisation],
  )
  return found.map(({ row }) => row)
}

const tokenOf = (organisation: number, { client_id, client_secret }: Sandbox['integration']) =>
  fetch(`${api.publicUrl}/${organisation}/oauth2/token/`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
const callerIn = async ({ organisation, integration }: Sandbox) => {
  const { access_token } = (await (await tokenOf(organisation, integration)).json()) as { access_token: string }
  return async (path: string, init: { method?: string; body?: object } = {}): Promise<{ status: number; body: Body }> => {
    const answer = await fetch(path.startsWith('http') ? path : `${api.publicUrl}/${organisation}/api/0.1${path}`, {
      method: init.method ?? 'GET',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      ...(init.body && { body: JSON.stringify(init.body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
}

describe('a sandbox', () => {
  it('is ready within ten seconds', () => expect(seconds).toBeLessThan(10))

  it('has every record of the template, under the same ids', async () => {
    const copied = (await tables()).filter(({ name }) => !(name in notCopied))
    expect(copied.length).toBeGreaterThan(50)
    let count = 0
    for (const { name } of copied) {
      const [original, copy] = [await contentOf(name, template.organisation), await contentOf(name, one!.organisation)]
      expect([name, copy]).toEqual([name, original])
      count += copy.length
    }
    expect(count).toBeGreaterThan(5_000)
  })

  it('has nothing of what was only the template’s', async () => {
    const own = ['organisation', 'ledger', 'auditevent', 'suffix', 'deleted']
    for (const name of Object.keys(notCopied).filter((table) => !own.includes(table)))
      expect([name, await contentOf(name, one!.organisation)]).toEqual([name, []])
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
    for (const { organisation, integration, wholesaler } of [one!, other!])
      for (const credentials of [integration, wholesaler])
        expect((await tokenOf(organisation, credentials)).status).toBe(200)
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

  it('works on: a visit is admitted, charged and paid', async () => {
    const send = await callerIn(other!)
    const paid = await send('/sandbox/pay_invoice/', { method: 'POST', body: {} })
    expect([paid.status, paid.body.payment_type]).toEqual([201, 2])
    const ordered = await send('/sandbox/place_order/', { method: 'POST', body: {} })
    expect([ordered.status, ordered.body.status]).toEqual([201, 1])
  })

  it('is made from the newest template', async () => {
    expect(await findTemplate(parts.owner)).toEqual(template)
  })
})

it('says of every table whether it is copied', async () => {
  const known = new Set((await tables()).map(({ name }) => name))
  expect(Object.keys(notCopied).filter((name) => !known.has(name))).toEqual([])
})
