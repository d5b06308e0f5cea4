import type { ProofMutants } from '../mutant.ts'
import { billingMutants } from './billing.ts'

/** What `prove:races` must notice, one at a time. */
export const racesMutants = {
  'without the lock on the invoice': billingMutants['an invoice is paid without being held'],
  'without another attempt after a deadlock': [
    { file: 'src/db/tx.ts', find: 'const maxAttempts = 5', replace: 'const maxAttempts = 1' },
  ],
} as const satisfies ProofMutants
