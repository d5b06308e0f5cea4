import type { MessageChannel, MessageKind } from '@fetlock/sdk'
import type { MessageView } from '../../api/message.ts'
import { oneOf, readDate, readId, type Search } from '../../shared/address.ts'

export type MessagesSearch = {
  view?: MessageView | undefined
  kind?: MessageKind | undefined
  channel?: MessageChannel | undefined
  /** A day, in the time zone of the clinic. */
  day?: string | undefined
  /** Which message is open. */
  message?: number | undefined
}

/** It is read with the frame, so it brings no query and no enum along. */
export const readMessagesSearch = (search: Search): MessagesSearch => ({
  view: oneOf(['waiting', 'sent', 'held', 'failed'], search['view']),
  kind: oneOf([1, 2, 3, 4, 5, 6], readId(search['kind'])),
  channel: oneOf([1, 2], readId(search['channel'])),
  day: readDate(search['day']),
  message: readId(search['message']),
})
