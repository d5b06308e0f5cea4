import { describe, expect, it } from 'vitest'
import { everythingAndWholesaler, useClinic } from '../support/api.ts'
import { givenRegistration } from '../support/clinic.ts'
import { useSuperuser } from '../support/database.ts'
import { fill } from '../support/samples/fill.ts'
import { carryOut, contentsOf, requestFor, send, writes, type Request } from '../support/writes.ts'

const { api, clinic } = await useClinic()
// Some routes are for people only.
const caller = await clinic.userCaller(everythingAndWholesaler)
const administrator = await useSuperuser(api)
const have = await fill(clinic, caller)

const dry = { prefer: 'dry-run' }

const moments = [
  'status_changed',
  'admitted_time',
  'started',
  'finished',
  'ordered',
  'last_placed',
  'delivery_date',
  'reviewed',
  'decided',
  'declined_at',
  'sent',
]
/** A form to upload a catalog with, which is another one every time. */
const form = ['upload_id', 'catalog_id', 'storage_key', 'fields']
/** Fields that differ between two executions of the same request: ids, random values and times. */
const drawn = {
  created: [
    'id',
    'url',
    'created',
    'client_id',
    'client_secret',
    'user',
    'date_added',
    'period_start',
    'period_end',
    'unallocatedpayment',
    'delivery',
    'worklist',
    'stock_level',
    'items',
    'request_hash',
    'uuid',
    'message',
    'order_items',
    'location',
    'etag',
  ],
  changed: [
    'client_secret',
    'countersale_items',
    'invoice',
    'invoice_row',
    'invoice_payment',
    'finalized',
    'uploaded',
    'started',
    'due',
    'previous_secret_until',
    'undone',
    ...moments,
    ...form,
  ],
}

/** A body with such fields replaced by whether they are present. */
const settled = (body: unknown, made: boolean): unknown => {
  if (Array.isArray(body)) return body.map((each) => settled(each, made))
  if (typeof body !== 'object' || body === null) return body
  const names = ['modified', ...drawn.changed, ...(made ? drawn.created : [])]
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, names.includes(name) ? typeof value : settled(value, made)]),
  )
}

/** Without the invoice that only a dry run of finalizing adds, because its URL does not exist afterwards. */
const withoutInvoice = <T extends object>(body: T | undefined) => {
  if (body === undefined || !('invoice_data' in body)) return body
  const { invoice_data: _added, ...shown } = body
  return shown
}

describe('a dry run', () => {
  it.each(writes)('of %s has the response of a real one, and changes nothing', async (_name, operation) => {
    // Of two queued invitations only one is sent.
    await administrator.query('update message set sent = now()')
    const request = await requestFor(clinic, caller, operation, have)
    const before = await contentsOf(administrator)
    const tried = await carryOut(caller, request, dry)
    expect(await contentsOf(administrator)).toEqual(before)
    expect(tried.headers.get('preference-applied')).toBe('dry-run')

    const real = await carryOut(caller, request)
    expect(real.headers.get('preference-applied')).toBeNull()
    expect(tried.status).toBe(real.status)
    const isMade =
      real.status === 201 ||
      (real.body !== undefined && !real.body.url?.endsWith(/^\/\w+\/\d+\//.exec(request.path)?.[0]))
    const shown = withoutInvoice(tried.body)
    const ofBooking = operation.name === 'onlinebookingclient.create_client'
    const compared = (body: typeof real.body) => settled(ofBooking ? { ...body, client: 'another' } : body, isMade)
    expect(compared(shown)).toEqual(compared(real.body))
    expect(Object.keys(shown ?? {})).toEqual(Object.keys(real.body ?? {}))
    expect(tried.headers.has('etag')).toBe(real.headers.has('etag'))
    expect(await contentsOf(administrator)).not.toEqual(before)
  })

  it.each<[string, number, () => Request | Promise<Request>]>([
    ['an invalid one', 400, () => ({ method: 'POST', path: '/client/', body: { email: 'nobody' } })],
    [
      'one that breaks a rule',
      400,
      () => ({
        method: 'PATCH',
        path: `/client/${have.client}/`,
        body: { firstname: '', lastname: '', organization_name: '' },
      }),
    ],
    [
      'one for a name that is taken',
      400,
      async () => {
        const { body } = await caller.get(`/permissiongroup/${have.permissiongroup}/`)
        return { method: 'POST', path: '/permissiongroup/', body: { name: body.name } }
      },
    ],
    ['one of a record that is not there', 404, () => ({ method: 'PATCH', path: '/client/999999999/', body: {} })],
    ['one that nobody answers', 405, () => ({ method: 'DELETE', path: `/client/${have.client}/` })],
    ['a bulk with a mistake', 400, () => ({ method: 'POST', path: '/patient/bulk/', body: [{ name: 'Rex' }] })],
  ])('of %s is refused alike', async (_what, status, given) => {
    const request = await given()
    const before = await contentsOf(administrator)
    const [tried, real] = [await send(caller, request, dry), await send(caller, request)]
    expect([tried.status, tried.text]).toEqual([status, real.text])
    expect(real.status).toBe(status)
    expect(await contentsOf(administrator)).toEqual(before)
  })

  it('needs the same permission, and the same version', async () => {
    const reader = await clinic.caller({ read: ['General: Patients and clients'] })
    expect((await reader.post('/client/', { lastname: 'A' }, { headers: dry })).status).toBe(403)
    const stale = { ...dry, 'if-match': '"1"' }
    expect((await caller.patch(`/client/${have.client}/`, { city: 'Oulu' }, { headers: stale })).status).toBe(412)
    const fresh = { ...dry, 'if-match': (await caller.get(`/client/${have.client}/`)).headers.get('etag')! }
    expect((await caller.patch(`/client/${have.client}/`, { city: 'Oulu' }, { headers: fresh })).status).toBe(200)
    expect((await caller.patch(`/client/${have.client}/`, { city: 'Oulu' }, { headers: fresh })).status).toBe(200)
  })

  it('counts in the rate window like any request', async () => {
    const left = (answer: { headers: Headers }) => Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1])
    const apiClient = await clinic.caller()
    const first = await apiClient.post('/client/', { lastname: 'A' }, { headers: dry })
    expect(left(await apiClient.post('/client/', { lastname: 'A' }, { headers: dry }))).toBe(left(first) - 1)
  })

  it('sends no mail', async () => {
    const mails = async () => (await administrator.query('select count(*) from message')).rows[0].count
    const before = await mails()
    const staff = { last_name: 'Berg', email: 'berg@example.com' }
    expect((await caller.post('/user/', staff, { headers: dry })).status).toBe(201)
    expect(await mails()).toBe(before)
    expect((await caller.post('/user/', staff)).status).toBe(201)
    expect(Number(await mails())).toBe(Number(before) + 1)
  })

  it('shows ids that do not exist, and a secret that is not valid', async () => {
    const registration = await caller.post('/application/', { name: 'Tried' }, { headers: dry })
    expect((await caller.get(registration.body.url)).status).toBe(404)
    await expect(clinic.tokenOf(registration.body)).rejects.toThrow('invalid_client')
    const kept = await givenRegistration(caller)
    expect((await caller.delete(kept.url, { headers: dry })).status).toBe(204)
    expect((await caller.get(kept.url)).status).toBe(200)
  })

  it.each([
    ['dry-run', true],
    ['DRY-RUN', true],
    ['respond-async, dry-run', true],
    ['dry-run; note=1', true],
    ['respond-async', false],
    ['x-dry-run', false],
    ['dry-running', false],
    ['dry-run-not', false],
  ])('is what Prefer: %s asks for, or not: %s', async (prefer, isDry) => {
    const before = await contentsOf(administrator)
    const { status, headers } = await caller.post('/client/', { lastname: 'A' }, { headers: { prefer } })
    expect([status, headers.get('preference-applied')]).toEqual([201, isDry ? 'dry-run' : null])
    const after = await contentsOf(administrator)
    expect(after['client'] === before['client']).toBe(isDry)
  })
})
