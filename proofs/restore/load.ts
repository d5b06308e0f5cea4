import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from '../../src/demo/random.ts'
import { sendFile, type Form } from '../../test/support/store.ts'
import { answerMessages } from '../harness.ts'
import { send, type Reply } from '../sending.ts'
import type { Clinic } from '../billing/clinics.ts'

export type Table = 'client' | 'invoicepayment' | 'attachment'

/**
 * One write: what its record says afterwards, when it was sent and when it was acknowledged. Times are of the machine's clock,
 * in milliseconds. The id of a new record is unknown until the write is acknowledged.
 */
export type Entry = {
  readonly table: Table
  readonly organisation: number
  id: number | null
  readonly value: string
  readonly began: number
  acked: number | null
}

export type Load = {
  readonly bases: readonly string[]
  readonly clinics: readonly Clinic[]
  readonly writers: number
  readonly seed: number
  /** Distinguishes the records of this load from those of others. */
  readonly mark: string
}
export type Order = { readonly start: Load } | { readonly until: number } | 'pause' | 'resume' | 'stop'
export type Loaded = {
  readonly journal: readonly Entry[]
  readonly acked: number
  readonly problems: readonly string[]
}

const journal: Entry[] = []
const problems: string[] = []
const state = { acked: 0, isPaused: false, isStopping: false, busy: 0, number: 0 }

const now = () => performance.timeOrigin + performance.now()

/** What is in a file, by its name. */
export const contentOf = (name: string) => `${name}\n`.repeat(200)
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

type Writer = {
  readonly load: Load
  readonly clinic: Clinic
  readonly random: Random
  readonly clients: { readonly id: number; readonly name: string }[]
  invoice?: { readonly id: number; payments: number } | undefined
}

/** Sends a request; undefined where nobody knows how it ended, or where it was turned away. */
const ask = async ({ load, clinic, random }: Writer, method: string, path: string, body?: object) => {
  const authorization = random.pick(clinic.keys)
  const sent = {
    method,
    path: `/${clinic.organisation}/api/0.1${path}`,
    headers: { authorization },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  const reply: Reply | undefined = await send(random.pick(load.bases), sent).catch(() => undefined)
  if (reply === undefined || reply.status >= 500) {
    await sleep(50)
    return undefined
  }
  // Others write to the same record or at the same pace.
  if (reply.status === 429 || reply.status === 409) {
    await sleep(200)
    return undefined
  }
  if (reply.status >= 300) {
    problems.push(`${method} ${path} answered ${reply.status}: ${reply.text}`)
    return undefined
  }
  return JSON.parse(reply.text) as { readonly id: number } & Record<string, unknown>
}

/** Sends a write and keeps it in the journal, before it is sent and when it is acknowledged. */
const write = async (
  writer: Writer,
  entry: Pick<Entry, 'table' | 'value'> & { readonly id?: number },
  ...request: [method: string, path: string, body?: object]
) => {
  const kept: Entry = {
    table: entry.table,
    organisation: writer.clinic.organisation,
    id: entry.id ?? null,
    value: entry.value,
    began: now(),
    acked: null,
  }
  journal.push(kept)
  const answer = await ask(writer, ...request)
  if (answer === undefined) return undefined
  kept.acked = now()
  kept.id ??= answer.id
  state.acked++
  return answer
}

const urlOf = ({ clinic }: Writer, resource: string, id: number) =>
  `http://127.0.0.1/${clinic.organisation}/api/0.1/${resource}/${id}/`

const addClient = async (writer: Writer, number: number) => {
  const name = `${writer.load.mark} ${number}`
  const made = await write(writer, { table: 'client', value: `${name} Turku` }, 'POST', '/client/', {
    lastname: name,
    city: 'Turku',
  })
  if (made !== undefined) writer.clients.push({ id: made.id, name })
}

const editClient = async (writer: Writer, number: number) => {
  if (writer.clients.length === 0) return addClient(writer, number)
  const { id, name } = writer.random.pick(writer.clients)
  const city = `City ${number}`
  await write(writer, { table: 'client', id, value: `${name} ${city}` }, 'PATCH', `/client/${id}/`, { city })
}

/** An invoice to pay: a sale of many packages, so that there is enough to be paid in small amounts. */
const makeInvoice = async (writer: Writer) => {
  const { clinic, random } = writer
  const sale = await ask(writer, 'POST', '/countersale/', {
    client: urlOf(writer, 'client', random.pick(clinic.owners).id),
    department: urlOf(writer, 'department', random.pick(clinic.departments).id),
  })
  if (sale === undefined) return undefined
  const item = { item: urlOf(writer, 'item', random.pick(clinic.items[1])), quantity: '900' }
  if ((await ask(writer, 'POST', `/countersale/${sale.id}/add_item/`, item)) === undefined) return undefined
  const sold = await ask(writer, 'POST', `/countersale/${sale.id}/finalize/`)
  const [, id] = /\/(\d+)\/$/.exec(String(sold?.['invoice'])) ?? []
  return id === undefined ? undefined : { id: Number(id), payments: 0 }
}

const pay = async (writer: Writer) => {
  writer.invoice ??= await makeInvoice(writer)
  if (writer.invoice === undefined) return
  const { id } = writer.invoice
  const paid = `0.${String(++writer.invoice.payments).padStart(2, '0')}`
  if (writer.invoice.payments >= 9) writer.invoice = undefined
  await write(writer, { table: 'invoicepayment', value: `${id} ${paid}` }, 'POST', '/invoicepayment/', {
    invoice: urlOf(writer, 'invoice', id),
    payment_type: 0,
    paid,
  })
}

const attach = async (writer: Writer, number: number) => {
  const name = `${writer.load.mark} ${number}.txt`
  const content = contentOf(name)
  const size = Buffer.byteLength(content)
  const client = urlOf(writer, 'client', writer.random.pick(writer.clinic.owners).id)
  const body = { client, name, content_type: 'text/plain', size }
  const made = await write(writer, { table: 'attachment', value: `${name} false` }, 'POST', '/attachment/', body)
  if (made === undefined) return
  const form = await ask(writer, 'POST', `/attachment/${made.id}/upload/`)
  const stored = form && (await sendFile(form as unknown as Form, content).catch(() => undefined))
  if (stored?.status !== 204) return
  const path = `/attachment/${made.id}/complete/`
  await write(writer, { table: 'attachment', id: made.id, value: `${name} true` }, 'POST', path)
}

const kinds = [
  [addClient, 40],
  [editClient, 20],
  [pay, 25],
  [attach, 15],
] as const

const writeOn = async (load: Load, at: number) => {
  const random = createRandom(load.seed * 1000 + at)
  const writer: Writer = { load, random, clinic: load.clinics[at % load.clinics.length]!, clients: [] }
  while (!state.isStopping) {
    if (state.isPaused) {
      await sleep(10)
      continue
    }
    state.busy++
    await random.weighted(kinds)(writer, ++state.number)
    state.busy--
  }
}

const untilIdle = async () => {
  while (state.busy > 0) await sleep(10)
}

let writing: Promise<unknown> = Promise.resolve()
const patienceMs = 600_000

const obey = async (order: Order): Promise<void> => {
  if (typeof order === 'object' && 'start' in order) {
    const { start } = order
    writing = Promise.all(Array.from({ length: start.writers }, (_, at) => writeOn(start, at)))
    return
  }
  if (typeof order === 'object') {
    let [last, since] = [-1, performance.now()]
    while (state.acked < order.until) {
      if (state.acked !== last) [last, since] = [state.acked, performance.now()]
      if (performance.now() - since > patienceMs)
        throw new Error(`No write was acknowledged for ten minutes. ${problems[0] ?? ''}`)
      await sleep(10)
    }
    return
  }
  if (order === 'stop') state.isStopping = true
  state.isPaused = order === 'pause'
  if (order === 'stop') await writing
  if (order === 'pause') await untilIdle()
}

// Imported for its types and functions too; only as a child is it asked anything.
if (process.send !== undefined)
  answerMessages<Order, Loaded>(async (order) => {
    await obey(order)
    return { journal: order === 'stop' ? journal : [], acked: state.acked, problems }
  })
