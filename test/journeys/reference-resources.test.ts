import { describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../support/api.ts'
import {
  givenAccountNumber,
  givenDepartment,
  givenItem,
  givenPatient,
  givenPayer,
  givenPricing,
  idsIn,
} from '../support/clinic.ts'
import { fill } from '../support/samples/fill.ts'

const { api, clinic } = await useClinic()
// Some routes are for people only.
const caller = await clinic.userCaller()
const have = await fill(clinic, caller)

const resources = ['accountingreport', 'accountnumber', 'alternative_payer', 'alternativepricing', 'antibiotic']
const pageNames = ['count', 'num_pages', 'next', 'previous', 'results']

describe.each([
  ['[S335] [S336]', 'accountingreport'],
  ['[S337] [S339]', 'accountnumber'],
  ['[S340] [S342]', 'alternative_payer'],
  ['[S343] [S345]', 'alternativepricing'],
  ['[S346] [S347]', 'antibiotic'],
])('%s %s', (_lines, name) => {
  it('[S17] [S217] has a paginated list and a detail', async () => {
    const list = await caller.get(`/${name}/?page=1&page_size=1`)
    expect([list.status, Object.keys(list.body)]).toEqual([200, pageNames])
    const [first] = list.body.results
    const detail = await caller.get(`/${name}/${first.id}/`)
    expect([detail.status, detail.body]).toEqual([200, first])
    expect(list.body.num_pages).toBe(list.body.count)
  })

  it.each(['x', '1.5', '-1', '999999999'])('[S349] has nothing at %s: an id is an integer', async (id) => {
    expect((await caller.get(`/${name}/${id}/`)).status).toBe(404)
  })
})

type Record = TestResponse['body']
type Case = {
  readonly given: (fields?: object) => Promise<Record>
  /** The least that a whole record has, all that it may have, and what the rest is without it. */
  readonly least: () => Promise<object>
  readonly all: () => Promise<object>
  readonly otherwise: object
  readonly required: readonly string[]
}

/** Of the same number, description and department there is one. */
let numbered = 0

const cases: [string, string, Case][] = [
  [
    '[S339]',
    'accountnumber',
    {
      given: (fields) => givenAccountNumber(caller, { ...fields }),
      least: async () => ({ number: `400 ${++numbered}` }),
      all: async () => ({
        number: `400 ${++numbered}`,
        description: 'Sales',
        department: (await givenDepartment(caller)).url,
        archived: true,
      }),
      otherwise: { description: '', department: null, archived: false },
      required: ['number'],
    },
  ],
  [
    '[S342]',
    'alternative_payer',
    {
      given: (fields) => givenPayer(caller, { ...fields }),
      least: async () => ({ client: clinic.url('client', have.client!), name: 'Aunt' }),
      all: async () => {
        const patient = await givenPatient(caller)
        const address = { street_address: 'Main 1', street_address_2: 'B', zip_code: '1', city: 'Riga', state: 'Riga' }
        return {
          client: patient.client,
          patient: patient.url,
          name: 'Claims',
          organization_name: 'Insurer',
          vat_number: 'LV1',
          register_number: '1',
          country: 'LV',
          ...address,
          archived: true,
        }
      },
      otherwise: { patient: null, organization_name: '', vat_number: '', country: 'FI', city: '', archived: false },
      required: ['client'],
    },
  ],
  [
    '[S345]',
    'alternativepricing',
    {
      given: async (fields) => givenPricing(caller, await givenItem(caller), { ...fields }),
      least: async () => ({ item: clinic.url('item', have.item!), name: 'Summer', price: '5.0000' }),
      all: async () => ({
        item: (await givenItem(caller)).url,
        name: 'Breeders',
        department: (await givenDepartment(caller)).url,
        customer_type: 0,
        price: null,
        percentage_change: '-5.00',
        valid_from: '2026-01-01',
        valid_until: '2026-12-31',
        archived: true,
      }),
      otherwise: {
        department: null,
        customer_type: null,
        percentage_change: null,
        valid_from: null,
        valid_until: null,
        archived: false,
      },
      required: ['item', 'name'],
    },
  ],
]

/** The same fields as a form sends them. */
const asForm = (fields: object) =>
  Object.entries(fields).map(([name, value]): [string, string] => [name, value === null ? '' : String(value)])
const multipart = (fields: object) => {
  const form = new FormData()
  for (const [name, value] of asForm(fields)) form.append(name, value)
  return form
}

describe.each(cases)('%s PUT of %s', (_line, name, { given, least, all, otherwise, required }) => {
  it('replaces the whole record, and empties what is left out', async () => {
    const { url, ...before } = await given()
    const full = await all()
    const first = await caller.put(url, full)
    expect([first.status, first.body]).toEqual([200, { ...before, url, ...full, modified: first.body.modified }])
    const bare = await least()
    const second = await caller.put(url, bare)
    expect([second.status, second.body]).toEqual([200, expect.objectContaining({ ...otherwise, ...bare })])
    expect(second.body).toMatchObject({ id: before.id, created: before.created })
    expect((await caller.get(url)).body).toEqual(second.body)
  })

  it('is not needed to change one field: PATCH leaves the others', async () => {
    const before = await given(await all())
    const { status, body } = await caller.patch(before.url, { archived: false })
    expect([status, body]).toEqual([200, { ...before, archived: false, modified: body.modified }])
  })

  it('accepts a record as it was read', async () => {
    const { url } = await given(await all())
    const { body: read } = await caller.get(url)
    const { status, body } = await caller.put(url, read)
    expect([status, body]).toEqual([200, { ...read, modified: body.modified }])
  })

  it('needs every required field, and changes nothing without one', async () => {
    const before = await given()
    for (const field of required) {
      const refused = await caller.put(before.url, { ...(await least()), [field]: undefined })
      expect([refused.status, refused.body]).toEqual([400, { [field]: ['This field is required.'] }])
    }
    expect((await caller.get(before.url)).body).toEqual(before)
  })

  it.each<[string, (fields: object) => unknown]>([
    ['JSON', (fields) => fields],
    ['urlencoded', (fields) => new URLSearchParams(asForm(fields))],
    ['multipart', multipart],
  ])('[S349] takes %s, as POST and PATCH do', async (_kind, encoded) => {
    for (const send of [
      async (body: unknown) => caller.put((await given()).url, body),
      async (body: unknown) => caller.patch((await given()).url, body),
      async (body: unknown) => caller.post(`/${name}/`, body),
    ]) {
      const full = await all()
      const { status, body } = await send(encoded(full))
      expect(status).toBeLessThan(300)
      expect(body).toMatchObject(full)
    }
  })

  it('is described where PATCH is', async () => {
    const { url } = await given()
    const { body, headers } = await caller.send('OPTIONS', url)
    expect(headers.get('allow')).toContain('PUT, PATCH')
    expect(body.actions.PUT).toEqual({ ...body.actions.PATCH, action: `${name}.put` })
    const page = await caller.get(url, { headers: { accept: 'text/html' } })
    expect(page.text).toContain(`${name}.put`)
  })

  it('supports Idempotency-Key, If-Match and dry runs', async () => {
    const { url, modified } = await given()
    const bare = await least()
    const tried = await caller.put(url, bare, { headers: { prefer: 'dry-run' } })
    expect([tried.status, tried.headers.get('preference-applied')]).toEqual([200, 'dry-run'])
    expect((await caller.get(url)).body.modified).toBe(modified)
    const keyed = { headers: { 'idempotency-key': url } }
    const first = await caller.put(url, bare, keyed)
    const again = await caller.put(url, bare, keyed)
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
    expect((await caller.put(url, await all(), keyed)).status).toBe(422)
    expect((await caller.put(url, bare, { headers: { 'if-match': '"1"' } })).status).toBe(412)
    const fresh = { headers: { 'if-match': first.headers.get('etag')! } }
    expect((await caller.put(url, bare, fresh)).status).toBe(200)
  })
})

describe('POST', () => {
  it.each<[string, string, () => object]>([
    ['[S341]', 'alternative_payer', () => ({ client: clinic.url('client', have.client!), name: 'Aunt' })],
    ['[S344]', 'alternativepricing', () => ({ item: clinic.url('item', have.item!), name: 'Summer', price: '5.0000' })],
  ])('%s of %s answers 201 with the record, and 400 without a body', async (_line, name, sent) => {
    const { status, body } = await caller.post(`/${name}/`, sent())
    expect([status, body]).toEqual([201, expect.objectContaining(sent())])
    expect((await caller.get(body.url)).body).toEqual(body)
    expect((await caller.post(`/${name}/`)).status).toBe(400)
  })
})

describe('DELETE', () => {
  it.each<[string, () => Promise<Record>]>([
    ['[S342] alternative_payer', () => givenPayer(caller)],
    ['[S345] alternativepricing', async () => givenPricing(caller, await givenItem(caller))],
  ])('of %s answers 204 without a body, and archives', async (_name, given) => {
    const { url } = await given()
    const { status, text } = await caller.delete(url)
    expect([status, text]).toEqual([204, ''])
    expect((await caller.get(url)).body.archived).toBe(true)
  })

  it.each(['accountingreport', 'accountnumber', 'antibiotic'])('is not for %s', async (name) => {
    expect((await caller.delete(`/${name}/${have[name]}/`)).status).toBe(405)
  })
})

describe('antibiotics', () => {
  it('[S346] can be filtered by archived', async () => {
    await api.owner.db
      .insertInto('antibiotic')
      .values({
        id: 9001,
        name: 'Obsoletin',
        atc_code: 'QJ01XX99',
        substance_class: 'Penicillins',
        critically_important: false,
        archived: true,
      })
      .execute()
    const found = async (query: string) => idsIn(await caller.get(`/antibiotic/?page_size=100&${query}`))
    expect(await found('archived__is=true')).toEqual([9001])
    expect(await found('archived__is=True')).toEqual([9001])
    expect(await found('archived__is_not=false')).toEqual([9001])
    expect(await found('archived__is=false')).toEqual(await found('archived__is_not=true'))
    expect((await found('archived__is=false')).length).toBeGreaterThan(50)
    expect((await caller.get('/antibiotic/?archived__is=perhaps')).status).toBe(400)
  })

  it('[S347] have a name, an ATC code, a substance class and whether they are critically important', async () => {
    const { body } = await caller.get('/antibiotic/?atc_code__is=QJ01MA90')
    expect(body.results).toEqual([
      {
        id: expect.any(Number),
        url: `${clinic.base}/antibiotic/${body.results[0].id}/`,
        name: 'Enrofloxacin',
        atc_code: 'QJ01MA90',
        substance_class: 'Fluoroquinolones',
        critically_important: true,
        archived: false,
      },
    ])
  })

  it('are read-only', async () => {
    for (const [method, path] of [
      ['POST', '/antibiotic/'],
      ['PUT', '/antibiotic/1/'],
      ['PATCH', '/antibiotic/1/'],
    ] as const)
      expect((await caller.send(method, path, { body: { name: 'Mine' } })).status).toBe(405)
  })
})

describe('rates', () => {
  it.each(resources)('[S574] of %s are 100 a minute for its list and 300 for everything else', async (name) => {
    const at = (method: string, path: string) => caller.send(method, path, { headers: { prefer: 'dry-run' } })
    const rateOf = ({ headers }: TestResponse) => headers.get('ratelimit-policy')
    expect(rateOf(await caller.get(`/${name}/`))).toBe('"default";q=100;w=60')
    const { body } = await caller.send('OPTIONS', `/${name}/${have[name]}/`)
    const methods = Object.keys(body.actions)
    for (const method of methods)
      expect([method, rateOf(await at(method, `/${name}/${have[name]}/`))]).toEqual([method, '"default";q=300;w=60'])
    const listed = await caller.send('OPTIONS', `/${name}/`)
    for (const method of Object.keys(listed.body.actions).filter((one) => one === 'POST'))
      expect(rateOf(await at(method, `/${name}/`))).toBe('"default";q=300;w=60')
  })

  it('[S574] are enforced: the list answers a hundred times, then 429', async () => {
    const apiClient = await clinic.caller()
    const answers = await Promise.all(Array.from({ length: 101 }, () => apiClient.get('/accountnumber/?page_size=1')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/)
  })
})
