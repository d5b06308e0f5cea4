import type { Random } from '../../src/demo/random.ts'
import { compositeOf } from '../composite/entries.ts'
import { untilKnown, type Reply, type Sent, type Tally } from '../sending.ts'
import type { Place } from './clinics.ts'

/** What the writers write, each one kind of it. A new client is what webhooks tell of. */
export const kinds = ['payment', 'booking', 'composite', 'client'] as const
export type Kind = (typeof kinds)[number]

/** A write that was acknowledged: the record, and what it must say. Of a composite, its number and how many marks it leaves. */
export type Acked = { readonly kind: Kind; readonly organisation: number; readonly id: number; value: string }

export type Run = {
  readonly base: string
  readonly seed: number
  readonly tally: Tally
  readonly acked: Acked[]
  readonly problems: string[]
  /** Of everything that was sent; names composites, clients and keys. */
  number: number
  replays: number
}
export type Writer = {
  readonly run: Run
  readonly kind: Kind
  readonly place: Place
  readonly user: number
  readonly random: Random
  /** When its writes were acknowledged, by this machine's clock in milliseconds. */
  readonly acks: number[]
  /** Some of what was acknowledged, to be asked for again. */
  readonly again: { readonly sent: Sent; readonly text: string }[]
  readonly booked: Acked[]
  invoice?: { readonly id: number; payments: number } | undefined
  slot: number
}

/** A client gives up after so long, and sends the same again. */
const timeoutMs = 10_000

type Answer = { readonly id: number } & Record<string, unknown>

/** Sends a write until its end is known, with the same key each time; undefined if it was refused, which nothing here should be. */
const ask = async (writer: Writer, method: string, path: string, body?: object): Promise<Answer | undefined> => {
  const { run, place, acks, again } = writer
  const number = ++run.number
  const sent: Sent = {
    method,
    path: `/${place.organisation}/api/0.1${path}`,
    headers: { authorization: place.keys[number % place.keys.length]!, 'idempotency-key': `f${run.seed}-${number}` },
    timeoutMs,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  const { status, text } = await untilKnown([run.base], sent, run.tally)
  if (status >= 300) {
    run.problems.push(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`)
    return undefined
  }
  acks.push(Date.now())
  again.push({ sent, text })
  if (again.length > 30) again.shift()
  return JSON.parse(text) as Answer
}

/** Asks again for what was acknowledged, perhaps by a primary that is gone: it is the same answer, and nothing happens twice. */
const askAgain = async ({ run, random, again }: Writer) => {
  const { sent, text } = random.pick(again)
  const reply: Reply = await untilKnown([run.base], sent, run.tally)
  run.replays++
  if (reply.text !== text || reply.headers['idempotency-replayed'] !== 'true')
    run.problems.push(`${sent.method} ${sent.path} was not replayed: ${reply.status} ${reply.text.slice(0, 300)}`)
}

const keep = ({ run, kind, place }: Writer, id: number, value: string) => {
  const acked: Acked = { kind, organisation: place.organisation, id, value }
  run.acked.push(acked)
  return acked
}

const urlOf = ({ place }: Writer, resource: string, id: number) => `/${place.organisation}/api/0.1/${resource}/${id}/`

/** A sale that is worth so much that it can be paid in many small parts. */
const makeInvoice = async (writer: Writer) => {
  const sale = await ask(writer, 'POST', '/countersale/', { department: writer.place.department })
  if (sale === undefined) return undefined
  const body = { item: writer.place.item, quantity: '900' }
  if ((await ask(writer, 'POST', `/countersale/${sale.id}/add_item/`, body)) === undefined) return undefined
  const sold = await ask(writer, 'POST', `/countersale/${sale.id}/finalize/`)
  const [, id] = /\/(\d+)\/$/.exec(String(sold?.['invoice'])) ?? []
  return id === undefined ? undefined : { id: Number(id), payments: 0 }
}

const pay = async (writer: Writer) => {
  writer.invoice ??= await makeInvoice(writer)
  if (writer.invoice === undefined) return
  const { id } = writer.invoice
  // No two payments of an invoice are of one amount.
  const paid = `0.${String(++writer.invoice.payments).padStart(2, '0')}`
  const body = { invoice: urlOf(writer, 'invoice', id), payment_type: 0, paid }
  const made = await ask(writer, 'POST', '/invoicepayment/', body)
  if (made !== undefined) keep(writer, made.id, `${id} ${paid}`)
  if (made === undefined || writer.invoice.payments === 20) writer.invoice = undefined
}

const quarter = 15 * 60_000
const firstSlot = Date.parse('2027-01-04T00:00:00Z')

/** Books a time that is free, or gives one up that was booked: if a booking had two effects, the second would be refused. */
const book = async (writer: Writer) => {
  const { random, booked, place } = writer
  if (booked.length > 0 && random.chance(0.25)) {
    const [one] = booked.splice(random.int(0, booked.length - 1), 1)
    const body = { active: false, cancellation_reason: 'The client called' }
    if ((await ask(writer, 'PATCH', `/appointment/${one!.id}/`, body)) !== undefined)
      one!.value = one!.value.replace(/t$/, 'f')
    return
  }
  const start = firstSlot + writer.slot++ * quarter
  const made = await ask(writer, 'POST', '/appointment/', {
    start: new Date(start).toISOString(),
    end: new Date(start + quarter).toISOString(),
    type: 1,
    department: place.department,
    user: urlOf(writer, 'user', writer.user),
    client: urlOf(writer, 'client', random.pick(place.shared)),
  })
  if (made !== undefined) booked.push(keep(writer, made.id, `${writer.user} ${start / 1000} t`))
}

const compose = async (writer: Writer) => {
  const number = ++writer.run.number
  const { entries, marks } = compositeOf(writer.random, writer.place, number)
  if ((await ask(writer, 'POST', '/composite/', { entries })) !== undefined) keep(writer, number, String(marks))
}

const addClient = async (writer: Writer) => {
  const lastname = `Client ${++writer.run.number}`
  const made = await ask(writer, 'POST', '/client/', { lastname })
  if (made !== undefined) keep(writer, made.id, lastname)
}

const ways = { payment: pay, booking: book, composite: compose, client: addClient } as const

export const writeOne = async (writer: Writer) => {
  await ways[writer.kind](writer)
  if (writer.again.length > 0 && writer.random.chance(0.1)) await askAgain(writer)
}
