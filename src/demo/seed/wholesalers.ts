import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { delivered, waiting } from '../../domain/webhooks/statuses.ts'
import { newSecret } from '../../domain/identity/secrets.ts'
import { connectWholesaler } from '../../domain/wholesale/wholesalers.ts'
import type { Actor } from '../../kernel/caller.ts'

/** The wholesalers that items and orders name: the clinic-wide one of an integration, one location's own, and a manual one. */
export type DemoWholesalers = { readonly connected: number; readonly location: number; readonly manual: number }

type Given = { readonly registration: number; readonly departments: readonly number[] }

/** Connects the wholesaler of the demo registration, with credentials of its own for the second department, and a manual one. */
export const seedWholesalers = async (
  tx: Tx,
  actor: Actor,
  { registration, departments }: Given,
): Promise<DemoWholesalers> => {
  const name = 'Demo Veterinary Wholesale'
  const connected = await connectWholesaler(tx, actor, {
    name,
    type: 1,
    available_wholesaler: registration,
    customer_number: '40117',
    customer_username: 'demo-clinic',
    customer_password: newSecret(),
    email: 'orders@example.com',
    city: 'Tampere',
    country: 'FI',
  })
  const location = await connectWholesaler(tx, actor, {
    name,
    parent: connected,
    department: departments[1]!,
    customer_number: '40118',
    customer_username: 'demo-clinic-2',
    customer_password: newSecret(),
  })
  const manual = await connectWholesaler(tx, actor, {
    name: 'Meadow Pet Foods',
    customer_number: 'F-2201',
    email: 'sales@example.org',
    city: 'Salo',
    country: 'FI',
  })
  return { connected, location, manual }
}

const food = 4

/** Who supplies an item that has a product number: foods are ordered by e-mail, everything else through the integration. */
export const suppliersOf = (
  { connected, manual }: DemoWholesalers,
  { type_code, primary_wholesaler_code }: { readonly type_code: number; readonly primary_wholesaler_code: string },
) => (primary_wholesaler_code === '' ? {} : { primary_wholesaler: type_code === food ? manual : connected })

/** As if the demo wholesaler had taken every event: its address does not exist. Run last. */
export const settleEvents = (tx: Tx) =>
  tx
    .updateTable('delivery')
    .set({
      status: delivered,
      attempts: 1,
      last_attempt: sql<Date>`created`,
      delivered: sql<Date>`created`,
      last_status_code: 204,
    })
    .where('available_wholesaler', 'is not', null)
    .where('status', '=', waiting)
    .execute()
