import type { Tx } from '../../db/tx.ts'
import { cancelPayment } from '../../domain/billing/cancel-payment.ts'
import { closeDay } from '../../domain/billing/close-day.ts'
import { finalizeSale, addSaleItem, createSale } from '../../domain/billing/countersales.ts'
import { voidDraft } from '../../domain/billing/drafts.ts'
import { holdBooks } from '../../domain/billing/hold-books.ts'
import { makeInvoice } from '../../domain/billing/make-invoice.ts'
import { changeInvoiceStatus } from '../../domain/billing/change-invoice-status.ts'
import { applyPrepayment, recordPrepayment } from '../../domain/billing/prepayments.ts'
import { refundInvoice, refundRows } from '../../domain/billing/refund-invoice.ts'
import { bankPayment, type SettableStatus } from '../../domain/billing/statuses.ts'
import { chargeFor } from '../../domain/items/charge.ts'
import type { Actor } from '../../kernel/caller.ts'
import { createRandom, type Random } from '../random.ts'
import { card, type Owed, pay, payInCash, readOwed } from './payments.ts'

type Ids = { readonly department: number; readonly clients: readonly number[] }
type Counter = Ids & { readonly random: Random; readonly goods: readonly number[] }

const goodsTypes = [3, 4]
const sold = { perDay: 8, maxItems: 3, maxOfOne: 2 }

const daysBefore = (today: string, days: number) => new Date(Date.parse(`${today}T09:00:00Z`) - days * 86_400_000)

const readGoods = async (tx: Tx) => {
  const items = await tx
    .selectFrom('item')
    .select('id')
    .where('type_code', 'in', goodsTypes)
    .where('archived', '=', false)
    .orderBy('id')
    .execute()
  return items.map(({ id }) => id)
}

/** Sells something, with or without a client, and answers what is owed for it. */
const sell = async (
  tx: Tx,
  actor: Actor,
  { random, goods, department }: Counter,
  client: number | null,
): Promise<Owed> => {
  const sale = await createSale(tx, actor, { client, department })
  for (let items = random.int(1, sold.maxItems); items > 0; items--)
    await addSaleItem(tx, actor, sale, { item: random.pick(goods), quantity: String(random.int(1, sold.maxOfOne)) })
  await finalizeSale(tx, actor, sale)
  return readOwed(tx, 'countersale_record', sale)
}

/** Makes the sales of a day: most are paid at once, in cash or by card, and some get an invoice. */
const makeSales = async (tx: Tx, actor: Actor, counter: Counter) => {
  const sales: Owed[] = []
  for (let at = 0; at < sold.perDay; at++) {
    const client = at % 4 === 3 ? null : counter.random.pick(counter.clients)
    const sale = await sell(tx, actor, counter, client)
    if (at < 3) await pay(tx, actor, sale.id, card, sale.due)
    else if (at < 5) await payInCash(tx, actor, sale)
    sales.push(sale)
  }
  const sent: readonly SettableStatus[] = [1, 2, 4]
  for (const [at, status] of sent.entries()) await changeInvoiceStatus(tx, actor, sales[5 + at]!.id, { status })
  return sales
}

/** Makes rarer cases: a payment on the wrong invoice, returned goods, a payment in advance. */
const makeRareCases = async (tx: Tx, actor: Actor, counter: Counter, [first, second]: readonly Owed[]) => {
  const client = counter.random.pick(counter.clients)
  const { id, due } = await sell(tx, actor, counter, client)
  const wrong = await pay(tx, actor, id, bankPayment, due)
  await cancelPayment(tx, actor, wrong, { info: 'Paid for another invoice', cancel_date: actor.now.toISOString() })
  const { department } = counter
  const prepayment = await recordPrepayment(tx, actor, { department, client, payment_type: card, paid: '500.00' })
  await applyPrepayment(tx, actor, prepayment, { invoice: id, amount: due })
  await recordPrepayment(tx, actor, { department, client, payment_type: card, paid: '-20.00', refunds: prepayment })
  await refundInvoice(tx, actor, first!.id, {})
  const row = await tx
    .selectFrom('invoicerow')
    .select('id')
    .where('invoice', '=', second!.id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await refundRows(tx, actor, second!.id, { invoice_rows: [{ invoice_row: row.id, return_to_stock: true }] })
}

const makeDrafts = async (tx: Tx, actor: Actor, { department, clients, goods, random }: Counter) => {
  const on = actor.now.toISOString().slice(0, 10)
  const make = async () => {
    const item = random.pick(goods)
    const charge = await chargeFor(tx, actor, item, { department, customer_type: null, on })
    const rows = [{ ...charge, item, sent_quantity: '1' }]
    const books = await holdBooks(tx, actor, department)
    return makeInvoice(tx, actor, books, { client: random.pick(clients), rows })
  }
  await make()
  await voidDraft(tx, actor, await make())
}

/** Makes three days of counter sales, of which two are closed, and a draft. */
export const seedBilling = async (tx: Tx, actor: Actor, seed: number, today: string, ids: Ids) => {
  const { id: user } = await tx.selectFrom('user').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const counter = { ...ids, random: createRandom(seed), goods: await readGoods(tx) }
  const on = (days: number): Actor => ({ ...actor, user, now: daysBefore(today, days) })
  const { department } = ids
  const sales = await makeSales(tx, on(2), counter)
  await closeDay(tx, on(2), { department })
  await makeSales(tx, on(1), counter)
  await makeRareCases(tx, on(1), counter, sales)
  await closeDay(tx, on(1), { department })
  await makeSales(tx, on(0), counter)
  await makeDrafts(tx, on(0), counter)
  const open = await createSale(tx, on(0), { department, client: counter.random.pick(ids.clients) })
  await addSaleItem(tx, on(0), open, { item: counter.random.pick(counter.goods), quantity: '1' })
}
