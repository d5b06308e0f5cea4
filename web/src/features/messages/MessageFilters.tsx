import { MessageChannel, MessageKind } from '@fetlock/sdk'
import { messageViews, type MessageView } from '../../api/message.ts'
import { DateField } from '../../shared/DateField.tsx'
import form from '../../shared/form.module.css'
import listPage from '../../shared/list-page.module.css'
import { clientText } from '../../text/client.ts'
import { messagesText as words } from '../../text/messages.ts'
import classes from './Messages.module.css'
import type { MessagesSearch } from './search.ts'

const messageKinds = Object.values(MessageKind)
const messageChannels = Object.values(MessageChannel)

type Props = {
  readonly search: MessagesSearch
  readonly counts: Readonly<Record<MessageView, number>> | undefined
  readonly today: string
  readonly onChange: (changes: MessagesSearch) => void
}

/** Which messages are listed: what became of them, what they are about, how they went, and on which day. */
export const MessageFilters = ({ search: { view = 'all', kind, channel, day }, counts, today, onChange }: Props) => (
  <div className={listPage['bar']}>
    <div className="segments" role="group" aria-label={words.view}>
      {messageViews.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={view === name}
          onClick={() => onChange({ view: name === 'all' ? undefined : name })}
        >
          {words.views[name]} <span className={classes['count']}>{counts?.[name]}</span>
        </button>
      ))}
    </div>
    <select
      className={`${form['input']} ${classes['choice']}`}
      aria-label={words.kind}
      value={kind ?? ''}
      onChange={({ target }) => onChange({ kind: messageKinds.find((one) => one === Number(target.value)) })}
    >
      <option value="">{words.anyKind}</option>
      {messageKinds.map((one) => (
        <option key={one} value={one}>
          {clientText.messages.kinds[one]}
        </option>
      ))}
    </select>
    <select
      className={`${form['input']} ${classes['choice']}`}
      aria-label={words.channel}
      value={channel ?? ''}
      onChange={({ target }) => onChange({ channel: messageChannels.find((one) => one === Number(target.value)) })}
    >
      <option value="">{words.anyChannel}</option>
      {messageChannels.map((one) => (
        <option key={one} value={one}>
          {clientText.messages.channels[one]}
        </option>
      ))}
    </select>
    <DateField
      id="messages-day"
      label={words.day}
      value={day ?? ''}
      today={today}
      isOptional
      isInline
      onChange={(chosen) => onChange({ day: chosen || undefined })}
    />
  </div>
)
