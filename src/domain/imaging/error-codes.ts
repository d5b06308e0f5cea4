import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const imagingErrorCodes = {
  final_order: {
    meaning: 'The imaging order is completed or cancelled, so its referral can no longer be changed.',
    remedy: 'Create another referral, or delete this one if it was a mistake.',
  },
  other_consultation: {
    meaning: 'The request names two different consultations, one by its url and one by its id.',
    remedy: 'Send either consultation or consultation_id.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof imagingErrorCodes> {}
}
