import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { departmentsQuery } from '../api/department.ts'
import { useMe } from '../api/me.ts'
import { idOf } from '../api/records.ts'

/** Of which department a page is, and where the money goes: the one that is chosen, else the one where the person works, else the first. */
export const useTillDepartment = () => {
  const me = useMe()
  const { data } = useQuery(departmentsQuery)
  const { department } = useSearch({ strict: false })
  const departments = data ?? []
  return (
    departments.find(({ url }) => idOf(url) === department) ??
    departments.find(({ url }) => url === me.home_department) ??
    departments[0]
  )
}
