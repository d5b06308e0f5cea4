import { describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  givenAppointment,
  givenClient,
  givenConsultation,
  givenDepartment,
  givenPatient,
  givenReferral,
  givenUser,
  idsIn,
} from '../../../test/support/clinic.ts'

type Body = TestResponse['body']
const { api, clinic, caller } = await useClinic()

const read = async (url: string): Promise<Body> => (await caller.get(url)).body
const orderOf = (referral: Body): Promise<Body> => read(referral.worklist)
const finalize = async (visit: Body) => {
  for (const status of [8, 10]) await caller.post(`${visit.url}update_status/`, { status })
}
/** An order that has come to a status. */
const givenOrder = async (status: number): Promise<Body> => {
  const order = await orderOf(await givenReferral(caller))
  return status === 0 ? order : (await caller.patch(order.url, { status })).body
}
const idIn = (url: string) => Number(url.split('/').at(-2))

describe('a referral to imaging', () => {
  it('[S241] [S432] makes an order with modality, users, patient, client, target areas and status', async () => {
    const department = await givenDepartment(caller)
    const patient = await givenPatient(caller, { home_department: department.url })
    const veterinarian = await givenUser(caller)
    const referral = await givenReferral(caller, {
      patient: patient.url,
      modality: 'CT',
      target_areas: ['Skull', 'Neck'],
      supervising_veterinarian: veterinarian.url,
    })
    const { id, url, worklist } = referral
    expect(worklist).toBe(clinic.url('diagnosticimaging_worklist', id))
    const { status, body: order } = await caller.get(`/diagnosticimaging_worklist/${id}/`)
    expect([status, order]).toMatchObject([
      200,
      {
        id,
        url: worklist,
        status: 0,
        modality: 'CT',
        supervising_veterinarian: veterinarian.url,
        patient: patient.url,
        client: patient.client,
        department: department.url,
        target_areas: ['Skull', 'Neck'],
        referral: url,
        consultation: null,
      },
    ])
    const visit = await givenConsultation(caller)
    expect(order.requesting_user).toBe(visit.supervising_veterinarian)
    expect(order.accession_number).toMatch(/^IM\d{8}$/)
    expect(
      (await caller.get(`/diagnosticimaging_worklist/?accession_number__is=${order.accession_number}`)).body,
    ).toMatchObject({
      count: 1,
      results: [order],
    })
    const shown = await read(`${worklist}?expose_patient&expose_client`)
    expect(shown).toMatchObject({ patient_data: { name: patient.name }, client_data: { url: patient.client } })
  })

  it('[S241] [S434] carries remarks, internal notes, the visit and the appointment', async () => {
    const visit = await givenConsultation(caller)
    const sent = { remarks: 'Fracture?\nOld injury 🐎', internal_notes: 'Bites.' }
    const referral = await givenReferral(caller, { ...sent, patient: visit.patients[0], consultation: visit.url })
    const { status, body } = await caller.get(`/diagnosticimaging_referral/${referral.id}/`)
    expect([status, body]).toEqual([
      200,
      {
        id: referral.id,
        url: clinic.url('diagnosticimaging_referral', referral.id),
        worklist: clinic.url('diagnosticimaging_worklist', referral.id),
        ...sent,
        consultation_id: visit.id,
        appointment_id: null,
        viewer_url: null,
        created: expect.any(String),
        modified: expect.any(String),
      },
    ])
    expect(await orderOf(referral)).toMatchObject({
      consultation: visit.url,
      client: visit.client,
      department: visit.department,
      supervising_veterinarian: visit.supervising_veterinarian,
    })
  })

  it('is found with the id of its order', async () => {
    const referral = await givenReferral(caller)
    const { id, referral: link } = await orderOf(referral)
    expect((await caller.get(`/diagnosticimaging_referral/${id}/`)).body).toEqual(referral)
    expect(link).toBe(referral.url)
    expect(idsIn(await caller.get(`/diagnosticimaging_referral/?worklist__is=${id}`))).toEqual([referral.id])
    expect(await read(`${referral.url}?expose_worklist`)).toMatchObject({ worklist_data: { id, status: 0 } })
  })

  it('names its visit by url or by id', async () => {
    const visit = await givenConsultation(caller)
    const patient = visit.patients[0]
    const byId = await givenReferral(caller, { patient, consultation_id: visit.id })
    const both = await givenReferral(caller, { patient, consultation: visit.url, consultation_id: visit.id })
    expect([byId.consultation_id, both.consultation_id]).toEqual([visit.id, visit.id])
    const found = [byId.id, both.id]
    expect(idsIn(await caller.get(`/diagnosticimaging_referral/?consultation_id__is=${visit.id}`))).toEqual(found)
    expect(idsIn(await caller.get(`/diagnosticimaging_referral/?patient__is=${idIn(patient)}`))).toEqual(found)
    expect(idsIn(await caller.get(`/diagnosticimaging_referral/?patient__is=${patient}`))).toEqual(found)
    expect(idsIn(await caller.get(`/diagnosticimaging_worklist/?consultation__is=${visit.id}`))).toEqual(found)
    const full = await read(`${visit.url}full/`)
    expect(full.imaging_orders_data.map(({ id }: Body) => id)).toEqual(found)
  })

  it('keeps the client of its visit although the patient has a new owner', async () => {
    const visit = await givenConsultation(caller)
    const [patient] = visit.patients
    await caller.patch(patient, { client: (await givenClient(caller)).url })
    const inVisit = await givenReferral(caller, { patient, consultation: visit.url })
    const without = await givenReferral(caller, { patient })
    expect((await orderOf(inVisit)).client).toBe(visit.client)
    expect((await orderOf(without)).client).toBe((await read(patient)).client)
  })

  it('is for a deceased patient, too, and takes place where it is said', async () => {
    const department = await givenDepartment(caller)
    const patient = await givenPatient(caller, { deceased: '2026-01-02' })
    const referral = await givenReferral(caller, { patient: patient.url, department: department.url })
    expect((await orderOf(referral)).department).toBe(department.url)
  })

  it('[S241] names the appointment at which it is made, which must exist', async () => {
    const { id } = await givenAppointment(caller)
    const referral = await givenReferral(caller, { appointment_id: id })
    expect([referral.appointment_id, (await read(referral.url)).appointment_id]).toEqual([id, id])
    expect((await caller.patch(referral.url, { appointment_id: null })).body.appointment_id).toBeNull()
    const wrong = await caller.patch(referral.url, { appointment_id: 999_999_999 }, asProblem)
    expect(codesOf(wrong)).toEqual({ appointment_id: 'does_not_exist' })
  })

  it.each<[string, () => Promise<object>, string, string]>([
    ['no patient', async () => ({ patient: undefined }), 'patient', 'required'],
    [
      'an archived patient',
      async () => ({ patient: (await givenPatient(caller, { archived: true })).url }),
      'patient',
      'archived',
    ],
    [
      'a patient of an archived client',
      async () => {
        const patient = await givenPatient(caller)
        await caller.patch(patient.client, { archived: true })
        return { patient: patient.url }
      },
      'patient',
      'archived',
    ],
    ['no modality', async () => ({ modality: undefined }), 'modality', 'required'],
    ['a modality that is none', async () => ({ modality: 'XX' }), 'modality', 'invalid_choice'],
    ['no target areas', async () => ({ target_areas: undefined }), 'target_areas', 'required'],
    ['an empty list of target areas', async () => ({ target_areas: [] }), 'target_areas', 'empty'],
    ['a blank target area', async () => ({ target_areas: [' '] }), 'target_areas', 'blank'],
    ['too many target areas', async () => ({ target_areas: Array(21).fill('Leg') }), 'target_areas', 'max_items'],
    [
      'a visit of other patients',
      async () => ({ consultation: (await givenConsultation(caller)).url }),
      'patient',
      'wrong_consultation',
    ],
    ['the id of no visit', async () => ({ consultation_id: 999_999_999 }), 'consultation_id', 'does_not_exist'],
    [
      'two visits',
      async () => {
        const [one, other] = [await givenConsultation(caller), await givenConsultation(caller)]
        return { patient: one.patients[0], consultation: one.url, consultation_id: other.id }
      },
      'consultation_id',
      'other_consultation',
    ],
    [
      'a visit that is finalized',
      async () => {
        const visit = await givenConsultation(caller)
        await finalize(visit)
        return { patient: visit.patients[0], consultation: visit.url }
      },
      'non_field_errors',
      'finalized',
    ],
    [
      'an archived department',
      async () => ({ department: (await givenDepartment(caller, { archived: true })).url }),
      'department',
      'archived',
    ],
  ])('is refused with %s', async (_what, fields, field, code) => {
    const body = {
      patient: (await givenPatient(caller)).url,
      modality: 'US',
      target_areas: ['Abdomen'],
      ...(await fields()),
    }
    expect(codesOf(await caller.post('/diagnosticimaging_referral/', body, asProblem))).toEqual({ [field]: code })
  })

  it('is refused with the id of another organisation’s visit, as with one that does not exist', async () => {
    const other = await api.givenOrganisation()
    const foreign = await givenConsultation(await other.caller())
    const body = { patient: (await givenPatient(caller)).url, modality: 'US', target_areas: ['Abdomen'] }
    const ask = (consultation_id: number) => caller.post('/diagnosticimaging_referral/', { ...body, consultation_id })
    expect((await ask(foreign.id)).text).toBe((await ask(999_999_999)).text)
  })
})

describe('what an imaging system needs of a referral', () => {
  it('[S435] is the visit with the information of its patients', async () => {
    const patient = await givenPatient(caller, { name: 'Kerttu', microchip: '246098100123456' })
    const companion = await givenPatient(caller, { client: patient.client })
    const visit = await givenConsultation(caller, { patients: [patient, companion] })
    const { consultation_id } = await givenReferral(caller, { patient: patient.url, consultation: visit.url })
    const { status, body } = await caller.get(`/consultation/${consultation_id}/?expose_patients`)
    expect([status, body]).toEqual([
      200,
      { ...visit, patients_data: [await read(patient.url), await read(companion.url)] },
    ])
    expect(body.patients_data[0]).toMatchObject({ id: patient.id, name: 'Kerttu', microchip: '246098100123456' })
    expect((await caller.get(`/consultation/${consultation_id}/`)).body).not.toHaveProperty('patients_data')
  })

  it('[S436] is the client, found from the order', async () => {
    const known = { firstname: 'Aino', lastname: 'Mäkelä', email: 'aino@example.com', city: 'Turku' }
    const client = await givenClient(caller, known)
    const patient = await givenPatient(caller, { client: client.url })
    const order = await orderOf(await givenReferral(caller, { patient: patient.url }))
    const { status, body } = await caller.get(`/client/${idIn(order.client)}/`)
    expect([status, body]).toMatchObject([200, { id: client.id, url: order.client, ...known, patients: [patient.url] }])
  })
})

describe('the viewer of the image archive', () => {
  const configure = (imaging_viewer_url: string) => caller.patch('/settings/integration/', { imaging_viewer_url })

  it('[S438] is the configured address with the id of the patient at its end', async () => {
    // One before it: alone in its file, the first patient would have the id of the first referral.
    await givenPatient(caller)
    const patient = await givenPatient(caller)
    const referral = await givenReferral(caller, { patient: patient.url })
    expect(referral.id).not.toBe(patient.id)
    const shown = async () => [(await read(referral.url)).viewer_url, (await orderOf(referral)).viewer_url]
    expect(await shown()).toEqual([null, null])
    for (const address of ['https://archive.example.com/viewer?PatientID=', 'http://10.0.0.5:8042/#/patient/']) {
      await configure(address)
      expect(await shown()).toEqual([`${address}${patient.id}`, `${address}${patient.id}`])
    }
    await configure('')
    expect(await shown()).toEqual([null, null])
  })

  it('is that of one organisation only', async () => {
    const other = await api.givenOrganisation()
    const theirs = await other.caller()
    await configure('https://archive.example.com/')
    expect((await givenReferral(theirs)).viewer_url).toBeNull()
    await configure('')
  })

  it('is shown to everybody who may read the order, and is not sent back', async () => {
    await configure('https://archive.example.com/')
    const { url, worklist, viewer_url } = await givenReferral(caller)
    const reader = await clinic.caller({ read: ['Clinical: Diagnostic imaging'] })
    expect((await reader.get(worklist)).body.viewer_url).toBe(viewer_url)
    expect((await caller.patch(url, { viewer_url: 'https://evil.example/' })).body.viewer_url).toBe(viewer_url)
    await configure('')
  })
})

describe('changing a referral', () => {
  it('changes remarks and notes here, and modality and target areas on the order', async () => {
    const referral = await givenReferral(caller)
    const change = { remarks: 'Also the hip', internal_notes: 'Sedated', modality: 'MR', target_areas: ['Hip'] }
    const { status, body } = await caller.patch(referral.url, change)
    expect([status, body]).toMatchObject([200, { remarks: 'Also the hip', internal_notes: 'Sedated' }])
    expect(await orderOf(referral)).toMatchObject({ modality: 'MR', target_areas: ['Hip'], status: 0 })
  })

  it('gives the referral a new version although only the order shows the change', async () => {
    const referral = await givenReferral(caller)
    const { headers } = await caller.get(referral.url)
    const known = { headers: { 'if-match': headers.get('etag')! } }
    expect((await caller.patch(referral.url, { modality: 'MR' }, known)).status).toBe(200)
    expect((await caller.patch(referral.url, { modality: 'CT' }, known)).status).toBe(412)
    expect((await orderOf(referral)).modality).toBe('MR')
  })

  it('leaves patient, visit and veterinarian as they were', async () => {
    const visit = await givenConsultation(caller)
    const referral = await givenReferral(caller)
    const before = await orderOf(referral)
    const sent = { patient: visit.patients[0], consultation: visit.url, consultation_id: visit.id }
    expect((await caller.patch(referral.url, sent)).body.consultation_id).toBeNull()
    expect(await orderOf(referral)).toEqual(before)
  })

  it.each([3, 4])('is refused once the status of the order is %i', async (status) => {
    const order = await givenOrder(status)
    const answer = await caller.patch(order.referral, { remarks: 'Late' }, asProblem)
    expect(codesOf(answer)).toEqual({ non_field_errors: 'final_order' })
    expect((await read(order.referral)).remarks).toBe('')
  })

  it('is refused without any target area', async () => {
    const { url } = await givenReferral(caller)
    expect(codesOf(await caller.patch(url, { target_areas: [] }, asProblem))).toEqual({ target_areas: 'empty' })
  })
})

describe('the status of an order', () => {
  const allowed: Readonly<Record<number, readonly number[]>> = {
    0: [1, 2, 3, 4],
    1: [2, 3, 4],
    2: [3, 4],
    3: [],
    4: [],
  }
  const all = [0, 1, 2, 3, 4]
  const pairs = all.flatMap((from) => all.filter((to) => to !== from).map((to) => [from, to] as const))

  it.each(pairs.filter(([from, to]) => allowed[from]!.includes(to)))('[S433] goes from %i to %i', async (from, to) => {
    const order = await givenOrder(from)
    const { status, body } = await caller.patch(`/diagnosticimaging_worklist/${order.id}/`, { status: to })
    expect([status, body]).toEqual([200, { ...order, status: to, modified: body.modified }])
    expect(await read(order.url)).toEqual(body)
    expect(body.modified > order.modified).toBe(true)
  })

  it.each(pairs.filter(([from, to]) => !allowed[from]!.includes(to)))('does not go from %i to %i', async (from, to) => {
    const order = await givenOrder(from)
    const answer = await caller.patch(order.url, { status: to }, asProblem)
    expect(codesOf(answer)).toEqual({ status: 'invalid_transition' })
    expect(await read(order.url)).toEqual(order)
  })

  it('is refused with those that are allowed', async () => {
    const order = await givenOrder(1)
    expect((await caller.patch(order.url, { status: 0 })).body).toEqual({
      status: [
        'The status cannot change from 1 (Scheduled) to 0 (Ordered). Choose one of 2 (In progress), 3 (Completed), 4 (Cancelled).',
      ],
    })
    const done = await givenOrder(3)
    expect((await caller.patch(done.url, { status: 4 })).body).toEqual({
      status: ['The status 3 (Completed) is final. Create another referral instead.'],
    })
  })

  it.each(all)('%i that is sent again changes nothing', async (status) => {
    const order = await givenOrder(status)
    const answer = await caller.patch(order.url, { ...order, modality: 'MR' })
    expect([answer.status, answer.body]).toEqual([200, order])
  })

  it('lists what is still to be done', async () => {
    const patient = (await givenPatient(caller)).url
    const orders: Body[] = []
    for (const status of all) {
      const { worklist } = await givenReferral(caller, { patient })
      orders.push((await caller.patch(worklist, { status })).body)
    }
    const at = `/diagnosticimaging_worklist/?patient__is=${patient}`
    expect(idsIn(await caller.get(`${at}&status__in=0,1,2`))).toEqual(orders.slice(0, 3).map(({ id }) => id))
    expect(idsIn(await caller.get(`${at}&status__is_not=4`))).toEqual(orders.slice(0, 4).map(({ id }) => id))
  })
})

describe('deleting a referral', () => {
  it('removes both records, and leaves a tombstone of each', async () => {
    const referral = await givenReferral(caller)
    const { status } = await caller.delete(referral.url)
    expect(status).toBe(204)
    for (const url of [referral.url, referral.worklist]) expect((await caller.get(url)).status).toBe(404)
    const { body } = await caller.get('/deleted/?ordering=-id&page_size=2')
    expect(body.results.map(({ resource, record }: Body) => [resource, record])).toEqual([
      ['diagnosticimaging_worklist', referral.id],
      ['diagnosticimaging_referral', referral.id],
    ])
    expect((await caller.delete(referral.url)).status).toBe(404)
  })

  it('frees neither its id nor its accession number', async () => {
    const { accession_number, referral } = await givenOrder(0)
    await caller.delete(referral)
    expect((await givenOrder(0)).accession_number > accession_number).toBe(true)
  })

  it('does not remove an order by itself', async () => {
    const { url } = await givenOrder(0)
    expect((await caller.delete(url)).status).toBe(405)
    expect((await caller.post('/diagnosticimaging_worklist/', {})).status).toBe(405)
  })
})

describe('a visit in which imaging was asked for', () => {
  it('can be neither withdrawn nor lose the patient until the referral is deleted', async () => {
    const patient = await givenPatient(caller)
    const companion = await givenPatient(caller, { client: patient.client })
    const visit = await givenConsultation(caller, { patients: [patient, companion] })
    const referral = await givenReferral(caller, { patient: patient.url, consultation: visit.url })
    const leaveOut = (left: Body) => caller.patch(visit.url, { patients: [left.url] }, asProblem)
    expect(codesOf(await leaveOut(companion))).toEqual({ patients: 'has_referrals' })
    expect(codesOf(await caller.send('DELETE', visit.url, asProblem))).toEqual({ non_field_errors: 'has_referrals' })
    expect((await leaveOut(patient)).status).toBe(200)
    await caller.delete(referral.url)
    expect((await caller.delete(visit.url)).status).toBe(204)
  })

  it('is finalized without regard to it, and the order goes on', async () => {
    const visit = await givenConsultation(caller)
    const referral = await givenReferral(caller, { patient: visit.patients[0], consultation: visit.url })
    await finalize(visit)
    expect((await read(visit.url)).status).toBe(10)
    expect((await caller.patch(referral.worklist, { status: 3 })).body.status).toBe(3)
  })
})

describe('imaging', () => {
  it('needs the permission Clinical: Diagnostic imaging', async () => {
    const { url, worklist } = await givenReferral(caller)
    const reader = await clinic.caller({ read: ['Clinical: Diagnostic imaging'] })
    const other = await clinic.caller({ write: ['Clinical: Consultations', 'General: Patients and clients'] })
    expect([(await reader.get(url)).status, (await reader.get(worklist)).status]).toEqual([200, 200])
    expect((await reader.patch(worklist, { status: 1 })).status).toBe(403)
    expect([(await other.get(url)).status, (await other.get(worklist)).status]).toEqual([403, 403])
  })
})
