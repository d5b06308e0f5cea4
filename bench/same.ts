import { isDeepStrictEqual } from 'node:util'
import { connected } from '../scripts/database.ts'
import { createRandom } from '../src/demo/random.ts'
import type { Server, Servers } from './servers.ts'

type Json = Readonly<Record<string, unknown>>

/** Fields that depend on the time of writing. */
const own = new Set(['id', 'url', 'created', 'modified', 'date_added'])
const withoutOwn = (record: Json) => Object.fromEntries(Object.entries(record).filter(([name]) => !own.has(name)))

/** The bookings of an invoice, and whether the audit chain is complete. */
const readInvoice = (url: string, id: number) =>
  connected(url, async (client) => {
    const { rows } = await client.query(
      `select i.status, i.due_sum, i.client_due_sum, i.date_paid,
        (select array_agg(array[p.payment_type::text, p.paid::text] order by p.id) from invoicepayment p where p.invoice = i.id) as payments,
        (select array_agg(array[l.side, l.payment_type::text, l.amount::text, l.department::text] order by l.id)
          from journal_line l where l.invoice = i.id) as journal,
        (select array_agg(e.resource || ' ' || e.action order by e.sequence) from auditevent e where e.sequence is not null
          and e.organisation = i.organisation and (e.resource, e.record) in (('invoice', i.id), ('invoicepayment', (
            select max(p.id) from invoicepayment p where p.invoice = i.id)))) as changes
      from invoice i where i.id = $1`,
      [id],
    )
    return rows
  })

/** Sends both servers the same requests, and fails if their responses differ in a name or value. */
export const requireSame = async ({ api, size, tokens }: Servers, peer: Server, seed: number) => {
  const random = createRandom(seed)
  let key = ''
  const ask = async (port: number, path: string, authorization: string, body?: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
      ...(body === undefined ? {} : { method: 'POST', body }),
    })
    return { status: response.status, answer: (await response.json()) as Json }
  }
  const compare = async (path: string, token: string, status: number, body?: string) => {
    const ours = await ask(api.ports[0]!, path, `Bearer ${token}`, body)
    const theirs = await ask(peer.ports[0]!, path, `Token ${token}`, body)
    const shown = ({ answer }: typeof ours) => (status >= 400 ? {} : body === undefined ? answer : withoutOwn(answer))
    const isSame = ours.status === status && theirs.status === status && isDeepStrictEqual(shown(ours), shown(theirs))
    if (!isSame) throw new Error(`Different answers to ${path}:\n${JSON.stringify(ours)}\n${JSON.stringify(theirs)}`)
  }
  const compareInvoice = async (id: number) => {
    const [ours, theirs] = await Promise.all([api, peer].map(({ superuser }) => readInvoice(superuser, id)))
    if (!isDeepStrictEqual(ours, theirs))
      throw new Error(`Different books:\n${JSON.stringify(ours)}\n${JSON.stringify(theirs)}`)
  }
  for (let turn = 0; turn < 10; turn++) {
    key = `same-${seed}-${turn}`
    const { organisation, token } = random.pick(tokens)
    const base = `/${organisation}/api/0.1`
    const patient = (organisation - 1) * size.patients + random.int(1, size.patients)
    const client = (organisation - 1) * size.clients + random.int(1, size.clients)
    const number = { phone_number: `040 ${random.int(1_000_000, 9_999_999)}`, type_code: 1, description: 'Mobile' }
    const body = JSON.stringify({ client: `http://127.0.0.1${base}/client/${client}/`, ...number })
    const foreign = 1 + ((patient + size.patients) % (size.organisations * size.patients))
    await compare(`${base}/patient/${patient}/`, token, 200)
    await compare(`${base}/patient/?page=${random.int(1, 4)}&species__is=${random.int(1, 2)}`, token, 200)
    await compare(`${base}/phonenumber/`, token, 201, body)
    await compare(`${base}/phonenumber/`, token, 201, body)
    key = `paid-${seed}-${turn}`
    const payment = { invoice: `http://127.0.0.1${base}/invoice/${client}/`, payment_type: turn % 3, paid: '1.00' }
    await compare(`${base}/invoicepayment/`, token, 201, JSON.stringify(payment))
    await compare(`${base}/invoicepayment/`, token, 201, JSON.stringify(payment))
    key = `more-${seed}-${turn}`
    await compare(`${base}/invoicepayment/`, token, 400, JSON.stringify({ ...payment, paid: '1240000.00' }))
    await compareInvoice(client)
    await compare(`${base}/patient/${foreign}/`, token, 404)
    await compare(`${base}/patient/${patient}/`, 'f'.repeat(40), 401)
  }
}
