import type { Tx } from '../../db/tx.ts'
import { approveReceiptLines } from '../../domain/ordering/approve-lines.ts'
import { markDelivered } from '../../domain/ordering/mark-delivered.ts'
import { addOrderItem } from '../../domain/ordering/order-items.ts'
import { createOrder, sendOrder, setReferenceNumber } from '../../domain/ordering/orders.ts'
import { dismissReceiptLines } from '../../domain/ordering/review-lines.ts'
import { submitReceipts } from '../../domain/ordering/submit-receipts.ts'
import type { Actor } from '../../kernel/caller.ts'
import { linksOf } from '../../kernel/links.ts'
import type { DemoWholesalers } from './wholesalers.ts'

type Ids = {
  readonly departments: readonly number[]
  /** Whoever looks after the stock. */
  readonly keeper: number
  readonly wholesalers: DemoWholesalers
}

const dayMs = 86_400_000
const dayAfter = (today: string, days: number) => new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10)

type Product = { readonly id: number; readonly primary_wholesaler_code: string; readonly barcode: string }

const productsOf = (tx: Tx, wholesaler: number): Promise<Product[]> =>
  tx
    .selectFrom('item')
    .select(['id', 'primary_wholesaler_code', 'barcode'])
    .where('primary_wholesaler', '=', wholesaler)
    .where('archived', '=', false)
    .where('type_code', 'in', [2, 3, 4])
    .orderBy('id')
    .limit(8)
    .execute()

type Wanted = {
  readonly department: number
  readonly wholesaler: number
  readonly products: readonly Product[]
  readonly notes?: string
}

/** Writes an order of two packages of the first product, three of the second, and so on. */
const writeOrder = async (tx: Tx, actor: Actor, { department, wholesaler, products, notes = '' }: Wanted) => {
  const order = await createOrder(tx, actor, { department, wholesaler, notes })
  for (const [at, { id: item }] of products.entries())
    await addOrderItem(tx, actor, { order, item, quantity: String(at + 2) })
  return order
}

const writeAndSend = async (tx: Tx, actor: Actor, wanted: Wanted) =>
  sendOrder(tx, actor, await writeOrder(tx, actor, wanted))

/** The wholesaler as its own integration sees it. */
const ownOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('wholesaler')
    .innerJoin('available_wholesaler', 'available_wholesaler.id', 'wholesaler.available_wholesaler')
    .select(['wholesaler.id', 'wholesaler.name', 'parent', 'department', 'shared', 'application'])
    .select('available_wholesaler.id as available_wholesaler')
    .where('wholesaler.id', '=', id)
    .executeTakeFirstOrThrow()

const submit = async (tx: Tx, { organisation }: Actor, wholesaler: number, lines: readonly object[]) => {
  await submitReceipts(tx, await ownOf(tx, wholesaler), lines, linksOf('', organisation))
}

const linesOf = async (tx: Tx, order: number) =>
  (await tx.selectFrom('receiptline').select('id').where('order', '=', order).orderBy('id').execute()).map(
    ({ id }) => id,
  )

/** What was sent of an order: every product in full, each with a batch. */
const sentOf = (order: number, products: readonly Product[], expiry_date: string) =>
  products.map(({ primary_wholesaler_code }, at) => ({
    id: `DVW-${order}-${at + 1}`,
    order_id: order,
    product_number: primary_wholesaler_code,
    quantity: String(at + 2),
    batch_number: `LOT${order}${at}`,
    expiry_date,
  }))

/** Orders in every status, and receipt lines of every kind that staff meet in their review. */
export const seedOrders = async (tx: Tx, actor: Actor, today: string, { departments, keeper, wholesalers }: Ids) => {
  const on = (days: number): Actor => ({ ...actor, user: keeper, now: new Date(actor.now.valueOf() - days * dayMs) })
  const { connected, location, manual } = wholesalers
  const [first, second] = [departments[0]!, departments[1]!]
  const [products, foods] = [await productsOf(tx, connected), await productsOf(tx, manual)]
  const expiry = dayAfter(today, 540)

  await writeOrder(tx, on(0), { department: first, wholesaler: connected, products: products.slice(0, 2) })
  await writeAndSend(tx, on(1), { department: first, wholesaler: manual, products: foods.slice(0, 3) })

  const finished = await writeAndSend(tx, on(12), {
    department: first,
    wholesaler: connected,
    products: products.slice(2, 4),
  })
  await submit(tx, on(11), connected, sentOf(finished, products.slice(2, 4), expiry))
  await markDelivered(tx, on(10), finished)
  await approveReceiptLines(tx, on(10), { receipt_lines: await linesOf(tx, finished) })

  const arrived = await writeAndSend(tx, on(6), {
    department: second,
    wholesaler: connected,
    products: products.slice(4, 7),
  })
  await submit(tx, on(5), location, sentOf(arrived, products.slice(4, 7), expiry))
  const [checked, broken] = await linesOf(tx, arrived)
  await approveReceiptLines(tx, on(4), { receipt_lines: [checked!] })
  await markDelivered(tx, on(4), arrived)
  await dismissReceiptLines(tx, on(4), { receipt_lines: [broken!] })

  const waiting = await writeAndSend(tx, on(2), {
    department: first,
    wholesaler: connected,
    products: products.slice(0, 3),
    notes: 'Please deliver before noon.',
  })
  await setReferenceNumber(tx, on(1), waiting, { wholesaler_reference_number: `DVW-INV-${waiting}` })
  await submit(tx, on(1), connected, [
    ...sentOf(waiting, products.slice(0, 2), expiry),
    // Found by the number of the invoice; the product is not in the catalogue.
    {
      id: `DVW-${waiting}-9`,
      invoice_number: `DVW-INV-${waiting}`,
      invoice_date: dayAfter(today, -1),
      product_number: 'SAMPLE-01',
      product_name: 'Free sample',
      quantity: '1',
    },
    // Of no order.
    {
      id: `DVW-${waiting}-10`,
      product_number: products[3]!.primary_wholesaler_code,
      quantity: '1',
      batch_number: 'LOT77',
    },
    // What the integration got wrong.
    { id: `DVW-${waiting}-11`, order_id: waiting, product_name: 'Gauze', quantity: '1' },
    {
      id: `DVW-${waiting}-12`,
      order_id: waiting,
      product_number: products[2]!.primary_wholesaler_code,
      quantity: '-4',
    },
    { id: `DVW-${waiting}-13`, order_id: waiting, product_number: 'X'.repeat(64), quantity: '1' },
  ])
}
