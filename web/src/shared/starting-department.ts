import { idOf, type Me } from '../api/records.ts'

/** Where somebody works: the department that they chose last, on whatever device, or else their home department. */
export const departmentOf = ({ preferences, home_department }: Me) => {
  const kept = preferences['app.department']
  if (typeof kept === 'number') return kept
  return kept === 'all' || home_department === null ? undefined : idOf(home_department)
}
