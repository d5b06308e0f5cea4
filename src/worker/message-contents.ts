import { invoiceContent } from '../domain/billing/invoice-message.ts'
import { recallContent } from '../domain/consultations/recall-message.ts'
import type { ContentOf } from '../domain/messaging/content.ts'
import {
  bookingDeclined,
  confirmation,
  invoice,
  personal,
  recall,
  reminder,
  type MessageKind,
} from '../domain/messaging/kinds.ts'
import { personalContent } from '../domain/messaging/personal-message.ts'
import { confirmationContent, declineContent } from '../domain/scheduling/appointment-message.ts'
import { reminderContent } from '../domain/scheduling/reminder-message.ts'

/** What each kind of message says when it is sent. */
export const messageContents: Readonly<Record<MessageKind, ContentOf>> = {
  [confirmation]: confirmationContent,
  [reminder]: reminderContent,
  [recall]: recallContent,
  [invoice]: invoiceContent,
  [bookingDeclined]: declineContent,
  [personal]: personalContent,
}
