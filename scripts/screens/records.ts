import { first, idOf, list, type Send, type Shown } from './send.ts'
import { makeWarnedVisit } from './warned-visit.ts'

/** The records that the screens show. */
export type Records = {
  readonly client: number
  readonly patient: number
  /** Visits that are in progress, and ready to be finalized. */
  readonly visit: number
  readonly readyVisit: number
  /** Invoices that are owed, and paid. */
  readonly invoice: number
  readonly paidInvoice: number
  /** The first row of the one that is owed, and the payment of the other. */
  readonly row: number
  readonly payment: number
  /** A visit in progress with open questions, and its patient, of whom is recorded what it must not get. */
  readonly warnedVisit: number
  readonly warnedPatient: number
  /** Of today, of a client who has not come yet. */
  readonly appointment: number
  /** A sale over the counter that is not finalized. */
  readonly sale: number
  /** An item that is in use, and a run that changed prices. */
  readonly item: number
  readonly priceChange: number
}

/** The visit in progress that has most to show, in charges and in earlier visits, and that no later one follows. */
const fullestVisit = async (send: Send) => {
  const visits = await list(send, '/consultation/?status__is=8&page_size=20')
  const sizes: { visit: number; size: number; isLatest: boolean }[] = []
  for (const { id: visit, patients } of visits) {
    const patient = idOf((patients as readonly string[])[0])
    const { count, results } = await send('GET', `/patient/${patient}/timeline/?kind__in=visit&page_size=1`)
    const { count: rows } = await send('GET', `/consultationitem/?consultation__is=${visit}&page_size=1`)
    const [latest] = results as readonly Shown[]
    sizes.push({ visit, size: Number(rows) + Number(count), isLatest: latest?.id === visit })
  }
  const [fullest] = sizes.toSorted((a, b) => Number(b.isLatest) - Number(a.isLatest) || b.size - a.size)
  if (fullest === undefined) throw new Error('Nobody is being treated in the demo clinic')
  return fullest.visit
}

/** Of those who come often, the patient that was weighed most often. */
const maxWeighed = async (send: Send) => {
  const visits = await list(send, '/consultation/?ordering=-id&page_size=100')
  const came = visits.flatMap(({ patients }) => (patients as readonly string[]).map(idOf))
  const visitsOf = (patient: number) => came.filter((one) => one === patient).length
  const most = Math.max(...came.map(visitsOf))
  const weighed: { patient: number; count: number }[] = []
  for (const patient of new Set(came.filter((one) => visitsOf(one) >= Math.min(most, 2)))) {
    const { count } = await send('GET', `/patient/${patient}/weight/?page_size=1`)
    weighed.push({ patient, count: Number(count) })
  }
  return weighed.toSorted((a, b) => b.count - a.count)[0]!.patient
}

/** Food for the shop's shelf: it needs no batch. */
const openSale = async (send: Send, department: unknown) => {
  const sale = await send('POST', '/countersale/', { department })
  const items = await list(send, '/item/?type_code__is=4&archived__is=false&page_size=3')
  for (const [at, { url }] of items.entries())
    await send('POST', `/countersale/${sale.id}/add_item/`, { item: url, quantity: at === 0 ? '2' : '1' })
  return sale.id
}

/** The invoice of a visit that is owed and has most rows. */
const maxOwed = async (send: Send) => {
  const owed = await list(
    send,
    '/invoice/?status__is=3&due_sum__gt=0&expose_invoice_row=true&ordering=-id&page_size=50',
  )
  const rowsOf = (invoice: Shown) => invoice['invoice_row'] as readonly string[]
  const [invoice] = owed
    .filter(({ consultation, client }) => consultation !== null && client !== null)
    .toSorted((a, b) => rowsOf(b).length - rowsOf(a).length)
  if (invoice === undefined) throw new Error('Nobody owes anything for a visit to the demo clinic')
  return { owed: invoice, row: idOf(rowsOf(invoice)[0]) }
}

/** The next appointment of somebody who has not come yet. */
const nextBooked = async (send: Send) => {
  const from = new Date().toISOString()
  const booked = await list(send, `/appointment/?active__is=true&start__gte=${from}&ordering=start&page_size=50`)
  const next = booked.find(({ client, consultation }) => client !== null && consultation === null)
  if (next === undefined) throw new Error('Nobody is booked in the demo clinic')
  return next.id
}

/** A medicine with much to show, after its group has become dearer. */
const changedPrices = async (send: Send) => {
  const { id: item } = await first(
    send,
    '/item/?type_code__is=2&archived__is=false&name__icontains=carprofen&page_size=1',
  )
  const rule = { item_types: [4], percentage_change: '4', round_to: '0.50' }
  return { item, priceChange: (await send('POST', '/item/change_prices/', rule)).id }
}

/** Chooses what the screens show of a demo clinic whose day is in full swing, and makes what it lacks. */
export const recordsToShow = async (send: Send): Promise<Records> => {
  const visit = await fullestVisit(send)
  const patient = await maxWeighed(send)
  const ready = await first(send, '/consultation/?status__is=5&page_size=1')
  const { owed, row } = await maxOwed(send)
  const paid = await first(send, '/invoicepayment/?payment_type__is=0&cancels__is_null=true&ordering=-id&page_size=1')
  await send('POST', '/unallocatedpayment/', {
    department: owed['department'],
    client: owed['client'],
    payment_type: 0,
    paid: '20.00',
    description: 'Deposit for the follow-up visit',
  })
  const warned = await makeWarnedVisit(send, visit)
  return {
    client: idOf(owed['client']),
    patient,
    visit,
    readyVisit: ready.id,
    invoice: owed.id,
    paidInvoice: idOf(paid['invoice']),
    row,
    payment: paid.id,
    warnedVisit: warned.visit,
    warnedPatient: warned.patient,
    appointment: await nextBooked(send),
    sale: await openSale(send, owed['department']),
    ...(await changedPrices(send)),
  }
}
