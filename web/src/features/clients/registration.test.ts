import { beforeEach, describe, expect, it, vi } from 'vitest'
import { etagOf } from '../../api/etag.ts'
import type { Client, Patient } from '../../api/records.ts'
import type { Registration } from './registration.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly url: string; readonly modified: string }
type Asked = { readonly method: string; readonly path: string; readonly body: Record<string, unknown> }
/** What the service does with a request instead of carrying it out, or after it has. */
type Fault = { readonly on: RegExp; readonly status: number; readonly isCarriedOut?: boolean; readonly errors?: object }

/** A service that keeps records, versions and idempotency keys. */
const givenService = () => {
  const rows = new Map<string, Row>()
  const keys = new Map<string, { readonly body: string; readonly path: string }>()
  const asked: Asked[] = []
  let faults: Fault[] = []
  let clock = 0
  const write = (path: string, changes: object) => {
    const row = {
      fields_rel: [],
      ...rows.get(path),
      ...changes,
      id: Number(path.split('/').at(-2)),
      url: `https://clinic.example${path}`,
      modified: new Date(++clock).toISOString(),
    }
    rows.set(path, row)
    return row
  }
  const answer = (status: number, body: unknown) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  const carryOut = (method: string, path: string, body: string, headers: Headers) => {
    if (method === 'GET')
      return answer(200, path === '/me/' ? { user: { url: 'user' }, csrf_token: 'csrf' } : rows.get(path))
    if (method === 'PATCH') {
      if (headers.get('if-match') !== etagOf(rows.get(path)!.modified)) return answer(412, { code: 'changed' })
      return answer(200, write(path, JSON.parse(body) as object))
    }
    const key = headers.get('idempotency-key')!
    const known = keys.get(key)
    if (known !== undefined)
      return known.body === body ? answer(201, rows.get(known.path)) : answer(422, { code: 'key_reused' })
    const collection = path.replace('/admit/', '/')
    const made = `${collection}${rows.size + 1}/`
    keys.set(key, { body, path: made })
    return answer(201, write(made, JSON.parse(body) as object))
  }
  vi.stubGlobal('fetch', (address: string, init: { method: string; headers: HeadersInit; body?: string }) => {
    const path = address.replace(/^.*\/api\/0\.1/, '')
    const { method, body = '{}' } = init
    asked.push({ method, path, body: JSON.parse(body) as Record<string, unknown> })
    const fault = faults.find(({ on }) => on.test(`${method} ${path}`))
    faults = faults.filter((one) => one !== fault)
    if (fault === undefined || fault.isCarriedOut === true) {
      const done = carryOut(method, path, body, new Headers(init.headers))
      if (fault === undefined) return Promise.resolve(done)
    }
    if (fault.status === 0) return Promise.reject(new TypeError('Failed to fetch'))
    const code = fault.status === 409 ? 'conflict' : 'invalid'
    return Promise.resolve(answer(fault.status, { code, detail: 'No.', errors: fault.errors }))
  })
  return {
    write,
    fail: (...more: readonly Fault[]) => void faults.push(...more),
    row: (path: string) => rows.get(path),
    of: (kind: string) => [...rows.values()].filter(({ url }) => url.includes(`/${kind}/`)),
    sent: (what: RegExp) => asked.filter(({ method, path }) => what.test(`${method} ${path}`)),
  }
}

let service: ReturnType<typeof givenService>
let register: (wanted: Registration) => Promise<unknown>
let stepOf: (error: unknown) => unknown
let known: { readonly client: Client; readonly patient: Patient }

beforeEach(async () => {
  vi.stubGlobal('document', { querySelector: () => null })
  service = givenService()
  const { makeRegistering, Refused } = await import('./registration.ts')
  register = makeRegistering()
  stepOf = (error) => (error instanceof Refused ? error.message : error)
  known = {
    client: service.write('/client/900/', { lastname: 'Koski', firstname: 'Anna' }) as unknown as Client,
    patient: service.write('/patient/901/', { name: 'Bella', species_code: 2 }) as unknown as Patient,
  }
})

const visit = { supervising_veterinarian: 'https://clinic.example/user/1/', complaint: 'Limps' }
const rex = { name: 'Rex', species: 1 }
const wanted = (changes: Partial<Registration> = {}): Registration => ({
  client: { made: { lastname: 'Virtanen', firstname: 'Pekka' } },
  phone: '',
  patient: { made: rex },
  visit,
  ...changes,
})
const refused = async (tried: Registration) => {
  const error: unknown = await register(tried).then(
    () => 'registered',
    (problem: unknown) => problem,
  )
  return stepOf(error)
}

describe('who is registered after an attempt failed', () => {
  it('never overwrites the client, or the animal, who was chosen before', async () => {
    service.fail({ on: /^POST \/consultation/, status: 400 })
    expect(await refused(wanted({ client: { known: known.client }, patient: { known: known.patient } }))).toBe('visit')
    await register(wanted())
    expect(service.sent(/^PATCH/)).toEqual([])
    expect(service.row('/client/900/')).toMatchObject({ lastname: 'Koski', firstname: 'Anna' })
    expect(service.row('/patient/901/')).toMatchObject({ name: 'Bella' })
    expect(service.of('client').map(({ lastname }) => lastname)).toEqual(['Koski', 'Virtanen'])
    expect(service.of('patient').map(({ name }) => name)).toEqual(['Bella', 'Rex'])
  })

  it('is corrected in the records that this form made, and in no others', async () => {
    service.fail({ on: /^POST \/patient/, status: 400 })
    expect(await refused(wanted())).toBe('patient')
    await register(wanted({ client: { made: { lastname: 'Virtanen', firstname: 'Paavo' } } }))
    expect(service.sent(/^PATCH/)).toMatchObject([{ body: { firstname: 'Paavo' } }])
    expect(service.sent(/^PATCH/)[0]!.body).not.toHaveProperty('lastname')
    expect(service.of('client').map(({ firstname }) => firstname)).toEqual(['Anna', 'Paavo'])
  })

  it('learns of everything that is refused in one attempt', async () => {
    service.fail({ on: /^POST \/phonenumber/, status: 400 }, { on: /^POST \/patient/, status: 400 })
    expect(await refused(wanted({ phone: '045 700 11' }))).toBe('phone, patient')
    service.fail({ on: /^POST \/phonenumber/, status: 400 }, { on: /^POST \/consultation/, status: 400 })
    expect(await refused(wanted({ phone: '045 700 12' }))).toBe('phone, visit')
    await register(wanted({ phone: '045 700 1122' }))
    expect(['client', 'phonenumber', 'patient', 'consultation'].map((kind) => service.of(kind).length)).toEqual([
      2, 1, 2, 1,
    ])
  })

  it('is not saved over what somebody changed meanwhile, until it is sent again', async () => {
    service.fail({ on: /^POST \/patient/, status: 400 })
    await refused(wanted())
    const { url } = service.of('client')[1]!
    const path = url.replace('https://clinic.example', '')
    service.write(path, { firstname: 'Petri' })
    const corrected = wanted({ client: { made: { lastname: 'Virtanen', firstname: 'Paavo' } } })
    expect(await refused(corrected)).toBe('client')
    expect(service.row(path)).toMatchObject({ firstname: 'Petri' })
    await register(corrected)
    expect(service.row(path)).toMatchObject({ firstname: 'Paavo' })
  })
})

describe.each([
  { what: 'no answer', status: 0, isCarriedOut: true },
  { what: 'an error of the server', status: 502, isCarriedOut: true },
  { what: 'the same request still running', status: 409, isCarriedOut: true },
  { what: 'no answer, and nothing carried out', status: 0, isCarriedOut: false },
])('after $what', ({ status, isCarriedOut }) => {
  it.each(['client', 'patient', 'consultation'])('there is one %s, with what was typed meanwhile', async (kind) => {
    service.fail({ on: new RegExp(`^POST /${kind}`), status, isCarriedOut })
    expect(await refused(wanted())).toBe(kind === 'consultation' ? 'visit' : kind)
    await register(
      wanted({
        client: { made: { lastname: 'Virtanen', firstname: 'Paavo' } },
        patient: { made: { ...rex, name: 'Rekku' } },
        visit: { ...visit, complaint: 'Coughs' },
      }),
    )
    expect(service.of('client').map(({ firstname }) => firstname)).toEqual(['Anna', 'Paavo'])
    expect(service.of('patient').map(({ name }) => name)).toEqual(['Bella', 'Rekku'])
    expect(service.of('consultation').map(({ complaint }) => complaint)).toEqual(['Coughs'])
  })

  it('there is one phone number', async () => {
    service.fail({ on: /^POST \/phonenumber/, status, isCarriedOut })
    expect(await refused(wanted({ phone: '045 700 1122' }))).toBe('phone')
    await register(wanted({ phone: '045 700 1123' }))
    expect(service.of('phonenumber').map(({ phone_number }) => phone_number)).toEqual(['045 700 1123'])
  })
})
