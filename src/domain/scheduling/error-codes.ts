import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const schedulingErrorCodes = {
  cancelled_appointment: {
    meaning: 'The appointment was cancelled, so no visit is made of it.',
    remedy: 'Set active of the appointment to true first, or admit without it.',
  },
  day_off: {
    meaning: 'A shift has only one of its two times, or a weekday without times.',
    remedy: 'Send start and end. Leave both out only for a date on which nobody works.',
  },
  has_visit: {
    meaning: 'The appointment has its visit already.',
    remedy: 'Use the consultation that the appointment names.',
  },
  needs_client: {
    meaning: 'The patients of an appointment have no client there, or a visit was asked for without a client.',
    remedy: 'Set the client of the appointment first.',
  },
  no_visit: {
    meaning: 'No visit belongs to an appointment of this type.',
    remedy: 'Change its type first, or create a consultation without it.',
  },
  overlap: {
    meaning: 'The user has another appointment at this time.',
    remedy: 'Choose another time or user. Staff may send allow_overlap to book over it.',
  },
  people_only: {
    meaning: 'An application acting for itself sent what only people may send.',
    remedy: 'Leave it out, or send the request with a token of a user.',
  },
  weekday_or_date: {
    meaning: 'A shift repeats every week or is on one date: exactly one of the two is sent.',
    remedy: 'Send either weekday or date.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof schedulingErrorCodes> {}
}
