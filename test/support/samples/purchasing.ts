import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { givenCatalog } from '../catalogs.ts'
import { emptyDepartment, wasted } from './demanded.ts'
import { sentOrder, type Have } from './given.ts'
import { idAt, linkTo, makeOne, orThrow, type Area, type Makers, type Making, type Needs } from './making.ts'

/** An order of the sample item from the sample wholesaler, in process. */
const makeOrder = async (making: Making): Promise<Have> => {
  const order = await makeOne(making.organisation, making.as, 'order', making.have)
  const have = { ...making.have, order }
  return { ...have, orderitem: await makeOne(making.organisation, making.as, 'orderitem', have, making.marks) }
}

const makeSentOrder = async (making: Making): Promise<Have> => {
  const have = await makeOrder(making)
  await orThrow('sending', making.as.post(`/order/${have.order}/send/`))
  return have
}

/** A line of the sent order that is to be reviewed, of the sample item. It is inserted, because lists of lines are rationed. */
const makeReceiptLine = async (making: Making): Promise<Have> => {
  const { organisation, have, marks } = making
  const order = have[sentOrder] ?? (await makeSentOrder(making)).order!
  const { id } = await organisation.within((tx) =>
    tx
      .insertInto('receiptline')
      .values({
        wholesaler: have.wholesaler!,
        external_id: `${marks.word} ${randomUUID()}`,
        order,
        item: have.item!,
        department: have.department!,
        quantity: marks.amount,
        // No other item has it, so that it can be remembered.
        product_number: `${marks.word} ${randomUUID().slice(0, 8)}`,
        barcode: marks.word,
        product_name: marks.word,
        invoice_number: marks.word,
        invoice_date: marks.day,
        batch_number: marks.word,
        expiry_date: marks.day,
        outcome: { status: 'accepted', order_id: order, matched_item: true, matched_by: 'barcode' },
        matched_by: 'barcode',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { ...have, [sentOrder]: order, receiptline: id }
}

/** A run over every item that is called like the samples. */
const makePriceChange = async ({ as, have, marks: { word } }: Making): Promise<Have> => {
  const rule = { search_term: word, percentage_change: '1' }
  return { ...have, price_change: (await orThrow('a price change', as.post('/item/change_prices/', rule))).id }
}

const madeFor: Makers = {
  // A run can be undone once.
  'price_change.undo': makePriceChange,
  // An order has one line of an item.
  'orderitem.create': async ({ organisation, as, have }) => ({
    ...have,
    order: await makeOne(organisation, as, 'order', have),
  }),
  'orderitem.delete': makeOrder,
  // An order or a line that is as the request says already would not change.
  'order.patch': makeOrder,
  'orderitem.patch': makeOrder,
  'order.send': makeOrder,
  'order.set_wholesaler_reference_number': makeSentOrder,
  'order.mark_delivered': makeSentOrder,
  'receiptline.match': makeReceiptLine,
  'receiptline.approve': makeReceiptLine,
  'receiptline.dismiss': makeReceiptLine,
  // The batch may have been thrown away, and some of it is while this is made: there is plenty of it.
  'stock_movement.transfer': async (making) => {
    const { organisation, as, have } = making
    const counted = { department: linkTo(making, 'department'), item: linkTo(making, 'item'), counted: '100000' }
    await orThrow('a count', as.post('/stock_movement/count/', { ...counted, batch_number: wasted }))
    return { ...have, [emptyDepartment]: await makeOne(organisation, as, 'department', have) }
  },
  // An import can be cancelled once.
  'catalog_import.cancel': async ({ organisation, as, have }) => ({
    ...have,
    catalog_import: await makeOne(organisation, as, 'catalog_import', have),
  }),
}

const madeBehind: Makers = {
  price_change: async (making) => ({ price_change: (await makePriceChange(making)).price_change! }),
  price_change_item: ({ organisation, have: { price_change } }) =>
    organisation.within(async (tx) => {
      const ofRun = tx.selectFrom('price_change_item').select('id').where('price_change', '=', price_change!)
      return { price_change_item: (await ofRun.orderBy('id').executeTakeFirstOrThrow()).id }
    }),
  // Two batches of the sample item; the first is the sample.
  stock_level: async (making) => {
    const { as, marks } = making
    const counted = { department: linkTo(making, 'department'), item: linkTo(making, 'item'), counted: marks.amount }
    const named = { batch_number: marks.word, expiry_date: marks.day, reason: marks.word }
    const made = await orThrow('a count', as.post('/stock_movement/count/', { ...counted, ...named }))
    await orThrow('a count', as.post('/stock_movement/count/', { ...counted, batch_number: wasted }))
    return { stock_level: idAt(made.stock_level) }
  },
  // The previous catalog and then the live one of the sample wholesaler, which is the sample and has an error report.
  catalog_upload: async ({ organisation, have, marks: { word } }) => {
    const products = [{ product_number: word, product_name: word, barcode: word.slice(0, 30), package_contents: word }]
    await givenCatalog(organisation, { id: have.wholesaler! }, products)
    const live = await givenCatalog(organisation, { id: have.wholesaler! }, products)
    await organisation.within(async (tx) => {
      const due = sql<Date>`'infinity'`
      await tx.insertInto('catalog_work').values({ upload: live, storage_key: randomUUID(), done: true, due }).execute()
      await tx
        .insertInto('catalog_error')
        .values({ upload: live, line: 9, code: 'invalid_value', detail: word })
        .execute()
      const report_key = `${organisation.id}/${randomUUID()}`
      await tx
        .updateTable('catalog_upload')
        .set({
          filename: `${word}.csv`,
          errors_truncated: true,
          error_summary: '[{"code": "invalid_value", "count": 101}]',
          report_key,
        })
        .where('id', '=', live)
        .execute()
    })
    return { catalog_upload: live }
  },
  catalog_import_change: ({ organisation, have: { catalog_import, item }, marks: { word } }) =>
    organisation.within(async (tx) => {
      const { id } = await tx
        .insertInto('catalog_import_change')
        .values({
          catalog_import: catalog_import!,
          item: item!,
          kind: 'changed',
          product_number: word,
          name: word,
          occurred: sql<Date>`now()`,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { catalog_import_change: id }
    }),
  receiptline: async (making) => {
    const { receiptline, [sentOrder]: ordered } = await makeReceiptLine(making)
    return { receiptline: receiptline!, [sentOrder]: ordered! }
  },
}

const neededBehind: Needs = {
  price_change: ['item'],
  price_change_item: ['price_change'],
  catalog_upload: ['wholesaler'],
  catalog_product: ['catalog_upload'],
  catalog_import: ['catalog_upload'],
  catalog_import_change: ['catalog_import', 'item'],
  stock_level: ['department', 'item'],
  receiptline: ['department', 'item', 'wholesaler', 'order', 'orderitem'],
}

/** Price changes, stock, catalogs of wholesalers, orders and their receipt lines. */
export const purchasing: Area = { madeFor, madeBehind, neededBehind }
