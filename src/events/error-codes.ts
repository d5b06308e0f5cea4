import type { CodeRegistry, Registered } from '../kernel/error-codes.ts'

export const eventErrorCodes = {
  restored: {
    meaning:
      'The database has been restored from a backup since this position was given out, so events after it may be gone and others have taken their place.',
    remedy:
      'Read all records again and drop those that no longer exist, then continue after the position that the message names.',
  },
} as const satisfies CodeRegistry

declare module '../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof eventErrorCodes> {}
}
