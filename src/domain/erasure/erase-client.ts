import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { recordSecurityEvent } from '../identity/security-events.ts'
import { steps, type ErasedKind } from './client-data.ts'
import { cameFrom, type ErasedClient, identify } from './erased-client.ts'
import { holdClient } from './hold-person.ts'
import { findKept, firstEnd, type Kept } from './kept-payers.ts'

export type Erased = { readonly kind: ErasedKind; readonly count: number }
export type Erasure = { readonly id: number; readonly erased: readonly Erased[]; readonly kept: readonly Kept[] }

const refuseOpen = (message: string) => {
  throw invalid(nonField, message, 'still_open')
}

/** Refuses a client of whom something is still under way. */
const requireNothingOpen = async (tx: Tx, { id, now, spoken }: ErasedClient) => {
  const { rows } = await sql<{ visits: number; appointments: number; bookings: number }>`select
    (select count(*)::int from consultation where client = ${id} and status not in (9, 10)) as visits,
    (select count(*)::int from appointment where client = ${id} and active and "end" > ${now}) as appointments,
    (select count(*)::int from onlinebookingclient where status = 0 and ${cameFrom(spoken)}) as bookings`.execute(tx)
  const { visits, appointments, bookings } = rows[0]!
  if (visits > 0)
    refuseOpen(
      `The client has ${visits === 1 ? 'a visit' : `${visits} visits`} that is not finalized. Finalize it first.`,
    )
  if (appointments > 0)
    refuseOpen(
      `The client has ${appointments === 1 ? 'an appointment' : `${appointments} appointments`} to come. Cancel it first.`,
    )
  // Decided about later, it would bring the name, the address and the number back.
  if (bookings > 0)
    refuseOpen(
      `${bookings === 1 ? 'An online booking' : `${bookings} online bookings`} from the client’s e-mail address or phone number ${bookings === 1 ? 'is' : 'are'} waiting for a decision. Link or decline first.`,
    )
}

const eraseIdentified = async (tx: Tx, client: ErasedClient, formerFiles: readonly string[] = []): Promise<Erasure> => {
  const { id, now } = client
  const kept = await findKept(tx, id)
  const erased: Erased[] = []
  for (const { kind, erase } of steps) erased.push({ kind, count: await erase(tx, client) })
  const { id: erasure } = await tx
    .insertInto('erasure')
    .values({
      resource: 'client',
      record: id,
      erased: now,
      kept_until: firstEnd(kept),
      files: [...new Set([...formerFiles, ...client.files])],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordSecurityEvent(tx, { kind: 'client.erased', details: { client: id } })
  return { id: erasure, erased, kept }
}

/**
 * Erases the personal data of a client, for good. The client stays as a record without any, because invoices, visits and
 * animals point at it. What the audit trail says is erased at the end of the transaction, with what this adds to it.
 */
export const eraseClient = async (tx: Tx, id: number, now: Date): Promise<Erasure> => {
  const held = await holdClient(tx, id)
  if (held === undefined) throw recordNotFound('Client')
  if (held.erased !== null)
    throw invalid(
      nonField,
      'The personal data of this client was erased before. There is nothing left to erase.',
      'erased',
    )
  const client = await identify(tx, id, now)
  await requireNothingOpen(tx, client)
  return eraseIdentified(tx, client)
}

/**
 * A backup may have a booking undecided that was decided about before the erasure, which is refused otherwise. Whether it was
 * linked or declined, its appointment did not stay ahead.
 */
const declineOpenBookings = async (tx: Tx, { now, spoken }: ErasedClient) => {
  await sql`with declined as (
      update onlinebookingclient set status = 3, decided = ${now}
      where status = 0 and created <= ${now} and ${cameFrom(spoken)} returning appointment)
    update appointment set active = false
    where id in (select appointment from declined) and active and "end" > ${now}`.execute(tx)
}

type Former = { readonly erased: Date; readonly files: readonly string[] }

/**
 * Erases again, after a restore, who was erased before it; answers false where there is nothing to erase. The new erasure names
 * the files of the former one too: the database knows none that were added after its backup, and a copy still has them.
 */
export const eraseClientAgain = async (tx: Tx, id: number, { erased, files }: Former): Promise<boolean> => {
  const held = await holdClient(tx, id)
  if (held === undefined || held.erased !== null) return false
  const client = await identify(tx, id, erased)
  await declineOpenBookings(tx, client)
  await eraseIdentified(tx, client, files)
  return true
}
