import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Tx } from '../../db/tx.ts'
import { keyOfWholesaler, tellWholesaler, type WholesalerEvent } from '../webhooks/tell-wholesaler.ts'

type Wholesaler = Selectable<Tables['wholesaler']>
type Telling = { readonly event: WholesalerEvent; readonly registration: number; readonly row: Wholesaler }

/** The registration whose integration knows of a wholesaler: none if it is archived or manual. */
const toldTo = (row: Wholesaler | undefined) => (row === undefined || row.archived ? null : row.available_wholesaler)

/** What the integration logs in with, and for which location. Other edits do not concern it. */
const credentials = ['customer_number', 'customer_username', 'customer_password', 'department'] as const

/** What to tell of a wholesaler, if anything. It is never connected to another registration than before. */
const tellingOf = (before: Wholesaler | undefined, after: Wholesaler): Telling | undefined => {
  const [from, to] = [toldTo(before), toldTo(after)]
  if (to === null) return from === null ? undefined : { event: 'wholesaler.deleted', registration: from, row: after }
  if (from === null) return { event: 'wholesaler.created', registration: to, row: after }
  if (credentials.every((name) => before![name] === after[name])) return undefined
  return { event: 'wholesaler.updated', registration: to, row: after }
}

const departmentOf = async (tx: Tx, department: number | null) =>
  department === null
    ? null
    : tx.selectFrom('department').select(['id', 'name']).where('id', '=', department).executeTakeFirstOrThrow()

/** The password is filled in whenever the event is posted, so that it is stored encrypted only. */
const payloadOf = async (tx: Tx, { event, row }: Telling) =>
  event === 'wholesaler.deleted'
    ? { id: row.id }
    : {
        id: row.id,
        customer_number: row.customer_number || null,
        customer_username: row.customer_username || null,
        customer_password: null,
        department: await departmentOf(tx, row.department),
      }

/** Tells integrations of sets of credentials that came, changed or went: one event for each. */
export const tellOfChanges = async (tx: Tx, before: readonly Wholesaler[], after: readonly Wholesaler[]) => {
  for (const row of after) {
    const telling = tellingOf(
      before.find(({ id }) => id === row.id),
      row,
    )
    if (telling === undefined) continue
    const registration = await tx
      .selectFrom('available_wholesaler')
      .select(['id', 'name', 'email', 'register_number'])
      .where('id', '=', telling.registration)
      .executeTakeFirstOrThrow()
    await tellWholesaler(tx, registration, {
      event: telling.event,
      payload: { wholesaler: await payloadOf(tx, telling) },
      orderKey: keyOfWholesaler(row.id),
    })
  }
}
