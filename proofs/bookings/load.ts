import { createRandom, type Random } from '../../src/demo/random.ts'
import { answerMessages, showProgress } from '../harness.ts'
import { newTally, untilKnown, type Reply, type Tally } from '../sending.ts'
import type { Clinic } from './clinics.ts'

export type Load = {
  readonly bases: readonly string[]
  readonly clinics: readonly Clinic[]
  readonly operations: number
  readonly writers: number
  readonly seed: number
}
/** What the answers say of an appointment. Only one writer changes it, so the last answer is what must be stored. */
export type Booked = {
  readonly id: number
  readonly clinic: number
  user: number
  start: string
  end: string
  active: boolean
  hash: string
}
export type Loaded = {
  readonly tally: Tally
  readonly seconds: number
  readonly booked: readonly Booked[]
  readonly steps: Readonly<Record<string, number>>
  readonly problems: readonly string[]
}

type Run = Load & {
  readonly tally: Tally
  readonly problems: string[]
  readonly steps: Record<string, number>
  readonly booked: Booked[]
  done: number
  sent: number
}
// oxlint-disable-next-line typescript/no-explicit-any -- checked where it is used
type Answer = any

const overlap = 'There is already an appointment for this time slot.'
const quarter = 15 * 60_000
/** Who want one time at once. */
const callers = 50

/** The days around both changes of the clocks of 2027 in Europe, by their midnight in UTC. */
export const days = ['2027-03-27', '2027-03-28', '2027-03-29', '2027-10-30', '2027-10-31', '2027-11-01'].map((day) =>
  Date.parse(`${day}T00:00:00Z`),
)

const urlOf = (clinic: Clinic, resource: string, id: number) => `/${clinic.organisation}/api/0.1/${resource}/${id}/`

const tally = (run: Run, step: string) => {
  run.steps[step] = (run.steps[step] ?? 0) + 1
}
const complain = (run: Run, problem: string) => void run.problems.push(problem)

/** Sends a request until its end is known; with a key of its own unless it has no second effect by itself. */
const ask = (run: Run, clinic: Clinic, writer: number, method: string, path: string, body: object, hasKey = true) => {
  const number = ++run.sent
  return untilKnown(
    run.bases,
    {
      method,
      path: `/${clinic.organisation}/api/0.1${path}`,
      headers: {
        authorization: clinic.keys[writer]!,
        ...(hasKey && { 'idempotency-key': `${run.seed}-${number}` }),
      },
      body: JSON.stringify(body),
    },
    run.tally,
    number,
  )
}

/** A time of one of the days, often one that others want too. Around two in the night, some are while the clocks change. */
const timeIn = (random: Random) => {
  const day = random.chance(0.3) ? days[1]! : random.pick(days)
  const at = random.chance(0.15) ? random.int(0, 11) : random.int(28, 75)
  const start = day + at * quarter
  return {
    start: new Date(start).toISOString(),
    end: new Date(start + random.int(1, 4) * quarter).toISOString(),
  }
}
const userOf = (random: Random, { users }: Clinic) => (random.chance(0.4) ? users[0]! : random.pick(users))

type Story = { readonly run: Run; readonly writer: number; readonly random: Random; readonly mine: Booked[] }

const isOverlap = ({ status, text }: Reply) => status === 400 && text.includes(overlap)

const bookOne = async ({ run, writer, random, mine }: Story) => {
  const at = random.int(0, run.clinics.length - 1)
  const clinic = run.clinics[at]!
  const [time, user] = [timeIn(random), userOf(random, clinic)]
  const body = {
    ...time,
    type: 1,
    department: urlOf(clinic, 'department', clinic.department),
    user: urlOf(clinic, 'user', user),
    client: urlOf(clinic, 'client', random.pick(clinic.clients)),
  }
  const reply = await ask(run, clinic, writer, 'POST', '/appointment/', body)
  if (isOverlap(reply)) return tally(run, 'refused')
  if (reply.status !== 201) return complain(run, `a booking was answered ${reply.status} ${reply.text}`)
  const { id, request_hash }: Answer = JSON.parse(reply.text)
  const booked = {
    id,
    clinic: at,
    user,
    ...time,
    active: true,
    hash: request_hash,
  }
  mine.push(booked)
  run.booked.push(booked)
  tally(run, 'booked')
  if (!clinic.remindsByItself && random.chance(0.4)) await remind({ run, writer, random, mine }, booked)
  if (random.chance(0.3)) await confirm({ run, writer, random, mine }, booked)
}

/** The moment of a local hour on one of the days, by the shift that the last user of every clinic has from 0 to 6. */
const shiftOf = (clinic: Clinic, day: number) => {
  // Shifts are local: their bounds by UTC are found by asking for the clock at the clinic.
  const localHour = (moment: number) =>
    Number(
      new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: clinic.timeZone }).format(moment),
    )
  const midnight = [-3, -2, -1, 0].map((hours) => day + hours * 4 * quarter).find((moment) => localHour(moment) === 0)!
  const six = Array.from({ length: 48 }, (_, at) => midnight + at * quarter).find((moment) => localHour(moment) === 6)!
  return { opens: midnight, closes: six }
}

/** Books as a website does: sometimes where nobody works or in the past, and sometimes nobody says who comes. */
const bookOnline = async ({ run, writer, random }: Story) => {
  const at = random.int(0, run.clinics.length - 1)
  const clinic = run.clinics[at]!
  const user = clinic.users.at(-1)!
  const { opens, closes } = shiftOf(clinic, random.pick(days))
  const place = random.pick(['inside', 'inside', 'inside', 'before', 'across', 'past'] as const)
  // Off the grid of the free times, which nobody is held to.
  const odd = random.int(0, 12) * 60_000
  const start = {
    inside: opens + random.int(0, (closes - opens) / quarter - 3) * quarter + odd,
    before: opens - 4 * quarter + odd,
    across: closes - quarter + 60_000 + odd,
    past: opens - 70 * 7 * 24 * 4 * quarter,
  }[place]
  const end = start + quarter + random.int(0, 10) * 60_000
  const time = { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
  const body = {
    ...time,
    type: 2,
    department: urlOf(clinic, 'department', clinic.department),
    user: urlOf(clinic, 'user', user),
  }
  const reply = await ask(run, clinic, writer, 'POST', '/appointment/', body)
  if (isOverlap(reply)) return tally(run, 'refused')
  if (reply.status === 400 && place !== 'inside') return tally(run, 'online, outside')
  if (reply.status !== 201)
    return complain(run, `an online booking ${place} was answered ${reply.status} ${reply.text}`)
  const { id, request_hash }: Answer = JSON.parse(reply.text)
  if (place !== 'inside') complain(run, `an online booking ${place} was taken: ${id}`)
  const isAbandoned = random.chance(0.5)
  // Those that are abandoned are cancelled by a worker once the clocks go on.
  run.booked.push({ id, clinic: at, user, ...time, active: !isAbandoned, hash: request_hash })
  tally(run, isAbandoned ? 'online, abandoned' : 'online')
  if (isAbandoned) return
  const appointment = urlOf(clinic, 'appointment', id)
  const guest = { appointment, last_name: 'Guest', email: 'guest@home.example' }
  const said = random.chance(0.5)
    ? await ask(run, clinic, writer, 'POST', '/onlinebookingclient/', guest)
    : await ask(run, clinic, writer, 'PATCH', `/appointment/${id}/`, {
        client: urlOf(clinic, 'client', random.pick(clinic.clients)),
      })
  if (said.status >= 300) complain(run, `who comes was answered ${said.status} ${said.text}`)
}

/** Several want one time at once: no more than one gets it. */
const crowd = async ({ run, writer, random, mine }: Story) => {
  const at = random.int(0, run.clinics.length - 1)
  const clinic = run.clinics[at]!
  const [time, user] = [timeIn(random), random.pick(clinic.users)]
  const body = {
    ...time,
    type: 1,
    department: urlOf(clinic, 'department', clinic.department),
    user: urlOf(clinic, 'user', user),
  }
  const replies = await Promise.all(
    Array.from({ length: callers }, () => ask(run, clinic, writer, 'POST', '/appointment/', body)),
  )
  const made = replies.filter(({ status }) => status === 201)
  if (made.length > 1 || made.length + replies.filter(isOverlap).length !== callers)
    complain(run, `${made.length} of ${callers} callers got one time`)
  for (const { text } of made) {
    const { id, request_hash }: Answer = JSON.parse(text)
    const booked = { id, clinic: at, user, ...time, active: true, hash: request_hash }
    mine.push(booked)
    run.booked.push(booked)
  }
  tally(run, 'crowds')
}

const remind = async ({ run, writer, random }: Story, booked: Booked) => {
  const clinic = run.clinics[booked.clinic]!
  const body = {
    appointment: urlOf(clinic, 'appointment', booked.id),
    hours_before: 24,
    send_email: true,
    send_sms: random.chance(0.5),
  }
  const reply = await ask(run, clinic, writer, 'POST', '/appointment_reminder/', body)
  if (reply.status !== 201) return complain(run, `a reminder was answered ${reply.status} ${reply.text}`)
  tally(run, 'reminders')
}

/** Asks for a confirmation, sometimes twice at once and never with a key: one request has one effect all the same. */
const confirm = async ({ run, writer, random }: Story, booked: Booked) => {
  const clinic = run.clinics[booked.clinic]!
  const path = `/appointment/${booked.id}/send_appointment_confirmation/`
  const once = () => ask(run, clinic, writer, 'POST', path, { request_hash: booked.hash }, false)
  const replies = await Promise.all(random.chance(0.3) ? [once(), once()] : [once()])
  for (const { status, text } of replies)
    if (status !== 200) complain(run, `a confirmation was answered ${status} ${text}`)
  tally(run, 'confirmations')
}

const move = async (story: Story, booked: Booked) => {
  const { run, writer, random } = story
  const clinic = run.clinics[booked.clinic]!
  const [time, user] = [timeIn(random), userOf(random, clinic)]
  const body = { ...time, user: urlOf(clinic, 'user', user) }
  const reply = await ask(run, clinic, writer, 'PATCH', `/appointment/${booked.id}/`, body)
  if (isOverlap(reply)) return tally(run, 'refused')
  if (reply.status !== 200) return complain(run, `a move was answered ${reply.status} ${reply.text}`)
  const { request_hash }: Answer = JSON.parse(reply.text)
  const old = booked.hash
  Object.assign(booked, time, { user, hash: request_hash })
  tally(run, 'moved')
  if (random.chance(0.1) && old !== request_hash) {
    const path = `/appointment/${booked.id}/send_appointment_confirmation/`
    const stale = await ask(run, clinic, writer, 'POST', path, { request_hash: old }, false)
    if (stale.status !== 400)
      complain(run, `a confirmation with an old hash was answered ${stale.status} ${stale.text}`)
  }
  if (random.chance(0.2)) await confirm(story, booked)
}

const cancel = async ({ run, writer }: Story, booked: Booked) => {
  const clinic = run.clinics[booked.clinic]!
  const body = { active: false, cancellation_reason: 'The client called' }
  const reply = await ask(run, clinic, writer, 'PATCH', `/appointment/${booked.id}/`, body)
  if (reply.status !== 200) return complain(run, `a cancellation was answered ${reply.status} ${reply.text}`)
  booked.active = false
  tally(run, 'cancelled')
}

const write = async (run: Run, writer: number) => {
  const story: Story = { run, writer, random: createRandom(run.seed * 1000 + writer), mine: [] }
  const { random } = story
  while (run.done < run.operations) {
    run.done++
    const active = story.mine.filter((one) => one.active)
    const turn = random.next()
    if (random.chance(0.01)) await crowd(story)
    if (random.chance(0.1)) await bookOnline(story)
    if (active.length === 0 || turn < 0.55) await bookOne(story)
    else if (turn < 0.85) await move(story, random.pick(active))
    else await cancel(story, random.pick(active))
  }
}

answerMessages<Load, Loaded>(async (load) => {
  const run: Run = { ...load, tally: newTally(), problems: [], steps: {}, booked: [], done: 0, sent: 0 }
  const began = performance.now()
  const stopTelling = showProgress(load.operations, () => run.done)
  await Promise.all(Array.from({ length: load.writers }, (_, writer) => write(run, writer)))
  stopTelling()
  const { tally: asked, problems, steps, booked } = run
  return { tally: asked, problems, steps, booked, seconds: (performance.now() - began) / 1000 }
})
