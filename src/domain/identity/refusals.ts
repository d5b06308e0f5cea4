import type { Tx } from '../../db/tx.ts'
import type { RateWindows } from '../../rates/rate-windows.ts'
import { countAttempt } from './limits.ts'
import { recordSecurityEvent, type SecurityEvent } from './security-events.ts'

/** Runs work in a transaction of one organisation. */
export type Within = <T>(organisation: number, work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Records a refusal in a transaction of its own, a few a minute of one caller: whoever is refused could fill the table
 * otherwise.
 */
export const recordRefusal = async (
  { within, rates }: { readonly within: Within; readonly rates: RateWindows },
  organisation: number,
  { kind, user, application, address = '', userAgent, requestId, details }: SecurityEvent,
) => {
  const { allowed } = await countAttempt(rates, 'recordedRefusals', organisation, kind, user ?? application ?? address)
  if (!allowed) return
  await within(organisation, (tx) =>
    recordSecurityEvent(tx, { kind, user, application, address, userAgent, requestId, details }),
  )
}
