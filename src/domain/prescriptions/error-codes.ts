import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const prescriptionErrorCodes = {
  before_issue: {
    meaning: 'A medicine would expire before the prescription is issued.',
    remedy: 'Send a valid_until on or after the day of issue_time at the department.',
  },
  not_the_prescriber: {
    meaning: 'A person would send a prescription that is in the name of somebody else.',
    remedy: 'Write it as a draft (1) and let its prescriber send it, or name the person who signs it as prescriber_id.',
  },
  nothing_to_read: {
    meaning: 'The prescription has no outcome that somebody has to read.',
    remedy: 'Mark only prescriptions in the status 5, 7 or 8 as read.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof prescriptionErrorCodes> {}
}
