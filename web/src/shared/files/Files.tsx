import { IconPaperclip, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { messageOf } from '../../api/problem.ts'
import type { Attachment } from '../../api/records.ts'
import { get, remove } from '../../api/request.ts'
import { type Action, useActions } from '../actions.ts'
import { ErrorState } from '../states.tsx'
import { say, sayProblem } from '../toasts.ts'
import { dateText, fileSizeText } from '../../format.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import edit from '../edit/edit.module.css'
import page from '../page.module.css'
import { text } from '../../text/en.ts'
import { attachmentsQuery } from './queries.ts'
import classes from './Files.module.css'
import { sendFile } from './send-file.ts'

type Owner = { readonly kind: 'client' | 'patient'; readonly id: number; readonly url: string }

const open = async ({ id }: Attachment) => {
  const { url } = await get<{ readonly url: string }>(`/attachment/${id}/download/`)
  window.open(url, '_blank', 'noopener')
}

/** The files of a client or a patient. */
export const Files = ({
  owner,
  mayAdd,
  timeZone,
}: {
  readonly owner: Owner
  readonly mayAdd: boolean
  readonly timeZone: string
}) => {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(attachmentsQuery(owner.kind, owner.id))
  const [isSending, setSending] = useState(false)
  const [asked, setAsked] = useState<Attachment>()
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const refresh = () => client.invalidateQueries({ queryKey: [owner.kind, owner.id, 'attachments'] })
  const add = async (file: File) => {
    setProblem(undefined)
    setSending(true)
    try {
      const { name } = await sendFile(file, { [owner.kind]: owner.url })
      say(text.records.files.added(name))
      await refresh()
    } catch (refused) {
      setProblem(refused instanceof RangeError ? refused.message : messageOf(refused))
    } finally {
      setSending(false)
    }
  }
  useActions(
    useMemo(
      (): readonly Action[] =>
        mayAdd
          ? [
              { id: 'add file', title: text.records.files.add, group: 'here', run: () => input.current?.click() },
              ...(data?.results ?? []).map(
                (file): Action => ({
                  id: `delete file ${file.id}`,
                  title: text.records.files.remove(file.name),
                  group: 'here',
                  run: () => setAsked(file),
                }),
              ),
            ]
          : [],
      [mayAdd, data],
    ),
  )
  return (
    <section aria-labelledby="files" className={classes['files']}>
      <div className={edit['groupHead']}>
        <h2 id="files">{text.records.files.title}</h2>
        {mayAdd && (
          <label className={edit['ghost']}>
            <input
              ref={input}
              type="file"
              disabled={isSending}
              onChange={({ target }) => {
                const [file] = target.files ?? []
                if (file !== undefined) void add(file)
                target.value = ''
              }}
            />
            <IconPlus size={16} stroke={1.6} aria-hidden="true" />
            {isSending ? text.records.files.sending : text.records.files.add}
          </label>
        )}
      </div>
      {problem !== undefined && (
        <p className={edit['problem']} role="alert">
          {problem}
        </p>
      )}
      {error !== null && data === undefined && (
        <ErrorState error={error} what={text.records.files.what} onRetry={() => void refetch()} />
      )}
      {data?.count === 0 && <p className={page['none']}>{text.records.files.none}</p>}
      <ul className={page['rows']}>
        {data?.results.map((file) => (
          <li key={file.id}>
            <IconPaperclip size={16} stroke={1.6} color="var(--icon)" aria-hidden="true" />
            <span className={page['what']} title={file.name}>
              {file.scan === 'pending' || file.scan === 'failed' ? (
                <>
                  {file.name} <span className={page['context']}>{text.records.files.scanned}</span>
                </>
              ) : (
                <button
                  type="button"
                  className={classes['linkButton']}
                  aria-label={text.records.files.open(file.name)}
                  onClick={() => void open(file).catch(sayProblem)}
                >
                  {file.name}
                </button>
              )}
            </span>
            <span className={page['figure']}>{fileSizeText(file.size)}</span>
            <span className={page['context']}>{dateText(file.created, timeZone)}</span>
            {mayAdd && (
              <button
                type="button"
                className={edit['ghost']}
                aria-label={text.records.files.remove(file.name)}
                onClick={() => setAsked(file)}
              >
                <IconTrash size={16} stroke={1.6} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {asked !== undefined && (
        <ConfirmDialog
          title={text.records.files.removeAsk(asked.name)}
          explained={text.records.files.removeExplained}
          action={text.records.files.removeAction}
          onConfirm={async () => {
            await remove(`/attachment/${asked.id}/`)
            say(text.records.files.removed(asked.name))
            await refresh()
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}
