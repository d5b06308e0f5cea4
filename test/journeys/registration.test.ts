import { ApiError, bearer, createClient, isRefusal, newKey } from '@fetlock/sdk'
import { beforeEach, describe, expect, it } from 'vitest'
import { register, type Registration } from '../../web/src/features/clients/registration.ts'
import { useClinic } from '../support/api.ts'
import { givenClient, givenPatient, givenUser } from '../support/clinic.ts'
import { type Fate, useInterruptedApi } from '../support/interrupted-api.ts'

const { api, clinic, caller } = await useClinic()
const between = await useInterruptedApi(api.publicUrl)
const token = await clinic.tokenOf(await clinic.givenApplication())
/** What the app sends with, but that it gives up at once. */
const app = createClient({ base: `${between.publicUrl}/${clinic.id}/api/0.1`, auth: bearer(token), retries: 0 })
const veterinarian = (await givenUser(caller)).url
beforeEach(() => between.next())

const visit = { supervising_veterinarian: veterinarian, complaint: 'Limps' }
const walkIn = (lastname: string, changes: Partial<Registration> = {}): Registration => ({
  client: { made: { lastname } },
  phone: '045 700 1122',
  patient: { made: { name: `${lastname}’s Rex`, species: null } },
  visit,
  ...changes,
})
const refused = async (registration: Registration, key = newKey()): Promise<ApiError> => {
  const problem = await register(app, registration, key).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(problem).toBeInstanceOf(ApiError)
  return problem as ApiError
}
const read = async (path: string) => (await caller.get(path)).body
/** How many of each there are of somebody. */
const registered = async (lastname: string) => {
  const { results } = await read(`/client/?lastname__is=${lastname}&expose_phone_numbers&expose_patients`)
  const visits = await Promise.all(
    results.map(async ({ id }: { id: number }) => (await read(`/consultation/?client__is=${id}`)).count),
  )
  return results.map((client: { phone_numbers: unknown[]; patients: unknown[] }, index: number) => [
    client.phone_numbers.length,
    client.patients.length,
    visits[index],
  ])
}
const once = [[1, 1, 1]]

it('is one request for a client, a phone number, an animal and a visit', async () => {
  const { client, patient, visit: made } = await register(app, walkIn('Aro'), newKey())
  expect(between.seen.map(({ method, path }) => `${method} ${path.split('/api/0.1').at(-1)}`)).toEqual([
    'POST /composite/',
  ])
  expect(made).toMatchObject({ client: client!.url, patients: [patient!.url], complaint: 'Limps', status: 0 })
  expect(await registered('Aro')).toEqual(once)
})

it.each<[string, Partial<Registration>, readonly number[]]>([
  ['no visit', { visit: undefined }, [1, 1, 0]],
  ['no animal', { visit: undefined, patient: undefined }, [1, 0, 0]],
  ['no phone number', { phone: '' }, [0, 1, 1]],
])('registers %s where none is given', async (what, less, count) => {
  const name = what.replaceAll(' ', '')
  await register(app, walkIn(name, less), newKey())
  expect(await registered(name)).toEqual([count])
})

it('sends nothing where all of it exists', async () => {
  const known = await givenPatient(caller)
  const all = walkIn('', { client: { known: known.client }, patient: { known: known.url }, visit: undefined })
  expect(await register(app, all, newKey())).toEqual({ client: undefined, patient: undefined, visit: undefined })
  expect(between.seen).toEqual([])
})

describe('a refusal', () => {
  const nobody = { ...visit, supervising_veterinarian: `${clinic.base}/user/999999/` }

  it('never changes the client and the animal who were chosen in that attempt', async () => {
    const { url } = await givenClient(caller, { firstname: 'Anna', lastname: 'Koski' })
    const bella = await givenPatient(caller, { client: url, name: 'Bella' })
    const koski = await read(url)
    const existing = { client: { known: koski.url }, patient: { known: bella.url } }
    expect(await refused(walkIn('', { ...existing, visit: nobody }))).toMatchObject({
      entry: 'visit',
      errors: { supervising_veterinarian: [expect.anything()] },
    })
    await register(app, walkIn('Niemi'), newKey())
    expect(await registered('Niemi')).toEqual(once)
    const [now, animal] = [await read(koski.url), await read(bella.url)]
    expect([now.modified, now.lastname]).toEqual([koski.modified, 'Koski'])
    expect([animal.modified, animal.name]).toEqual([bella.modified, 'Bella'])
  })

  it.each<[string, (lastname: string) => Partial<Registration>]>([
    ['client', (lastname) => ({ client: { made: { lastname, email: 'nobody' } } })],
    ['phone', () => ({ phone: '12' })],
    ['patient', () => ({ patient: { made: { name: 'Rex', species: 999_999 } } })],
    ['visit', () => ({ visit: nobody })],
  ])('of the %s says so and leaves nothing, so that the next attempt has all that was typed', async (step, wrong) => {
    const name = `Rikki${step}`
    const problem = await refused(walkIn(name, wrong(name)))
    expect([problem.entry, isRefusal(problem)]).toEqual([step, true])
    expect(await registered(name)).toEqual([])
    await register(app, walkIn(name), newKey())
    expect(await registered(name)).toEqual(once)
  })
})

describe('when it is not known what became of it', () => {
  const now = { 'retry-after': '0' }
  it.each<[string, Fate]>([
    ['the request is lost', 'lose request'],
    ['the answer is lost', 'lose answer'],
    ['its key is still running', { status: 409, headers: now }],
    ['it takes too long', { status: 408, headers: now }],
    ['the server fails', { status: 502, headers: now }],
  ])('because %s, it is registered once when it is sent again', async (name, fate) => {
    const [registration, key] = [walkIn(name.replaceAll(' ', '')), newKey()]
    between.next(fate)
    expect(isRefusal(await refused(registration, key))).toBe(false)
    await register(app, registration, key)
    const again = await register(app, registration, key)
    expect(await registered(name.replaceAll(' ', ''))).toEqual(once)
    expect(again.visit!.id).toBeGreaterThan(0)
  })

  it('of two that are sent at once, one registers and both have its answer', async () => {
    const [registration, key] = [walkIn('Kaksi'), newKey()]
    const patient = createClient({ base: app.base, auth: bearer(token) })
    const both = await Promise.all([register(patient, registration, key), register(patient, registration, key)])
    expect(both[0].visit!.url).toBe(both[1].visit!.url)
    expect(await registered('Kaksi')).toEqual(once)
  })
})
