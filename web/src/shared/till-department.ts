import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { departmentsQuery, useMe } from '../api/me.ts'
import { idOf } from '../api/records.ts'

/** Where the money goes: the department that is chosen, else the one where the person works, else the first. */
export const useTillDepartment = () => {
  const me = useMe()
  const { data } = useQuery(departmentsQuery)
  const { department } = useSearch({ strict: false })
  const departments = data?.results ?? []
  return (
    departments.find(({ url }) => idOf(url) === department) ??
    departments.find(({ url }) => url === me.home_department) ??
    departments[0]
  )
}
