import type { CodeRegistry, Registered } from '../kernel/error-codes.ts'

export const eventErrorCodes = {
  too_many_streams: {
    statuses: [429],
    ceiling: true,
    meaning: 'The organisation has as many event streams open as it may.',
    remedy: 'Close streams that are no longer read, or let several readers share one.',
  },
  restored: {
    meaning:
      'The database has been restored from a backup since this position was given out, so events after it may be gone and others have taken their place.',
    remedy:
      'Read all records again and drop those that no longer exist, then continue after the position that the message names.',
  },
  events_dropped: {
    statuses: [410],
    meaning:
      'The events after this position are no longer kept: the operator has dropped the oldest part of the audit trail.',
    remedy: 'Read all records again, then continue after the position that the message names.',
  },
} as const satisfies CodeRegistry

declare module '../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof eventErrorCodes> {}
}
