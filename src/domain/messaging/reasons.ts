/** Why a message is held: it was not sent and will not be, unless what asked for it is repeated after the cause is gone. */
export const holdReasons = {
  not_set_up: 'The organisation has no server to send it through. See settings/messaging.',
  no_recipient: 'The client has no e-mail address, or no phone number for text messages.',
  no_email: 'The client has no_email set.',
  no_sms: 'The client has no_sms set.',
  preference: 'The client has answered no to being contacted this way.',
  client_archived: 'The client is archived.',
  patient_archived: 'The patient is archived.',
  patient_deceased: 'The patient is deceased.',
  too_many: 'Ten messages went to this recipient within 24 hours.',
  cancelled: 'What it is about was cancelled.',
  changed: 'What it is about has changed since it was queued.',
  past: 'The time of what it is about has passed.',
} as const
export type HoldReason = keyof typeof holdReasons

/** Why a message has failed: nobody will try again. */
export const failureReasons = {
  bounced: 'The mail server refused the recipient for good.',
  refused: 'The server refused the message for good.',
  gave_up: 'It could not be sent within a day.',
  no_answer: 'The SMS gateway did not say whether it took the message.',
} as const
export type FailureReason = keyof typeof failureReasons
