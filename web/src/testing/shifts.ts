import type { Department, Me, Shift, User } from '../api/records.ts'

const base = 'https://clinic.example/api/0.1'
const person = (id: number, first_name: string, last_name: string) =>
  ({ id, url: `${base}/user/${id}/`, first_name, last_name, title: '' }) as User

export const veera = person(2, 'Veera', 'Lehto')
export const otto = person(3, 'Otto', 'Ranta')
export const hospital = {
  id: 1,
  url: `${base}/department/1/`,
  name: 'Hospital',
  time_zone: 'Europe/Paris',
} as Department

/** Whoever may see what is booked. */
export const seesBooked = { permissions: [{ name: 'General: Appointments', access: 'read' }] } as unknown as Partial<Me>

export const listOf = (results: readonly object[]) => ({ count: results.length, next: null, results })

/** A shift of Veera's at the hospital; without times it is leave. */
export const givenShift = (id: number, more: Partial<Shift> = {}): Shift => ({
  user: veera.url,
  department: hospital.url,
  id,
  url: `${base}/shift/${id}/`,
  weekday: null,
  date: null,
  start: null,
  end: null,
  created: '2026-11-01T08:00:00Z',
  modified: '2026-11-01T08:00:00Z',
  ...more,
})

/** Half an hour that is booked with Veera. */
export const givenBooked = (start: string) => ({
  id: 5,
  start,
  end: new Date(Date.parse(start) + 30 * 60_000).toISOString(),
  user: veera.url,
  department: hospital.url,
  title: 'Vaccination',
  notes: '',
})
