import { connect } from '../../src/db/pool.ts'
import { createRandom } from '../../src/demo/random.ts'
import { answerMessages, showProgress } from '../harness.ts'
import type { Tally } from '../sending.ts'
import { allow, archiveAndRestore, refresh, reuse, revoke, rotate, takeToken } from './allowing.ts'
import type { Share } from './clinics.ts'
import {
  expectEvent,
  newApplicationOf,
  newPerson,
  newRun,
  type Expected,
  type Grant,
  type Line,
  type Person,
  type Run,
  type Session,
  type Story,
} from './model.ts'
import {
  addFactor,
  changePassword,
  endAllowed,
  endOthers,
  regroup,
  remakeCodes,
  removeFactor,
  resetPassword,
  setActive,
} from './own-account.ts'
import { probeDue, probeEnded, probeIdle, probeLive, probePermission, probeRest } from './probing.ts'
import { signIn, signInWithWrongCode, signInWrongly, signOut } from './signing-in.ts'
import { sendOnce } from './visiting.ts'

export type Load = {
  readonly bases: readonly string[]
  readonly mailUrl: string
  readonly shares: readonly Share[]
  readonly operations: number
  readonly seed: number
  /** After so many wrong answers there is nothing more to learn. */
  readonly enough: number
}
export type Loaded = {
  readonly tally: Tally
  readonly seconds: number
  readonly steps: Readonly<Record<string, number>>
  readonly probes: Run['probes']
  readonly problems: readonly string[]
  readonly expected: readonly (readonly [string, Expected])[]
}

const officeToken = async (run: Run, share: Share) => {
  const { id, client_id, client_secret } = share.office
  const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
  const body = 'grant_type=client_credentials'
  for (;;) {
    const path = `/${share.organisation}/oauth2/token/`
    const reply = await sendOnce(run.bases, { method: 'POST', path, headers, body }, run.tally, ++run.sent)
    expectEvent({ run, share }, 'token.issued', `application ${id}`, reply !== 'unknown')
    if (reply === 'unknown') continue
    if (reply.status !== 200) throw new Error(`The office got no token: ${reply.status} ${reply.text}`)
    return `Bearer ${(JSON.parse(reply.text) as { access_token: string }).access_token}`
  }
}

const atWork = 4

type Step = (story: Story, person: Person) => Promise<unknown>

/** A session of the person, made if there is none. */
const withSession =
  (work: (story: Story, person: Person, session: Session) => Promise<unknown>): Step =>
  async (story, person) => {
    const session = person.sessions.length > 0 ? story.random.pick(person.sessions) : await signIn(story, person)
    if (session !== undefined) await work(story, person, session)
  }

const withGrant =
  (work: (story: Story, person: Person, grant: Grant, line: Line) => Promise<unknown>): Step =>
  async (story, person) => {
    const lines = person.grants.flatMap((grant) => grant.lines.map((line) => ({ grant, line })))
    if (lines.length === 0) return withSession(allow)(story, person)
    const { grant, line } = story.random.pick(lines)
    return work(story, person, grant, line)
  }

/** The steps, and how many in a hundred or so are of each. */
const steps: readonly (readonly [weight: number, step: Step])[] = [
  [14, signIn],
  [5, signInWrongly],
  [5, signInWithWrongCode],
  [7, withSession(signOut)],
  [3, withSession(endOthers)],
  [3, withSession((story, person, session) => changePassword(story, person, session))],
  [2, withSession((story, person, session) => changePassword(story, person, session, 2))],
  [2, (story, person) => resetPassword(story, person)],
  [2, (story, person) => resetPassword(story, person, 2)],
  [4, withSession(addFactor)],
  [2, withSession(removeFactor)],
  [2, withSession(remakeCodes)],
  [8, withSession(allow)],
  [13, withGrant(refresh)],
  [3, withGrant(reuse)],
  [4, withGrant(revoke)],
  [2, withSession(endAllowed)],
  [8, (story) => takeToken(story)],
  [1, (story) => rotate(story)],
  [2, (story) => rotate(story, 3)],
  [1, archiveAndRestore],
  [2, (story, person) => setActive(story, person, false)],
  [2, (story, person) => setActive(story, person, false, 2)],
  [
    3,
    async (story, person) => {
      await regroup(story, person)
      await probePermission(story, person)
    },
  ],
]
const weights = steps.reduce((sum, [weight]) => sum + weight, 0)

const pickStep = ({ random }: Story): Step => {
  let at = random.next() * weights
  for (const [weight, step] of steps) if ((at -= weight) < 0) return step
  return signIn
}

/** A few people are at work at a time, so that each comes to have sessions, factors and grants; then others are. */
const pickPerson = ({ run, people, random }: Story) => {
  const first = Math.floor((run.done / run.operations) * (people.length - atWork))
  return random.pick(people.slice(first, first + atWork))
}

const liveOf = ({ people, application }: Story) => [
  ...people.flatMap(({ sessions, grants }) => [
    ...sessions.map(({ held }) => held),
    ...grants.flatMap(({ access }) => access),
  ]),
  ...application.tokens,
]

const act = async (run: Run, share: Share, actor: number, enough: number) => {
  const story: Story = {
    run,
    share,
    random: createRandom(run.seed * 1000 + actor),
    people: share.people.map((person) => newPerson(share, person, actor)),
    application: newApplicationOf(share.application),
    office: await officeToken(run, share),
    toRefuse: [],
    refused: [],
  }
  while (run.done < run.operations && run.problems.length < enough) {
    run.done++
    const person = pickPerson(story)
    if (!person.isActive && story.random.chance(0.7)) await setActive(story, person, true)
    await pickStep(story)(story, person)
    await probeDue(story)
    for (const each of story.people) await probeIdle(story, each)
    const live = liveOf(story)
    if (live.length > 0 && story.random.chance(0.3)) await probeLive(story, story.random.pick(live))
  }
  if (run.problems.length >= enough) return
  await probeRest(story)
  // What is open at the end is open, and what was ended long ago is still closed.
  for (const held of liveOf(story)) await probeLive(story, held)
  for (const held of story.refused.filter((_held, at) => at % 10 === 0))
    await probeEnded(story, held, story.random.pick(run.bases))
}

answerMessages<Load, Loaded>(async ({ bases, mailUrl, shares, operations, seed, enough }) => {
  const mail = connect(mailUrl, { max: 4 })
  const run = newRun(bases, mail.db, operations, seed)
  const began = performance.now()
  const stopTelling = showProgress(operations, () => run.done)
  await Promise.all(shares.map((share, actor) => act(run, share, actor, enough)))
  stopTelling()
  await mail.close()
  const { tally, steps: counted, probes, problems, expected } = run
  return {
    tally,
    steps: counted,
    probes,
    problems,
    expected: [...expected],
    seconds: (performance.now() - began) / 1000,
  }
})
