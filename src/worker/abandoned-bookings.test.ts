// @module-tag waits
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useApi, type ApiClient, type TestOrganisation, type TestResponse } from '../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  givenAppointment,
  givenClient,
  givenOnlineClient,
  givenPatient,
  givenReminder,
} from '../../test/support/clinic.ts'
import { useSuperuser } from '../../test/support/database.ts'
import { connect, type Pool } from '../db/pool.ts'
import { inOrganisation } from '../db/tx.ts'
import { makeDeliveries } from '../domain/webhooks/make-deliveries.ts'
import { watchedTables } from '../domain/webhooks/triggers.ts'
import { cancelAbandoned } from '../domain/scheduling/awaited-clients.ts'
import { giveUpBookings } from './abandoned-bookings.ts'
import { processEvents } from './followers.ts'

type Body = TestResponse['body']
const api = await useApi()
const superuser = await useSuperuser(api)
let [worker, app]: Pool[] = []
beforeAll(() => {
  worker = connect(api.database.workerUrl, { max: 4 })
  app = connect(api.database.appUrl, { max: 8 })
})
afterAll(() => Promise.all([worker!.close(), app!.close()]))

let clinic: TestOrganisation
/** An application that acts for itself. */
let site: ApiClient
let staff: ApiClient
beforeEach(async () => {
  clinic = await api.givenOrganisation()
  site = await clinic.caller()
  staff = await clinic.userCaller()
})

/** Sets the clock of the clinic ahead. */
const passMinutes = (minutes: number) =>
  clinic.within((tx) =>
    tx
      .updateTable('organisation')
      .set({ sandbox: true, clock_offset: minutes * 60 })
      .execute(),
  )
const failures: unknown[] = []
const giveUp = async () => {
  await giveUpBookings({
    db: worker!.db,
    app: app!.db,
    onFailure: (_organisation, problem) => failures.push(problem),
    shouldContinue: () => true,
  })
  expect(failures).toEqual([])
}
const givenBooking = (who: ApiClient = site, fields: Body = {}): Promise<Body> =>
  givenAppointment(who, { type: 2, ...fields })
const read = async ({ url }: Body): Promise<Body> => (await staff.get(url)).body
const isActive = async (appointment: Body) => (await read(appointment)).active
/** How often an appointment was changed, its creation included. */
const countChanges = async ({ id }: Body) => {
  const changes = await clinic.within((tx) =>
    tx.selectFrom('auditevent').select('id').where('resource', '=', 'appointment').where('record', '=', id).execute(),
  )
  return changes.length
}

describe('an online booking that an application made for itself', () => {
  it('[S444] is cancelled with a reason when nobody is known to come 15 minutes later, by the clock of the organisation', async () => {
    const booking = await givenBooking()
    await passMinutes(14)
    await giveUp()
    expect(await isActive(booking)).toBe(true)
    await passMinutes(16)
    await giveUp()
    expect(await read(booking)).toMatchObject({
      active: false,
      cancellation_reason: 'Cancelled automatically: no client was given in time for this online booking.',
    })
  })

  it('[S444] is given up where a legacy key made it, and its time can be booked again', async () => {
    const place = await givenBooking(staff, { active: false })
    const booking = await givenBooking(await clinic.legacyCaller(), { user: place.user, department: place.department })
    await passMinutes(16)
    await giveUp()
    expect(await isActive(booking)).toBe(false)
    const { start, end, user, department } = booking
    expect((await site.post('/appointment/', { start, end, user, department, type: 2 })).status).toBe(201)
  })

  it('[S444] waits as long as its department says when it is made', async () => {
    const { id, url: department } = (await site.post('/department/', { name: 'Slow' })).body
    const setMinutes = (minutes: number) =>
      site.patch(`/settings/department/${id}/`, { online_booking_client_minutes: minutes })
    await setMinutes(60)
    const booking = await givenBooking(site, { department })
    await setMinutes(5)
    await passMinutes(59)
    await giveUp()
    expect(await isActive(booking)).toBe(true)
    await passMinutes(61)
    await giveUp()
    expect(await isActive(booking)).toBe(false)
  })

  it.each<[string, (booking: Body) => Promise<unknown>]>([
    ['an online booking client', (booking) => givenOnlineClient(site, { appointment: booking.url })],
    ['a client', async (booking) => site.patch(booking.url, { client: (await givenClient(site)).url })],
    ['become something else', (booking) => staff.patch(booking.url, { type: 7, notes: 'Will call back' })],
  ])('[S444] stays when it has %s by then', async (_what, complete) => {
    const booking = await givenBooking()
    await complete(booking)
    const before = await read(booking)
    await passMinutes(16)
    await giveUp()
    expect(await read(booking)).toEqual(before)
  })

  it('stays when a visit was prepared from it, even if its client is taken out', async () => {
    const booking = await givenBooking()
    const patient = await givenPatient(site)
    await site.patch(booking.url, { client: patient.client, patients: [patient.url] })
    const prepared = await staff.post(`${booking.url}prepare/`, {})
    expect(prepared.status).toBe(201)
    await site.patch(booking.url, { client: null, patients: [] })
    await passMinutes(16)
    await giveUp()
    expect(await read(booking)).toMatchObject({ active: true, client: null, consultation: prepared.body.url })
  })

  it('that was cancelled keeps its own reason, and is not cancelled twice', async () => {
    const [own, ours] = [await givenBooking(), await givenBooking()]
    await site.patch(own.url, { active: false, cancellation_reason: 'Chose another day' })
    await passMinutes(16)
    await giveUp()
    await giveUp()
    expect(await read(own)).toMatchObject({ active: false, cancellation_reason: 'Chose another day' })
    expect(await countChanges(ours)).toBe(2)
  })

  it('is looked at once: later its client may be taken out again', async () => {
    const booking = await givenBooking()
    await site.patch(booking.url, { client: (await givenClient(site)).url })
    await passMinutes(16)
    await giveUp()
    await staff.patch(booking.url, { client: null })
    await giveUp()
    expect(await isActive(booking)).toBe(true)
  })

  it('that its application books again waits anew, and one that staff book again stays', async () => {
    const [again, kept] = [await givenBooking(), await givenBooking()]
    await passMinutes(16)
    await giveUp()
    // Of a caller who has not been here, nothing is remembered: neither is the time by the earlier clock.
    expect((await (await clinic.caller()).patch(again.url, { active: true })).status).toBe(200)
    expect((await staff.patch(kept.url, { active: true })).status).toBe(200)
    await giveUp()
    expect([await isActive(again), await isActive(kept)]).toEqual([true, true])
    await passMinutes(32)
    await giveUp()
    expect([await isActive(again), await isActive(kept)]).toEqual([false, true])
  })

  it('has no more reminders once it is given up', async () => {
    const booking = await givenBooking()
    const reminder = await givenReminder(site, { appointment: booking.url, hours_before: 24 })
    await passMinutes(16)
    await giveUp()
    expect((await staff.get(reminder.url)).body.due).toBeNull()
  })

  it('[S522] tells the webhooks of trigger 22 that it was cancelled', async () => {
    const { id: hook } = (
      await site.post('/hook/webhook/', { trigger: 22, url: 'https://hooks.example.com/cancelled', content_type: 2 })
    ).body
    const booking = await givenBooking()
    await passMinutes(16)
    await giveUp()
    const follower = { name: 'webhooks', resources: watchedTables, process: makeDeliveries('https://api.example.com') }
    while ((await processEvents(worker!.db, clinic.id, follower)) > 0);
    const deliveries = await clinic.within((tx) =>
      tx.selectFrom('delivery').select('body').where('webhook', '=', hook).execute(),
    )
    expect(deliveries.map(({ body }) => JSON.parse(body))).toMatchObject([{ trigger: 22, appointment_id: booking.id }])
  })
})

describe('what is left alone', () => {
  it('are the appointments of staff, those of other types, and those from before', async () => {
    const [staffs, other, earlier] = [
      await givenBooking(staff),
      await givenBooking(site, { type: 7 }),
      await givenBooking(),
    ]
    await superuser.query('delete from awaited_client where appointment = $1', [earlier.id])
    await passMinutes(60 * 24)
    await giveUp()
    expect([await isActive(staffs), await isActive(other), await isActive(earlier)]).toEqual([true, true, true])
  })

  it('is the clinic whose clock shows another time', async () => {
    const booking = await givenBooking()
    const [first, firstStaff] = [booking, staff]
    clinic = await api.givenOrganisation()
    const other = await givenBooking(await clinic.caller())
    staff = await clinic.userCaller()
    await passMinutes(16)
    await giveUp()
    expect([(await firstStaff.get(first.url)).body.active, await isActive(other)]).toEqual([true, false])
  })
})

describe('a client who comes at the very moment', () => {
  const guest = (booking: Body) => ({ appointment: booking.url, last_name: 'Virtanen', email: 'a@example.com' })

  it('keeps the booking when they are first: it is left until they are through', async () => {
    const booking = await givenBooking()
    await passMinutes(16)
    await clinic.within(async (tx) => {
      await sql`select from appointment where id = ${booking.id} for share`.execute(tx)
      await sql`insert into onlinebookingclient (appointment, last_name, email)
        values (${booking.id}, 'Virtanen', 'a@example.com')`.execute(tx)
      await giveUp()
    })
    await giveUp()
    expect(await isActive(booking)).toBe(true)
  })

  it('is told that it was cancelled when they are second', async () => {
    const booking = await givenBooking()
    await passMinutes(16)
    const answer = await inOrganisation(app!.db, clinic.id, async (tx) => {
      expect(await cancelAbandoned(tx)).toBe(1)
      const sent = site.post('/onlinebookingclient/', guest(booking), asProblem)
      await vi.waitFor(async () => {
        const { rowCount } = await superuser.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rowCount).toBe(1)
      }, 600_000)
      return { sent }
    })
    expect(codesOf(await answer.sent)).toEqual({ appointment: 'cancelled_appointment' })
    expect(await isActive(booking)).toBe(false)
  })
})

it('bookings are given up once by several workers, and again by one that was stopped in the middle', async () => {
  const bookings: Body[] = []
  for (let n = 0; n < 12; n++) bookings.push(await givenBooking())
  await passMinutes(16)
  await inOrganisation(app!.db, clinic.id, cancelAbandoned, undefined, 'rollback')
  expect(await isActive(bookings[0])).toBe(true)
  await Promise.all(Array.from({ length: 4 }, giveUp))
  for (const booking of bookings) expect(await countChanges(booking)).toBe(2)
})
