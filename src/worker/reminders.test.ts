import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useApi, type ApiClient, type TestOrganisation, type TestResponse } from '../../test/support/api.ts'
import { asProblem, codesOf, givenAppointment, givenClient, givenReminder } from '../../test/support/clinic.ts'
import { connect, type Pool } from '../db/pool.ts'
import { inOrganisation } from '../db/tx.ts'
import { queueDueReminders } from '../domain/scheduling/reminders.ts'
import { queueReminders } from './reminders.ts'

type Body = TestResponse['body']
const api = await useApi()
let [worker, app]: Pool[] = []
beforeAll(() => {
  worker = connect(api.database.workerUrl, { max: 4 })
  app = connect(api.database.appUrl, { max: 8 })
})
afterAll(() => Promise.all([worker!.close(), app!.close()]))

let clinic: TestOrganisation
let caller: ApiClient
beforeEach(async () => {
  clinic = await api.givenOrganisation()
  caller = await clinic.caller()
})

const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const at = (hours: number) => ({ start: inHours(hours), end: inHours(hours + 0.5) })
/** Sets the clock of the clinic ahead. */
const passHours = (hours: number) =>
  clinic.within((tx) =>
    tx
      .updateTable('organisation')
      .set({ sandbox: true, clock_offset: hours * 3_600 })
      .execute(),
  )
const failures: unknown[] = []
const queue = () =>
  queueReminders({
    db: worker!.db,
    app: app!.db,
    onFailure: (_organisation, problem) => failures.push(problem),
    shouldContinue: () => true,
  })
const messages = () =>
  clinic.within((tx) =>
    tx
      .selectFrom('client_message')
      .select(['kind', 'channel', 'request', 'client', 'appointment', 'reminder', 'department', 'status'])
      .orderBy('id')
      .execute(),
  )
const statusOf = async ({ url }: Body): Promise<number> => (await caller.get(url)).body.status
const setMessage = (channel: number, status: number) =>
  clinic.within((tx) =>
    tx
      .updateTable('client_message')
      .set({ status, ...(status === 3 && { sent: new Date() }) })
      .where('channel', '=', channel)
      .execute(),
  )
const givenBooked = async (fields: Body = {}) =>
  givenAppointment(caller, { ...at(10), client: (await givenClient(caller)).url, ...fields })

describe('reminders that are due', () => {
  it('[S448] are queued by e-mail and text message, by the clock of the organisation', async () => {
    const appointment = await givenBooked()
    const reminder = await givenReminder(caller, { appointment: appointment.url, hours_before: 2 })
    await queue()
    expect(await messages()).toEqual([])
    expect(await statusOf(reminder)).toBe(0)
    await passHours(9)
    await queue()
    const message = {
      kind: 2,
      request: `${reminder.id} at ${new Date(appointment.start).toISOString()}`,
      client: Number(appointment.client.split('/').at(-2)),
      appointment: appointment.id,
      reminder: reminder.id,
      department: Number(appointment.department.split('/').at(-2)),
      status: 1,
    }
    expect(await messages()).toEqual([
      { ...message, channel: 1 },
      { ...message, channel: 2 },
    ])
    expect(await statusOf(reminder)).toBe(1)
    await queue()
    expect(await messages()).toHaveLength(2)
    expect(failures).toEqual([])
  })

  it('[S448] use the channels that were asked for', async () => {
    const { url: appointment } = await givenBooked()
    await givenReminder(caller, { appointment, hours_before: 2, send_sms: false })
    await givenReminder(caller, { appointment, hours_before: 3, send_email: false })
    await passHours(9)
    await queue()
    expect((await messages()).map(({ channel }) => channel)).toEqual([2, 1])
  })

  it('are queued once by several workers, and again by one that was stopped in the middle', async () => {
    for (let n = 0; n < 12; n++)
      await givenReminder(caller, { appointment: (await givenBooked()).url, hours_before: 2, send_sms: false })
    await passHours(9)
    await inOrganisation(app!.db, clinic.id, queueDueReminders, undefined, 'rollback')
    expect(await messages()).toEqual([])
    await Promise.all(Array.from({ length: 4 }, queue))
    await queue()
    const queued = await messages()
    expect(queued).toHaveLength(12)
    expect(new Set(queued.map(({ reminder }) => reminder)).size).toBe(12)
    expect(failures).toEqual([])
  })

  it('are not queued for a cancelled appointment', async () => {
    const appointment = await givenBooked()
    const reminder = await givenReminder(caller, { appointment: appointment.url, hours_before: 2 })
    await clinic.within((tx) =>
      tx.updateTable('appointment').set({ active: false }).where('id', '=', appointment.id).execute(),
    )
    await passHours(9)
    await queue()
    expect(await messages()).toEqual([])
    expect((await caller.get(reminder.url)).body).toMatchObject({ status: 0, due: null })
  })

  it('are queued once for every time that the appointment is moved to', async () => {
    const appointment = await givenBooked()
    const reminder = await givenReminder(caller, { appointment: appointment.url, hours_before: 2, send_sms: false })
    const staying = await givenReminder(caller, { appointment: appointment.url, send_at: inHours(8), send_sms: false })
    await passHours(9)
    await queue()
    expect(await messages()).toHaveLength(2)
    const start = { start: appointment.start, end: appointment.end }
    await caller.patch(appointment.url, at(40))
    expect([await statusOf(reminder), await statusOf(staying)]).toEqual([0, 1])
    await passHours(39)
    await queue()
    expect((await messages()).map((message) => message.reminder)).toEqual([reminder.id, staying.id, reminder.id])
    await passHours(0)
    await caller.patch(appointment.url, start)
    await passHours(9)
    await queue()
    expect(await messages()).toHaveLength(3)
    await setMessage(1, 3)
    expect(await statusOf(reminder)).toBe(3)
  })

  it('cannot be removed once they are queued', async () => {
    const reminder = await givenReminder(caller, { appointment: (await givenBooked()).url, hours_before: 2 })
    await passHours(9)
    await queue()
    expect(codesOf(await caller.delete(reminder.url, asProblem))).toEqual({ non_field_errors: 'queued_already' })
  })

  it('[S448] have the status of their messages', async () => {
    const reminder = await givenReminder(caller, { appointment: (await givenBooked()).url, hours_before: 2 })
    await passHours(9)
    await queue()
    const after = async (mail: number, sms: number) => {
      await setMessage(1, mail)
      await setMessage(2, sms)
      return statusOf(reminder)
    }
    expect(await after(2, 1)).toBe(2)
    expect(await after(5, 1)).toBe(1)
    expect(await after(5, 4)).toBe(4)
    expect(await after(5, 6)).toBe(4)
    expect(await after(5, 3)).toBe(3)
  })
})
