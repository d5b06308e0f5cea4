import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const prescriptionErrorCodes = {
  before_issue: {
    meaning: 'A medicine would expire before the prescription is issued.',
    remedy: 'Send a valid_until on or after the day of issue_time at the department.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof prescriptionErrorCodes> {}
}
