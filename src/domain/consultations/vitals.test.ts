import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { done } from '../../../test/support/billing.ts'
import { asProblem, codesOf, givenConsultation, givenPatient, idsIn } from '../../../test/support/clinic.ts'

const { clinic, caller } = await useClinic()

const visitOf = async () => {
  const patient = await givenPatient(caller)
  return { patient, visit: await givenConsultation(caller, { patients: [patient] }) }
}

describe('vital signs', () => {
  it('are kept to the digit, with the time and who measured them', async () => {
    const { patient, visit } = await visitOf()
    const sent = {
      patient: patient.url,
      consultation: visit.url,
      measured_at: '2026-03-02T08:15:00.000000Z',
      temperature: '38.5',
      heart_rate: 120,
      respiratory_rate: 24,
      capillary_refill: '1.5',
      systolic_pressure: 130,
      diastolic_pressure: 80,
      oxygen_saturation: '98.5',
      blood_glucose: '5.25',
      pain_score: 2,
      body_condition_score: 5,
      mucous_membranes: 'pink, moist',
      remarks: 'excited',
    }
    const made = await done(caller.post('/vital/', sent))
    expect(made).toMatchObject(sent)
    expect((await done(caller.get(made.user))).first_name).toBe('Integration')
    expect(await done(caller.get(made.url))).toEqual(made)
  })

  it('are measured now and outside a visit unless something else is sent', async () => {
    const patient = await givenPatient(caller)
    const made = await done(caller.post('/vital/', { patient: patient.url, temperature: '38.0' }))
    expect(made).toMatchObject({ consultation: null, temperature: '38.0', heart_rate: null, mucous_membranes: '' })
    expect(Math.abs(Date.parse(made.measured_at) - Date.now())).toBeLessThan(60_000)
  })

  it('leave the status of the visit as it is, and advance its modified', async () => {
    const { patient, visit } = await visitOf()
    await done(caller.post('/vital/', { patient: patient.url, consultation: visit.url, heart_rate: 90 }))
    const after = await done(caller.get(visit.url))
    expect(after).toMatchObject({ status: 0, first_entry: null })
    expect(after.modified > visit.modified).toBe(true)
  })

  it('can be changed and removed until the visit is finalized', async () => {
    const { patient, visit } = await visitOf()
    const sent = { patient: patient.url, consultation: visit.url, heart_rate: 90 }
    const [kept, removed] = [await done(caller.post('/vital/', sent)), await done(caller.post('/vital/', sent))]
    expect(await done(caller.patch(kept.url, { heart_rate: null, pain_score: 0 }))).toMatchObject({
      heart_rate: null,
      pain_score: 0,
    })
    expect((await caller.delete(removed.url)).status).toBe(204)
    await done(caller.post(`${visit.url}update_status/`, { status: 8 }))
    await done(caller.post(`${visit.url}update_status/`, { status: 10 }))
    for (const answer of [
      await caller.patch(kept.url, { pain_score: 1 }, asProblem),
      await caller.delete(kept.url, asProblem),
      await caller.post('/vital/', sent, asProblem),
    ])
      expect(codesOf(answer)).toEqual({ non_field_errors: 'finalized' })
  })

  it('keep a visit from being withdrawn, and its patient in it', async () => {
    const { patient, visit } = await visitOf()
    const made = await done(caller.post('/vital/', { patient: patient.url, consultation: visit.url, heart_rate: 90 }))
    expect(codesOf(await caller.delete(visit.url, asProblem))).toEqual({ non_field_errors: 'has_entries' })
    const other = await givenPatient(caller, { client: patient.client })
    expect(codesOf(await caller.patch(visit.url, { patients: [other.url] }, asProblem))).toEqual({
      patients: 'has_entries',
    })
    await caller.delete(made.url)
    expect((await caller.delete(visit.url)).status).toBe(204)
  })

  it.each([
    ['nothing measured', {}, { non_field_errors: 'empty' }],
    ['only remarks', { remarks: 'calm' }, { non_field_errors: 'empty' }],
    ['more decimals than a thermometer has', { temperature: '38.55' }, { temperature: 'max_decimal_places' }],
    ['no temperature at all', { temperature: '0' }, { temperature: 'min_value' }],
    ['more oxygen than there can be', { oxygen_saturation: '100.1' }, { oxygen_saturation: 'max_value' }],
    [
      'pressures the wrong way round',
      { systolic_pressure: 80, diastolic_pressure: 81 },
      { diastolic_pressure: 'max_value' },
    ],
    ['a score that does not exist', { body_condition_score: 10 }, { body_condition_score: 'max_value' }],
  ])('are refused: %s', async (_name, measured, codes) => {
    const patient = await givenPatient(caller)
    expect(codesOf(await caller.post('/vital/', { patient: patient.url, ...measured }, asProblem))).toEqual(codes)
  })

  it('are refused for a patient that is not in the visit, and where a change leaves nothing', async () => {
    const { visit } = await visitOf()
    const stranger = await givenPatient(caller)
    const sent = { patient: stranger.url, consultation: visit.url, heart_rate: 90 }
    expect(codesOf(await caller.post('/vital/', sent, asProblem))).toEqual({ patient: 'wrong_consultation' })
    const made = await done(caller.post('/vital/', { patient: stranger.url, heart_rate: 90 }))
    expect(codesOf(await caller.patch(made.url, { heart_rate: null }, asProblem))).toEqual({
      non_field_errors: 'empty',
    })
  })

  it('are listed by patient, visit and time', async () => {
    const { patient, visit } = await visitOf()
    const sent = { patient: patient.url, heart_rate: 90 }
    const first = await done(caller.post('/vital/', { ...sent, measured_at: '2026-01-01T08:00:00Z' }))
    const second = await done(
      caller.post('/vital/', { ...sent, consultation: visit.url, measured_at: '2025-01-01T08:00:00Z' }),
    )
    const found = async (query: string) => idsIn(await caller.get(`/vital/?patient__is=${patient.id}&${query}`))
    expect(await found('')).toEqual([first.id, second.id])
    expect(await found(`consultation__is=${visit.id}`)).toEqual([second.id])
    expect(await found('measured_at__gte=2026-01-01T00:00:00Z')).toEqual([first.id])
    expect(await found('ordering=measured_at')).toEqual([second.id, first.id])
  })

  it('need the permission for consultations', async () => {
    const desk = await clinic.caller({ write: ['General: Patients and clients', 'General: Appointments'] })
    expect((await desk.get('/vital/')).status).toBe(403)
  })
})
