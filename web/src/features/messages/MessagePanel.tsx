import { Link } from '@tanstack/react-router'
import { type Client, idOf, type Message, nameOfClient } from '../../api/records.ts'
import page from '../../shared/page.module.css'
import { Sheet } from '../../shared/Sheet.tsx'
import { clientText } from '../../text/client.ts'
import { messagesText as words } from '../../text/messages.ts'
import classes from './Messages.module.css'
import { momentText, saidOf } from './said.ts'

type Props = {
  readonly message: Message
  readonly client: Client | undefined
  readonly maySeeMoney: boolean
  readonly timeZone: string
  readonly onClose: () => void
}

/** A message as it was sent, with what became of it. */
export const MessagePanel = ({ message, client, maySeeMoney, timeZone, onClose }: Props) => {
  const { kind, channel, subject, recipient, attempts, invoice, sent } = message
  const { kinds, channels } = clientText.messages
  return (
    <Sheet
      kind="panel"
      title={words.panel.title(kinds[kind], channels[channel])}
      subtitle={client === undefined ? words.someone : nameOfClient(client)}
      onClose={onClose}
    >
      <dl className={page['pairs']}>
        <div>
          <dt>{words.columns.state}</dt>
          <dd>{saidOf(message, timeZone)}</dd>
        </div>
        {recipient !== '' && (
          <div>
            <dt>{words.panel.to}</dt>
            <dd>{recipient}</dd>
          </div>
        )}
        {sent !== null && (
          <div>
            <dt>{words.panel.sent}</dt>
            <dd>{momentText(sent, timeZone)}</dd>
          </div>
        )}
        <div>
          <dt>{words.panel.attempts}</dt>
          <dd>{attempts}</dd>
        </div>
      </dl>
      <div className={classes['letter']}>
        {subject !== '' && <strong>{subject}</strong>}
        <p>{message.text || words.notWritten}</p>
      </div>
      <div className={classes['links']}>
        {client !== undefined && (
          <Link className="button" to="/clients/$id/" params={{ id: String(client.id) }}>
            {words.panel.client}
          </Link>
        )}
        {invoice !== null && maySeeMoney && (
          <Link className="button" to="/invoices/$id/" params={{ id: String(idOf(invoice)) }}>
            {words.panel.invoice}
          </Link>
        )}
      </div>
    </Sheet>
  )
}
