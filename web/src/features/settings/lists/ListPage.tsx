import { CodelistName } from '@fetlock/sdk'
import { IconList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { allListItemsQuery } from '../../../api/listitem.ts'
import { may, useMe } from '../../../api/me.ts'
import type { ListItem } from '../../../api/records.ts'
import listPage from '../../../shared/list-page.module.css'
import page from '../../../shared/page.module.css'
import { EmptyState, ErrorState } from '../../../shared/states.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { text } from '../../../text/en.ts'
import { RowSkeleton } from '../words/RowSkeleton.tsx'
import { ArchivedChoice, WordsPage } from '../words/WordsPage.tsx'
import words from '../words/Words.module.css'
import { EntrySheet } from './EntrySheet.tsx'

const lists = [CodelistName.Items, CodelistName.Diagnoses, CodelistName.Species, CodelistName.Breeds] as const

type Rows = {
  readonly entries: readonly ListItem[] | undefined
  readonly openId: number | undefined
  readonly mayEdit: boolean
}

const EntryTable = ({ entries, openId, mayEdit }: Rows) => (
  <table className={`${page['table']} ${words['table']}`}>
    <thead>
      <tr>
        <th scope="col">{settingsText.lists.columns.name}</th>
        <th scope="col">{settingsText.lists.columns.code}</th>
      </tr>
    </thead>
    <tbody>
      {entries === undefined && <RowSkeleton columns={2} />}
      {entries?.map((entry) => (
        <tr key={entry.id} data-open={entry.id === openId}>
          <td>
            {mayEdit ? (
              <Link
                from="/settings/lists"
                to="./"
                search={(before) => ({ ...before, entry: entry.id, new: undefined })}
                replace
                data-row
              >
                {entry.name}
              </Link>
            ) : (
              <strong>{entry.name}</strong>
            )}
          </td>
          <td>{entry.code || text.records.nothing}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** What the clinic has added to its lists. */
export const ListPage = () => {
  const me = useMe()
  const {
    q = '',
    list = CodelistName.Items,
    archived = false,
    entry,
    new: isNew,
  } = useSearch({
    from: '/settings/lists',
  })
  const navigate = useNavigate({ from: '/settings/lists' })
  const [typed, setTyped] = useState(q)
  const { data: all, error, refetch } = useQuery(allListItemsQuery)
  const said = settingsText.lists
  const mayEdit = may(me, 'Settings: Items', 'write')
  const change = (changes: Record<string, unknown>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true })
  const ofList = all?.filter((one) => one.list === list && one.archived === archived)
  const listed = ofList?.filter(({ name, code }) =>
    `${name} ${code}`.toLowerCase().includes(typed.trim().toLowerCase()),
  )
  const opened = all?.find(({ id }) => id === entry)
  return (
    <WordsPage
      title={said.title}
      count={ofList && said.count(ofList.length)}
      add={mayEdit ? { label: said.new, run: () => change({ new: true, entry: undefined }) } : undefined}
      find={{
        label: said.findLabel,
        hint: said.find,
        typed,
        onType: (value) => {
          setTyped(value)
          change({ q: value || undefined })
        },
      }}
      filters={
        <>
          <select
            className={words['select']}
            aria-label={said.list}
            value={list}
            onChange={({ target }) =>
              change({ list: target.value === CodelistName.Items ? undefined : target.value, entry: undefined })
            }
          >
            {lists.map((one) => (
              <option key={one} value={one}>
                {said.lists[one]}
              </option>
            ))}
          </select>
          <ArchivedChoice isArchived={archived} onChange={(isArchived) => change({ archived: isArchived })} />
        </>
      }
      sheet={
        mayEdit &&
        (isNew === true || opened !== undefined) && (
          <EntrySheet
            key={isNew === true ? `new ${list}` : opened?.id}
            entry={isNew === true ? undefined : opened}
            list={list}
            onClose={() => change({ entry: undefined, new: undefined })}
          />
        )
      }
    >
      <p className={listPage['cut']}>{said.about[list]}</p>
      {error !== null && all === undefined ? (
        <ErrorState error={error} what={said.what} onRetry={() => void refetch()} />
      ) : listed?.length === 0 ? (
        <EmptyState
          title={typed.trim() !== '' ? said.nothing : archived ? said.noneArchived : said.none}
          icon={<IconList size={22} stroke={1.6} aria-hidden="true" />}
        />
      ) : (
        <EntryTable entries={listed} openId={entry} mayEdit={mayEdit} />
      )}
    </WordsPage>
  )
}
