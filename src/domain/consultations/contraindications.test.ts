import { describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  detailOf,
  givenConsultation,
  givenItem,
  givenPatient,
  givenRow,
  idsIn,
} from '../../../test/support/clinic.ts'

type Body = TestResponse['body']
const { clinic, caller } = await useClinic()
const dryRun = { headers: { prefer: 'dry-run' } }

const contraindicated = async (patient: Body, fields: Body): Promise<Body> => {
  const { status, body } = await caller.post('/contraindication/', { patient: patient.url, ...fields })
  expect(status).toBe(201)
  return body
}
const warningOf = ({ url, patient, substance, atc_prefix, reaction }: Body, contains: string) => ({
  contraindication: url,
  patient,
  substance,
  atc_prefix,
  reaction,
  contains,
})
const antibioticOf = async (atc: string): Promise<string> => {
  const found = (await caller.get('/antibiotic/?page_size=100')).body.results
  return found.find(({ atc_code }: Body) => atc_code === atc).url
}
/** A patient who must not get carprofen, in a visit, and an item that has it. */
const givenAllergy = async () => {
  const patient = await givenPatient(caller)
  const visit = await givenConsultation(caller, { patients: [patient] })
  const allergy = await contraindicated(patient, { substance: 'Carprofen', reaction: 'Vomits blood' })
  const item = await givenItem(caller, { type_code: 2, name: 'Painkiller 50 mg', substances: ['carprofen'] })
  return { patient, visit, allergy, item, warning: warningOf(allergy, 'carprofen') }
}

describe('a contraindication', () => {
  it('names a substance, the beginning of ATC codes, or both', async () => {
    const patient = await givenPatient(caller)
    expect(await contraindicated(patient, { substance: ' Carprofen ', reaction: 'Vomits' })).toMatchObject({
      patient: patient.url,
      substance: 'Carprofen',
      atc_prefix: '',
      reaction: 'Vomits',
      archived: false,
    })
    expect((await contraindicated(patient, { atc_prefix: 'qj01ca' })).atc_prefix).toBe('QJ01CA')
    expect((await contraindicated(patient, { atc_prefix: ' QJ01C A04' })).atc_prefix).toBe('QJ01CA04')
    const refused = async (fields: Body) =>
      codesOf(await caller.post('/contraindication/', { patient: patient.url, ...fields }, asProblem))
    expect(await refused({ reaction: 'Vomits' })).toEqual({ non_field_errors: 'required' })
    expect(await refused({ substance: ' ' })).toEqual({ non_field_errors: 'required' })
    for (const atc_prefix of ['J', 'Q', 'QJ', '01', 'J1', 'J01CA0', 'penicill'])
      expect(await refused({ atc_prefix })).toEqual({ atc_prefix: 'invalid' })
    const letter = await caller.post('/contraindication/', { patient: patient.url, atc_prefix: 'J' }, asProblem)
    expect(letter.body.errors.atc_prefix[0].message).toBe('Send at least a letter and two digits, such as J01.')
  })

  it('is listed by patient, changed, and archived when it no longer holds', async () => {
    const patient = await givenPatient(caller)
    const one = await contraindicated(patient, { substance: 'Carprofen' })
    const other = await contraindicated(patient, { substance: 'Chicken' })
    await contraindicated(await givenPatient(caller), { substance: 'Chicken' })
    expect(idsIn(await caller.get(`/contraindication/?patient__is=${patient.id}`))).toEqual([one.id, other.id])
    expect(codesOf(await caller.patch(one.url, { substance: '' }, asProblem))).toEqual({ non_field_errors: 'required' })
    expect((await caller.patch(one.url, { substance: '', atc_prefix: 'M01AE91' })).body.atc_prefix).toBe('M01AE91')
    expect((await caller.delete(other.url)).status).toBe(204)
    expect((await caller.get(other.url)).body.archived).toBe(true)
    expect(idsIn(await caller.get(`/contraindication/?patient__is=${patient.id}&archived__is=false`))).toEqual([one.id])
  })
})

describe('a row that meets a contraindication of its patient', () => {
  it('is never refused: its answer and its dry run carry the warning', async () => {
    const { visit, item, warning } = await givenAllergy()
    const dry = await caller.post(`/consultation/${visit.id}/medicines/`, { item: item.url, quantity: '1' }, dryRun)
    expect([dry.status, dry.body.warnings, dry.body.warning_reason]).toEqual([201, [warning], ''])
    expect(idsIn(await caller.get(`/consultation/${visit.id}/medicines/`))).toEqual([])
    const row = await givenRow(caller, visit, { item: item.url })
    expect([row.warnings, row.warning_reason]).toEqual([[warning], ''])
    expect((await caller.get(`/consultationitem/${row.id}/`)).body.warnings).toEqual([warning])
  })

  it('is found by the ATC code, the name and the class of its antibiotic', async () => {
    const patient = await givenPatient(caller)
    const visit = await givenConsultation(caller, { patients: [patient] })
    const byCode = await contraindicated(patient, { atc_prefix: 'J01C' })
    const byName = await contraindicated(patient, { substance: 'amoxicillin' })
    const byClass = await contraindicated(patient, { substance: 'Penicillin' })
    await contraindicated(patient, { substance: 'Cefalexin', atc_prefix: 'J01D' })
    const antibiotic = await antibioticOf('QJ01CR02')
    const { url } = await givenItem(caller, { type_code: 2, name: 'Tablets 50 mg', antibiotic })
    expect((await givenRow(caller, visit, { item: url })).warnings).toEqual([
      warningOf(byCode, 'Amoxicillin and clavulanic acid (QJ01CR02)'),
      warningOf(byName, 'Amoxicillin and clavulanic acid'),
      warningOf(byClass, 'Amoxicillin and clavulanic acid (Penicillins)'),
    ])
  })

  it('is found by the antibiotics that the item’s name and substances have in them, where none is chosen', async () => {
    const patient = await givenPatient(caller)
    const visit = await givenConsultation(caller, { patients: [patient] })
    const allergy = await contraindicated(patient, { atc_prefix: 'J01C' })
    const warnings = [warningOf(allergy, 'Amoxicillin (QJ01CA04)')]
    const byName = await givenItem(caller, { type_code: 2, name: 'AMOXICILLIN 250 mg tablets' })
    expect((await givenRow(caller, visit, { item: byName.url })).warnings).toEqual(warnings)
    const bySubstance = await givenItem(caller, { type_code: 2, name: 'Tablets', substances: ['Salt', 'amoxicillin'] })
    expect((await givenRow(caller, visit, { item: bySubstance.url })).warnings).toEqual(warnings)
  })

  it('is found by the class of what is in its name, which people write rather than a code', async () => {
    const patient = await givenPatient(caller)
    const visit = await givenConsultation(caller, { patients: [patient] })
    const allergy = await contraindicated(patient, { substance: 'NSAIDs' })
    const { url } = await givenItem(caller, { type_code: 2, name: 'Meloxicam 1.5 mg/ml oral suspension' })
    expect((await givenRow(caller, visit, { item: url })).warnings).toEqual([warningOf(allergy, 'Meloxicam (NSAIDs)')])
    const { url: other } = await givenItem(caller, { type_code: 2, name: 'Maropitant 16 mg tablets' })
    expect((await givenRow(caller, visit, { item: other })).warnings).toEqual([])
  })

  it('is found by a code with spaces, which is kept without those around it', async () => {
    const patient = await givenPatient(caller)
    const visit = await givenConsultation(caller, { patients: [patient] })
    const allergy = await contraindicated(patient, { substance: 'J01C' })
    const item = await givenItem(caller, { type_code: 2, name: 'Tablets', substances: [' J01C A04 '] })
    expect(item.substances).toEqual(['J01C A04'])
    expect((await givenRow(caller, visit, { item: item.url })).warnings).toEqual([warningOf(allergy, 'J01CA04')])
    expect((await caller.patch(item.url, { substances: [' Salt '] })).body.substances).toEqual(['Salt'])
  })

  it.each([1, 3, 4] as const)('may be of any kind: %s', async (kind) => {
    const patient = await givenPatient(caller)
    const visit = await givenConsultation(caller, { patients: [patient] })
    const allergy = await contraindicated(patient, { substance: 'Latex' })
    const { url } = await givenItem(caller, { type_code: kind, substances: ['latex'] })
    expect((await givenRow(caller, visit, { kind, item: url })).warnings).toEqual([warningOf(allergy, 'latex')])
  })

  it('keeps the reason, and who gave it, in the row and in the audit trail', async () => {
    const { visit, item } = await givenAllergy()
    const given = await givenRow(caller, visit, { item: item.url, warning_reason: 'Tolerated last year' })
    expect(given.warning_reason).toBe('Tolerated last year')
    const row = await givenRow(caller, visit, { item: item.url })
    const changed = (await caller.patch(detailOf(row), { warning_reason: 'No other painkiller helps' })).body
    expect(changed.warning_reason).toBe('No other painkiller helps')
    // Other changes leave it as it is.
    expect((await caller.patch(detailOf(row), { quantity: '2' })).body.warning_reason).toBe('No other painkiller helps')
    const [last] = (
      await caller.get(`/auditevent/?resource__is=consultationitem&record__is=${row.id}&ordering=-id`)
    ).body.results.filter(({ changes }: Body) => 'warning_reason' in changes)
    expect(last.changes.warning_reason).toEqual({ from: '', to: 'No other painkiller helps' })
  })

  it('warns of its own patients only, and again when they change', async () => {
    const { patient, item, warning } = await givenAllergy()
    const other = await givenPatient(caller, { client: patient.client })
    const visit = await givenConsultation(caller, { patients: [patient, other] })
    const row = await givenRow(caller, visit, { item: item.url, patients: [other.url] })
    expect(row.warnings).toEqual([])
    const reason = { warning_reason: 'Tolerated last year' }
    const both = await caller.patch(detailOf(row), { patients: [patient.url, other.url], ...reason })
    expect([both.body.warnings, both.body.warning_reason]).toEqual([[warning], reason.warning_reason])
    expect((await caller.patch(detailOf(row), { patients: [patient.url] })).body).toMatchObject(reason)
    expect((await caller.patch(detailOf(row), { patients: [other.url] })).body.warnings).toEqual([])
    // The reason was for a warning that is gone, and is not taken for one that comes anew.
    const again = (await caller.patch(detailOf(row), { patients: [patient.url] })).body
    expect([again.warnings, again.warning_reason]).toEqual([[warning], ''])
  })

  it('follows what is recorded until the visit is finalized, and then keeps what it said', async () => {
    const { patient, visit, item, allergy, warning } = await givenAllergy()
    const row = await givenRow(caller, visit, { item: item.url, warning_reason: 'Tolerated last year' })
    const read = async () => (await caller.get(`/consultationitem/${row.id}/`)).body
    const second = await contraindicated(patient, { substance: 'Painkiller' })
    const both = [warning, warningOf(second, 'Painkiller 50 mg')]
    expect(await read()).toMatchObject({ warnings: both, warning_reason: '' })
    await caller.patch(detailOf(row), { warning_reason: 'Still' })
    await caller.delete(second.url)
    expect(await read()).toMatchObject({ warnings: [warning], warning_reason: 'Still' })
    await caller.patch(allergy.url, { reaction: 'Itches' })
    const last = { ...warning, reaction: 'Itches' }
    expect(await read()).toMatchObject({ warnings: [last], warning_reason: 'Still' })
    expect((await caller.post(`/consultation/${visit.id}/update_status/`, { status: 10 })).status).toBe(200)
    await caller.delete(allergy.url)
    await contraindicated(patient, { substance: 'Painkiller' })
    expect(await read()).toMatchObject({ warnings: [last], warning_reason: 'Still' })
  })

  it('asks again for the reason when the contraindication becomes another', async () => {
    const { visit, item, allergy } = await givenAllergy()
    const row = await givenRow(caller, visit, { item: item.url, warning_reason: 'Tolerated last year' })
    await caller.patch(allergy.url, { substance: 'Painkiller' })
    const changed = (await caller.get(`/consultationitem/${row.id}/`)).body
    expect(changed.warnings).toMatchObject([{ contraindication: allergy.url, substance: 'Painkiller' }])
    expect(changed.warning_reason).toBe('')
  })

  it('is not missed when both are written at once', async () => {
    const patient = await givenPatient(caller)
    const visit = await givenConsultation(caller, { patients: [patient] })
    const { url } = await givenItem(caller, { type_code: 2, substances: ['Carprofen'] })
    for (let round = 0; round < 5; round++) {
      const [row, allergy] = await Promise.all([
        givenRow(caller, visit, { item: url }),
        contraindicated(patient, { substance: 'Carprofen' }),
      ])
      const { warnings } = (await caller.get(`/consultationitem/${row.id}/`)).body
      expect(warnings.map(({ contraindication }: Body) => contraindication)).toContain(allergy.url)
      await caller.delete(allergy.url)
    }
  })
})

it('is not read without permission for clinical records', async () => {
  const reception = await clinic.caller({ read: ['General: Patients and clients'] })
  expect((await reception.get('/contraindication/')).status).toBe(403)
})
