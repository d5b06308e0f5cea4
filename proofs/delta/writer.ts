import { createRandom, type Random } from '../../src/demo/random.ts'
import { newTally, untilKnown, type Sent, type Tally } from '../sending.ts'
import { answerMessages, showProgress } from '../harness.ts'

/** Writers that change clients, patients, phone numbers and weights of one organisation through the API. */
export type Load = {
  readonly bases: readonly string[]
  readonly keys: readonly string[]
  readonly changes: number
  readonly writers: number
  readonly species: number
  readonly seed: number
}
export type Written = { readonly tally: Tally; readonly seconds: number }

type Known = { readonly client: string[]; readonly patient: string[]; readonly phonenumber: string[] }
type Change = {
  readonly kind: keyof Known | 'weight'
  readonly method: string
  readonly path: string
  readonly body: object
}

const kinds = [
  ['new client', 35],
  ['new patient', 15],
  ['new phone number', 15],
  ['client', 15],
  ['patient', 10],
  ['weight', 10],
] as const

const pathIn = (url: string) => new URL(url).pathname.replace(/^\/\d+\/api\/0\.1/, '')

/** One change: of a record that is known already, or a new one. Recent records are changed more often than old ones. */
const nextChange = (random: Random, known: Known, species: number, number: number): Change => {
  const recent = (urls: readonly string[]) => urls[Math.max(0, urls.length - random.int(1, 200))]
  const kind = random.weighted(kinds)
  const [client, patient] = [recent(known.client), recent(known.patient)]
  if (kind === 'new client' || client === undefined)
    return { kind: 'client', method: 'POST', path: '/client/', body: { lastname: `Owner ${number}` } }
  if (kind === 'client')
    return { kind: 'client', method: 'PATCH', path: pathIn(client), body: { remarks: `Change ${number}` } }
  if (kind === 'new phone number') {
    const body = { client, phone_number: `040 1${random.digits(6)}`, type_code: 1 }
    return { kind: 'phonenumber', method: 'POST', path: '/phonenumber/', body }
  }
  if (kind === 'new patient' || patient === undefined)
    return { kind: 'patient', method: 'POST', path: '/patient/', body: { client, name: `Animal ${number}`, species } }
  if (kind === 'patient')
    return { kind: 'patient', method: 'PATCH', path: pathIn(patient), body: { color: `Colour ${number}` } }
  return { kind: 'weight', method: 'POST', path: `${pathIn(patient)}weight/`, body: { weight: `${random.int(1, 90)}` } }
}

export const writeChanges = async ({ bases, keys, changes, writers, species, seed }: Load): Promise<Written> => {
  const tally = newTally()
  const known: Known = { client: [], patient: [], phonenumber: [] }
  const began = performance.now()
  let begun = 0
  const writer = async (at: number) => {
    const random = createRandom(seed * 1000 + at)
    while (begun < changes) {
      const number = ++begun
      const { kind, method, path, body } = nextChange(random, known, species, number)
      const sent: Sent = {
        method,
        path,
        headers: { authorization: keys[number % keys.length]!, 'idempotency-key': `${seed}-${number}` },
        body: JSON.stringify(body),
      }
      const { status, text } = await untilKnown(bases, sent, tally, number)
      if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`)
      if (status === 201 && kind !== 'weight') known[kind].push((JSON.parse(text) as { url: string }).url)
    }
  }
  const endProgress = showProgress(changes, () => begun)
  await Promise.all(Array.from({ length: writers }, (_, at) => writer(at)))
  endProgress()
  return { tally, seconds: (performance.now() - began) / 1000 }
}

if (process.send) answerMessages(writeChanges)
