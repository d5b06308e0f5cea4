import { TextTemplateKind } from '@fetlock/sdk'
import { IconTextPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { may, useMe } from '../../../api/me.ts'
import type { TextTemplate } from '../../../api/records.ts'
import { allTemplatesQuery } from '../../../api/texttemplate.ts'
import page from '../../../shared/page.module.css'
import { EmptyState, ErrorState } from '../../../shared/states.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { text } from '../../../text/en.ts'
import { RowSkeleton } from '../words/RowSkeleton.tsx'
import { ArchivedChoice, WordsPage } from '../words/WordsPage.tsx'
import words from '../words/Words.module.css'
import { TemplateSheet } from './TemplateSheet.tsx'

const isFound = ({ name, shortcut, text: written }: TextTemplate, typed: string) =>
  `${name} ;${shortcut} ${written}`.toLowerCase().includes(typed.trim().toLowerCase())

type Rows = {
  readonly templates: readonly TextTemplate[] | undefined
  readonly openId: number | undefined
  readonly mayEdit: boolean
}

const TemplateTable = ({ templates, openId, mayEdit }: Rows) => {
  const { columns, kinds, shortcut } = settingsText.templates
  return (
    <table className={`${page['table']} ${words['table']}`}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.shortcut}</th>
          <th scope="col">{columns.kind}</th>
          <th scope="col">{columns.language}</th>
          <th scope="col" className={words['wide']}>
            {columns.text}
          </th>
        </tr>
      </thead>
      <tbody>
        {templates === undefined && <RowSkeleton columns={5} />}
        {templates?.map((template) => (
          <tr key={template.id} data-open={template.id === openId}>
            <td>
              {mayEdit ? (
                <Link
                  from="/settings/templates"
                  to="./"
                  search={(before) => ({ ...before, template: template.id, new: undefined })}
                  replace
                  data-row
                >
                  {template.name}
                </Link>
              ) : (
                <strong>{template.name}</strong>
              )}
            </td>
            <td className={words['narrow']}>
              {template.shortcut === '' ? text.records.nothing : shortcut(template.shortcut)}
            </td>
            <td>{kinds[template.kind]}</td>
            <td>{(text.records.languages[template.language] ?? template.language) || text.records.nothing}</td>
            <td className={words['wide']}>
              <span className={words['cut']}>{template.text}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The texts that staff insert into notes, instructions and letters. */
export const TemplatePage = () => {
  const me = useMe()
  const { q = '', kind, archived = false, template, new: isNew } = useSearch({ from: '/settings/templates' })
  const navigate = useNavigate({ from: '/settings/templates' })
  const [typed, setTyped] = useState(q)
  const { data: all, error, refetch } = useQuery(allTemplatesQuery)
  const said = settingsText.templates
  const mayEdit = may(me, 'Clinical: Consultations', 'write')
  const change = (changes: Record<string, unknown>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true })
  const ofState = all?.filter((one) => one.archived === archived)
  const listed = ofState?.filter((one) => (kind === undefined || one.kind === kind) && isFound(one, typed))
  const opened = all?.find(({ id }) => id === template)
  const isFiltered = typed.trim() !== '' || kind !== undefined
  return (
    <WordsPage
      title={said.title}
      count={ofState && said.count(ofState.length)}
      add={mayEdit ? { label: said.new, run: () => change({ new: true, template: undefined }) } : undefined}
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
            aria-label={said.kind}
            value={kind ?? ''}
            onChange={({ target }) => change({ kind: target.value || undefined })}
          >
            <option value="">{said.anyKind}</option>
            {Object.values(TextTemplateKind).map((one) => (
              <option key={one} value={one}>
                {said.kinds[one]}
              </option>
            ))}
          </select>
          <ArchivedChoice isArchived={archived} onChange={(isArchived) => change({ archived: isArchived })} />
        </>
      }
      sheet={
        mayEdit &&
        (isNew === true || opened !== undefined) && (
          <TemplateSheet
            key={isNew === true ? 'new' : opened?.id}
            template={isNew === true ? undefined : opened}
            kind={kind}
            onClose={() => change({ template: undefined, new: undefined })}
          />
        )
      }
    >
      {error !== null && all === undefined ? (
        <ErrorState error={error} what={said.what} onRetry={() => void refetch()} />
      ) : listed?.length === 0 ? (
        <EmptyState
          title={isFiltered ? said.nothing : archived ? said.noneArchived : said.none}
          icon={<IconTextPlus size={22} stroke={1.6} aria-hidden="true" />}
        />
      ) : (
        <TemplateTable templates={listed} openId={template} mayEdit={mayEdit} />
      )}
    </WordsPage>
  )
}
