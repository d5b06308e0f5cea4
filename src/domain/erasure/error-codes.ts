import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const erasureErrorCodes = {
  still_open: {
    meaning:
      'Something of the client is not finished: a visit is open, an appointment is to come, or an online booking waits for a decision.',
    remedy: 'Finalize the visit, cancel the appointment, or link or decline the booking, and then erase the client.',
  },
  still_active: {
    meaning: 'The user whose data is to be erased may still sign in.',
    remedy: 'Set is_active of the user to false, and then erase them.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof erasureErrorCodes> {}
}
