import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { departmentsQuery } from '../../../api/department.ts'
import { departmentSettingsQuery } from '../../../api/departmentsettings.ts'
import { may, useMe } from '../../../api/me.ts'
import { organisationQuery } from '../../../api/organisation.ts'
import type { Department } from '../../../api/records.ts'
import { type Action, useActions } from '../../../shared/actions.ts'
import { Heading } from '../../../shared/Heading.tsx'
import page from '../../../shared/page.module.css'
import tabs from '../../../shared/RecordTabs.module.css'
import { ErrorState } from '../../../shared/states.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { ClinicForm } from './ClinicForm.tsx'
import { DepartmentForm } from './DepartmentForm.tsx'
import { NewDepartment } from './NewDepartment.tsx'

type Parts = { readonly departments: readonly Department[]; readonly shown: number | undefined }

const Tabs = ({ departments, shown }: Parts) => (
  <nav className={tabs['tabs']} aria-label={settingsText.clinic.parts}>
    {[{ id: undefined, name: settingsText.clinic.whole }, ...departments].map(({ id, name }) => (
      <Link
        key={name + String(id)}
        to="/settings/clinic/"
        search={(before) => ({ ...before, of: id })}
        replace
        activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
        aria-current={id === shown ? 'page' : undefined}
      >
        {name}
      </Link>
    ))}
  </nav>
)

const OfDepartment = ({ department, mayEdit }: { readonly department: Department; readonly mayEdit: boolean }) => {
  const { data: settings, error, refetch } = useQuery(departmentSettingsQuery(department.url))
  const { data: organisation } = useQuery(organisationQuery)
  if (settings === undefined || organisation === undefined)
    return error === null ? null : (
      <ErrorState error={error} what={settingsText.clinic.what} onRetry={() => void refetch()} />
    )
  return (
    <DepartmentForm
      key={department.id}
      department={department}
      settings={settings}
      organisation={organisation}
      mayEdit={mayEdit}
    />
  )
}

/** The clinic: what it is called and prints, and how each of its locations works. */
export const Clinic = (): ReactNode => {
  const me = useMe()
  const navigate = useNavigate()
  const { of } = useSearch({ from: '/settings/clinic' })
  const { data: organisation, error, refetch } = useQuery(organisationQuery)
  const { data: departments } = useQuery(departmentsQuery)
  const [isAdding, setAdding] = useState(false)
  const mayEdit = may(me, 'Settings: Departments', 'write')
  const shown = departments?.find(({ id }) => id === of)
  const { add, title, what } = settingsText.clinic
  useActions(
    useMemo(
      (): readonly Action[] =>
        mayEdit ? [{ id: 'new department', title: add.title, group: 'here', run: () => setAdding(true) }] : [],
      [mayEdit, add.title],
    ),
  )
  return (
    <>
      <div className={page['head']}>
        <div className={page['titles']}>
          <Heading title={title} />
        </div>
        {mayEdit && (
          <button type="button" className="button" onClick={() => setAdding(true)}>
            <IconPlus size={18} stroke={1.6} aria-hidden="true" /> {add.title}
          </button>
        )}
      </div>
      <Tabs departments={departments ?? []} shown={shown?.id} />
      {shown !== undefined ? (
        <OfDepartment department={shown} mayEdit={mayEdit} />
      ) : organisation !== undefined ? (
        <ClinicForm organisation={organisation} mayEdit={mayEdit} />
      ) : (
        error !== null && <ErrorState error={error} what={what} onRetry={() => void refetch()} />
      )}
      {isAdding && (
        <NewDepartment
          onClose={() => setAdding(false)}
          onMade={(id) => void navigate({ to: '/settings/clinic/', search: (before) => ({ ...before, of: id }) })}
        />
      )}
    </>
  )
}
