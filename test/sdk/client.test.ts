// @module-tag waits
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError, bearer, createClient, isOutcomeUnknown, isRefusal, PaymentType } from '@fetlock/sdk'
import { clientCredentials } from '@fetlock/sdk/server'
import { freePort } from '../../scripts/services/listening.ts'
import { useClinic } from '../support/api.ts'
import { useInterruptedApi } from '../support/interrupted-api.ts'
import { useRateWindows } from '../support/rates.ts'

const { api, clinic } = await useClinic()
const between = await useInterruptedApi(api.publicUrl)
const rates = await useRateWindows(api)
const application = await clinic.givenApplication()
const credentials = {
  clientId: application.client_id,
  clientSecret: application.client_secret ?? '',
  tokenUrl: `${api.publicUrl}/${clinic.id}/oauth2/token/`,
}
const base = `${between.publicUrl}/${clinic.id}/api/0.1`
const fetlock = createClient({ base, auth: clientCredentials(credentials) })
const now = { 'retry-after': '0' }

beforeEach(async () => {
  between.next()
  await fetlock.get('/me/')
  between.next()
})

const rejected = async (work: Promise<unknown>): Promise<ApiError> => {
  const problem = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(problem).toBeInstanceOf(ApiError)
  return problem as ApiError
}
const countOf = async (lastname: string) => (await fetlock.get('/client/', { query: { lastname__is: lastname } })).count
const keys = () => between.seen.map(({ headers }) => headers['idempotency-key'])

describe('a request', () => {
  it('has its id, its filters and its body in their places', async () => {
    const made = await fetlock.post('/client/', { body: { lastname: 'Salo Å & ö' } })
    expect(await fetlock.get('/client/{id}/', { path: { id: made.id } })).toEqual(made)
    const { results } = await fetlock.get('/client/', {
      query: { id__in: [made.id, 999_999], lastname__icontains: 'å & Ö', expose_patients: true, archived__is: false },
    })
    expect(results).toMatchObject([{ id: made.id, patients_data: [] }])
    const { id } = await fetlock.post('/reason/', { body: { name: 'Vaccination' } })
    expect(await fetlock.delete('/reason/{id}/', { path: { id } })).toBeUndefined()
    expect((await fetlock.get('/reason/{id}/', { path: { id } })).archived).toBe(true)
    expect(await rejected(fetlock.get('/reason/{id}/', { path: { id: id + 1 } }))).toMatchObject({ code: 'not_found' })
  })

  it('changes a record only as it was read', async () => {
    const made = await fetlock.post('/client/', { body: { lastname: 'Version' } })
    const path = { id: made.id }
    const changed = await fetlock.patch('/client/{id}/', { path, body: { city: 'Turku' }, ifMatch: made })
    const again = fetlock.patch('/client/{id}/', { path, body: { city: 'Oulu' }, ifMatch: made })
    expect(await rejected(again)).toMatchObject({ status: 412, code: 'precondition_failed', isOutcomeUnknown: false })
    const { response } = await fetlock.send('GET', '/client/{id}/', { path })
    const etag = response.headers.get('etag')!.replace(/-\w+"$/, '"')
    await fetlock.patch('/client/{id}/', { path, body: { city: 'Oulu' }, ifMatch: etag })
    expect(changed.city).toBe('Turku')
  })

  it('is only tried with dryRun, and says so if it was not', async () => {
    await fetlock.post('/client/', { body: { lastname: 'Dry' }, dryRun: true })
    expect(await countOf('Dry')).toBe(0)
    between.next({ status: 201, headers: { 'content-type': 'application/json' }, body: '{}' })
    await expect(fetlock.post('/client/', { body: { lastname: 'Dry' }, dryRun: true })).rejects.toThrow(
      /ignored dryRun/,
    )
  })

  it('that is refused throws what is wrong with each field, by its code', async () => {
    const body = { invoice: `${base}/invoice/1/`, payment_type: PaymentType.Cash, paid: 'much' }
    const problem = await rejected(fetlock.post('/invoicepayment/', { body }))
    expect(problem).toMatchObject({
      status: 400,
      code: 'invalid',
      errors: { paid: [{ code: 'invalid' }] },
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect([isRefusal(problem), isOutcomeUnknown(problem)]).toEqual([true, false])
    expect(between.seen).toHaveLength(1)
  })

  it('ends with its signal', async () => {
    const reason = new Error('enough')
    await expect(fetlock.get('/client/', { signal: AbortSignal.abort(reason) })).rejects.toThrow('enough')
    const ending = new AbortController()
    between.next({ status: 503, headers: { 'retry-after': '30' }, body: '' })
    const waiting = fetlock.get('/client/', { signal: ending.signal })
    await expect.poll(() => between.seen.length).toBe(1)
    ending.abort(reason)
    await expect(waiting).rejects.toThrow('enough')
  })
})

describe('a write', () => {
  it.each([
    ['whose answer is lost', 'lose answer', 'true'],
    ['that never arrives', 'lose request', null],
    ['that is too slow', { status: 408, headers: now }, null],
    ['whose key is still running', { status: 409, headers: now }, null],
    ['that comes too often', { status: 429, headers: now }, null],
    ['during an outage', { status: 503, headers: now }, null],
  ] as const)('%s is repeated under its key and takes effect once', async (name, fate, replayed) => {
    between.next(fate, fate)
    const { data, response } = await fetlock.send('POST', '/client/', { body: { lastname: name } })
    expect([data.lastname, response.headers.get('idempotency-replayed')]).toEqual([name, replayed])
    expect([between.seen.length, new Set(keys()).size, keys()[0]]).toEqual([
      3,
      1,
      expect.stringMatching(/^[\da-f]{32}$/),
    ])
    expect(await countOf(name)).toBe(1)
  })

  it('has another key than the one before, unless it is given', async () => {
    await fetlock.post('/client/', { body: { lastname: 'One' } })
    await fetlock.post('/client/', { body: { lastname: 'Two' } })
    await fetlock.post('/client/', { body: { lastname: 'Three' }, key: 'mine' })
    await fetlock.post('/client/', { body: { lastname: 'Three' }, key: 'mine' })
    expect(new Set(keys()).size).toBe(3)
    expect(await countOf('Three')).toBe(1)
  })

  it.each([
    ['no answer', 'lose answer', 0],
    ['408', { status: 408 }, 408],
    ['409', { status: 409 }, 409],
    ['500', { status: 500 }, 500],
    ['503', { status: 503, headers: now }, 503],
  ] as const)('has an unknown outcome after %s, once it is not repeated any more', async (_name, fate, status) => {
    between.next(fate)
    const problem = await rejected(fetlock.post('/client/', { body: { lastname: 'Unknown' }, retries: 0 }))
    expect([problem.status, isOutcomeUnknown(problem), isRefusal(problem)]).toEqual([status, true, false])
  })

  it.each([401, 403, 429])(
    'keeps its unknown outcome if it is then refused with %i before its key is read',
    async (status) => {
      const refusal = {
        status,
        headers: { 'content-type': 'application/problem+json' },
        body: '{"code":"permission_denied","detail":"No."}',
      }
      between.next('lose answer', refusal, refusal)
      const problem = await rejected(fetlock.post('/client/', { body: { lastname: 'Unknown' }, retries: 1 }))
      expect([problem.status, isOutcomeUnknown(problem)]).toEqual([status, true])
      between.next(refusal, refusal)
      const once = await rejected(fetlock.post('/client/', { body: {}, retries: 0 }))
      expect([isRefusal(once), isOutcomeUnknown(once)]).toEqual([true, false])
      // As a program understands it that sent the same before it was started anew.
      expect([isRefusal(once, true), isOutcomeUnknown(once, true)]).toEqual([false, true])
    },
  )

  it('is refused for certain when its key was read', async () => {
    between.next('lose request')
    const problem = await rejected(fetlock.post('/client/', { body: { email: 'nobody' } }))
    expect([problem.status, isOutcomeUnknown(problem), between.seen.length]).toEqual([400, false, 2])
  })

  it('waits for Retry-After, and not for longer than it may', async () => {
    between.next({ status: 503, headers: { 'retry-after': '1' } })
    const start = performance.now()
    await fetlock.post('/client/', { body: { lastname: 'Later' } })
    expect(performance.now() - start).toBeGreaterThan(990)
    between.next({ status: 503, headers: { 'retry-after': '3600' } })
    expect(await rejected(fetlock.post('/client/', { body: { lastname: 'Later' } }))).toMatchObject({
      retryAfter: 3600,
    })
    expect(between.seen).toHaveLength(1)
  })
})

describe('what is not the API', () => {
  it('is told apart, and its page is no answer', async () => {
    const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Sign in to the network</p>' }
    between.next(page)
    expect(await rejected(fetlock.get('/me/'))).toMatchObject({ code: 'unreadable', isOutcomeUnknown: true })
    between.next({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })
    expect(await rejected(fetlock.get('/me/', { retries: 0 }))).toMatchObject({ code: 'no_answer' })
  })
})

describe('client credentials', () => {
  it('are exchanged for a token once, however many requests there are', async () => {
    const tokens = await useInterruptedApi(api.publicUrl)
    const tokenUrl = credentials.tokenUrl.replace(api.publicUrl, tokens.publicUrl)
    const another = createClient({ base, auth: clientCredentials({ ...credentials, tokenUrl }) })
    await Promise.all([another.get('/me/'), another.get('/me/'), another.get('/limits/')])
    expect(tokens.seen.map(({ path }) => path)).toEqual([new URL(tokenUrl).pathname])
    await clinic.within((tx) => tx.deleteFrom('oauth_record').where('model', '=', 'ClientCredentials').execute())
    await expect
      .poll(async () => {
        await Promise.all([another.get('/me/'), another.get('/me/')])
        return tokens.seen.length
      })
      .toBe(2)
  })

  it('that are wrong are refused with the reason', async () => {
    const wrong = createClient({ base, auth: clientCredentials({ ...credentials, clientSecret: 'wrong' }) })
    expect(await rejected(wrong.get('/me/'))).toMatchObject({
      status: 401,
      code: 'not_authenticated',
      detail: expect.stringContaining('Check clientId and clientSecret'),
    })
  })

  it('at an address that is no token endpoint are refused as the service words it', async () => {
    const auth = clientCredentials({ ...credentials, tokenUrl: credentials.tokenUrl.slice(0, -1) })
    expect(await rejected(createClient({ base, auth }).get('/me/'))).toMatchObject({
      status: 404,
      code: 'not_found',
      detail: expect.stringMatching(/^There is nothing at /),
    })
  })

  it('name the token endpoint that does not answer', async () => {
    const tokenUrl = `http://127.0.0.1:${await freePort()}/token/`
    const auth = clientCredentials({ ...credentials, tokenUrl })
    expect(await rejected(createClient({ base, auth, retries: 0 }).get('/me/'))).toMatchObject({
      code: 'no_answer',
      detail: `The token endpoint ${tokenUrl} did not answer. Check the connection.`,
    })
  })

  it('and the address of the API are missed before anything is sent', () => {
    expect(() => clientCredentials({ ...credentials, tokenUrl: '' })).toThrow(/^tokenUrl is no address: "".*setting/)
    expect(() => createClient({ base: '', auth: bearer('') })).toThrow(/^base is no address/)
    expect(createClient({ base: '/1/api/0.1/', auth: bearer('') }).base).toBe('/1/api/0.1')
  })

  it('do not work in a page', () => {
    Object.assign(globalThis, { document: {} })
    try {
      expect(() => clientCredentials(credentials)).toThrow(/cannot keep a client secret/)
    } finally {
      Reflect.deleteProperty(globalThis, 'document')
    }
  })
})

it('a token that is refused is asked for once more', async () => {
  const good = await clinic.tokenOf({ ...application, client_secret: application.client_secret ?? '' })
  const refused: (string | undefined)[] = []
  const renewed = createClient({
    base,
    auth: bearer((old) => {
      refused.push(old)
      return old === undefined ? 'stale' : good
    }),
  })
  expect((await renewed.get('/me/')).credential).toBe('oauth')
  expect(refused).toEqual([undefined, 'stale'])
  expect(await rejected(createClient({ base, auth: bearer('stale') }).get('/me/'))).toMatchObject({ status: 401 })
  await rates.empty()
})
