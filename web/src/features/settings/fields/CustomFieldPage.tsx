import { CustomFieldOwner } from '@fetlock/sdk'
import { IconForms } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { allFieldsQuery } from '../../../api/customfield.ts'
import { may, useMe } from '../../../api/me.ts'
import type { CustomFieldSetting } from '../../../api/records.ts'
import page from '../../../shared/page.module.css'
import { EmptyState, ErrorState } from '../../../shared/states.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { text } from '../../../text/en.ts'
import { RowSkeleton } from '../words/RowSkeleton.tsx'
import { ArchivedChoice, WordsPage } from '../words/WordsPage.tsx'
import words from '../words/Words.module.css'
import { FieldSheet } from './FieldSheet.tsx'

const owners = [CustomFieldOwner.Patient, CustomFieldOwner.Client, CustomFieldOwner.Consultation] as const

/** What a field begins with, or what can be chosen in it. */
const beginsOf = ({ default_value, options }: CustomFieldSetting) =>
  options
    .filter(({ archived }) => !archived)
    .map(({ name }) => name)
    .join(', ') ||
  (default_value === 'True' ? settingsText.fields.ticked : default_value) ||
  text.records.nothing

type Rows = {
  readonly fields: readonly CustomFieldSetting[] | undefined
  readonly openId: number | undefined
  readonly mayEdit: boolean
}

const FieldTable = ({ fields, openId, mayEdit }: Rows) => {
  const { columns, types, required, clinic } = settingsText.fields
  return (
    <table className={`${page['table']} ${words['table']}`}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.type}</th>
          <th scope="col" className={words['wide']}>
            {columns.begins}
          </th>
          <th scope="col">{columns.required}</th>
          <th scope="col">{columns.whose}</th>
        </tr>
      </thead>
      <tbody>
        {fields === undefined && <RowSkeleton columns={5} />}
        {fields?.map((field) => (
          <tr key={field.id} data-open={field.id === openId}>
            <td>
              {mayEdit ? (
                <Link
                  from="/settings/fields"
                  to="./"
                  search={(before) => ({ ...before, field: field.id, new: undefined })}
                  replace
                  data-row
                >
                  {field.name}
                </Link>
              ) : (
                <strong>{field.name}</strong>
              )}
            </td>
            <td className={words['narrow']}>{types[field.field_type]}</td>
            <td className={words['wide']}>{beginsOf(field)}</td>
            <td>{field.is_required ? required : text.records.nothing}</td>
            <td>{field.application === null ? clinic : field.application_name}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The fields that stand on records beside those that all clinics have, by the kind of record. */
export const CustomFieldPage = () => {
  const me = useMe()
  const {
    q = '',
    of = CustomFieldOwner.Patient,
    archived = false,
    field,
    new: isNew,
  } = useSearch({
    from: '/settings/fields',
  })
  const navigate = useNavigate({ from: '/settings/fields' })
  const [typed, setTyped] = useState(q)
  const { data: all, error, refetch } = useQuery(allFieldsQuery)
  const { title, what, count, find, findLabel, ofWhat, ...said } = settingsText.fields
  const mayEdit = may(me, 'Custom field settings', 'write') && may(me, 'General: Patients and clients', 'write')
  const change = (changes: Record<string, unknown>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true })
  const close = () => change({ field: undefined, new: undefined })
  const ofKind = (owner: CustomFieldOwner) =>
    all?.filter((one) => one.content_type === owner && one.archived === archived)
  const listed = ofKind(of)?.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
  const opened = all?.find(({ id }) => id === field)
  const none = archived ? said.noneArchived : said.none[of]
  return (
    <WordsPage
      title={title}
      count={all && count(all.filter((one) => !one.archived).length)}
      add={mayEdit ? { label: said.new, run: () => change({ new: true, field: undefined }) } : undefined}
      find={{
        label: findLabel,
        hint: find,
        typed,
        onType: (value) => {
          setTyped(value)
          change({ q: value || undefined })
        },
      }}
      filters={
        <>
          <div className="segments" role="group" aria-label={ofWhat}>
            {owners.map((owner) => (
              <button
                key={owner}
                type="button"
                aria-pressed={of === owner}
                onClick={() => change({ of: owner === CustomFieldOwner.Patient ? undefined : owner })}
              >
                {said.owners[owner]} <span className={words['count']}>{ofKind(owner)?.length}</span>
              </button>
            ))}
          </div>
          <ArchivedChoice isArchived={archived} onChange={(isArchived) => change({ archived: isArchived })} />
        </>
      }
      sheet={
        mayEdit &&
        (isNew === true || opened !== undefined) && (
          <FieldSheet
            key={isNew === true ? 'new' : opened?.id}
            field={isNew === true ? undefined : opened}
            owner={of}
            onClose={close}
            onDone={(made) =>
              change({
                field: undefined,
                new: undefined,
                // What was made is seen, wherever it stands.
                of:
                  made === undefined || made.content_type === CustomFieldOwner.Patient ? undefined : made.content_type,
              })
            }
          />
        )
      }
    >
      {error !== null && all === undefined ? (
        <ErrorState error={error} what={what} onRetry={() => void refetch()} />
      ) : listed?.length === 0 ? (
        <EmptyState
          title={typed.trim() === '' ? none : said.nothing(typed.trim())}
          icon={<IconForms size={22} stroke={1.6} aria-hidden="true" />}
        />
      ) : (
        <FieldTable fields={listed} openId={field} mayEdit={mayEdit} />
      )}
    </WordsPage>
  )
}
