import { AttachmentScan } from '@fetlock/sdk'
import { IconPaperclip, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { attachmentsKey, attachmentsQuery, deleteAttachment, readDownload } from '../../api/attachment.ts'
import { messageOf } from '../../api/problem.ts'
import type { Attachment } from '../../api/records.ts'
import { type Action, useActions } from '../actions.ts'
import { ErrorState } from '../states.tsx'
import { showError } from '../toasts.ts'
import { useWrite } from '../use-write.ts'
import { dateText, fileSizeText } from '../../format.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import edit from '../edit/edit.module.css'
import page from '../page.module.css'
import { text } from '../../text/en.ts'
import classes from './Files.module.css'
import { sendFile } from './send-file.ts'

type Owner = { readonly kind: 'client' | 'patient'; readonly id: number; readonly url: string }

const open = async ({ id }: Attachment) => {
  const { url } = await readDownload(id)
  window.open(url, '_blank', 'noopener')
}

/** A file, with what tells it from another one. */
type Chosen = Pick<File, 'name' | 'size' | 'lastModified'> & { readonly file: File }

type Props = { readonly owner: Owner; readonly mayAdd: boolean; readonly timeZone: string }

/** The files of a client or a patient. */
export const Files = ({ owner, mayAdd, timeZone }: Props) => {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(attachmentsQuery(owner.kind, owner.id))
  const [asked, setAsked] = useState<Attachment>()
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const { write, isBusy } = useWrite({
    send: ({ file }: Chosen, key) => sendFile(file, { [owner.kind]: owner.url }, key),
    refresh: () => [attachmentsKey(owner.kind, owner.id)],
    said: ({ result }) => text.records.files.added(result.name),
    onProblem: (refused) => setProblem(messageOf(refused)),
  })
  const deleting = useWrite({
    send: ({ id }: Attachment, key) => deleteAttachment(id, key),
    said: ({ variables }) => text.records.files.removed(variables.name),
  })
  const add = (file: File) => {
    setProblem(undefined)
    void write({ file, name: file.name, size: file.size, lastModified: file.lastModified })
  }
  useActions(
    useMemo(
      (): readonly Action[] =>
        mayAdd
          ? [
              { id: 'add file', title: text.records.files.add, group: 'here', run: () => input.current?.click() },
              ...(data ?? []).map(
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
              disabled={isBusy}
              onChange={({ target }) => {
                const [file] = target.files ?? []
                if (file !== undefined) add(file)
                target.value = ''
              }}
            />
            <IconPlus size={16} stroke={1.6} aria-hidden="true" />
            {isBusy ? text.records.files.sending : text.records.files.add}
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
      {data?.length === 0 && <p className={page['none']}>{text.records.files.none}</p>}
      <ul className={page['rows']}>
        {data?.map((file) => (
          <li key={file.id}>
            <IconPaperclip size={16} stroke={1.6} color="var(--icon)" aria-hidden="true" />
            <span className={page['what']} title={file.name}>
              {file.scan === AttachmentScan.Pending || file.scan === AttachmentScan.Failed ? (
                <>
                  {file.name} <span className={page['context']}>{text.records.files.scanned}</span>
                </>
              ) : (
                <button
                  type="button"
                  className={classes['linkButton']}
                  aria-label={text.records.files.open(file.name)}
                  onClick={() => void open(file).catch(showError)}
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
            await deleting.write(asked)
            // The focus goes back to the button that asked, unless its row is gone by then.
            await queries.invalidateQueries({ queryKey: attachmentsKey(owner.kind, owner.id) })
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}
