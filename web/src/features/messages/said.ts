import { MessageStatus } from '@fetlock/sdk'
import type { Message } from '../../api/records.ts'
import { dateText, timeText } from '../../format.ts'
import { clientText } from '../../text/client.ts'
import { messagesText as words } from '../../text/messages.ts'

/** A moment with its day, at the clinic. */
export const momentText = (moment: string, timeZone: string) =>
  `${dateText(moment, timeZone)} ${timeText(moment, timeZone)}`

/** What became of a message, and why; of one that waits, when it goes. */
export const saidOf = ({ status, due, detail }: Message, timeZone: string) => {
  const state = clientText.messages.statuses[status]
  if (detail !== '') return words.because(state, detail)
  return status === MessageStatus.Queued && due !== null ? words.goes(momentText(due, timeZone)) : state
}

export const isProblem = ({ status }: Message) => status === MessageStatus.Failed || status === MessageStatus.Unknown
