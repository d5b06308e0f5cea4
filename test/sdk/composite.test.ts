import { beforeEach, expect, it } from 'vitest'
import {
  ApiError,
  bearer,
  composite,
  ConsultationStatus,
  ConsultationType,
  createClient,
  entry,
  isRefusal,
  ref,
} from '@fetlock/sdk'
import { useClinic } from '../support/api.ts'
import { givenItem, givenUser } from '../support/clinic.ts'
import { useInterruptedApi } from '../support/interrupted-api.ts'

const { api, clinic, caller } = await useClinic()
const between = await useInterruptedApi(api.publicUrl)
const token = await clinic.tokenOf(await clinic.givenApplication())
const fetlock = createClient({ base: `${between.publicUrl}/${clinic.id}/api/0.1`, auth: bearer(token) })
const veterinarian = (await givenUser(caller)).url
const item = (await givenItem(caller, { type_code: 1 })).url
beforeEach(() => between.next())

/** Text that looks like a reference, typed by a person. */
const typed = '{"$entry": "client", "field": "url"} {client.id}'

const walkIn = (lastname: string) => {
  const client = entry('client', 'POST', '/client/', { body: { lastname } })
  const patient = entry('patient', 'POST', '/patient/', { body: { client: ref(client, 'url'), name: typed } })
  const visit = entry('visit', 'POST', '/consultation/', {
    body: {
      client: ref(client, 'url'),
      patients: [ref(patient, 'url')],
      type: ConsultationType.Outpatient,
      supervising_veterinarian: veterinarian,
    },
  })
  const charged = entry('charged', 'POST', '/consultation/{id}/procedures/', {
    path: { id: ref(visit, 'id') },
    body: { item, quantity: '1' },
  })
  const finalized = entry('finalized', 'POST', '/consultation/{id}/update_status/', {
    path: { id: ref(visit, 'id') },
    body: { status: ConsultationStatus.Finalized },
  })
  const noted = entry('noted', 'PATCH', '/client/{id}/', { path: { id: ref(client, 'id') }, body: { city: 'Turku' } })
  return [client, patient, visit, charged, finalized, noted] as const
}
const countOf = async (lastname: string) => (await fetlock.get('/client/', { query: { lastname__is: lastname } })).count

it('carries out its entries with their references, and answers each by its name', async () => {
  const answers = await composite(fetlock, walkIn('Salo'))
  expect(answers.client).toMatchObject({ status: 201, location: answers.client.body!.url, etag: expect.any(String) })
  expect(answers.patient.body).toMatchObject({ client: answers.client.body!.url, name: typed })
  expect(answers.visit.body).toMatchObject({ patients: [answers.patient.body!.url], status: 10 })
  expect(answers.finalized.body!.invoice).toMatch(/\/invoice\/\d+\/$/)
  expect(answers.noted.body!.city).toBe('Turku')
})

it('whose answer is lost happens once', async () => {
  between.next('lose answer', 'lose answer')
  const answers = await composite(fetlock, walkIn('Lost'))
  expect([between.seen.length, answers.client.status, await countOf('Lost')]).toEqual([3, 201, 1])
})

it('that is refused has not happened, and says which entry it was', async () => {
  const [client, ...rest] = walkIn('Refused')
  const wrong = entry('wrong', 'PATCH', '/client/{id}/', {
    path: { id: ref(client, 'id') },
    body: { email: 'nobody' },
  })
  const problem = await composite(fetlock, [client, ...rest, wrong]).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(ApiError)
  expect(isRefusal(problem)).toBe(true)
  expect(problem).toMatchObject({ status: 400, entry: 'wrong', errors: { email: [{ code: 'invalid' }] } })
  expect(await countOf('Refused')).toBe(0)
})

it('takes versions, queries and dry runs', async () => {
  const made = await fetlock.post('/client/', { body: { lastname: 'Version' } })
  const path = { id: made.id }
  const change = entry('change', 'PATCH', '/client/{id}/', { path, body: { city: 'Turku' }, ifMatch: made })
  await composite(fetlock, [change], { dryRun: true })
  expect((await composite(fetlock, [change])).change.body!.city).toBe('Turku')
  await expect(composite(fetlock, [change])).rejects.toMatchObject({ code: 'precondition_failed', entry: 'change' })
})
