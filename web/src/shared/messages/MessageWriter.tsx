import { MessageChannel } from '@fetlock/sdk'
import { Menu } from '@mantine/core'
import { IconAlertTriangleFilled, IconTextPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { letterTextsQuery } from '../../api/letter.ts'
import { messageOf } from '../../api/problem.ts'
import { letterText as words } from '../../text/letter.ts'
import { text } from '../../text/en.ts'
import { Dialog } from '../Dialog.tsx'
import { Field, problemOf } from '../form.tsx'
import form from '../form.module.css'
import { ProblemSummary } from '../problems.tsx'
import record from '../record.module.css'
import classes from './MessageWriter.module.css'
import { ids, useLetter } from './use-letter.ts'
import type { Addressee } from './writing.ts'

type Letter = ReturnType<typeof useLetter>

/** By which way it goes, and to which address; or why it does not go. */
const Way = ({
  letter: { channels, channel, setChannel, recipient, hold, error },
}: {
  readonly letter: Pick<Letter, 'channels' | 'channel' | 'setChannel' | 'recipient' | 'hold' | 'error'>
}) => {
  const problem = error === null ? hold : messageOf(error)
  return (
    <div className={classes['way']}>
      {channels.length > 1 && (
        <div className="segments" role="group" aria-label={words.by}>
          {channels.map((one) => (
            <button key={one} type="button" aria-pressed={one === channel} onClick={() => setChannel(one)}>
              {words.channels[one]}
            </button>
          ))}
        </div>
      )}
      <p role="status" data-problem={problem !== ''}>
        {problem !== '' && <IconAlertTriangleFilled size={14} aria-hidden="true" />}
        {problem || (recipient === '' ? '' : words.to(recipient))}
      </p>
    </div>
  )
}

/** The texts that the clinic has stored for messages, to insert one where it is written. */
const StoredTexts = ({ onChoose }: { readonly onChoose: (text: string) => void }) => {
  const { data: texts = [] } = useQuery(letterTextsQuery)
  return (
    <Menu position="bottom-end" width={280} returnFocus={false} withinPortal={false}>
      <Menu.Target>
        <button type="button" className="button small">
          <IconTextPlus size={16} stroke={1.6} aria-hidden="true" /> {words.insert}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes['texts'] ?? ''}>
        {texts.length === 0 && <Menu.Label>{words.noTexts}</Menu.Label>}
        {texts.map((one) => (
          <Menu.Item key={one.url} onClick={() => onChoose(one.text)}>
            {one.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type Props = { readonly addressee: Addressee; readonly onClose: () => void }

/** A message of the clinic's own to a client. */
export const MessageWriter = ({ addressee, onClose }: Props) => {
  const { field, insert, ...letter } = useLetter(addressee, onClose)
  const { channel, draft, problems, parts } = letter
  const isMail = channel === MessageChannel.EMail
  const title = words.title(letter.name)
  return (
    // Escape and a click beside it take nothing away that was typed.
    <Dialog label={title} onClose={() => letter.isTyped || onClose()} kind="wide">
      <form
        className={`${record['dialog']} ${classes['letter']}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          letter.submit()
        }}
      >
        <h2>{title}</h2>
        <ProblemSummary problems={problems} attempt={letter.attempt} />
        <Way letter={letter} />
        {isMail && (
          <Field id={ids.subject} label={words.subject} problems={problems} isNeeded>
            <input
              id={ids.subject}
              className={form['input']}
              autoComplete="off"
              maxLength={255}
              aria-required
              value={draft.subject}
              onChange={({ target }) => letter.type({ subject: target.value })}
              {...problemOf(ids.subject, problems)}
            />
          </Field>
        )}
        <div className={classes['text']}>
          <Field id={ids.text} label={words.message} problems={problems} isNeeded>
            <textarea
              id={ids.text}
              ref={field}
              className={form['input']}
              rows={isMail ? 12 : 5}
              maxLength={isMail ? 20_000 : 1_600}
              aria-required
              data-first
              value={draft.text}
              onChange={({ target }) => letter.type({ text: target.value })}
              {...problemOf(ids.text, problems)}
            />
          </Field>
          <StoredTexts onChoose={insert} />
        </div>
        {!isMail && parts !== null && (
          <p className={classes['length']}>{words.length([...draft.text].length, parts)}</p>
        )}
        <div className={record['actions']}>
          {letter.hold === '' && letter.error === null && (
            <button type="submit" className="button primary" aria-busy={letter.state !== 'open'}>
              {letter.state === 'checking' ? words.sending : words.send}
            </button>
          )}
          <button type="button" className="button" onClick={onClose}>
            {text.records.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
