import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { departmentsQuery } from '../../../api/department.ts'
import type { PermissionGroup, User } from '../../../api/records.ts'
import { Field, problemOf } from '../../../shared/form.tsx'
import form from '../../../shared/form.module.css'
import type { Problems } from '../../../shared/problems.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { GroupChoice } from './GroupChoice.tsx'
import classes from './People.module.css'

/** What is typed about a person. */
export type Draft = Pick<
  User,
  'first_name' | 'last_name' | 'email' | 'title' | 'initials' | 'phone' | 'home_department' | 'permission_groups'
>

export const emptyDraft: Draft = {
  first_name: '',
  last_name: '',
  email: '',
  title: '',
  initials: '',
  phone: '',
  home_department: null,
  permission_groups: [],
}

export const draftOf = (person: User | undefined): Draft => {
  if (person === undefined) return emptyDraft
  const { first_name, last_name, email, title, initials, phone, home_department, permission_groups } = person
  return { first_name, last_name, email, title, initials, phone, home_department, permission_groups }
}

export const fieldId = (name: string) => `person-${name}`

/** What is missing, by the id of its field. */
export const missingIn = ({ last_name, email }: Draft): Problems => ({
  ...(last_name.trim() === '' && { [fieldId('last_name')]: settingsText.people.form.needName }),
  ...(email.trim() === '' && { [fieldId('email')]: settingsText.people.form.needEmail }),
})

type Props = {
  readonly draft: Draft
  readonly problems: Problems
  readonly groups: readonly PermissionGroup[]
  readonly emailHint: ReactNode
  readonly isOwn?: boolean
  readonly onChange: (draft: Draft) => void
}

/** The fields of a person, for an invitation and for a change. */
export const PersonFields = ({ draft, problems, groups, emailHint, isOwn = false, onChange }: Props) => {
  const { data: departments } = useQuery(departmentsQuery)
  const line = (
    name: 'first_name' | 'last_name' | 'email' | 'title' | 'initials' | 'phone',
    label: string,
    more: { readonly max: number; readonly isFirst?: boolean; readonly isNeeded?: boolean; readonly hint?: ReactNode },
  ) => (
    <Field
      id={fieldId(name)}
      label={label}
      problems={problems}
      {...(more.isNeeded === true && { isNeeded: true })}
      hint={more.hint}
    >
      <input
        id={fieldId(name)}
        className={form['input']}
        type={name === 'email' ? 'email' : 'text'}
        autoComplete="off"
        maxLength={more.max}
        value={draft[name]}
        readOnly={name === 'email' && isOwn}
        data-first={more.isFirst}
        onChange={({ target }) => onChange({ ...draft, [name]: target.value })}
        {...problemOf(fieldId(name), problems)}
      />
    </Field>
  )
  const { form: words } = settingsText.people
  return (
    <>
      <div className={classes['pair']}>
        {line('first_name', words.first, { max: 127, isFirst: true })}
        {line('last_name', words.last, { max: 127, isNeeded: true })}
      </div>
      {line('email', words.email, { max: 254, isNeeded: true, hint: emailHint })}
      <GroupChoice
        groups={groups}
        chosen={draft.permission_groups}
        onChange={(permission_groups) => onChange({ ...draft, permission_groups })}
      />
      <div className={classes['pair']}>
        {line('title', words.title, { max: 63 })}
        {line('initials', words.initials, { max: 7 })}
      </div>
      {line('phone', words.phone, { max: 63 })}
      <Field id={fieldId('home_department')} label={words.department} problems={problems}>
        <select
          id={fieldId('home_department')}
          className={form['input']}
          value={draft.home_department ?? ''}
          onChange={({ target }) => onChange({ ...draft, home_department: target.value || null })}
        >
          <option value="">{words.noDepartment}</option>
          {departments?.map(({ url, name }) => (
            <option key={url} value={url}>
              {name}
            </option>
          ))}
        </select>
      </Field>
    </>
  )
}
