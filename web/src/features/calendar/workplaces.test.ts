import { describe, expect, it } from 'vitest'
import type { Department, Shift, User } from '../../api/records.ts'
import { departmentFor, workerFor, workplacesOn } from './workplaces.ts'

const url = (kind: string, id: number) => `https://clinic.example/1/${kind}/${id}/`
const department = (id: number, time_zone = 'Europe/Helsinki') =>
  ({ url: url('department', id), name: `Department ${id}`, time_zone }) as Department
const shift = (user: number, place: number, weekday: number, start: string, end: string) =>
  ({ user: url('user', user), department: url('department', place), weekday, date: null, start, end }) as Shift
const person = (id: number, home?: number) =>
  ({ url: url('user', id), home_department: home === undefined ? null : url('department', home) }) as User

const [hospital, branch] = [1, 2]
const [aalto, virta, salo, lind] = [11, 12, 13, 14]
/** Tuesday, two hours ahead of UTC. */
const at = (time: string, date = '2027-01-19') => Date.parse(`${date}T${time}:00+02:00`)
const known = {
  departments: [department(hospital), department(branch)],
  staff: [person(aalto), person(virta), person(salo), person(lind, branch)],
  shifts: [
    shift(aalto, hospital, 2, '08:00', '16:00'),
    shift(virta, hospital, 2, '08:00', '12:00'),
    shift(virta, branch, 2, '12:00', '16:00'),
    shift(virta, branch, 3, '08:00', '12:00'),
    shift(virta, hospital, 3, '08:00', '12:00'),
  ],
}

describe('the department of an appointment', () => {
  it('is where the vet works then', () => {
    expect(departmentFor(known, { user: aalto, start: at('09:00') })).toBe(hospital)
    expect(departmentFor(known, { user: virta, start: at('11:45') })).toBe(hospital)
    expect(departmentFor(known, { user: virta, start: at('12:00') })).toBe(branch)
  })

  it('is where the vet works on that day, before and after the hours', () => {
    expect(departmentFor(known, { user: aalto, start: at('18:00') })).toBe(hospital)
    expect(departmentFor(known, { user: virta, start: at('18:00') })).toBeUndefined()
  })

  it('is home for somebody without shifts, and otherwise asked for', () => {
    expect(departmentFor(known, { user: lind, start: at('09:00') })).toBe(branch)
    expect(departmentFor(known, { user: salo, start: at('09:00') })).toBeUndefined()
    expect(departmentFor(known, { user: salo, start: at('09:00'), shown: branch })).toBe(branch)
  })

  it('is asked for where the vet works at two at once or on no such day, and kept for the same vet', () => {
    const start = at('09:00', '2027-01-20')
    expect(departmentFor(known, { user: virta, start })).toBeUndefined()
    expect(departmentFor(known, { user: virta, start, before: { user: virta, department: branch, start } })).toBe(
      branch,
    )
    const sunday = at('09:00', '2027-01-24')
    const before = { user: aalto, department: hospital, start: at('09:00') }
    expect(departmentFor(known, { user: aalto, start: sunday, before })).toBeUndefined()
    expect(departmentFor(known, { user: aalto, start: sunday, before: { ...before, start: sunday } })).toBe(hospital)
    expect(departmentFor(known, { user: salo, start: sunday, before: { ...before, user: salo } })).toBe(hospital)
  })

  it('is never asked for where there is only one', () => {
    const one = { ...known, departments: [department(hospital)] }
    expect(departmentFor(one, { user: salo, start: at('09:00') })).toBe(hospital)
  })

  it('stands in the head of a column', () => {
    expect(workplacesOn(known, virta, '2027-01-19')).toEqual([hospital, branch])
    expect(workplacesOn(known, aalto, '2027-01-24')).toEqual([])
    expect(workplacesOn(known, lind, '2027-01-24')).toEqual([branch])
  })
})

describe('the week that is shown first', () => {
  const { shifts } = known

  it('is one’s own where one works', () => {
    expect(workerFor(shifts, virta, undefined)).toBe(virta)
    expect(workerFor(shifts, virta, branch)).toBe(virta)
  })

  it('is that of somebody who works in the department that is shown', () => {
    expect(workerFor(shifts, aalto, branch)).toBe(virta)
    expect(workerFor(shifts, salo, hospital)).toBe(aalto)
  })

  it('is one’s own where nobody is planned', () => {
    expect(workerFor([], salo, branch)).toBe(salo)
  })
})
