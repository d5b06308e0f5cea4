import { connect } from '../../src/db/pool.ts'
import { inOrganisation, type Tx } from '../../src/db/tx.ts'
import { createDepartment } from '../../src/domain/organisation/create-department.ts'
import { givenKeys, givenOrganisation, type Urls } from '../harness.ts'

/** A clinic with its calendars, and the Authorization headers of those who book there. */
export type Clinic = {
  readonly organisation: number
  readonly timeZone: string
  readonly department: number
  /** Whose calendars are booked. */
  readonly users: readonly number[]
  readonly clients: readonly number[]
  readonly keys: readonly string[]
  /** Whether the department's setting makes reminders, or the callers do. */
  readonly remindsByItself: boolean
}

/** Zones that change their clocks on different dates, one of them by the other way round. */
const places = [
  { country: 'FI', currency: 'EUR', time_zone: 'Europe/Helsinki' },
  { country: 'DE', currency: 'EUR', time_zone: 'Europe/Berlin' },
  { country: 'IE', currency: 'EUR', time_zone: 'Europe/Dublin' },
  { country: 'FI', currency: 'EUR', time_zone: 'Europe/Helsinki' },
] as const
export const clinicsCount = places.length
export const calendarsEach = 10

const givenUsers = async (tx: Tx) => {
  const people = Array.from({ length: calendarsEach }, (_, at) => ({
    first_name: 'Vet',
    last_name: `Number ${at}`,
    email: `vet-${at}@clinic.example`,
  }))
  return (await tx.insertInto('user').values(people).returning('id').execute()).map(({ id }) => id)
}

const givenClients = async (tx: Tx, count: number) => {
  const clients: number[] = []
  for (let made = 0; made < count; made += 500) {
    const people = Array.from({ length: Math.min(500, count - made) }, (_, at) => ({
      firstname: 'Client',
      lastname: `Number ${made + at}`,
      email: `client-${made + at}@home.example`,
    }))
    const rows = await tx.insertInto('client').values(people).returning('id').execute()
    const numbers = rows.map(({ id }, at) => {
      const phone_number = `+35840${String(1_000_000 + made + at)}`
      return { client: id, phone_number, e164: phone_number, type_code: 1 }
    })
    await tx.insertInto('phonenumber').values(numbers).execute()
    clients.push(...rows.map(({ id }) => id))
  }
  return clients
}

/** Works every day around the clock, so that free times show what a change of the clocks does. */
const givenShifts = (tx: Tx, department: number, user: number) =>
  tx
    .insertInto('shift')
    .values([1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ user, department, weekday, start: '00:00', end: '06:00' })))
    .execute()

export const givenClinics = async (urls: Urls, clientsEach: number, writers: number): Promise<Clinic[]> => {
  const { db, close } = connect(urls.app, { max: 1 })
  const clinics: Clinic[] = []
  for (const [at, place] of places.entries()) {
    const organisation = await givenOrganisation(urls, `Clinic ${at}`, place)
    const keys = await givenKeys(urls, organisation, writers, [
      'General: Appointments',
      'General: Patients and clients',
      'Settings: Departments',
      'Settings: Integration settings',
    ])
    const remindsByItself = at === places.length - 1
    clinics.push(
      await inOrganisation(db, organisation, async (tx) => {
        const department = await createDepartment(tx, undefined, { name: 'Main' })
        const users = await givenUsers(tx)
        await givenShifts(tx, department, users.at(-1)!)
        const clients = await givenClients(tx, clientsEach)
        return { organisation, timeZone: place.time_zone, department, users, clients, keys, remindsByItself }
      }),
    )
  }
  await close()
  return clinics
}
