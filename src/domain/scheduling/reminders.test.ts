import { describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  givenAppointment,
  givenClient,
  givenDepartment,
  givenOnlineClient,
  givenReminder,
  idsIn,
  statusesOf,
  twentyAtOnce,
} from '../../../test/support/clinic.ts'

type Body = TestResponse['body']
const { clinic, caller } = await useClinic()

const hour = 3_600_000
const began = Date.now()
/** A time after the tests began. */
const inHours = (hours: number) => new Date(began + hours * hour).toISOString()
const written = (moment: string) => moment.replace('Z', '000Z')
const at = (hours: number) => ({ start: inHours(hours), end: inHours(hours + 0.5) })
const remind = (body: Body) => caller.post('/appointment_reminder/', body, asProblem)
const remindersOf = async ({ id }: Body): Promise<Body[]> =>
  (await caller.get(`/appointment_reminder/?appointment__is=${id}`)).body.results

/** A department that reminds its clients, so many hours before. */
const givenReminding = async (reminder_hours_before: number | null) => {
  const department = await givenDepartment(caller)
  const { status } = await caller.patch(`/settings/department/${department.id}/`, { reminder_hours_before })
  expect(status).toBe(200)
  return department
}

describe('a reminder', () => {
  it('[S448] is made for an appointment, at a time or some hours before', async () => {
    const appointment = await givenAppointment(caller, at(100))
    const send_at = inHours(50)
    const fixed = await caller.post('/appointment_reminder/', {
      appointment: appointment.url,
      send_at,
      send_email: true,
      send_sms: false,
    })
    expect([fixed.status, fixed.headers.get('location')]).toEqual([
      201,
      clinic.url('appointment_reminder', fixed.body.id),
    ])
    expect(fixed.body).toEqual({
      id: fixed.body.id,
      url: clinic.url('appointment_reminder', fixed.body.id),
      appointment: appointment.url,
      send_at: written(send_at),
      hours_before: null,
      send_email: true,
      send_sms: false,
      automatic: false,
      due: written(send_at),
      status: 0,
      created: fixed.body.created,
      modified: fixed.body.modified,
    })
    const before = await remind({ appointment: appointment.url, hours_before: 24 })
    expect(before.body).toMatchObject({
      send_at: null,
      hours_before: 24,
      send_email: true,
      send_sms: true,
      due: written(inHours(76)),
    })
    expect(idsIn(await caller.get(`/appointment_reminder/?appointment__is=${appointment.id}`))).toEqual([
      fixed.body.id,
      before.body.id,
    ])
  })

  it('needs exactly one time, a channel, and an appointment that is not cancelled', async () => {
    const { url: appointment } = await givenAppointment(caller, at(100))
    expect(codesOf(await remind({}))).toEqual({ appointment: 'required' })
    expect(codesOf(await remind({ appointment }))).toEqual({ non_field_errors: 'send_at_or_hours_before' })
    expect(codesOf(await remind({ appointment, send_at: inHours(10), hours_before: 3 }))).toEqual({
      non_field_errors: 'send_at_or_hours_before',
    })
    expect(codesOf(await remind({ appointment, hours_before: 3, send_email: false, send_sms: false }))).toEqual({
      non_field_errors: 'required',
    })
    expect(codesOf(await remind({ appointment, hours_before: 0 }))).toEqual({ hours_before: 'min_value' })
    await caller.patch(appointment, { active: false })
    expect(codesOf(await remind({ appointment, hours_before: 3 }))).toEqual({ appointment: 'cancelled_appointment' })
  })

  it('is sent after now and before the appointment', async () => {
    const { url: appointment } = await givenAppointment(caller, at(10))
    expect(codesOf(await remind({ appointment, send_at: inHours(-1) }))).toEqual({ send_at: 'time_passed' })
    expect(codesOf(await remind({ appointment, send_at: inHours(10) }))).toEqual({ send_at: 'after_appointment' })
    expect(codesOf(await remind({ appointment, hours_before: 11 }))).toEqual({ hours_before: 'time_passed' })
    expect((await remind({ appointment, hours_before: 9 })).status).toBe(201)
  })

  it('follows the appointment by its hours, and stays at its time', async () => {
    const appointment = await givenAppointment(caller, at(100))
    const following = await givenReminder(caller, { appointment: appointment.url })
    const staying = await givenReminder(caller, { appointment: appointment.url, send_at: inHours(50) })
    await caller.patch(appointment.url, at(200))
    expect((await caller.get(following.url)).body.due).toBe(written(inHours(176)))
    expect((await caller.get(staying.url)).body).toMatchObject({ send_at: staying.send_at, due: staying.due })
    expect((await caller.get(following.url)).body.modified > following.modified).toBe(true)
  })

  it('has no time while its appointment is cancelled, or where a move has made it too late', async () => {
    const appointment = await givenAppointment(caller, at(100))
    const { url } = await givenReminder(caller, { appointment: appointment.url })
    const due = async () => (await caller.get(url)).body.due
    await caller.patch(appointment.url, { active: false })
    expect(await due()).toBe(null)
    await caller.patch(appointment.url, { active: true })
    expect(await due()).toBe(written(inHours(76)))
    await caller.patch(appointment.url, at(20))
    expect(await due()).toBe(null)
    await caller.patch(appointment.url, at(30))
    expect(await due()).toBe(written(inHours(6)))
  })

  it('can be removed once, which leaves a tombstone', async () => {
    const reminder = await givenReminder(caller)
    const answers = await twentyAtOnce(() => caller.delete(reminder.url))
    expect(statusesOf(answers)).toEqual([204, ...Array.from({ length: 19 }, () => 404)])
    expect((await caller.get(reminder.url)).status).toBe(404)
    const gone = (await caller.get('/deleted/?ordering=-id')).body.results
    expect(gone).toContainEqual(expect.objectContaining({ resource: 'appointment_reminder', record: reminder.id }))
  })
})

describe('a department that reminds its clients', () => {
  it('makes a reminder when an appointment with a client is booked', async () => {
    const [department, client] = [await givenReminding(24), await givenClient(caller)]
    const appointment = await givenAppointment(caller, {
      ...at(100),
      department: department.url,
      client: client.url,
    })
    expect(await remindersOf(appointment)).toEqual([
      expect.objectContaining({
        automatic: true,
        hours_before: 24,
        send_email: true,
        send_sms: true,
        due: written(inHours(76)),
        status: 0,
      }),
    ])
  })

  it('makes none without a client, for a time that has passed, or where the setting is null', async () => {
    const [department, client] = [await givenReminding(24), await givenClient(caller)]
    const place = { department: department.url }
    expect(await remindersOf(await givenAppointment(caller, { ...at(100), ...place }))).toEqual([])
    expect(await remindersOf(await givenAppointment(caller, { ...at(20), ...place, client: client.url }))).toEqual([])
    const silent = { department: (await givenReminding(null)).url }
    expect(await remindersOf(await givenAppointment(caller, { ...at(100), ...silent, client: client.url }))).toEqual([])
  })

  it('makes it when the appointment gets its client, or is moved far enough', async () => {
    const [department, client] = [await givenReminding(24), await givenClient(caller)]
    const later = await givenAppointment(caller, { ...at(100), department: department.url })
    await caller.patch(later.url, { client: client.url })
    expect(await remindersOf(later)).toHaveLength(1)
    const moved = await givenAppointment(caller, { ...at(20), department: department.url, client: client.url })
    await caller.patch(moved.url, at(100))
    expect(await remindersOf(moved)).toHaveLength(1)
    await caller.patch(moved.url, at(120))
    expect(await remindersOf(moved)).toEqual([expect.objectContaining({ due: written(inHours(96)) })])
  })

  it('makes it when an online booking is linked to a client', async () => {
    const [department, client] = [await givenReminding(24), await givenClient(caller)]
    const appointment = await givenAppointment(caller, { ...at(100), type: 2, department: department.url })
    const booking = await givenOnlineClient(caller, { appointment: appointment.url })
    await caller.post(`${booking.url}link/`, { client: client.url })
    expect(await remindersOf(appointment)).toHaveLength(1)
  })

  it('counts for appointments that are moved to it, and one that reminds nobody takes it back', async () => {
    const [day, none, client] = [await givenReminding(24), await givenReminding(null), await givenClient(caller)]
    const appointment = await givenAppointment(caller, { ...at(100), department: day.url, client: client.url })
    const twoHours = await givenReminding(2)
    await caller.patch(appointment.url, { department: twoHours.url })
    expect(await remindersOf(appointment)).toEqual([
      expect.objectContaining({ hours_before: 2, due: written(inHours(98)) }),
    ])
    await caller.patch(appointment.url, { department: none.url })
    expect(await remindersOf(appointment)).toEqual([expect.objectContaining({ due: null })])
  })
})
