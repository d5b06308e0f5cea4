import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from '../../src/demo/random.ts'
import { answerMessages, showProgress } from '../harness.ts'
import { newTally, send, sendRead, untilKnown, type Reply, type Sent, type Tally } from '../sending.ts'
import { count, pathTo, type Run, type Subject } from './asking.ts'
import type { Clinic } from './clinics.ts'
import { codesIn, keptFields } from './people.ts'
import { join, leave, type Member } from './staff.ts'
import { addPayer, keepBooks, register, writeMuch, writeSomething } from './writes.ts'

export type Load = {
  readonly bases: readonly string[]
  readonly clinics: readonly Clinic[]
  readonly clients: number
  /** So many members of staff, who all leave. Their numbers follow those of the clients. */
  readonly staff: number
  readonly writers: number
  readonly seed: number
  /** Clients that were imported, by the number of the person. */
  readonly imported: readonly (readonly [person: number, client: number])[]
}
/** First everybody who is there before the backup; then the rest, while clients are erased; at last everything again. */
export type Order = { readonly first: Load } | 'erase' | 'repeat'
export type Loaded = {
  readonly tally: Tally
  readonly counts: Readonly<Record<string, number>>
  readonly problems: readonly string[]
  /** The numbers of everybody who was registered before the backup, and of whom was erased, with their clients. */
  readonly first: readonly number[]
  readonly erased: readonly ErasedPerson[]
  /** The members of staff who left. */
  readonly left: readonly ErasedPerson[]
}
export type ErasedPerson = { readonly number: number; readonly organisation: number; readonly record: number }

/** How many are erased for each who was registered first, so that somebody is always left, and what else is written meanwhile. */
const [erasedEach, writesEach] = [0.9, 3]
const repeatsEach = 6

type State = Run & {
  readonly load: Load
  readonly subjects: Subject[]
  readonly staff: Member[]
  readonly first: number[]
}
let state: State

/** How a request to erase is sent, and how often of a hundred. */
const modes = [
  ['once', 40],
  ['twice at once', 30],
  ['cut off', 30],
] as const

const inParallel = async (seed: number, tasks: ((random: Random) => Promise<unknown>)[]) => {
  const { load } = state
  const total = tasks.length
  const endProgress = showProgress(total, () => total - tasks.length)
  const work = async (at: number) => {
    const random = createRandom(seed * 1000 + at)
    for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) await task(random)
  }
  await Promise.all(Array.from({ length: load.writers }, (_, at) => work(at)))
  endProgress()
}

const addPerson = (number: number) => async (random: Random) => {
  const { load } = state
  const imported = new Map(load.imported).get(number)
  const subject = await register(state, load.clinics, number, imported, random)
  await writeMuch(state, subject, random)
  state.subjects.push(subject)
}

const eraseRequest = ({ clinic, client, person }: Subject, attempt: number) => ({
  method: 'POST',
  path: pathTo(clinic, `/client/${client}/erase/`),
  headers: {
    authorization: clinic.people[person.number % clinic.people.length]!,
    'idempotency-key': `erase-${client}-${attempt}`,
    accept: 'application/problem+json',
  },
  body: '{}',
})

/** Sends a request to erase in its way; once it is carried out, every answer to it is the first one, byte for byte. */
const requestErasure = async (subject: Subject, attempt: number, random: Random): Promise<Reply> => {
  const sent = eraseRequest(subject, attempt)
  const mode = random.weighted(modes)
  count(state, `erased ${mode}`)
  if (mode === 'cut off') {
    await send(random.pick(state.bases), sent, random.int(0, 60)).catch(() => undefined)
    state.tally.unknown++
  }
  const times = mode === 'twice at once' ? [0, 1] : [0]
  const replies = await Promise.all(times.map((at) => untilKnown(state.bases, sent, state.tally, attempt + at)))
  // Of two at once, one may be refused because something is open yet that the other finds closed.
  const done = replies.filter(({ status }) => status === 200)
  if (done.some(({ text }) => text !== done[0]!.text))
    state.problems.push(`${sent.path} answered two requests of one key differently`)
  return done[0] ?? replies[0]!
}

/** Erases a client while others write to them, and again until nothing of theirs is open. */
const erase = async (random: Random) => {
  const subject = random.pick(state.subjects.filter(({ isErasing }) => !isErasing))
  subject.isErasing = true
  await Promise.all(subject.booking)
  const others = Array.from({ length: random.int(0, 3) }, () => writeSomething(state, subject, random))
  for (let attempt = 0; ; attempt++) {
    const { status, text } = await requestErasure(subject, attempt, random)
    if (status === 200) {
      subject.journal.push(eraseRequest(subject, attempt))
      break
    }
    if (status !== 400 || !text.includes('"still_open"')) {
      state.problems.push(`erasing client ${subject.client} answered ${status}: ${text}`)
      break
    }
    count(state, 'still open')
    if (attempt > 300) throw new Error(`Client ${subject.client} cannot be erased: ${text}`)
    await sleep(100)
  }
  await Promise.all(others)
  subject.isErased = true
  // Somebody who still has the client on the screen.
  await addPayer(state, subject, random)
  if (random.chance(0.5)) await writeSomething(state, subject, random)
  if (random.chance(0.5)) await keepBooks(state, subject, random)
}

const writeToAnybody = async (random: Random) => {
  const subject = random.pick(state.subjects)
  await writeSomething(state, subject, random)
}

const registerFirst = async (load: Load) => {
  const { bases, seed, clients, clinics } = load
  state = {
    bases,
    seed,
    load,
    tally: newTally(),
    counts: {},
    problems: [],
    sent: 0,
    subjects: [],
    staff: [],
    first: [],
  }
  const numbers = Array.from({ length: Math.ceil(clients / 2) }, (_, at) => at + 1)
  await inParallel(
    seed,
    numbers.map((number) => addPerson(number)),
  )
  state.first.push(...numbers)
  const random = createRandom(seed)
  for (let at = 1; at <= load.staff; at++)
    state.staff.push(await join(state, clinics, state.subjects, clients + at, random))
}

const leaving = (member: Member) => (random: Random) => leave(state, member, random)

const eraseUnderLoad = async () => {
  const { load, first } = state
  const random = createRandom(load.seed + 1)
  const rest = Array.from({ length: load.clients - first.length }, (_, at) => addPerson(first.length + at + 1))
  const tasks = [
    ...rest,
    ...Array.from({ length: Math.floor(first.length * erasedEach) }, () => erase),
    ...state.staff.map((member) => leaving(member)),
    ...Array.from({ length: load.clients * writesEach }, () => writeToAnybody),
  ]
  await inParallel(load.seed + 2, random.shuffle(tasks))
}

/** An invoice that has a number still says who pays, to whoever credits or sends it after the erasure. */
const showsPayer = ({ path }: Sent) => /\/invoice\/\d+\/\w+\/$/.test(path)

/** What is answered to whoever asks again or looks at what is left: nothing of the person. */
const repeat = (subject: Subject) => async (random: Random) => {
  const { person, client, clinic, journal, late } = subject
  const judge = (what: string, text: string, kept: ReadonlySet<string> = new Set()) => {
    const named = [...codesIn(text)].flatMap((code) => person.codes.get(code) ?? []).filter((field) => !kept.has(field))
    if (named.length > 0) state.problems.push(`${what} names an erased client: ${named.join(', ')}`)
  }
  for (const sent of [...random.shuffle(journal.slice(0, -1)).slice(0, repeatsEach), journal.at(-1)!]) {
    const { text, headers, status } = await untilKnown(state.bases, sent, state.tally, ++state.sent)
    if (headers['idempotency-replayed'] === 'true') count(state, 'replayed')
    else if (status < 300 && !sent.path.endsWith('/complete/') && !sent.path.endsWith('/upload/'))
      state.problems.push(`${sent.method} ${sent.path} was carried out again`)
    judge(`${sent.method} ${sent.path}, repeated,`, text, late.has(sent) && showsPayer(sent) ? keptFields : undefined)
  }
  const authorization = random.pick(clinic.keys)
  const paths = [
    `/client/${client}/`,
    `/search/?q=${person.word('lastname')}`,
    `/auditevent/?resource__is=client&record__is=${client}`,
  ]
  for (const path of paths) {
    const sent = { method: 'GET', path: pathTo(clinic, path), headers: { authorization } }
    const { status, text } = await sendRead(random.pick(state.bases), sent).catch(() => ({ status: 0, text: '' }))
    if (status === 200) count(state, 'looked again')
    judge(`GET ${path}`, text)
  }
}

const obey = async (order: Order) => {
  if (typeof order === 'object') return registerFirst(order.first)
  if (order === 'erase') return eraseUnderLoad()
  return inParallel(
    state.seed + 3,
    state.subjects.filter(({ isErased }) => isErased).map((subject) => repeat(subject)),
  )
}

answerMessages<Order, Loaded>(async (order) => {
  await obey(order)
  const { tally, counts, problems, first, subjects, staff } = state
  const isErased = (person: { readonly isErased: boolean }) => person.isErased
  return {
    tally,
    counts,
    problems,
    first,
    erased: subjects
      .filter(isErased)
      .map(({ person: { number }, clinic: { organisation }, client: record }) => ({ number, organisation, record })),
    left: staff
      .filter(isErased)
      .map(({ person: { number }, clinic: { organisation }, user: record }) => ({ number, organisation, record })),
  }
})
