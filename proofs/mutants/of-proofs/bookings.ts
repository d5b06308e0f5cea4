import type { ProofMutants } from '../mutant.ts'

/** What `prove:bookings` must notice. */
export const bookingsMutants = {
  'two bookings of one time do not wait for each other, nothing in the table holds them apart, and a website books anywhere':
    [
      {
        file: 'src/domain/scheduling/hold-users.ts',
        find: '::bigint[]) order by id for no key update`',
        replace: '::bigint[]) order by id`',
      },
      {
        file: 'migrations/0031_scheduling.sql',
        find: 'where (active and not allow_overlap)',
        replace: 'where (active and not allow_overlap and false)',
      },
      {
        file: 'src/domain/scheduling/online-times.ts',
        find: 'if (!has_shifts) return',
        replace: 'if (has_shifts) return',
      },
    ],
} as const satisfies ProofMutants
