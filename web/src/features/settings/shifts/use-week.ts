import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { departmentsQuery } from '../../../api/department.ts'
import { type Department, idOf, type Shift, type User } from '../../../api/records.ts'
import { datedShiftsQuery, weeklyShiftsQuery } from '../../../api/shift.ts'
import { clinicalStaffQuery, staffQuery } from '../../../api/user.ts'
import { addDays } from '../../../format.ts'

const byName = (one: User, other: User) =>
  one.last_name.localeCompare(other.last_name) || one.first_name.localeCompare(other.first_name)

type Known = {
  readonly staff: readonly User[]
  readonly clinical: readonly User[]
  readonly shifts: readonly Shift[]
  readonly department: Department
}

/** Whoever has shifts in the department, and whoever treats animals there: at home, or nowhere yet. */
const plannedIn = ({ staff, clinical, shifts, department }: Known) => {
  const [here, anywhere] = [new Set<string>(), new Set<string>()]
  for (const shift of shifts) {
    anywhere.add(shift.user)
    if (shift.department === department.url) here.add(shift.user)
  }
  const treats = new Set(clinical.map(({ url }) => url))
  const isHome = ({ url, home_department }: User) =>
    home_department === department.url || (home_department === null && !anywhere.has(url))
  return staff.filter((person) => here.has(person.url) || (treats.has(person.url) && isHome(person)))
}

/** The shifts of a week and of the one after, and whose they are. The weeks beside them are loaded ahead. */
export const useWeek = (monday: string, department: Department | undefined, also: number | undefined) => {
  const client = useQueryClient()
  const asked = datedShiftsQuery(monday, addDays(monday, 13))
  const dated = useQuery(asked)
  const weekly = useQuery(weeklyShiftsQuery)
  const staff = useQuery(staffQuery)
  const clinical = useQuery(clinicalStaffQuery('Clinical: Consultations'))
  const departments = useQuery(departmentsQuery)
  const isLoaded = dated.data !== undefined
  useEffect(() => {
    if (!isLoaded) return
    for (const days of [7, -7])
      void client.prefetchQuery(datedShiftsQuery(addDays(monday, days), addDays(monday, days + 13)))
  }, [client, monday, isLoaded])
  const needed = [dated, weekly, staff, clinical, departments]
  const isKnown = needed.every(({ data }) => data !== undefined) && department !== undefined
  const everyone = (staff.data ?? []).toSorted(byName)
  const shifts = [...(weekly.data ?? []), ...(dated.data ?? [])]
  const planned = isKnown
    ? new Set(plannedIn({ staff: everyone, clinical: clinical.data ?? [], shifts, department }))
    : new Set<User>()
  return {
    isKnown,
    everyone,
    weekly: weekly.data ?? [],
    shifts,
    /** Who has a row. */
    people: everyone.filter((person) => planned.has(person) || person.id === also),
    others: everyone.filter((person) => !planned.has(person) && person.id !== also),
    /** Leave is no shift: it does not keep a website to any times. */
    hasShifts:
      department !== undefined &&
      shifts.some((shift) => shift.start !== null && idOf(shift.department) === department.id),
    error: needed.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    retry: () => void Promise.all(needed.map(({ refetch }) => refetch())),
  }
}
