import type { Tx } from '../../db/tx.ts'
import type { Id } from '../../kernel/fields.ts'
import type { MessageText } from './built-in-texts.ts'
import type { MessageChannel, MessageKind } from './kinds.ts'
import type { ReadFiles } from '../organisation/read-logo.ts'
import type { Language } from '../organisation/languages.ts'
import type { HoldReason } from './reasons.ts'

/** A message as it was queued: what it is about, and nothing of what it will say. */
export type QueuedMessage = {
  readonly id: number
  readonly kind: MessageKind
  readonly channel: MessageChannel
  readonly request: string
  readonly department: Id<'department'>
  readonly client: Id<'client'> | null
  readonly patient: Id<'patient'> | null
  readonly appointment: Id<'appointment'> | null
  readonly invoice: Id<'invoice'> | null
  readonly reminder: number | null
  readonly recall: number | null
}

export type MessageAttachment = {
  readonly filename: string
  readonly contentType: string
  /** Made once the message is written, outside of its transaction. */
  readonly make: (files: ReadFiles) => Promise<Buffer>
}

/** What a message says, and to whom, at the moment of sending. */
export type MessageContent = {
  /** Why it no longer applies: then nothing else counts. */
  readonly hold?: HoldReason
  /** Whose wishes count. Null: whoever it goes to is not a client yet. */
  readonly client: Id<'client'> | null
  /** Empty where there is none. The number is in E.164. See `contactOf`. */
  readonly to: { readonly email: string; readonly phone: string }
  readonly language: Language
  /** For the placeholders of its kind (`placeholdersOf`); those of the clinic and its department are filled in anyway. */
  readonly values: Readonly<Record<string, string>>
  /** What somebody has written, which is sent as it is. Without it, the wording of its kind is filled in. */
  readonly written?: MessageText
  /** True: sent between 08:00 and 20:00 of the department only. */
  readonly isQuietAtNight: boolean
  /** Whose death or archiving holds the message. */
  readonly patients: readonly Id<'patient'>[]
  /** Staff themselves send it just now: neither `no_email`, `no_sms` nor a preference holds it. */
  readonly isSentByStaff?: true
  readonly attachments?: readonly MessageAttachment[]
}

/** What the part of the practice that queued a message says of it when it is sent. `now` is by the organisation's clock. */
export type ContentOf = (tx: Tx, message: QueuedMessage, now: Date) => Promise<MessageContent>
