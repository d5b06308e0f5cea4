/** What clients are written about. The numbers are part of the contract. */
export const messageKinds = {
  1: 'Confirmation',
  2: 'Reminder',
  3: 'Recall',
  4: 'Invoice',
  5: 'Booking declined',
  6: 'Personal',
} as const
export type MessageKind = keyof typeof messageKinds
export const [confirmation, reminder, recall, invoice, bookingDeclined, personal] = [1, 2, 3, 4, 5, 6] as const

export const messageChannels = { 1: 'E-mail', 2: 'SMS' } as const
export type MessageChannel = keyof typeof messageChannels
export const [email, sms] = [1, 2] as const

export const messageStatuses = {
  1: 'Queued',
  2: 'Sending',
  3: 'Sent',
  4: 'Failed',
  5: 'Held',
  6: 'Unknown',
} as const
export type MessageStatus = keyof typeof messageStatuses
export const [queued, sending, sent, failed, held, unknown] = [1, 2, 3, 4, 5, 6] as const
