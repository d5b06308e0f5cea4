/** A record of the API, as far as it is used here. */
type Shown = { readonly id: number; readonly url: string; readonly [field: string]: unknown }

/** Sends a request to the API of a clinic and answers the body; anything but success is an error. */
export type Send = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Shown>

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
  /** A sale over the counter that is not finalized. */
  readonly sale: number
}

export const sendAs =
  (base: string, token: string): Send =>
  async (method, path, body) => {
    const response = await fetch(path.startsWith('http') ? path : `${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Shown
  }

const list = async (send: Send, path: string) =>
  ((await send('GET', path)) as unknown as { results: readonly Shown[] }).results

const first = async (send: Send, path: string): Promise<Shown> => {
  const [found] = await list(send, path)
  if (found === undefined) throw new Error(`The demo clinic has nothing for ${path}`)
  return found
}

const idOf = (url: unknown) => Number(String(url).split('/').at(-2))

/** The visit in progress whose patient has the longest history, and no later visit. */
const longestHistory = async (send: Send) => {
  const visits = await list(send, '/consultation/?status__is=8&page_size=20')
  const sizes: { visit: number; count: number; isLatest: boolean }[] = []
  for (const { id: visit, patients } of visits) {
    const patient = idOf((patients as readonly string[])[0])
    const { count, results } = await send('GET', `/patient/${patient}/timeline/?kind__in=visit&page_size=1`)
    const [latest] = results as readonly Shown[]
    sizes.push({ visit, count: Number(count), isLatest: latest?.id === visit })
  }
  const [longest] = sizes.toSorted((a, b) => Number(b.isLatest) - Number(a.isLatest) || b.count - a.count)
  if (longest === undefined) throw new Error('Nobody is being treated in the demo clinic')
  return longest.visit
}

/** Of those who come often, the patient that was weighed most often. */
const mostWeighed = async (send: Send) => {
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
const longestOwed = async (send: Send) => {
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

/** Chooses what the screens show of a demo clinic whose day is in full swing, and makes what it lacks. */
export const recordsToShow = async (send: Send): Promise<Records> => {
  const visit = await longestHistory(send)
  const patient = await mostWeighed(send)
  const ready = await first(send, '/consultation/?status__is=5&page_size=1')
  const { owed, row } = await longestOwed(send)
  const paid = await first(send, '/invoicepayment/?payment_type__is=0&cancels__is_null=true&ordering=-id&page_size=1')
  await send('POST', '/unallocatedpayment/', {
    department: owed['department'],
    client: owed['client'],
    payment_type: 0,
    paid: '20.00',
    description: 'Deposit for the follow-up visit',
  })
  return {
    client: idOf(owed['client']),
    patient,
    visit,
    readyVisit: ready.id,
    invoice: owed.id,
    paidInvoice: idOf(paid['invoice']),
    row,
    payment: paid.id,
    sale: await openSale(send, owed['department']),
  }
}
