import type { Random } from '../../src/demo/random.ts'
import type { Database } from '../../src/db/tx.ts'
import { newTally, type Tally } from '../sending.ts'
import type { Credentials, Share } from './clinics.ts'
import { firstPassword } from './clinics.ts'
import type { Visitor, Visiting } from './visiting.ts'

/** Something that opens the API: a session's cookie, a token, a key. */
export type Held = {
  readonly what: string
  readonly organisation: number
  readonly headers: Readonly<Record<string, string>>
  /** The cookies of a session in which an application was allowed. */
  cookies?: ReadonlyMap<string, string>
  /** When the answer came that ended it, by the clock of this process. */
  ended?: number
}

/** A refresh token, and those it came from. */
export type Line = { refresh: string; readonly spent: string[] }
/**
 * What a person allowed the application in one session. Allowing it again there continues the same grant without a question,
 * so the tokens of all these times end together.
 */
export type Grant = { readonly access: Held[]; readonly lines: Line[]; ended?: number }
export type Session = {
  readonly visitor: Visitor
  readonly held: Held
  usedAt: number
  grant?: Grant
  /** The answer to a person's yes never came, so that they may not be asked again. */
  mayHaveAllowed?: boolean
}
export type Factor = { readonly secret: string; lastStep: number; lastCode: string }

export type Person = {
  readonly id: number
  readonly email: string
  readonly organisation: number
  readonly address: string
  password: string
  isActive: boolean
  seesClients: boolean
  factor: Factor | undefined
  codes: string[]
  readonly spentCodes: string[]
  sessions: Session[]
  grants: Grant[]
  /** What a browser keeps when it is signed out. */
  readonly browser: Map<string, string>
  /** Whether a second factor was given in that browser, which is then not asked for another. */
  isMarked: boolean
  form?: Promise<string>
}

export type Application = {
  readonly id: number
  readonly client_id: string
  secret: string
  isArchived: boolean
  tokens: Held[]
}

/** How often an event must have been recorded: at least `known` times, and `unknown` times more if those requests were carried out. */
export type Expected = { known: number; unknown: number }

export type Run = Visiting & {
  readonly tally: Tally
  readonly seed: number
  readonly operations: number
  readonly problems: string[]
  readonly steps: Record<string, number>
  readonly expected: Map<string, Expected>
  readonly probes: { live: number; ended: number; permissions: number; silent: number }
  /** Where the mails with links would be read. */
  readonly mail: Database
  done: number
}

export type Story = {
  readonly run: Run
  readonly random: Random
  readonly share: Share
  readonly people: readonly Person[]
  readonly application: Application
  /** The Authorization header of whoever manages users and applications. */
  readonly office: string
  /** Ended, and not yet seen to be refused by these processes. */
  readonly toRefuse: { readonly held: Held; readonly base: string }[]
  readonly refused: Held[]
}

export const newRun = (bases: readonly string[], mail: Database, operations: number, seed: number): Run => ({
  bases,
  mail,
  seed,
  operations,
  tally: newTally(),
  problems: [],
  steps: {},
  expected: new Map(),
  probes: { live: 0, ended: 0, permissions: 0, silent: 0 },
  done: 0,
  sent: 0,
})

export const newPerson = (
  { organisation }: Share,
  { id, email }: { id: number; email: string },
  actor: number,
): Person => ({
  id,
  email,
  organisation,
  address: `10.${actor}.${Math.floor(id / 250) % 250}.${(id % 250) + 1}`,
  password: firstPassword,
  isActive: true,
  seesClients: true,
  factor: undefined,
  codes: [],
  spentCodes: [],
  sessions: [],
  grants: [],
  browser: new Map(),
  isMarked: false,
})

export const newApplicationOf = ({ id, client_id, client_secret }: Credentials): Application => ({
  id,
  client_id,
  secret: client_secret,
  isArchived: false,
  tokens: [],
})

export const count = ({ run }: Story, step: string) => {
  run.steps[step] = (run.steps[step] ?? 0) + 1
}
export const complain = ({ run }: Story, problem: string) => void run.problems.push(problem)

/** Notes that a step was answered, or may have been carried out, so that the clinic must find an event of it. */
export const expectEvent = (
  { run, share }: Pick<Story, 'run' | 'share'>,
  kind: string,
  about: string,
  isKnown = true,
) => {
  const key = `${share.organisation} ${kind} ${about}`
  const expected = run.expected.get(key) ?? { known: 0, unknown: 0 }
  expected[isKnown ? 'known' : 'unknown']++
  run.expected.set(key, expected)
}

/** From now on this must be refused. */
export const end = ({ run, toRefuse }: Story, held: Held) => {
  if (held.ended !== undefined) return
  held.ended = performance.now()
  toRefuse.push(...run.bases.map((base) => ({ held, base })))
}

export const endGrant = (story: Story, grant: Grant) => {
  if (grant.ended !== undefined) return
  grant.ended = performance.now()
  for (const held of grant.access) end(story, held)
}

/** Everything a person had is over: the password changed, or the person left. */
export const endAll = (story: Story, person: Person, except?: Session) => {
  for (const session of person.sessions) if (session !== except) end(story, session.held)
  for (const grant of person.grants) endGrant(story, grant)
  person.sessions = except === undefined ? [] : [except]
  person.grants = []
  person.isMarked = false
}

export const endApplication = (story: Story) => {
  for (const held of story.application.tokens) end(story, held)
  for (const person of story.people) {
    for (const grant of person.grants) endGrant(story, grant)
    person.grants = []
  }
  story.application.tokens = []
}
