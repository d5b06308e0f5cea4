import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { asProblem, codesOf, givenClient, givenPatient, givenPayer, idsIn } from '../../../test/support/clinic.ts'

const { caller } = await useClinic({ country: 'FI' })

describe('an alternative payer', () => {
  const complete = async () => {
    const patient = await givenPatient(caller)
    return {
      client: patient.client,
      patient: patient.url,
      name: 'Claims',
      organization_name: 'Nordic Pet Insurance',
      vat_number: 'SE556677889901',
      register_number: '556677-8899',
      country: 'SE',
      street_address: 'Storgatan 1',
      street_address_2: 'Floor 2',
      zip_code: '111 22',
      city: 'Stockholm',
      state: 'Svealand',
      archived: true,
    }
  }

  it('[S341] keeps every field as it was sent', async () => {
    const sent = await complete()
    const { status, body } = await caller.post('/alternative_payer/', sent)
    expect([status, body]).toMatchObject([201, sent])
    expect((await caller.get(body.url)).body).toEqual(body)
  })

  it.each([
    { patient: null },
    { name: 'Accounts' },
    { organization_name: 'Agria' },
    { vat_number: 'FI1' },
    { register_number: '1' },
    { country: 'EE' },
    { street_address: 'Narva mnt 1' },
    { street_address_2: '3' },
    { zip_code: '10111' },
    { city: 'Tallinn' },
    { state: 'Harju' },
    { archived: false },
  ])('[S342] changes %j and no other field of a record in which none has its default', async (sent) => {
    const before = await givenPayer(caller, await complete())
    const { status, body } = await caller.patch(before.url, sent)
    expect([status, body]).toEqual([200, { ...before, ...sent, modified: body.modified }])
    expect((await caller.get(before.url)).body).toEqual(body)
  })

  it('is in the country of the organisation unless another is given', async () => {
    const payer = await givenPayer(caller)
    expect(payer).toMatchObject({ country: 'FI', patient: null, name: '' })
    expect((await caller.patch(payer.url, { country: 'EE' })).body.country).toBe('EE')
    expect((await caller.patch(payer.url, { country: '' })).body.country).toBe('FI')
  })

  it.each<[string, object, object]>([
    ['no client', { client: undefined }, { client: 'required' }],
    ['neither a name nor an organisation', { organization_name: ' ' }, { non_field_errors: 'required' }],
    ['letters that are no country', { country: 'XX' }, { country: 'invalid' }],
  ])('is refused with %s', async (_what, fields, codes) => {
    const payer = await givenPayer(caller)
    const body = { client: payer.client, organization_name: 'Insurer', ...fields }
    for (const refused of [
      await caller.post('/alternative_payer/', body, asProblem),
      await caller.put(payer.url, body, asProblem),
    ])
      expect(codesOf(refused)).toEqual(codes)
  })

  it('pays for a patient of the client only', async () => {
    const [client, stranger] = [await givenClient(caller), await givenPatient(caller)]
    const own = await givenPatient(caller, { client: client.url })
    const payer = await givenPayer(caller, { client: client.url, patient: own.url })
    for (const refused of [
      await caller.post('/alternative_payer/', { client: client.url, name: 'A', patient: stranger.url }, asProblem),
      await caller.patch(payer.url, { patient: stranger.url }, asProblem),
      await caller.patch(payer.url, { client: stranger.client }, asProblem),
    ])
      expect(codesOf(refused)).toEqual({ patient: 'wrong_client' })
    const both = await caller.patch(payer.url, { client: stranger.client, patient: stranger.url })
    expect([both.status, both.body.patient]).toEqual([200, stranger.url])
  })

  it('keeps its patient when the patient is given to another client', async () => {
    const client = await givenClient(caller)
    const patient = await givenPatient(caller, { client: client.url })
    const payer = await givenPayer(caller, { client: client.url, patient: patient.url })
    await caller.patch(patient.url, { client: (await givenClient(caller)).url })
    const changed = await caller.patch(payer.url, { ...payer, city: 'Oulu' })
    expect([changed.status, changed.body.city]).toEqual([200, 'Oulu'])
  })

  it('is found by client and patient', async () => {
    const patient = await givenPatient(caller)
    const payer = await givenPayer(caller, { client: patient.client, patient: patient.url })
    const patientless = await givenPayer(caller, { client: patient.client })
    const found = async (query: string) => idsIn(await caller.get(`/alternative_payer/?${query}`))
    expect(await found(`client__is=${encodeURIComponent(patient.client)}`)).toEqual([payer.id, patientless.id])
    expect(await found(`patient__is=${patient.id}`)).toEqual([payer.id])
  })
})
