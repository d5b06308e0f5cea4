import { describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import {
  asProblem,
  breed,
  codesOf,
  givenAppointment,
  givenClient,
  givenClinicField,
  givenOnlineClient,
  givenOnlinePatient,
  givenPatient,
  givenPhoneNumber,
  idsIn,
  species,
  statusesOf,
  twentyAtOnce,
} from '../../../test/support/clinic.ts'

type Body = TestResponse['body']
const { clinic, caller } = await useClinic()

const addClient = async (fields: Body): Promise<TestResponse> => {
  const appointment = fields.appointment ?? (await givenAppointment(caller, { type: 2 })).url
  return caller.post('/onlinebookingclient/', { ...fields, appointment }, asProblem)
}
const addPatient = (fields: Body) => caller.post('/onlinebookingpatient/', fields, asProblem)
const linkTo = (booking: Body, body: Body) => caller.post(`${booking.url}link/`, body, asProblem)
const createClientOf = (booking: Body) => caller.post(`${booking.url}create_client/`, {}, asProblem)
const decline = (booking: Body, reason = 'We are closed that day.') =>
  caller.post(`${booking.url}decline/`, { reason }, asProblem)
const suggestionsFor = async (booking: Body) => (await caller.get(`${booking.url}suggestions/`)).body.results

describe('an online booking client', () => {
  it('[S233] [S445] is made with everything that the contract names', async () => {
    const appointment = await givenAppointment(caller, { type: 2 })
    const sent = {
      appointment: appointment.url,
      first_name: 'Aino',
      last_name: 'Virtanen',
      email: 'aino.virtanen@example.com',
      phone_number: '040 123 4567',
      street_address: 'Rantakatu 3 B 12',
      zip_code: '00170',
      city: 'Helsinki',
    }
    const { status, body, headers } = await caller.post('/onlinebookingclient/', sent)
    expect([status, headers.get('location')]).toEqual([201, clinic.url('onlinebookingclient', body.id)])
    expect(body).toEqual({
      id: body.id,
      url: clinic.url('onlinebookingclient', body.id),
      ...sent,
      patients: [],
      status: 0,
      client: null,
      decline_reason: '',
      decided: null,
      decided_user: null,
      created: body.created,
      modified: body.modified,
    })
    expect((await caller.get(body.url)).body).toEqual(body)
    expect(idsIn(await caller.get(`/onlinebookingclient/?appointment__is=${appointment.id}`))).toEqual([body.id])
  })

  it('needs an appointment, a name, and a way to reach them', async () => {
    expect(codesOf(await caller.post('/onlinebookingclient/', {}, asProblem))).toEqual({ appointment: 'required' })
    expect(codesOf(await addClient({ email: 'a@example.com' }))).toEqual({ non_field_errors: 'required' })
    expect(codesOf(await addClient({ last_name: 'Virtanen' }))).toEqual({ non_field_errors: 'required' })
    expect((await addClient({ first_name: 'Aino', phone_number: '040 123 4567' })).status).toBe(201)
    expect((await addClient({ last_name: 'Virtanen', email: 'a@example.com' })).status).toBe(201)
  })

  it('refuses an e-mail address or a phone number that cannot be one', async () => {
    expect(codesOf(await addClient({ last_name: 'V', email: 'aino' }))).toEqual({ email: 'invalid' })
    expect(codesOf(await addClient({ last_name: 'V', phone_number: '12' }))).toEqual({ phone_number: 'invalid' })
  })

  it('[S233] belongs to an appointment that was booked online and is not cancelled', async () => {
    const name = { last_name: 'Virtanen', email: 'a@example.com' }
    const other = await givenAppointment(caller, { type: 1 })
    expect(codesOf(await addClient({ ...name, appointment: other.url }))).toEqual({ appointment: 'not_online' })
    const cancelled = await givenAppointment(caller, { type: 2, active: false })
    expect(codesOf(await addClient({ ...name, appointment: cancelled.url }))).toEqual({
      appointment: 'cancelled_appointment',
    })
    expect(codesOf(await addClient({ ...name, appointment: clinic.url('appointment', 999_999_999) }))).toEqual({
      appointment: 'does_not_exist',
    })
  })

  it('is the only one of its appointment, also when two come at once', async () => {
    const { url: appointment } = await givenAppointment(caller, { type: 2 })
    const answers = await twentyAtOnce(() => addClient({ last_name: 'V', email: 'a@example.com', appointment }))
    expect(statusesOf(answers)).toEqual([201, ...Array.from({ length: 19 }, () => 400)])
    expect(codesOf(answers.find(({ status }) => status === 400)!)).toEqual({ appointment: 'unique' })
  })
})

describe('an online booking patient', () => {
  it('[S235] [S446] is made with everything that the contract names, its codes as numbers both ways', async () => {
    const booking = await givenOnlineClient(caller)
    const sent = {
      onlinebookingclient: booking.url,
      name: 'Nalle',
      species: species('DOG'),
      breed: breed('DOG-MIX'),
      notes: 'Afraid of cats',
    }
    const { status, body, headers } = await caller.post('/onlinebookingpatient/', sent)
    expect([status, headers.get('location')]).toEqual([201, clinic.url('onlinebookingpatient', body.id)])
    expect(body).toEqual({
      id: body.id,
      url: clinic.url('onlinebookingpatient', body.id),
      ...sent,
      patient: null,
      created: body.created,
      modified: body.modified,
    })
    expect((await caller.get(body.url)).body).toEqual(body)
    const after = (await caller.get(booking.url)).body
    expect(after.patients).toEqual([body.url])
    expect(after.modified > booking.modified).toBe(true)
    expect(idsIn(await caller.get(`/onlinebookingpatient/?onlinebookingclient__is=${booking.id}`))).toEqual([body.id])
  })

  it('needs its booking and a name; species and breed may be unknown', async () => {
    expect(codesOf(await addPatient({}))).toEqual({ onlinebookingclient: 'required', name: 'required' })
    const { url: onlinebookingclient } = await givenOnlineClient(caller)
    expect((await addPatient({ onlinebookingclient, name: 'Nalle' })).body).toMatchObject({
      species: null,
      breed: null,
      notes: '',
    })
  })

  it('[S235] refuses codes that do not exist, names instead of codes, and a breed of another species', async () => {
    const { url: onlinebookingclient } = await givenOnlineClient(caller)
    const named = { onlinebookingclient, name: 'Nalle' }
    expect(codesOf(await addPatient({ ...named, species: 999_999 }))).toEqual({ species: 'does_not_exist' })
    expect(codesOf(await addPatient({ ...named, species: 'Dog' }))).toEqual({ species: 'invalid' })
    expect(codesOf(await addPatient({ ...named, species: species('CAT'), breed: breed('DOG-MIX') }))).toEqual({
      breed: 'wrong_species',
    })
    expect(codesOf(await addPatient({ ...named, breed: breed('DOG-MIX') }))).toEqual({ breed: 'species_required' })
  })

  it('is not added to a booking that has been decided about', async () => {
    const booking = await givenOnlineClient(caller)
    await decline(booking)
    expect(codesOf(await addPatient({ onlinebookingclient: booking.url, name: 'Nalle' }))).toEqual({
      onlinebookingclient: 'decided_already',
    })
  })
})

describe('the suggestions for an online booking', () => {
  it('names who has the same e-mail address or phone number, with what agrees and how sure it is', async () => {
    const contact = { email: 'Match.One@example.com', phone_number: '040 765 4321', last_name: 'Matchlast' }
    const booking = await givenOnlineClient(caller, { first_name: 'Other', ...contact })
    const pet = await givenOnlinePatient(caller, booking, { name: 'Rontti' })
    const both = await givenClient(caller, { lastname: 'Elsewhere', email: 'match.one@EXAMPLE.com' })
    await givenPhoneNumber(caller, both, { phone_number: '+358 40 765 4321' })
    const mail = await givenClient(caller, { firstname: 'Eero', lastname: 'matchlast', email: 'match.one@example.com' })
    const number = await givenClient(caller)
    await givenPhoneNumber(caller, number, { phone_number: '(040) 7654321' })
    const animal = await givenPatient(caller, { client: number.url, name: 'rontti' })
    const named = await givenClient(caller, { lastname: 'MATCHLAST' })
    const theirs = await givenPatient(caller, { client: named.url, name: 'RONTTI' })
    const before = (await caller.get(both.url)).body
    expect(await suggestionsFor(booking)).toEqual([
      { client: both.url, name: 'Elsewhere', certainty: 'high', matches: ['email', 'phone_number'], patients: [] },
      {
        client: number.url,
        name: number.lastname,
        certainty: 'high',
        matches: ['phone_number', 'patient_name'],
        patients: [{ onlinebookingpatient: pet.url, patient: animal.url, name: 'rontti' }],
      },
      {
        client: mail.url,
        name: 'Eero matchlast',
        certainty: 'medium',
        matches: ['email', 'last_name'],
        patients: [],
      },
      {
        client: named.url,
        name: 'MATCHLAST',
        certainty: 'low',
        matches: ['last_name', 'patient_name'],
        patients: [{ onlinebookingpatient: pet.url, patient: theirs.url, name: 'RONTTI' }],
      },
    ])
    expect((await caller.get(booking.url)).body.status).toBe(0)
    expect((await caller.get(both.url)).body).toEqual(before)
  })

  it('leaves out archived clients, and animals that are dead, archived or of another species', async () => {
    const contact = { email: 'match.two@example.com' }
    const booking = await givenOnlineClient(caller, contact)
    await givenOnlinePatient(caller, booking, { name: 'Musti', species: species('CAT') })
    const gone = await givenClient(caller, contact)
    await caller.patch(gone.url, { archived: true })
    const client = await givenClient(caller, contact)
    const dog = { client: client.url, name: 'Musti' }
    await givenPatient(caller, dog)
    await givenPatient(caller, { ...dog, species: species('CAT'), deceased: '2026-01-01' })
    await givenPatient(caller, { ...dog, species: species('CAT'), archived: true })
    expect(await suggestionsFor(booking)).toEqual([
      { client: client.url, name: client.lastname, certainty: 'medium', matches: ['email'], patients: [] },
    ])
    const cat = await givenPatient(caller, { ...dog, species: species('CAT') })
    expect((await suggestionsFor(booking))[0]).toMatchObject({ certainty: 'high', patients: [{ patient: cat.url }] })
  })

  it('are none for a stranger, of whom only the animal’s name or the last name is known', async () => {
    const client = await givenClient(caller, { lastname: 'Sukunimi' })
    await givenPatient(caller, { client: client.url, name: 'Bella' })
    const booking = await givenOnlineClient(caller, { last_name: 'Sukunimi', email: 'stranger@example.com' })
    expect(await suggestionsFor(booking)).toEqual([])
    const other = await givenOnlineClient(caller, { last_name: 'Toinen', email: 'other.stranger@example.com' })
    await givenOnlinePatient(caller, other, { name: 'Bella' })
    expect(await suggestionsFor(other)).toEqual([])
  })
})

describe('linking an online booking', () => {
  it('connects the appointment with a client, their patient and a new one', async () => {
    const appointment = await givenAppointment(caller, { type: 2 })
    const booking = await givenOnlineClient(caller, { appointment: appointment.url, first_name: 'Somebody' })
    const [known, unknown] = [
      await givenOnlinePatient(caller, booking),
      await givenOnlinePatient(caller, booking, { name: 'Uusi', species: species('CAT') }),
    ]
    const patient = await givenPatient(caller)
    const client = (await caller.get(patient.client)).body
    const { status, body } = await linkTo(booking, {
      client: client.url,
      patients: [{ onlinebookingpatient: known.url, patient: patient.url }, { onlinebookingpatient: unknown.url }],
    })
    expect([status, body.status, body.client]).toEqual([200, 1, client.url])
    expect(body.decided).not.toBe(null)
    expect(body.decided_user).toMatch(/\/user\/\d+\/$/)
    const made = (await caller.get(unknown.url)).body.patient
    expect((await caller.get(known.url)).body.patient).toBe(patient.url)
    expect((await caller.get(made)).body).toMatchObject({
      client: client.url,
      name: 'Uusi',
      species_code: species('CAT'),
      home_department: appointment.department,
    })
    expect((await caller.get(appointment.url)).body).toMatchObject({
      client: client.url,
      patients: [patient.url, made],
    })
    expect((await caller.get(client.url)).body).toMatchObject({ firstname: client.firstname, email: client.email })
  })

  it('wants to know of every animal what it is, once, and takes only the client’s patients', async () => {
    const booking = await givenOnlineClient(caller)
    const [one, two] = [await givenOnlinePatient(caller, booking), await givenOnlinePatient(caller, booking)]
    const stranger = await givenOnlinePatient(caller, await givenOnlineClient(caller))
    const [patient, another] = [await givenPatient(caller), await givenPatient(caller)]
    const link = async (...patients: Body[]) => codesOf(await linkTo(booking, { client: patient.client, patients }))
    const [first, second] = [{ onlinebookingpatient: one.url }, { onlinebookingpatient: two.url, patient: null }]
    expect(await link(first)).toEqual({ patients: 'required' })
    expect(await link(first, second, first)).toEqual({ 'patients.2.onlinebookingpatient': 'repeated' })
    expect(await link(first, second, { onlinebookingpatient: stranger.url })).toEqual({
      'patients.2.onlinebookingpatient': 'wrong_booking',
    })
    expect(await link({ ...first, patient: patient.url }, { ...second, patient: patient.url })).toEqual({
      'patients.1.patient': 'repeated',
    })
    expect(await link(first, { ...second, patient: another.url })).toEqual({ patients: 'wrong_client' })
    expect((await caller.get(booking.url)).body).toMatchObject({ status: 0, client: null })
    expect(idsIn(await caller.get(`/patient/?client__is=${patient.client}`))).toEqual([patient.id])
  })

  it('refuses an archived client, a cancelled appointment, and one with another client', async () => {
    const client = await givenClient(caller)
    const archived = await givenClient(caller, { archived: true })
    expect(codesOf(await linkTo(await givenOnlineClient(caller), { client: archived.url }))).toEqual({
      client: 'archived',
    })
    const cancelled = await givenOnlineClient(caller)
    await caller.patch(cancelled.appointment, { active: false })
    expect(codesOf(await linkTo(cancelled, { client: client.url }))).toEqual({
      non_field_errors: 'cancelled_appointment',
    })
    const taken = await givenOnlineClient(caller)
    await caller.patch(taken.appointment, { client: (await givenClient(caller)).url })
    expect(codesOf(await linkTo(taken, { client: client.url }))).toEqual({ non_field_errors: 'has_client' })
    expect(codesOf(await createClientOf(taken))).toEqual({ non_field_errors: 'has_client' })
    const same = await givenOnlineClient(caller)
    await caller.patch(same.appointment, { client: client.url })
    expect((await linkTo(same, { client: client.url })).status).toBe(200)
  })
})

describe('creating a client of an online booking', () => {
  it('makes client, phone number and patients, and connects them to the appointment', async () => {
    const booking = await givenOnlineClient(caller, {
      first_name: 'Uusi',
      last_name: 'Asiakas',
      email: 'uusi@example.com',
      phone_number: '040 555 0101',
      street_address: 'Rantakatu 3',
      zip_code: '00170',
      city: 'Helsinki',
    })
    const pet = await givenOnlinePatient(caller, booking, { name: 'Nalle', breed: breed('DOG-MIX') })
    const { status, body } = await createClientOf(booking)
    expect([status, body.status]).toEqual([200, 2])
    const client = (await caller.get(body.client)).body
    expect(client).toMatchObject({
      firstname: 'Uusi',
      lastname: 'Asiakas',
      email: 'uusi@example.com',
      street_address: 'Rantakatu 3',
      zip_code: '00170',
      city: 'Helsinki',
      country: 'FI',
    })
    expect((await caller.get(client.phone_numbers[0])).body).toMatchObject({
      phone_number: '040 555 0101',
      e164: '+358405550101',
      type_code: 1,
    })
    const { patient } = (await caller.get(pet.url)).body
    expect(client.patients).toEqual([patient])
    expect((await caller.get(patient)).body).toMatchObject({
      name: 'Nalle',
      species_code: species('DOG'),
      breed_code: breed('DOG-MIX'),
    })
    expect((await caller.get(booking.appointment)).body).toMatchObject({ client: client.url, patients: [patient] })
  })

  it('knows a landline by its number, and leaves out what was not written', async () => {
    const landline = await createClientOf(await givenOnlineClient(caller, { phone_number: '09 310 1691' }))
    const [number] = (await caller.get(landline.body.client)).body.phone_numbers
    expect((await caller.get(number)).body.type_code).toBe(0)
    const { body } = await createClientOf(await givenOnlineClient(caller))
    expect((await caller.get(body.client)).body.phone_numbers).toEqual([])
  })

  it('makes nothing where the clinic requires a custom field, and says which', async () => {
    const staff = await clinic.userCaller()
    const field = await givenClinicField(staff, { field_type: 1, is_required: true })
    const booking = await givenOnlineClient(caller, { last_name: 'Vaillinainen' })
    expect(codesOf(await createClientOf(booking))).toEqual({ fields_rel: 'required' })
    expect(idsIn(await caller.get('/client/?lastname__is=Vaillinainen'))).toEqual([])
    await staff.patch(field.url, { is_required: false })
    expect((await createClientOf(booking)).status).toBe(200)
  })
})

describe('declining an online booking', () => {
  it('cancels its appointment with the reason, so that the time is free', async () => {
    const booking = await givenOnlineClient(caller)
    const { status, body } = await decline(booking, 'No horses here.')
    expect([status, body.status, body.decline_reason, body.client]).toEqual([200, 3, 'No horses here.', null])
    expect((await caller.get(booking.appointment)).body).toMatchObject({
      active: false,
      cancellation_reason: 'No horses here.',
    })
    expect(codesOf(await caller.post(`${(await givenOnlineClient(caller)).url}decline/`, {}, asProblem))).toEqual({
      reason: 'required',
    })
  })

  it('leaves an appointment that was cancelled before as it is', async () => {
    const booking = await givenOnlineClient(caller)
    await caller.patch(booking.appointment, { active: false, cancellation_reason: 'Ill' })
    expect((await decline(booking)).body.status).toBe(3)
    expect((await caller.get(booking.appointment)).body.cancellation_reason).toBe('Ill')
  })
})

describe('taking a decision back', () => {
  const reopen = (booking: Body) => caller.post(`${booking.url}reopen/`, {}, asProblem)

  it('[decision-106] lets a booking wait again, its appointment without client and patients', async () => {
    const booking = await givenOnlineClient(caller)
    const pet = await givenOnlinePatient(caller, booking)
    const { body: created } = await createClientOf(booking)
    const { status, body } = await reopen(booking)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 0, client: null, decided: null, decided_user: null })
    expect((await caller.get(booking.appointment)).body).toMatchObject({ client: null, patients: [], active: true })
    expect((await caller.get(pet.url)).body.patient).toBe(null)
    expect((await caller.get(created.client)).body.archived).toBe(false)
    const again = { client: created.client, patients: [{ onlinebookingpatient: pet.url }] }
    expect((await linkTo(booking, again)).body).toMatchObject({ status: 1, client: created.client })
  })

  it('[decision-106] books the time again that declining had freed, unless somebody has it by now', async () => {
    const booking = await givenOnlineClient(caller)
    await decline(booking)
    expect((await reopen(booking)).body).toMatchObject({ status: 0, decline_reason: '' })
    const appointment = (await caller.get(booking.appointment)).body
    expect(appointment).toMatchObject({ active: true, cancellation_reason: '' })
    await decline(booking)
    const { start, end, user, department } = appointment
    expect((await caller.post('/appointment/', { start, end, user, department, type: 1 })).status).toBe(201)
    expect(codesOf(await reopen(booking))).toEqual({ non_field_errors: 'overlap' })
    expect((await caller.get(booking.url)).body.status).toBe(3)
  })

  it('leaves an appointment cancelled that was cancelled for another reason', async () => {
    const booking = await givenOnlineClient(caller)
    await caller.patch(booking.appointment, { active: false, cancellation_reason: 'Ill' })
    await decline(booking)
    expect((await reopen(booking)).body.status).toBe(0)
    expect((await caller.get(booking.appointment)).body).toMatchObject({ active: false, cancellation_reason: 'Ill' })
  })

  it('[decision-106] is refused before there is one, with a visit, and where the appointment has another client', async () => {
    const booking = await givenOnlineClient(caller)
    expect(codesOf(await reopen(booking))).toEqual({ non_field_errors: 'not_decided' })
    const patient = await givenPatient(caller)
    await linkTo(booking, { client: patient.client })
    await caller.patch(booking.appointment, { client: (await givenClient(caller)).url })
    expect(codesOf(await reopen(booking))).toEqual({ non_field_errors: 'has_client' })
    await caller.patch(booking.appointment, { client: patient.client, patients: [patient.url] })
    const { id } = (await caller.get(booking.appointment)).body
    expect((await caller.post(`/appointment/${id}/prepare/`, {})).status).toBe(201)
    expect(codesOf(await reopen(booking))).toEqual({ non_field_errors: 'has_visit' })
    expect((await caller.get(booking.url)).body).toMatchObject({ status: 1, client: patient.client })
  })
})

describe('a decision about an online booking', () => {
  it('is made once', async () => {
    const client = await givenClient(caller)
    for (const decideOn of [decline, createClientOf, (one: Body) => linkTo(one, { client: client.url })]) {
      const booking = await givenOnlineClient(caller)
      expect((await decideOn(booking)).status).toBe(200)
      const after = (await caller.get(booking.url)).body
      for (const again of [decline, createClientOf, (one: Body) => linkTo(one, { client: client.url })])
        expect(codesOf(await again(booking))).toEqual({ non_field_errors: 'decided_already' })
      expect((await caller.get(booking.url)).body).toEqual(after)
    }
  })

  it('is made once by twenty who decide at once', async () => {
    const booking = await givenOnlineClient(caller, { last_name: 'Kertaalleen' })
    await givenOnlinePatient(caller, booking)
    const answers = await twentyAtOnce((at) => (at % 4 === 3 ? decline(booking) : createClientOf(booking)))
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 19 }, () => 400)])
    const { status } = (await caller.get(booking.url)).body
    const made = idsIn(await caller.get('/client/?lastname__is=Kertaalleen'))
    expect(made).toHaveLength(status === 2 ? 1 : 0)
  })
})
