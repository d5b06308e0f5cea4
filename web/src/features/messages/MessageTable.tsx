import { MessageStatus } from '@fetlock/sdk'
import { IconAlertTriangleFilled, IconBan, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Client, type Message, nameOfClient } from '../../api/records.ts'
import page from '../../shared/page.module.css'
import { clientText } from '../../text/client.ts'
import { messagesText as words } from '../../text/messages.ts'
import classes from './Messages.module.css'
import { isProblem, momentText, saidOf } from './said.ts'
import type { MessagesSearch } from './search.ts'

const icons = {
  [MessageStatus.Queued]: IconCircle,
  [MessageStatus.Sending]: IconCircle,
  [MessageStatus.Sent]: IconCircleCheckFilled,
  [MessageStatus.Failed]: IconAlertTriangleFilled,
  [MessageStatus.Held]: IconBan,
  [MessageStatus.Unknown]: IconAlertTriangleFilled,
}

type Listed = {
  readonly messages: readonly Message[]
  readonly clients: ReadonlyMap<string, Client>
  readonly search: MessagesSearch
  readonly timeZone: string
}

const Row = ({ message, clients, search, timeZone }: Omit<Listed, 'messages'> & { readonly message: Message }) => {
  const { id, kind, channel, status, subject, recipient, created, sent, client } = message
  const whom = clients.get(client ?? '')
  const Icon = icons[status]
  return (
    <tr data-chosen={search.message === id}>
      <td className={classes['when']}>{momentText(sent ?? created, timeZone)}</td>
      <td className={classes['cut']}>
        {whom === undefined ? (
          words.someone
        ) : (
          <Link to="/clients/$id/" params={{ id: String(whom.id) }} title={nameOfClient(whom)}>
            {nameOfClient(whom)}
          </Link>
        )}
      </td>
      <td>{clientText.messages.kinds[kind]}</td>
      <td className={classes['cut']} title={subject || message.text}>
        <Link to="/messages/" search={{ ...search, message: id }} replace data-row={id}>
          {subject || message.text || words.notWritten}
        </Link>
      </td>
      <td className={`${classes['cut']} ${page['context']}`}>
        {clientText.messages.sentTo(clientText.messages.channels[channel], recipient)}
      </td>
      <td>
        <span className={classes['state']} data-problem={isProblem(message)} data-sent={status === MessageStatus.Sent}>
          <Icon size={15} stroke={1.7} aria-hidden="true" />
          <span>{saidOf(message, timeZone)}</span>
        </span>
      </td>
    </tr>
  )
}

/** What was written, the newest first. */
export const MessageTable = ({ messages, ...rest }: Listed) => (
  <table className={`${page['table']} ${classes['table']}`}>
    <thead>
      <tr>
        <th scope="col">{words.columns.when}</th>
        <th scope="col">{words.columns.client}</th>
        <th scope="col">{words.columns.kind}</th>
        <th scope="col">{words.columns.subject}</th>
        <th scope="col">{words.columns.to}</th>
        <th scope="col">{words.columns.state}</th>
      </tr>
    </thead>
    <tbody>
      {messages.map((message) => (
        <Row key={message.id} message={message} {...rest} />
      ))}
    </tbody>
  </table>
)
