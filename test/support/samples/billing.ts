import { givenDraft, givenOpeningBalance, rowOf } from '../billing.ts'
import { payable, type Have } from './given.ts'
import { idAt, linkTo, orThrow, type Area, type Makers, type Making, type Needs } from './making.ts'

/** A counter sale to the sample client, of the sample item at a price that no test pays in full. */
const makeSale = async (making: Making): Promise<Have> => {
  const { as, have } = making
  const sale = { client: linkTo(making, 'client'), department: linkTo(making, 'department') }
  const { id } = await orThrow('a sale', as.post('/countersale/', sale))
  const row = { item: linkTo(making, 'item'), quantity: '1', price: '900000.00', batch_number: 'B1' }
  const { countersale_items } = await orThrow('a row', as.post(`/countersale/${id}/add_item/`, row))
  return { ...have, countersale: id, countersaleitem: idAt(countersale_items[0]) }
}

const makePayable = async (making: Making): Promise<Have> => {
  const { countersale } = await makeSale(making)
  const { invoice } = await orThrow('finalizing', making.as.post(`/countersale/${countersale}/finalize/`))
  const { id, invoice_row } = await orThrow(invoice, making.as.get(invoice))
  return { ...making.have, invoice: id, invoicerow: idAt(invoice_row[0]) }
}

const makeDraft = async (making: Making): Promise<Have> => {
  const { organisation, have } = making
  const { id } = await givenDraft(making.as, organisation, {
    client: have.client!,
    department: have.department!,
    rows: [await rowOf(organisation, have.item!)],
  })
  return { ...have, invoice: id }
}

const makeCreditNote = async (making: Making): Promise<Have> => {
  const { invoice } = await makePayable(making)
  const paid = { invoice: making.organisation.url('invoice', invoice!), payment_type: 0, paid: '500000.00' }
  await orThrow('a payment', making.as.post('/invoicepayment/', paid))
  return { ...making.have, invoice: (await orThrow('a refund', making.as.post(`/invoice/${invoice}/full_refund/`))).id }
}

const madeFor: Makers = {
  'countersale.finalize': makeSale,
  'countersaleitem.delete': makeSale,
  'invoice.finalize': makeDraft,
  'invoice.void': makeDraft,
  'invoice.update_status': makePayable,
  'invoice.send': makePayable,
  'invoice.full_refund': makePayable,
  'invoice.partial_refund': makePayable,
  'invoice.to_prepayment': makeCreditNote,
  'invoicepayment.cancel_payment': async ({ organisation, as, have }) => {
    const payment = { invoice: organisation.url('invoice', have[payable]!), payment_type: 0, paid: '1.25' }
    return { ...have, invoicepayment: (await orThrow('a payment', as.post('/invoicepayment/', payment))).id }
  },
}

const madeBehind: Makers = {
  countersaleitem: async (making) => {
    const row = { item: linkTo(making, 'item'), quantity: '1', batch_number: 'B1' }
    const address = `/countersale/${making.have.countersale}/add_item/`
    const { countersale_items } = await orThrow('a row', making.as.post(address, row))
    return { countersaleitem: idAt(countersale_items[0]) }
  },
  invoice: async (making) => {
    const { invoice: paid } = await makePayable(making)
    const { invoice } = await makeDraft(making)
    return { invoice: invoice!, [payable]: paid! }
  },
  openingbalance: async ({ organisation, have: { client, department }, marks: { word: description } }) => ({
    openingbalance: await givenOpeningBalance(organisation, {
      client: client!,
      department: department!,
      amount: '-12.50',
      description,
    }),
  }),
  accountingreport: ({ organisation, have: { department, user }, marks: { word, day, amount } }) =>
    organisation.within(async (tx) => {
      const total = Number(amount).toFixed(2)
      const { id } = await tx
        .insertInto('accountingreport')
        .values({
          department: department!,
          report_number: 1,
          period_start: `${day}T06:00:00Z`,
          period_end: `${day}T18:00:00Z`,
          created_user: user!,
          totals_by_account: JSON.stringify([{ number: '3000', description: word, total }]),
          totals_by_vat_group: JSON.stringify([{ title: word, percentage: '25.50', net: total, vat: '0.00', total }]),
          totals_by_payment_type: JSON.stringify([
            { payment_type: 1, total, counted: total, difference: '0.00', explanation: word },
          ]),
          opening_receivables: '0',
          closing_receivables: total,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { accountingreport: id }
    }),
}

const neededBehind: Needs = {
  countersaleitem: ['countersale', 'item'],
  invoice: ['client', 'department', 'item'],
  openingbalance: ['client', 'department'],
  accountingreport: ['department', 'user'],
}

/** Counter sales, invoices, payments, opening balances and accounting reports. */
export const billing: Area = { madeFor, madeBehind, neededBehind }
