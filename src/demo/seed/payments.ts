import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { payInvoice } from '../../domain/billing/pay-invoice.ts'
import { cash, type PaymentType } from '../../domain/billing/statuses.ts'
import type { Actor } from '../../kernel/caller.ts'

export const card: PaymentType = 0

/** An invoice with the amount due. */
export type Owed = { readonly id: number; readonly due: string }

/** What is owed for a sale at the counter or for a visit. */
export const readOwed = async (tx: Tx, of: 'countersale_record' | 'consultation', id: number): Promise<Owed> => {
  const { rows } = await sql<Owed>`select id, due_sum as due from invoice where ${sql.ref(of)} = ${id}`.execute(tx)
  return rows[0]!
}

export const pay = (tx: Tx, actor: Actor, invoice: number, payment_type: PaymentType, paid: string) =>
  payInvoice(tx, actor, { invoice, payment_type, paid })

export const payInCash = (tx: Tx, actor: Actor, { id: invoice, due: paid }: Owed) =>
  payInvoice(tx, actor, { invoice, payment_type: cash, paid, round_cash: true })
