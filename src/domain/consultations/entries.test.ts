import { describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  detailOf,
  givenConsultation,
  givenDiagnosis,
  givenInstruction,
  givenListItem,
  givenNote,
  givenPatient,
  givenRow,
  idsIn,
} from '../../../test/support/clinic.ts'

type Body = TestResponse['body']
const { api, clinic, caller } = await useClinic()
const first: Body = (await caller.get('/codelist/diagnoses/')).body.results[0]

const read = async ({ url }: { url: string }): Promise<Body> => (await caller.get(url)).body
const refused = ({ status, body }: TestResponse) => [status, Object.keys(body)]
const end = async (visit: Body) => {
  await caller.post(`${visit.url}update_status/`, { status: 8 })
  await caller.post(`${visit.url}update_status/`, { status: 10 })
}
const enterable = [
  ['consultationdiagnosis', givenDiagnosis],
  ['consultationnote', givenNote],
  ['consultationdischargeinstruction', givenInstruction],
] as const

describe('a diagnosis', () => {
  it.each([
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ])('[S157] [S390] is kept with category %i and type %i, and listed under its visit', async (category, type) => {
    const visit = await givenConsultation(caller)
    const sent = { patient: visit.patients[0], diagnosis: first.id, code: first.code, name: first.name, category, type }
    const { status, body } = await caller.post(`/consultation/${visit.id}/consultationdiagnosis/`, sent)
    expect([status, body]).toMatchObject([201, { ...sent, consultation: visit.url }])
    expect(await read(body)).toEqual(body)
    expect((await caller.get(`/consultation/${visit.id}/consultationdiagnosis/`)).body.results).toEqual([body])
  })

  it('[S157] of the clinic’s own is the url of a list item', async () => {
    const visit = await givenConsultation(caller)
    const { url: diagnosis } = await givenListItem(caller, { list: 'diagnoses' })
    const row = await givenDiagnosis(caller, visit, { diagnosis, code: 'OWN-1', name: 'Our own' })
    expect(row).toMatchObject({ diagnosis, code: 'OWN-1', name: 'Our own' })
    expect((await caller.patch(row.url, { code: '' })).body.code).toBe('')
    const listed = await givenDiagnosis(caller, visit)
    expect(refused(await caller.patch(listed.url, { code: ' ' }))).toEqual([400, ['code']])
    expect((await caller.get(row.diagnosis)).status).toBe(200)
  })

  it('[S157] keeps code and name as they were sent, whatever the codelist says', async () => {
    const row = await givenDiagnosis(caller, await givenConsultation(caller), {
      diagnosis: first.id,
      code: 'X-9',
      name: 'In other words',
    })
    expect(row).toMatchObject({ diagnosis: first.id, code: 'X-9', name: 'In other words' })
  })

  it.each<[string, () => Promise<object>, string, string]>([
    ['no code', async () => ({ code: undefined }), 'code', 'required'],
    ['an empty code', async () => ({ code: '' }), 'code', 'blank'],
    ['no name', async () => ({ name: undefined }), 'name', 'required'],
    ['no diagnosis', async () => ({ diagnosis: undefined }), 'diagnosis', 'required'],
    ['a diagnosis that is not there', async () => ({ diagnosis: 999_999_999 }), 'diagnosis', 'does_not_exist'],
    [
      'a list item that is not there',
      async () => ({ diagnosis: clinic.url('listitem', 999_999_999) }),
      'diagnosis',
      'does_not_exist',
    ],
    [
      'a list item of another list',
      async () => ({ diagnosis: (await givenListItem(caller)).url }),
      'diagnosis',
      'wrong_list',
    ],
    ['something that is no link', async () => ({ diagnosis: 'Otitis' }), 'diagnosis', 'does_not_exist'],
    ['an object', async () => ({ diagnosis: {} }), 'diagnosis', 'invalid'],
    ['no patient', async () => ({ patient: undefined }), 'patient', 'required'],
    [
      'a patient of another visit',
      async () => ({ patient: (await givenPatient(caller)).url }),
      'patient',
      'wrong_consultation',
    ],
    ['a category there is not', async () => ({ category: 2 }), 'category', 'invalid_choice'],
    ['a type there is not', async () => ({ type: 2 }), 'type', 'invalid_choice'],
  ])('[S157] is refused with %s', async (_what, fields, field, code) => {
    const visit = await givenConsultation(caller)
    const sent = { patient: visit.patients[0], diagnosis: first.id, code: 'A', name: 'B', category: 0, type: 0 }
    const at = `/consultation/${visit.id}/consultationdiagnosis/`
    const answer = await caller.post(at, { ...sent, ...(await fields()) }, asProblem)
    expect(codesOf(answer)).toEqual({ [field]: code })
  })

  it('of the list of another organisation is refused', async () => {
    const other = await api.givenOrganisation()
    const foreign = await givenListItem(await other.caller(), { list: 'diagnoses' })
    const visit = await givenConsultation(caller)
    const sent = { patient: visit.patients[0], code: 'A', name: 'B', category: 0, type: 0 }
    const at = `/consultation/${visit.id}/consultationdiagnosis/`
    const asOurs = await caller.post(at, { ...sent, diagnosis: clinic.url('listitem', foreign.id) })
    const asTheirs = await caller.post(at, { ...sent, diagnosis: foreign.url })
    for (const answer of [asOurs, asTheirs]) expect(refused(answer)).toEqual([400, ['diagnosis']])
  })

  it('[S157] is corrected, and another one comes with its code and name', async () => {
    const row = await givenDiagnosis(caller, await givenConsultation(caller))
    expect((await caller.patch(row.url, { type: 0, category: 1 })).body).toMatchObject({ type: 0, category: 1 })
    const { url: diagnosis } = await givenListItem(caller, { list: 'diagnoses' })
    expect(refused(await caller.patch(row.url, { diagnosis }))).toEqual([400, ['code']])
    expect(refused(await caller.patch(row.url, { diagnosis, code: 'C' }))).toEqual([400, ['name']])
    const { status, body } = await caller.patch(row.url, { diagnosis, code: 'C', name: 'N' })
    expect([status, body]).toMatchObject([200, { diagnosis, code: 'C', name: 'N' }])
    expect((await caller.patch(row.url, { diagnosis: first.id, code: 'C', name: 'N' })).body.diagnosis).toBe(first.id)
  })
})

describe('a note', () => {
  it.each([0, 1, 2])('[S159] [S391] of type %i is kept and listed, with who wrote it', async (type) => {
    const visit = await givenConsultation(caller)
    const sent = { patient: visit.patients[0], text: 'Bright and alert.\nEats well. 🐎', type }
    const { status, body } = await caller.post(`/consultation/${visit.id}/consultationnote/`, sent)
    expect([status, body]).toMatchObject([201, { ...sent, consultation: visit.url, addendum: false }])
    expect(body.user).toBe(visit.supervising_veterinarian)
    expect((await caller.get(`/consultation/${visit.id}/consultationnote/`)).body.results).toEqual([body])
  })

  it.each<[string, object, string, string]>([
    ['no text', { text: '' }, 'text', 'blank'],
    ['no type', { type: undefined }, 'type', 'required'],
    ['a type there is not', { type: 3 }, 'type', 'invalid_choice'],
    ['no patient', { patient: undefined }, 'patient', 'required'],
    ['a text without end', { text: 'x'.repeat(65_537) }, 'text', 'max_length'],
  ])('[S159] is refused with %s', async (_what, fields, field, code) => {
    const visit = await givenConsultation(caller)
    const sent = { patient: visit.patients[0], text: 'Fine', type: 0, ...fields }
    const answer = await caller.post(`/consultation/${visit.id}/consultationnote/`, sent, asProblem)
    expect(codesOf(answer)).toEqual({ [field]: code })
  })

  it('can be added when all is done, as an addendum that stays', async () => {
    const visit = await givenConsultation(caller)
    await end(visit)
    const before = await read(visit)
    const note = await givenNote(caller, visit)
    expect(note.addendum).toBe(true)
    const after = await read(visit)
    expect(after.modified > before.modified).toBe(true)
    expect({ ...after, modified: '' }).toEqual({ ...before, modified: '' })
    expect(refused(await caller.patch(note.url, { text: 'Else' }))).toEqual([400, ['non_field_errors']])
    expect(refused(await caller.delete(note.url))).toEqual([400, ['non_field_errors']])
  })
})

describe('a discharge instruction', () => {
  it('[S161] [S392] is kept and listed', async () => {
    const visit = await givenConsultation(caller)
    const sent = { patient: visit.patients[0], text: 'Keep the collar on for ten days.' }
    const { status, body } = await caller.post(`/consultation/${visit.id}/consultationdischargeinstruction/`, sent)
    expect([status, body]).toMatchObject([201, { ...sent, consultation: visit.url }])
    expect(idsIn(await caller.get(`/consultation/${visit.id}/consultationdischargeinstruction/`))).toEqual([body.id])
  })

  it.each<[string, object, string, string]>([
    ['no text', { text: undefined }, 'text', 'required'],
    ['no patient', { patient: undefined }, 'patient', 'required'],
  ])('[S161] is refused with %s', async (_what, fields, field, code) => {
    const visit = await givenConsultation(caller)
    const sent = { patient: visit.patients[0], text: 'Rest', ...fields }
    const answer = await caller.post(`/consultation/${visit.id}/consultationdischargeinstruction/`, sent, asProblem)
    expect(codesOf(answer)).toEqual({ [field]: code })
  })

  it('[S161] is refused with a patient of another visit', async () => {
    const visit = await givenConsultation(caller)
    const sent = { patient: (await givenPatient(caller)).url, text: 'Rest' }
    const answer = await caller.post(`/consultation/${visit.id}/consultationdischargeinstruction/`, sent, asProblem)
    expect(codesOf(answer)).toEqual({ patient: 'wrong_consultation' })
  })
})

describe.each(enterable)('every entry: %s', (name, given) => {
  it('is changed and removed, touches its visit each time, and leaves a tombstone', async () => {
    const visit = await givenConsultation(caller)
    const entry = await given(caller, visit)
    const moments = [(await read(visit)).modified]
    const field = name === 'consultationdiagnosis' ? 'name' : 'text'
    expect((await caller.patch(entry.url, { [field]: 'Corrected' })).body[field]).toBe('Corrected')
    moments.push((await read(visit)).modified)
    expect((await caller.delete(entry.url)).status).toBe(204)
    moments.push((await read(visit)).modified)
    expect(moments.toSorted((a, b) => a.localeCompare(b))).toEqual([...new Set(moments)])
    const { body } = await caller.get(`/deleted/?resource__is=${name}&modified__gte=${moments[1]}`)
    expect(body.results.map(({ record }: Body) => record)).toEqual([entry.id])
  })

  it('stays with the patients of the visit', async () => {
    const entry = await given(caller, await givenConsultation(caller))
    const stranger = await givenPatient(caller)
    expect(refused(await caller.patch(entry.url, { patient: stranger.url }))).toEqual([400, ['patient']])
  })

  it('is neither changed nor removed once the visit is finalized', async () => {
    const visit = await givenConsultation(caller)
    const entry = await given(caller, visit)
    await caller.post(`${visit.url}update_status/`, { status: 10 })
    expect(refused(await caller.patch(entry.url, { patient: visit.patients[0] }))).toEqual([400, ['non_field_errors']])
    expect(refused(await caller.delete(entry.url))).toEqual([400, ['non_field_errors']])
    const again = await caller.post(`/consultation/${visit.id}/${name}/`, entry)
    expect(again.status).toBe(name === 'consultationnote' ? 201 : 400)
  })

  it('belongs to the visit of its path and organisation', async () => {
    const visit = await givenConsultation(caller)
    const entry = await given(caller, visit)
    const stranger = await (await api.givenOrganisation()).caller()
    expect((await stranger.get(`/${name}/${entry.id}/`)).status).toBe(404)
    expect((await stranger.get(`/consultation/${visit.id}/${name}/`)).status).toBe(404)
    expect((await caller.post(`/consultation/999999999/${name}/`, entry)).status).toBe(404)
  })
})

describe('the numbers of an entry', () => {
  it.each([
    ['[S157]', 'consultationdiagnosis', 'category', { 0: 'Primary', 1: 'Secondary' }],
    ['[S157]', 'consultationdiagnosis', 'type', { 0: 'Differential', 1: 'Final' }],
    ['[S159]', 'consultationnote', 'type', { 0: 'Clinical note', 1: 'Anamnesis', 2: 'Preliminary note' }],
  ])('%s %s: %s', async (_lines, name, field, choices) => {
    const { id } = await givenConsultation(caller)
    const { body } = await caller.send('OPTIONS', `/consultation/${id}/${name}/`)
    expect(body.fields[field].choices).toEqual(choices)
  })
})

describe('concurrent changes of one visit', () => {
  it('all succeed without a deadlock', async () => {
    const visit = await givenConsultation(caller)
    const [row, note] = [await givenRow(caller, visit), await givenNote(caller, visit)]
    const careful = { headers: { 'if-match': '*' } }
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => {
        if (at % 5 === 0) return caller.patch(visit.url, { complaint: `${at}` }, at % 2 ? careful : {})
        if (at % 5 === 1) return caller.patch(detailOf(row), { quantity: `${at}` }, at % 2 ? careful : {})
        if (at % 5 === 2) return caller.patch(note.url, { text: `${at}` }, at % 2 ? careful : {})
        if (at % 5 === 3) return givenNote(caller, visit).then((body) => ({ status: 200, body }))
        return caller.patch(visit.patients[0], { remarks: `${at}` }, at % 2 ? careful : {})
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
  })
})
