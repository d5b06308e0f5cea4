import { type BodyOf, composite, entry } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import type { Department, DepartmentSettings } from './records.ts'
import { idOf } from './records.ts'
import { showsAll } from './shows.ts'

export const departmentSettingsKey = ['department_settings'] as const

export const departmentSettingsQuery = (department: string) =>
  queryOptions({
    queryKey: [...departmentSettingsKey, idOf(department)],
    queryFn: ({ signal }) => api.get('/settings/department/{id}/', { path: { id: idOf(department) }, signal }),
    staleTime: 10 * 60_000,
    meta: showsAll('department_settings'),
  })

export type DepartmentChanges = {
  readonly department: BodyOf<'PATCH', '/department/{id}/'>
  readonly settings: BodyOf<'PATCH', '/settings/department/{id}/'>
}

/** Changes a location and its settings, both or neither, and answers what of them was changed. */
export const changeDepartment = async (
  [department, settings]: readonly [Department, DepartmentSettings],
  changes: DepartmentChanges,
  key?: string,
) => {
  const path = { id: department.id }
  const isEmpty = (body: object) => Object.keys(body).length === 0
  const entries = [
    ...(isEmpty(changes.department)
      ? []
      : [
          entry('department', 'PATCH', '/department/{id}/', {
            path,
            body: changes.department,
            ifMatch: department.modified,
          }),
        ]),
    ...(isEmpty(changes.settings)
      ? []
      : [
          entry('settings', 'PATCH', '/settings/department/{id}/', {
            path,
            body: changes.settings,
            ifMatch: settings.modified,
          }),
        ]),
  ]
  const answers = await composite(api, entries, { key })
  return {
    department: isEmpty(changes.department) ? undefined : answers.department.body,
    settings: isEmpty(changes.settings) ? undefined : answers.settings.body,
  }
}
