// @module-tag waits
import { describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import { done } from '../../../test/support/billing.ts'
import {
  asProblem,
  codesOf,
  givenClient,
  givenConsultation,
  givenDepartment,
  givenItem,
  givenPatient,
  givenPrescription,
  givenUser,
} from '../../../test/support/clinic.ts'
import { prescriptionStatuses, type PrescriptionStatus } from './statuses.ts'

type Body = TestResponse['body']
const { clinic, caller } = await useClinic()
const path = '/eprescription/prescription/'
const idIn = (url: string) => Number(url.split('/').at(-2))

const item = (patient: Body, fields: Body = {}): Body => ({
  name: 'Meloxicam 1.5 mg/ml',
  patients: [patient.id],
  strength: '1.5 mg/ml',
  instructions: 'Once a day with food.',
  quantity_packages: 2,
  valid_until: '2026-09-30',
  ...fields,
})

/** The body of a prescription for a patient, with nothing that could be left out. */
const bodyFor = async (patient: Body, fields: Body = {}): Promise<Body> => ({
  client_id: idIn(patient.client),
  department_id: (await givenDepartment(caller)).id,
  prescriber_id: (await givenUser(caller)).id,
  issue_time: '2026-03-31T09:30:00Z',
  prescription_items: [item(patient)],
  ...fields,
})
const refused = async (fields: Body): Promise<Body> => {
  const response = await caller.post(path, await bodyFor(await givenPatient(caller), fields), asProblem)
  expect(response.status).toBe(400)
  return codesOf(response)
}

describe('a prescription', () => {
  it('[S221] [S421] is written with records named by their ids, and read as links', async () => {
    const patient = await givenPatient(caller)
    const visit = await givenConsultation(caller, { patients: [patient] })
    const sent = await bodyFor(patient, { consultation_id: visit.id, status: 3, remarks: 'Urgent' })
    const { status, body, headers } = await caller.post(path, { ...sent, issue_time: '2026-03-31T12:30:00+03:00' })
    expect([status, headers.get('location')]).toEqual([201, clinic.url('eprescription/prescription', body.id)])
    expect(body).toMatchObject({
      url: clinic.url('eprescription/prescription', body.id),
      client: patient.client,
      department: clinic.url('department', sent.department_id),
      prescriber: clinic.url('user', sent.prescriber_id),
      consultation: visit.url,
      issue_time: '2026-03-31T09:30:00.000000Z',
      status: 3,
      remarks: 'Urgent',
    })
    expect((await caller.get(body.url)).body).toEqual(body)
  })

  it('[S221] [S295] is a draft of no visit and without remarks unless these are sent', async () => {
    const { status, consultation, remarks } = await givenPrescription(caller)
    expect([status, consultation, remarks]).toEqual([1, null, ''])
  })

  it('[S221] needs client, department, prescriber, time and medicines, and takes whole numbers for ids', async () => {
    const missing = await caller.post(path, {}, asProblem)
    expect([missing.status, codesOf(missing)]).toEqual([
      400,
      {
        client_id: 'required',
        department_id: 'required',
        prescriber_id: 'required',
        issue_time: 'required',
        prescription_items: 'required',
      },
    ])
    expect(await refused({ client_id: clinic.url('client', 1) })).toEqual({ client_id: 'incorrect_type' })
    expect(await refused({ prescriber_id: 999_999_999 })).toEqual({ prescriber_id: 'does_not_exist' })
    expect(await refused({ issue_time: 'yesterday' })).toEqual({ issue_time: 'invalid' })
    expect(await refused({ prescription_items: [] })).toEqual({ prescription_items: 'empty' })
    expect(await refused({ prescription_items: {} })).toEqual({ prescription_items: 'not_a_list' })
  })

  it('[S223] has medicines with all their fields, dispensed once unless more is sent', async () => {
    const patient = await givenPatient(caller)
    const another = await givenPatient(caller, { client: patient.client })
    const items = [item(patient), item(another, { patients: [patient.id, another.id, patient.id], repeat_number: 3 })]
    const { items: urls, patients } = (await caller.post(path, await bodyFor(patient, { prescription_items: items })))
      .body
    const read = await Promise.all(urls.map(async (url: string) => (await caller.get(url)).body))
    const { name, strength, instructions, quantity_packages, valid_until } = items[0]
    const common = { name, strength, instructions, quantity_packages, valid_until }
    expect(read).toMatchObject([
      { ...common, repeat_number: 1, patients: [patient.url] },
      { ...common, repeat_number: 3, patients: [patient.url, another.url] },
    ])
    expect(patients).toEqual([patient.url, another.url])
  })

  it('[S223] says what is wrong with a medicine under its place in the list', async () => {
    const patient = await givenPatient(caller)
    const strange = await givenPatient(caller)
    expect(await refused({ prescription_items: [item(patient), {}] })).toEqual({
      'prescription_items.1.name': 'required',
      'prescription_items.1.patients': 'required',
      'prescription_items.1.strength': 'required',
      'prescription_items.1.instructions': 'required',
      'prescription_items.1.quantity_packages': 'required',
      'prescription_items.1.valid_until': 'required',
    })
    expect(await refused({ prescription_items: ['Meloxicam'] })).toEqual({ 'prescription_items.0': 'not_an_object' })
    expect(await refused({ prescription_items: [item(patient, { patients: [] })] })).toEqual({
      'prescription_items.0.patients': 'empty',
    })
    expect(await refused({ prescription_items: [item(patient, { patients: [999_999_999] })] })).toEqual({
      'prescription_items.0.patients': 'does_not_exist',
    })
    expect(await refused({ prescription_items: [item(strange)] })).toEqual({
      'prescription_items.0.patients': 'wrong_client',
    })
    const { message } = (
      await caller.post(path, await bodyFor(patient, { prescription_items: [item(strange)] }), asProblem)
    ).body.errors['prescription_items.0.patients'][0]
    expect(message).toBe('A patient belongs to another client. Prescribe for the client’s own animals.')
  })

  it('refuses an archived client, patient or department, an inactive prescriber and a visit of another client', async () => {
    const patient = await givenPatient(caller)
    await caller.patch(patient.url, { archived: true })
    const ofArchived = await caller.post(path, await bodyFor(patient), asProblem)
    expect(codesOf(ofArchived)).toEqual({ 'prescription_items.0.patients': 'archived' })
    const client = await givenClient(caller)
    await caller.patch(client.url, { archived: true })
    expect(await refused({ client_id: client.id })).toEqual({ client_id: 'archived' })
    const department = await givenDepartment(caller)
    await caller.patch(department.url, { archived: true })
    expect(await refused({ department_id: department.id })).toEqual({ department_id: 'archived' })
    const user = await givenUser(caller)
    await caller.patch(user.url, { is_active: false })
    expect(await refused({ prescriber_id: user.id })).toEqual({ prescriber_id: 'inactive_user' })
    const visit = await givenConsultation(caller)
    expect(await refused({ consultation_id: visit.id })).toEqual({ consultation_id: 'wrong_client' })
  })

  it('is valid from the day of issue at the department on', async () => {
    const department = await givenDepartment(caller)
    await caller.patch(`/settings/department/${department.id}/`, { time_zone: 'America/Los_Angeles' })
    const patient = await givenPatient(caller)
    const until = async (valid_until: string) =>
      caller.post(
        path,
        await bodyFor(patient, {
          department_id: department.id,
          issue_time: '2026-04-01T03:00:00Z',
          prescription_items: [item(patient, { valid_until })],
        }),
        asProblem,
      )
    expect((await until('2026-03-31')).status).toBe(201)
    expect(codesOf(await until('2026-03-30'))).toEqual({ 'prescription_items.0.valid_until': 'before_issue' })
  })

  it('[S225] [S422] is read with every field; what no pharmacy has filled in is null, false or empty', async () => {
    const made = await givenPrescription(caller)
    const { status, body } = await caller.get(`${path}${made.id}/`)
    expect([status, Object.keys(body)]).toEqual([
      200,
      [
        'id',
        'url',
        'consultation',
        'prescriber',
        'department',
        'status',
        'client',
        'status_message',
        'message_read_by',
        'pharmacy_id',
        'archived',
        'patients',
        'items',
        'warnings',
        'uuid',
        'prescription_set_uuid',
        'invoice',
        'remarks',
        'created_user',
        'modified_user',
        'created_application',
        'modified_application',
        'modified_session',
        'issue_time',
        'is_order',
        'is_payment',
        'prescription_order',
        'payment_details',
        'created',
        'modified',
      ],
    ])
    expect(body).toMatchObject({
      pharmacy_id: null,
      prescription_set_uuid: null,
      invoice: null,
      modified_session: null,
      prescription_order: null,
      payment_details: null,
      is_order: false,
      is_payment: false,
      archived: false,
      created_user: body.modified_user,
    })
    expect(body.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect((await givenPrescription(caller)).uuid).not.toBe(body.uuid)
  })

  it('[S227] [S424] has medicines that are read with every field', async () => {
    const made = await givenPrescription(caller)
    const { status, body } = await caller.get(`/eprescription/prescription_item/${idIn(made.items[0])}/`)
    const unfilled = [
      'package_size',
      'product_id',
      'product_nplid',
      'article_id',
      'article_nplpackid',
      'row_id',
      'license_id',
      'pharmacy_id',
      'indication',
      'dosage_form',
      'quantity',
      'unit_description',
      'package_content',
      'prescribed_medicine',
      'latest_dispensing',
      'language',
      'repeat_timevalue',
      'repeat_timeunit',
      'patient_identification',
      'patient_id_qualifier',
      'patient_species',
      'supplimentary_information',
      'copied_from',
    ]
    expect([status, body]).toEqual([
      200,
      {
        id: idIn(made.items[0]),
        url: made.items[0],
        name: 'Amoxicillin 250 mg',
        prescription: made.url,
        valid_until: '2026-06-30',
        strength: '250 mg',
        quantity_packages: 2,
        patients: made.patients,
        instructions: 'Twice a day.',
        repeat_number: 1,
        warnings: [],
        warning_reason: '',
        created_user: made.created_user,
        modified_user: made.created_user,
        created: body.created,
        modified: body.modified,
        ...Object.fromEntries(unfilled.map((name) => [name, null])),
      },
    ])
  })

  it('[S423] changes remarks and status, and ignores everything else', async () => {
    const made = await givenPrescription(caller)
    const [another, patient] = [await givenDepartment(caller), await givenPatient(caller)]
    const { status, body } = await caller.patch(made.url, {
      remarks: 'By post',
      status: 2,
      client_id: idIn(patient.client),
      department_id: another.id,
      issue_time: '2020-01-01T00:00:00Z',
      prescription_items: [item(patient)],
      uuid: 'another',
    })
    expect([status, body]).toEqual([200, { ...made, remarks: 'By post', status: 2, modified: body.modified }])
    expect((await caller.get(body.items[0])).body.name).toBe('Amoxicillin 250 mg')
  })

  it.each(['PUT', 'DELETE'])('[S423] [S426] %s is not supported, of a prescription or of an item', async (method) => {
    const prescription = await givenPrescription(caller)
    for (const url of [prescription.url, prescription.items[0]]) {
      const { status, headers } = await caller.send(method, url, method === 'PUT' ? { body: {} } : {})
      expect([url, status, headers.get('allow')?.includes(method)]).toEqual([url, 405, false])
      expect((await caller.get(url)).status).toBe(200)
    }
  })

  it('[S426] is charged by selling the item that the department’s settings name', async () => {
    const fee = await givenItem(caller, { name: 'Prescription fee', price: '10.0000' })
    const settings = `/settings/department/${clinic.department}/`
    expect((await caller.patch(settings, { prescription_fee_item: fee.id })).status).toBe(200)
    const { prescription_fee_item } = (await caller.get(settings)).body
    const department = clinic.url('department', clinic.department)
    const sale = await done(caller.post('/countersale/', { department }))
    const feeItem = clinic.url('item', prescription_fee_item)
    await done(caller.post(`/countersale/${sale.id}/add_item/`, { item: feeItem, quantity: '1' }))
    const { invoice } = await done(caller.post(`/countersale/${sale.id}/finalize/`))
    const { due_sum } = (await caller.get(invoice)).body
    await done(caller.post('/invoicepayment/', { invoice, payment_type: 1, paid: due_sum }))
    expect((await caller.get(invoice)).body.due_sum).toBe('0.00')
    const { results } = (await caller.get(`/invoicerow/?invoice__is=${idIn(invoice)}`)).body
    expect(results).toMatchObject([{ item: feeItem }])
  })

  it('[S295] [S296] [S297] [S298] [S299] [S300] [S301] [S302] can be written in each status, which has its name', async () => {
    expect(prescriptionStatuses).toEqual({
      1: 'Draft',
      2: 'Sending',
      3: 'Sent',
      4: 'Accepted',
      5: 'Rejected',
      6: 'Canceled',
      7: 'Error',
      8: 'Accepted with warning',
    })
    const patient = await givenPatient(caller)
    for (const status of Object.keys(prescriptionStatuses).map(Number)) {
      const made = await givenPrescription(caller, { patient, status })
      expect(made.status).toBe(status)
      const found = (await caller.get(`${path}?status__is=${status}&client__is=${idIn(patient.client)}`)).body.results
      expect(found).toEqual([made])
    }
    expect(await refused({ status: 9 })).toEqual({ status: 'invalid_choice' })
    expect(await refused({ status: 0 })).toEqual({ status: 'invalid_choice' })
  })

  it('[S304] moves from status to status as allowed, and in no other way', async () => {
    const all = Object.keys(prescriptionStatuses).map(Number) as PrescriptionStatus[]
    const allowed = ['1→2', '1→6', '2→3', '2→7', '3→4', '3→5', '3→6', '3→8', '7→2']
    const patient = await givenPatient(caller)
    const moves = all.flatMap((from) => all.filter((to) => to !== from).map((to) => ({ from, to })))
    const outcomes: string[] = []
    for (const { from, to } of moves) {
      const made = await givenPrescription(caller, { patient, status: from })
      const { status, body } = await caller.patch(made.url, { status: to }, asProblem)
      const answer = status === 200 ? 'done' : body.errors.status[0].code
      outcomes.push(`${from}→${to} ${answer}, now ${(await caller.get(made.url)).body.status}`)
    }
    expect(outcomes).toEqual(
      moves.map(({ from, to }) => {
        const move = `${from}→${to}`
        return allowed.includes(move) ? `${move} done, now ${to}` : `${move} invalid_transition, now ${from}`
      }),
    )
  })

  it('accepts the status it has, and tells nobody', async () => {
    const made = await givenPrescription(caller, { status: 4 })
    expect((await caller.patch(made.url, { status: 4, remarks: '' })).body).toEqual(made)
  })

  it('keeps its visit from being withdrawn', async () => {
    const patient = await givenPatient(caller)
    const visit = await givenConsultation(caller, { patients: [patient] })
    await givenPrescription(caller, { patient, consultation_id: visit.id })
    const response = await caller.delete(visit.url, asProblem)
    expect([response.status, codesOf(response)]).toEqual([400, { non_field_errors: 'has_prescriptions' }])
  })

  it('is listed by client, visit, status and time', async () => {
    const patient = await givenPatient(caller)
    const visit = await givenConsultation(caller, { patients: [patient] })
    const early = await givenPrescription(caller, { patient, issue_time: '2026-01-01T00:00:00Z' })
    const late = await givenPrescription(caller, { patient, consultation_id: visit.id, status: 3 })
    const idsWith = async (query: string) =>
      (await caller.get(`${path}?client__is=${idIn(patient.client)}&${query}`)).body.results.map(({ id }: Body) => id)
    expect(await idsWith('ordering=-issue_time')).toEqual([late.id, early.id])
    expect(await idsWith('status__in=3,4')).toEqual([late.id])
    expect(await idsWith(`consultation__is=${visit.id}`)).toEqual([late.id])
    expect(await idsWith('issue_time__lt=2026-02-01T00:00:00Z')).toEqual([early.id])
  })
})

describe('who signs a prescription', () => {
  /** Somebody who signed in, through an application or in a browser, and the id of their user. */
  const givenPerson = async () => {
    const person = await clinic.userCaller()
    return { person, id: idIn((await person.get('/me/')).body.user.url) }
  }

  it('is its prescriber: a person writes drafts for others, and sends only their own', async () => {
    const { person, id } = await givenPerson()
    const patient = await givenPatient(caller)
    for (const status of [2, 3, 4, 5, 6, 7, 8]) {
      const response = await person.post(path, await bodyFor(patient, { status }), asProblem)
      expect(codesOf(response)).toEqual({ status: 'not_the_prescriber' })
      const own = await person.post(path, await bodyFor(patient, { status, prescriber_id: id }))
      expect([own.status, own.body.status]).toEqual([201, status])
    }
    for (const sent of [{ status: 1 }, {}])
      expect((await person.post(path, await bodyFor(patient, sent))).body).toMatchObject({
        status: 1,
        created_user: clinic.url('user', id),
      })
  })

  it('is nobody else: of all people only the prescriber sends a draft', async () => {
    const { person: prescriber, id } = await givenPerson()
    const { person: colleague } = await givenPerson()
    const { url } = await givenPrescription(colleague, { prescriber_id: id })
    const refusal = await colleague.patch(url, { status: 2, remarks: 'By post' }, asProblem)
    expect(codesOf(refusal)).toEqual({ status: 'not_the_prescriber' })
    expect(refusal.body.errors.status[0].message).toBe(
      'Only its prescriber signs and sends a prescription. Leave it as a draft for them.',
    )
    expect((await caller.get(url)).body).toMatchObject({ status: 1, remarks: '' })
    expect((await prescriber.patch(url, { status: 2 })).body.status).toBe(2)
    // What the pharmacy answered is recorded by whoever may write prescriptions.
    for (const status of [7, 2, 3, 4]) expect((await colleague.patch(url, { status })).body.status).toBe(status)
  })

  it('does not keep others from changing its remarks, or from cancelling a draft', async () => {
    const { person: colleague } = await givenPerson()
    const { url } = await givenPrescription(caller)
    expect((await colleague.patch(url, { remarks: 'By post' })).body).toMatchObject({ status: 1, remarks: 'By post' })
    expect((await colleague.patch(url, { status: 6 })).body.status).toBe(6)
  })

  it('may be an application that acts for itself, which the record names', async () => {
    const application = await clinic.givenApplication()
    const itself = clinic.as(`Bearer ${await clinic.tokenOf(application)}`)
    const url = clinic.url('application', application.id)
    const sent = await givenPrescription(itself, { status: 3 })
    expect(sent).toMatchObject({ status: 3, created_application: url, modified_application: url })
    const { person } = await givenPerson()
    const drafted = await givenPrescription(person)
    expect(drafted).toMatchObject({ created_application: null, modified_application: null })
    expect((await itself.patch(drafted.url, { status: 2 })).body).toMatchObject({
      status: 2,
      created_application: null,
      modified_application: url,
    })
    expect((await person.patch(drafted.url, { status: 3 })).body.modified_application).toBeNull()
  })
})

describe('what came of a prescription', () => {
  const unread = async (): Promise<string[]> =>
    (await done(caller.get(`${path}?unread__is=true`))).results.map(({ url }: Body) => url)

  it('is kept with its status, until the next', async () => {
    const { url } = await givenPrescription(caller, { status: 2 })
    const failed = await done(caller.patch(url, { status: 7, status_message: 'The network did not answer.' }))
    expect(failed).toMatchObject({ status: 7, status_message: 'The network did not answer.', message_read_by: null })
    expect(await done(caller.patch(url, { remarks: 'By post' }))).toMatchObject({
      status_message: 'The network did not answer.',
    })
    expect(await done(caller.patch(url, { status: 2 }))).toMatchObject({ status: 2, status_message: '' })
    const sent = await givenPrescription(caller, { status: 5, status_message: 'The prescriber’s number is missing.' })
    expect(sent.status_message).toBe('The prescriber’s number is missing.')
  })

  it('waits until a person has read it, the first of whom is kept', async () => {
    const [one, other] = [await clinic.userCaller(), await clinic.userCaller()]
    const { user } = await done(one.get('/me/'))
    const { url } = await givenPrescription(caller, { status: 3 })
    expect(await unread()).not.toContain(url)
    await done(caller.patch(url, { status: 8, status_message: 'Only the package of 30 is sold.' }))
    expect(await unread()).toContain(url)
    const read = await done(one.post(`${url}mark_read/`, {}))
    expect(read).toMatchObject({ status: 8, message_read_by: user.url, modified_user: user.url })
    expect(await done(other.post(`${url}mark_read/`, {}))).toEqual(read)
    expect(await unread()).not.toContain(url)
    expect((await done(caller.get(`${path}?unread__is=false&status__is=8`))).results).toMatchObject([{ url }])
    expect(await done(other.post(`${url}mark_read/`, { read: false }))).toMatchObject({ message_read_by: null })
    expect(await unread()).toContain(url)
  })

  it('is to be read again after another message, and not after a status that nobody has to know of', async () => {
    const person = await clinic.userCaller()
    const { url } = await givenPrescription(caller, { status: 7, status_message: 'No answer.' })
    await done(person.post(`${url}mark_read/`, {}))
    expect(await done(caller.patch(url, { status_message: 'Still no answer.' }))).toMatchObject({
      message_read_by: null,
    })
    await done(person.post(`${url}mark_read/`, {}))
    expect(await done(caller.patch(url, { status: 2 }))).toMatchObject({ message_read_by: null })
    expect(await unread()).not.toContain(url)
  })

  it('is read by people alone, and only where there is something to read', async () => {
    const person = await clinic.userCaller()
    for (const status of [1, 2, 3, 4, 6]) {
      const { url } = await givenPrescription(caller, { status })
      const refusal = await person.post(`${url}mark_read/`, {}, asProblem)
      expect(codesOf(refusal)).toEqual({ non_field_errors: 'nothing_to_read' })
    }
    const { url } = await givenPrescription(caller, { status: 5 })
    const application = await clinic.givenApplication()
    const itself = clinic.as(`Bearer ${await clinic.tokenOf(application)}`)
    expect((await itself.post(`${url}mark_read/`, {})).status).toBe(403)
    const reader = await clinic.userCaller({ read: ['Clinical: Prescriptions'], write: [] })
    expect((await reader.post(`${url}mark_read/`, {})).status).toBe(403)
  })
})

describe('a prescription for an animal that must not get it', () => {
  it('is written, and says what it meets and why it is prescribed anyway', async () => {
    const patient = await givenPatient(caller)
    const other = await givenPatient(caller, { client: patient.client })
    const { url } = (
      await caller.post('/contraindication/', { patient: patient.url, atc_prefix: 'j01c', reaction: 'Gut stasis' })
    ).body
    const stocked = await givenItem(caller, { type_code: 2, name: 'Drops from our shelf', substances: ['QJ01CA04'] })
    const body = await bodyFor(patient, {
      prescription_items: [
        item(patient, { name: 'Amoxicillin 250 mg tablets', warning_reason: 'Injected, not given by mouth' }),
        item(patient, { name: stocked.name }),
        item(patient, { warning_reason: 'Kept for nothing' }),
        item(other, { name: 'Amoxicillin 250 mg tablets' }),
      ],
    })
    const warning = {
      contraindication: url,
      patient: patient.url,
      substance: '',
      atc_prefix: 'J01C',
      reaction: 'Gut stasis',
    }
    const warnings = [
      { ...warning, contains: 'Amoxicillin (QJ01CA04)' },
      { ...warning, contains: 'QJ01CA04' },
    ]
    const dry = await caller.post(path, body, { headers: { prefer: 'dry-run' } })
    expect([dry.status, dry.body.warnings]).toEqual([201, warnings])
    const made = await caller.post(path, body)
    expect([made.status, made.body.warnings]).toEqual([201, warnings])
    const items = await Promise.all(made.body.items.map(async (one: string) => (await caller.get(one)).body))
    expect(items.map(({ warnings: met, warning_reason }: Body) => [met, warning_reason])).toEqual([
      [[warnings[0]], 'Injected, not given by mouth'],
      [[warnings[1]], ''],
      [[], ''],
      [[], ''],
    ])
  })

  /** A patient who must not get J01C, and the warnings of the first medicine prescribed for it under a name. */
  const givenAllergic = async () => {
    const patient = await givenPatient(caller)
    await done(caller.post('/contraindication/', { patient: patient.url, atc_prefix: 'J01C' }))
    const containedIn = async (name: string) => {
      const sent = await bodyFor(patient, { prescription_items: [item(patient, { name })] })
      return (await done(caller.post(path, sent))).warnings.map(({ contains }: Body) => contains)
    }
    return { patient, containedIn }
  }

  it('is compared with every item of a like name, whatever the case and the spaces', async () => {
    const { containedIn } = await givenAllergic()
    await givenItem(caller, { type_code: 2, name: 'Zorbillin Tablets', substances: ['QJ01CA04'] })
    expect(await containedIn('zorbillin  tablets')).toEqual(['QJ01CA04'])
    expect(await containedIn('Zorbillin tablets, 50 mg')).toEqual(['QJ01CA04'])
    expect(await containedIn('ZORBILLIN')).toEqual(['QJ01CA04'])
    expect(await containedIn('Zorbi')).toEqual([])
  })

  it('is compared by the antibiotic in its name although the clinic has an item of that name without one', async () => {
    const { containedIn } = await givenAllergic()
    await givenItem(caller, { type_code: 2, name: 'Amoxicillin 77 mg' })
    expect(await containedIn('Amoxicillin 77 mg')).toEqual(['Amoxicillin (QJ01CA04)'])
  })

  /** A draft for a patient of whom nothing is recorded, and how its medicine is read. */
  const givenDraft = async () => {
    const patient = await givenPatient(caller)
    const made = await givenPrescription(caller, { patient })
    const medicine = async () => (await caller.get(made.items[0])).body
    const allergy = (fields: Body = { atc_prefix: 'J01C' }) =>
      done(caller.post('/contraindication/', { patient: patient.url, ...fields }))
    return { patient, made, medicine, allergy }
  }

  it('warns while it is a draft of what is recorded later, and takes the reason then', async () => {
    const { made, medicine, allergy } = await givenDraft()
    const { url } = await allergy()
    const read = (await caller.get(made.url)).body
    expect(read.warnings).toMatchObject([{ contraindication: url, contains: 'Amoxicillin (QJ01CA04)' }])
    expect(read.modified > made.modified).toBe(true)
    const explained = await caller.patch(made.items[0], { warning_reason: 'Injected', name: 'Another' })
    expect([explained.status, explained.body.warning_reason, explained.body.name]).toEqual([
      200,
      'Injected',
      'Amoxicillin 250 mg',
    ])
    expect((await caller.patch(made.url, { status: 2 })).body.status).toBe(2)
    expect(await medicine()).toMatchObject({ warnings: read.warnings, warning_reason: 'Injected' })
  })

  it('asks for the reason again when one more warning is added, and drops warnings that no longer hold', async () => {
    const { made, medicine, allergy } = await givenDraft()
    const first = await allergy()
    await caller.patch(made.items[0], { warning_reason: 'Injected' })
    const second = await allergy({ substance: 'Amoxicillin' })
    expect(await medicine()).toMatchObject({ warnings: [{}, { contraindication: second.url }], warning_reason: '' })
    await caller.delete(first.url)
    await caller.delete(second.url)
    expect((await medicine()).warnings).toEqual([])
    expect((await caller.patch(made.items[0], { warning_reason: 'For nothing' })).body.warning_reason).toBe('')
  })

  it('is compared again when it is signed, as the dry run of signing says, and keeps that from then on', async () => {
    const { made, allergy } = await givenDraft()
    const stocked = await givenItem(caller, { type_code: 2, name: 'Amoxicillin 250 mg', substances: ['Lactose'] })
    const sugar = await allergy({ substance: 'Sucrose' })
    expect((await caller.get(made.url)).body.warnings).toEqual([])
    // What an item contains is no contraindication, so that changing it compares nothing.
    await caller.patch(stocked.url, { substances: ['Sucrose'] })
    const dry = await caller.patch(made.url, { status: 2 }, { headers: { prefer: 'dry-run' } })
    const signed = await caller.patch(made.url, { status: 2 })
    for (const { status, body } of [dry, signed]) {
      expect(status).toBe(200)
      expect(body.warnings).toMatchObject([{ contraindication: sugar.url, contains: 'Sucrose' }])
    }
    await caller.delete(sugar.url)
    await allergy()
    expect((await caller.get(made.url)).body.warnings).toEqual(signed.body.warnings)
    expect((await caller.patch(made.items[0], { warning_reason: 'A trace' })).body.warning_reason).toBe('A trace')
  })
})
