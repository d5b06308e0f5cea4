import { Language, MessageChannel, MessageKind } from '@fetlock/sdk'
import { oneOf, readId, type Search } from '../../../shared/address.ts'

type MessagesSearch = {
  /** The message whose sheet is open, if it is named whole. */
  kind?: MessageKind | undefined
  channel?: MessageChannel | undefined
  language?: Language | undefined
}

export const readMessagesSearch = (search: Search): MessagesSearch => ({
  kind: oneOf(Object.values(MessageKind), readId(search['kind'])),
  channel: oneOf(Object.values(MessageChannel), readId(search['channel'])),
  language: oneOf(Object.values(Language), search['language']),
})
