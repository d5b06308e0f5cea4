import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { givenPatient, givenWeight, statusesOf, twentyAtOnce } from '../../../test/support/clinic.ts'

const { api, caller } = await useClinic()

type Patient = { id: number; url: string }
const weightOf = async ({ url }: Patient) => (await caller.get(url)).body.weight
const history = async ({ id }: Patient): Promise<string[]> =>
  (await caller.get(`/patient/${id}/weight/?ordering=-measured`)).body.results.map(
    ({ weight }: { weight: string }) => weight,
  )

describe('weighing a patient', () => {
  it('[S70] starts the history with the weight it is registered with, and adds each change', async () => {
    const patient = await givenPatient(caller, { weight: '10' })
    expect(await history(patient)).toEqual(['10.000'])
    expect((await caller.patch(patient.url, { weight: '11.5' })).body.weight).toBe('11.500')
    expect(await history(patient)).toEqual(['11.500', '10.000'])
    await caller.patch(patient.url, { weight: '11.50', name: 'Rex' })
    expect(await history(patient)).toEqual(['11.500', '10.000'])
  })

  it('starts no history without a weight, and keeps it when the weight is emptied', async () => {
    const patient = await givenPatient(caller)
    expect(await history(patient)).toEqual([])
    await caller.patch(patient.url, { weight: '10' })
    await caller.patch(patient.url, { weight: null })
    expect([await weightOf(patient), await history(patient)]).toEqual([null, ['10.000']])
  })

  it('answers the weight, which has a URL of its own', async () => {
    const patient = await givenPatient(caller)
    const { status, body } = await caller.post(`/patient/${patient.id}/weight/`, {
      weight: '4.2',
      measured: '2026-01-05T10:00:00+02:00',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ patient: patient.url, weight: '4.200', measured: '2026-01-05T08:00:00.000000Z' })
    expect((await caller.get(body.url)).body).toEqual(body)
  })

  it('[S70] shows the weight that was measured last, whenever it was entered', async () => {
    const patient = await givenPatient(caller)
    await givenWeight(caller, patient, { weight: '12', measured: '2026-01-05T10:00:00Z' })
    expect(await weightOf(patient)).toBe('12.000')
    await givenWeight(caller, patient, { weight: '9', measured: '2025-01-05T10:00:00Z' })
    expect(await weightOf(patient)).toBe('12.000')
    await givenWeight(caller, patient, { weight: '14', measured: '2026-02-05T10:00:00Z' })
    expect(await weightOf(patient)).toBe('14.000')
    await givenWeight(caller, patient, { weight: '15' })
    expect(await weightOf(patient)).toBe('15.000')
    expect(await history(patient)).toEqual(['15.000', '14.000', '12.000', '9.000'])
  })

  it('keeps histories apart', async () => {
    const [one, other] = [await givenPatient(caller), await givenPatient(caller, { weight: '3' })]
    await givenWeight(caller, one, { weight: '8' })
    expect([await history(one), await history(other)]).toEqual([['8.000'], ['3.000']])
  })

  it.each([
    ['no weight', {}, 'weight'],
    ['a null weight', { weight: null }, 'weight'],
    ['a weight of zero', { weight: '0' }, 'weight'],
    ['a negative weight', { weight: '-0.5' }, 'weight'],
    ['NaN', { weight: 'NaN' }, 'weight'],
    ['four decimals', { weight: '1.2345' }, 'weight'],
    ['seven whole digits', { weight: '1234567' }, 'weight'],
    ['a day without a time', { weight: '1', measured: '2026-01-05' }, 'measured'],
    ['a time that does not exist', { weight: '1', measured: '2026-01-05T25:00:00Z' }, 'measured'],
  ])('refuses %s', async (_what, body, field) => {
    const patient = await givenPatient(caller)
    const answer = await caller.post(`/patient/${patient.id}/weight/`, body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
    expect(await history(patient)).toEqual([])
  })

  it('does not weigh a patient of another organisation, nor one that does not exist', async () => {
    const stranger = await givenPatient(await (await api.givenOrganisation()).caller())
    for (const id of [stranger.id, 999_999_999]) {
      expect((await caller.post(`/patient/${id}/weight/`, { weight: '1' })).status).toBe(404)
      expect((await caller.get(`/patient/${id}/weight/`)).status).toBe(404)
    }
  })

  it('takes the patient of the path in the body, and refuses another', async () => {
    const [patient, other] = [await givenPatient(caller), await givenPatient(caller)]
    await givenWeight(caller, patient, { weight: '5', patient: patient.url })
    const { status, body } = await caller.post(`/patient/${patient.id}/weight/`, { weight: '6', patient: other.url })
    expect([status, Object.keys(body)]).toEqual([400, ['patient']])
    expect([await history(patient), await history(other)]).toEqual([['5.000'], []])
  })
})

describe('weighing a patient twenty times at once', () => {
  it.each([1, 2, 3])('shows the newest, in whatever order they are written (round %i)', async () => {
    const patient = await givenPatient(caller)
    const answers = await twentyAtOnce((at) =>
      caller.post(`/patient/${patient.id}/weight/`, {
        weight: `${at + 1}`,
        measured: `2026-01-${String(((at * 7) % 20) + 1).padStart(2, '0')}T10:00:00Z`,
      }),
    )
    expect(statusesOf(answers)).toEqual(Array(20).fill(201))
    const all = await history(patient)
    expect([all.length, await weightOf(patient)]).toEqual([20, all[0]])
  })

  it('shows the newest of the history when the patient itself is changed', async () => {
    const patient = await givenPatient(caller)
    const answers = await twentyAtOnce((at) => caller.patch(patient.url, { weight: `${at + 1}` }))
    expect(statusesOf(answers)).toEqual(Array(20).fill(200))
    const all = await history(patient)
    expect([all.length, await weightOf(patient)]).toEqual([20, all[0]])
  })
})
