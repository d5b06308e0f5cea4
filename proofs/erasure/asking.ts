import type { Random } from '../../src/demo/random.ts'
import { untilKnown, type Reply, type Sent, type Tally } from '../sending.ts'
import type { Clinic } from './clinics.ts'
import type { Person } from './people.ts'

/** A client as the load knows them. */
export type Subject = {
  readonly person: Person
  readonly clinic: Clinic
  readonly client: number
  readonly patients: number[]
  readonly payers: number[]
  /** Their invoices that have a number. */
  readonly invoices: number[]
  /** Writes that may be sent again under their keys. */
  readonly journal: Sent[]
  /** Those of them that were answered when the client was being erased or was erased. */
  readonly late: Set<Sent>
  /** Online bookings that are on their way: one that is made after the erasure is another matter. */
  readonly booking: Promise<unknown>[]
  /** From the moment the first request to erase is sent, others may be refused. */
  isErasing: boolean
  isErased: boolean
}

export type Run = {
  readonly bases: readonly string[]
  readonly seed: number
  readonly tally: Tally
  readonly counts: Record<string, number>
  readonly problems: string[]
  sent: number
}

// oxlint-disable-next-line typescript/no-explicit-any -- checked where it is used
export type Answer = any

export const count = ({ counts }: Run, what: string) => {
  counts[what] = (counts[what] ?? 0) + 1
}

export const pathTo = ({ organisation }: Clinic, path: string) => `/${organisation}/api/0.1${path}`
export const urlOf = (clinic: Clinic, resource: string, id: number) => pathTo(clinic, `/${resource}/${id}/`)

export const requestOf = (run: Run, clinic: Clinic, random: Random, ...[method, path, body]: Request): Sent => ({
  method,
  path: pathTo(clinic, path),
  headers: {
    authorization: random.pick(clinic.keys),
    ...(method === 'GET' ? {} : { 'idempotency-key': `${run.seed}-${++run.sent}` }),
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})
type Request = [method: string, path: string, body?: object]

/** Sends a request of a member of staff; undefined where it is refused because the client is erased meanwhile. */
export const ask = async (run: Run, subject: Subject, random: Random, ...request: Request): Promise<Answer> => {
  const { clinic, journal, late } = subject
  const sent = requestOf(run, clinic, random, ...request)
  const reply: Reply = await untilKnown(run.bases, sent, run.tally, run.sent)
  if (sent.method !== 'GET') journal.push(sent)
  if (subject.isErasing) late.add(sent)
  if (reply.status < 300) return reply.text === '' ? {} : JSON.parse(reply.text)
  if (subject.isErasing) count(run, 'refused')
  else run.problems.push(`${sent.method} ${sent.path} answered ${reply.status}: ${reply.text}`)
  return undefined
}
