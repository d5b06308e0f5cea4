import type { ProofMutants } from '../mutant.ts'
import { accountsMutants } from './accounts.ts'
import { addressesMutants } from './addresses.ts'
import { billingMutants } from './billing.ts'
import { bookingsMutants } from './bookings.ts'
import { catalogMutants } from './catalog.ts'
import { compositeMutants } from './composite.ts'
import { erasureMutants } from './erasure.ts'
import { racesMutants } from './races.ts'
import { receiptsMutants } from './receipts.ts'

/** By proof, the rules that are broken on purpose and that it must notice. */
export const proofMutants: Readonly<Record<string, ProofMutants>> = {
  accounts: accountsMutants,
  addresses: addressesMutants,
  billing: billingMutants,
  bookings: bookingsMutants,
  catalog: catalogMutants,
  composite: compositeMutants,
  erasure: erasureMutants,
  races: racesMutants,
  receipts: receiptsMutants,
}
