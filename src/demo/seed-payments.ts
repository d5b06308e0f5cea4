import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'
import { payInvoice } from '../domain/billing/pay-invoice.ts'
import { cash, type PaymentType, rounding } from '../domain/billing/statuses.ts'
import type { Actor } from '../kernel/caller.ts'

export const card: PaymentType = 0

/** An invoice with the amount due, and that amount rounded for cash. */
export type Owed = { readonly id: number; readonly due: string; readonly cash: string; readonly rounding: string }

/** What is owed for a sale at the counter or for a visit. */
export const readOwed = async (tx: Tx, of: 'countersale_record' | 'consultation', id: number): Promise<Owed> => {
  const { rows } = await sql<Owed>`
    select id, due_sum as due, in_cash.amount as cash, due_sum - in_cash.amount as rounding from invoice
    cross join lateral (select (round(due_sum * 20) * 0.05)::numeric(14, 2) as amount) in_cash
    where ${sql.ref(of)} = ${id}`.execute(tx)
  return rows[0]!
}

export const pay = (tx: Tx, actor: Actor, invoice: number, payment_type: PaymentType, paid: string) =>
  payInvoice(tx, actor, { invoice, payment_type, paid })

export const payInCash = async (tx: Tx, actor: Actor, { id, cash: rounded, rounding: difference }: Owed) => {
  if (Number(difference) !== 0) await pay(tx, actor, id, rounding, difference)
  await pay(tx, actor, id, cash, rounded)
}
