import { fieldProblemsOf, messageOf } from '../../../api/problem.ts'
import type { Department, PermissionGroup, User } from '../../../api/records.ts'
import { type Problems, problemsBy } from '../../../shared/problems.tsx'
import type { Conflict } from '../../../shared/use-change.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { type Draft, fieldId } from './PersonFields.tsx'

const shown = new Set(['first_name', 'last_name', 'email', 'title', 'initials', 'phone', 'home_department'])

const idOf = (name: string) => (shown.has(name) ? fieldId(name) : '')

/** What the service refused, at the fields it is about, and else at none. */
export const problemsOf = (error: unknown): Problems => {
  const fields = Object.entries(fieldProblemsOf(error))
  if (fields.length === 0) return { '': messageOf(error) }
  return problemsBy(
    fields.flatMap(([name, found]) => found.map(({ message }): [string, string] => [idOf(name), message])),
  )
}

/** What somebody else has changed where something else was typed, and to what. */
export const conflictsIn = (
  { now, overlapping, author }: Conflict<User>,
  groups: readonly PermissionGroup[],
  departments: readonly Department[] = [],
): Problems => {
  const { form, noGroup } = settingsText.people
  const labels: Readonly<Record<keyof Draft, string>> = {
    first_name: form.first,
    last_name: form.last,
    email: form.email,
    title: form.title,
    initials: form.initials,
    phone: form.phone,
    home_department: form.department,
    permission_groups: form.groups,
  }
  const namesOf = (urls: readonly (string | null)[]) =>
    [...groups, ...departments]
      .filter(({ url }) => urls.includes(url))
      .map(({ name }) => name)
      .join(', ')
  const nowIn = (name: keyof Draft) => {
    if (name === 'permission_groups') return namesOf(now.permission_groups) || noGroup
    if (name === 'home_department') return namesOf([now.home_department]) || form.noDepartment
    return now[name] === '' ? form.empty : `“${now[name]}”`
  }
  return problemsBy(
    (overlapping as readonly (keyof Draft)[]).map((name) => [
      idOf(name),
      form.conflict(labels[name], author, nowIn(name)),
    ]),
  )
}
