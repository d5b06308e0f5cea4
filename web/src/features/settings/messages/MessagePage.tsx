import { Language, MessageChannel, MessageKind } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { may, useMe } from '../../../api/me.ts'
import { messageTemplatesQuery, type Place } from '../../../api/messagetemplate.ts'
import type { MessageTemplate } from '../../../api/records.ts'
import { Heading } from '../../../shared/Heading.tsx'
import listPage from '../../../shared/list-page.module.css'
import page from '../../../shared/page.module.css'
import sheet from '../../../shared/Sheet.module.css'
import { ErrorState } from '../../../shared/states.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { text } from '../../../text/en.ts'
import { RowSkeleton } from '../words/RowSkeleton.tsx'
import words from '../words/Words.module.css'
import { MessageSheet } from './MessageSheet.tsx'
import classes from './Messages.module.css'

const languages = Object.values(Language)
const rows = Object.values(MessageKind).flatMap((kind) =>
  Object.values(MessageChannel).map((channel) => ({ kind, channel })),
)

/** A place that may not be named whole. */
type Open = { readonly [Name in keyof Place]?: Place[Name] | undefined }

const isAt = (place: Open, one: Place) =>
  one.kind === place.kind && one.channel === place.channel && one.language === place.language

type Shown = {
  readonly templates: readonly MessageTemplate[] | undefined
  readonly open: Open
  readonly mayEdit: boolean
}

/** Every message by its language: where the clinic has a text of its own. */
const MessageTable = ({ templates, open, mayEdit }: Shown) => {
  const { columns, kinds, channels, own, builtIn, named, cell } = settingsText.messages
  return (
    <table className={`${page['table']} ${words['table']} ${classes['table']}`}>
      <thead>
        <tr>
          <th scope="col">{columns.kind}</th>
          <th scope="col">{columns.channel}</th>
          {languages.map((language) => (
            <th key={language} scope="col">
              {text.records.languages[language]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {templates === undefined && <RowSkeleton columns={2 + languages.length} />}
        {templates !== undefined &&
          rows.map(({ kind, channel }) => (
            <tr key={`${kind} ${channel}`}>
              <td>
                <strong>{kinds[kind]}</strong>
              </td>
              <td>{channels[channel]}</td>
              {languages.map((language) => {
                const place = { kind, channel, language }
                const state = templates.some((one) => isAt(place, one)) ? own : builtIn
                return (
                  <td key={language} data-own={state === own} data-open={isAt(open, place)}>
                    {mayEdit ? (
                      <Link from="/settings/messages" to="./" search={place} replace data-row>
                        {state}
                        <span className="unseen">
                          {' '}
                          {cell(named(kinds[kind], channels[channel]), text.records.languages[language] ?? language)}
                        </span>
                      </Link>
                    ) : (
                      state
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
      </tbody>
    </table>
  )
}

/** What clients are written: the clinic's own wording, or the one that is built in. */
export const MessagePage = () => {
  const me = useMe()
  const open = useSearch({ from: '/settings/messages' })
  const navigate = useNavigate({ from: '/settings/messages' })
  const { data: templates, error, refetch } = useQuery(messageTemplatesQuery)
  const mayEdit = may(me, 'Settings: Integration settings', 'write')
  const { kind, channel, language } = open
  const place =
    kind === undefined || channel === undefined || language === undefined ? undefined : { kind, channel, language }
  const { title, explained, what } = settingsText.messages
  return (
    <div className={sheet['beside']}>
      <div className={sheet['page']}>
        <div className={page['head']}>
          <Heading title={title} />
          <span className={page['context']}>{explained}</span>
        </div>
        <div className={`${listPage['scroll']} ${words['list']}`} tabIndex={-1}>
          {error !== null && templates === undefined ? (
            <ErrorState error={error} what={what} onRetry={() => void refetch()} />
          ) : (
            <MessageTable templates={templates} open={open} mayEdit={mayEdit} />
          )}
        </div>
      </div>
      {mayEdit && place !== undefined && templates !== undefined && (
        <MessageSheet
          key={Object.values(place).join()}
          place={place}
          template={templates.find((one) => isAt(place, one))}
          onClose={() => void navigate({ search: {}, replace: true })}
        />
      )}
    </div>
  )
}
