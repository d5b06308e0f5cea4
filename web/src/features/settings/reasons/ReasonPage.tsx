import { IconCalendarQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { may, useMe } from '../../../api/me.ts'
import { allReasonsQuery } from '../../../api/reason.ts'
import type { Reason } from '../../../api/records.ts'
import page from '../../../shared/page.module.css'
import { EmptyState, ErrorState } from '../../../shared/states.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { text } from '../../../text/en.ts'
import { RowSkeleton } from '../words/RowSkeleton.tsx'
import { ArchivedChoice, WordsPage } from '../words/WordsPage.tsx'
import words from '../words/Words.module.css'
import { ReasonSheet } from './ReasonSheet.tsx'
import classes from './Reasons.module.css'

type Rows = {
  readonly reasons: readonly Reason[] | undefined
  readonly openId: number | undefined
  readonly mayEdit: boolean
}

const ReasonTable = ({ reasons, openId, mayEdit }: Rows) => {
  const { columns, minutes, online, items } = settingsText.reasons
  return (
    <table className={`${page['table']} ${words['table']}`}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col" className={page['number']}>
            {columns.duration}
          </th>
          <th scope="col">{columns.online}</th>
          <th scope="col">{columns.items}</th>
        </tr>
      </thead>
      <tbody>
        {reasons === undefined && <RowSkeleton columns={4} />}
        {reasons?.map((reason) => (
          <tr key={reason.id} data-open={reason.id === openId}>
            <td>
              <span className={classes['name']}>
                <span
                  className={classes['color']}
                  style={reason.color === '' ? {} : { background: reason.color }}
                  data-none={reason.color === ''}
                />
                {mayEdit ? (
                  <Link
                    from="/settings/reasons"
                    to="./"
                    search={(before) => ({ ...before, reason: reason.id, new: undefined })}
                    replace
                    data-row
                  >
                    {reason.name}
                  </Link>
                ) : (
                  <strong>{reason.name}</strong>
                )}
              </span>
            </td>
            <td className={page['number']}>{minutes(reason.duration)}</td>
            <td>{reason.available_online ? online : text.records.nothing}</td>
            <td>{reason.default_items.length === 0 ? text.records.nothing : items(reason.default_items.length)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What clients come for: how long it takes, and what is then usually charged. */
export const ReasonPage = () => {
  const me = useMe()
  const { q = '', archived = false, reason, new: isNew } = useSearch({ from: '/settings/reasons' })
  const navigate = useNavigate({ from: '/settings/reasons' })
  const [typed, setTyped] = useState(q)
  const { data: all, error, refetch } = useQuery(allReasonsQuery)
  const said = settingsText.reasons
  const mayEdit = may(me, 'Settings: Departments', 'write')
  const change = (changes: Record<string, unknown>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true })
  const close = () => change({ reason: undefined, new: undefined })
  const ofState = all?.filter((one) => one.archived === archived)
  const listed = ofState?.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
  const opened = all?.find(({ id }) => id === reason)
  return (
    <WordsPage
      title={said.title}
      count={ofState && said.count(ofState.length)}
      add={mayEdit ? { label: said.new, run: () => change({ new: true, reason: undefined }) } : undefined}
      find={{
        label: said.findLabel,
        hint: said.find,
        typed,
        onType: (value) => {
          setTyped(value)
          change({ q: value || undefined })
        },
      }}
      filters={<ArchivedChoice isArchived={archived} onChange={(isArchived) => change({ archived: isArchived })} />}
      sheet={
        mayEdit &&
        (isNew === true || opened !== undefined) && (
          <ReasonSheet
            key={isNew === true ? 'new' : opened?.id}
            reason={isNew === true ? undefined : opened}
            onClose={close}
            // What a new one costs is added next.
            onDone={(made) => (isNew === true ? change({ new: undefined, reason: made?.id }) : close())}
          />
        )
      }
    >
      {error !== null && all === undefined ? (
        <ErrorState error={error} what={said.what} onRetry={() => void refetch()} />
      ) : listed?.length === 0 ? (
        <EmptyState
          title={typed.trim() !== '' ? said.nothing(typed.trim()) : archived ? said.noneArchived : said.none}
          icon={<IconCalendarQuestion size={22} stroke={1.6} aria-hidden="true" />}
        />
      ) : (
        <ReasonTable reasons={listed} openId={reason} mayEdit={mayEdit} />
      )}
    </WordsPage>
  )
}
