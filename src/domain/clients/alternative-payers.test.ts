import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { givenClient, givenPatient, givenPayer, idsIn } from '../../../test/support/clinic.ts'

const { caller } = await useClinic({ country: 'FI' })

describe('an alternative payer', () => {
  it('keeps who pays and for whom', async () => {
    const client = await givenClient(caller)
    const patient = await givenPatient(caller, { client: client.url })
    const sent = {
      client: client.url,
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
      state: 'Stockholm',
    }
    expect(await givenPayer(caller, sent)).toMatchObject({ ...sent, archived: false })
  })

  it('is in the country of the organisation unless another is given', async () => {
    const payer = await givenPayer(caller)
    expect(payer).toMatchObject({ country: 'FI', patient: null, name: '' })
    expect((await caller.patch(payer.url, { country: 'EE' })).body.country).toBe('EE')
    expect((await caller.patch(payer.url, { country: '' })).body.country).toBe('FI')
  })

  it.each<[string, object, string]>([
    ['no client', { client: undefined }, 'client'],
    ['neither a name nor an organisation', { organization_name: ' ' }, 'non_field_errors'],
    ['letters that are no country', { country: 'XX' }, 'country'],
  ])('is refused with %s', async (_what, fields, field) => {
    const payer = await givenPayer(caller)
    const body = { client: payer.client, organization_name: 'Insurer', ...fields }
    for (const refused of [await caller.post('/alternative_payer/', body), await caller.put(payer.url, body)])
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, [field]])
  })

  it('pays for a patient of the client only', async () => {
    const [client, stranger] = [await givenClient(caller), await givenPatient(caller)]
    const own = await givenPatient(caller, { client: client.url })
    const payer = await givenPayer(caller, { client: client.url, patient: own.url })
    for (const refused of [
      await caller.post('/alternative_payer/', { client: client.url, name: 'A', patient: stranger.url }),
      await caller.patch(payer.url, { patient: stranger.url }),
      await caller.patch(payer.url, { client: stranger.client }),
    ])
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['patient']])
    const moved = await caller.patch(payer.url, { client: stranger.client, patient: stranger.url })
    expect([moved.status, moved.body.patient]).toEqual([200, stranger.url])
  })

  it('stays as it is when its patient has gone to another owner', async () => {
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
