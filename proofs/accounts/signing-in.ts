import { Secret, TOTP } from 'otpauth'
import { factorMarkCookie } from '../../src/oauth/cookies.ts'
import {
  complain,
  count,
  end,
  endAll,
  expectEvent,
  type Factor,
  type Held,
  type Person,
  type Session,
  type Story,
} from './model.ts'
import { formToken, locationOf, visit, wordsIn, type Visitor } from './visiting.ts'

const stepSeconds = 30

/** A code that has not been used, if the clock allows one: each works once, and one step around the present one. */
export const nextCode = (factor: Factor) => {
  const now = Math.floor(Date.now() / 1000 / stepSeconds)
  // Not the step before: the clock may go on to the next while the code is on its way.
  const step = Math.max(now, factor.lastStep + 1)
  if (step > now + 1) return undefined
  factor.lastStep = step
  return new TOTP({ secret: Secret.fromBase32(factor.secret) }).generate({ timestamp: step * stepSeconds * 1000 })
}

const ofProvider = /oidc|interaction|resume|session|sign_in/

/** The person's browser, signed out; without the mark, it is one in which no second factor was ever given. */
const newVisitor = ({ organisation, address, browser }: Person, showsMark = true): Visitor => ({
  organisation,
  address,
  cookies: new Map([...browser].filter(([name]) => showsMark || !name.endsWith(factorMarkCookie))),
})
const keepBrowser = ({ browser }: Person, { cookies }: Visitor) => {
  for (const [name, value] of cookies) if (!ofProvider.test(name)) browser.set(name, value)
}

const openForm = async ({ run }: Story, person: Person) => {
  const visitor = newVisitor(person)
  const form = await formToken(run, visitor)
  keepBrowser(person, visitor)
  return form
}

/** What the person's browser proves its forms with. Opened once, also by those who come at once: its cookie belongs to it. */
export const formOf = (story: Story, person: Person) => (person.form ??= openForm(story, person))

/** Not one of the step tokens that a half-finished sign-in has. */
const sessionIn = ({ cookies }: Visitor) => [...cookies].find(([name]) => name.endsWith('fetlock_session'))

const heldOf = ({ organisation }: Person, [name, value]: readonly [string, string]): Held => ({
  what: 'session',
  organisation,
  headers: { cookie: `${name}=${value}` },
})

type Tried = { readonly visitor: Visitor; readonly outcome: 'in' | 'refused' | 'unknown' | 'half' }

/** Submits the password; `half` asks for a second factor. */
export const tryPassword = async (story: Story, person: Person, password: string, showsMark = true): Promise<Tried> => {
  const form = await formOf(story, person)
  const visitor = newVisitor(person, showsMark)
  const path = `/${person.organisation}/sign-in/`
  const reply = await visit(story.run, visitor, path, { form, email: person.email, password })
  if (reply === 'unknown') return { visitor, outcome: 'unknown' }
  if (reply.status === 400) return { visitor, outcome: 'refused' }
  if (reply.status !== 303) {
    complain(story, `signing in was answered ${reply.status} ${wordsIn(reply)}`)
    return { visitor, outcome: 'refused' }
  }
  return { visitor, outcome: locationOf(reply).includes('/second-factor/') ? 'half' : 'in' }
}

const tryCode = async (story: Story, person: Person, visitor: Visitor, code: string) => {
  const form = await formOf(story, person)
  const path = `/${person.organisation}/sign-in/second-factor/`
  const reply = await visit(story.run, visitor, path, { form, code })
  if (reply === 'unknown') return 'unknown'
  return reply.status === 303 && sessionIn(visitor) !== undefined ? 'in' : 'refused'
}

export const signedIn = (story: Story, person: Person, visitor: Visitor): Session | undefined => {
  const cookie = sessionIn(visitor)
  if (cookie === undefined) {
    complain(story, 'somebody signed in and got no session')
    return undefined
  }
  keepBrowser(person, visitor)
  const session: Session = { visitor, held: heldOf(person, cookie), usedAt: performance.now() }
  person.sessions.push(session)
  return session
}

/** What came of signing in while something else happened to the account: it may have been let in, or not. */
export const noteTried = (story: Story, person: Person, outcome: Tried['outcome'], visitor: Visitor) => {
  if (outcome === 'in') signedIn(story, person, visitor)
  if (outcome === 'in' || outcome === 'unknown')
    expectEvent(story, 'sign_in.succeeded', String(person.id), outcome === 'in')
  if (outcome === 'in') return
  // Whether they had left already when they were looked for, nobody knows.
  expectEvent(story, 'sign_in.failed', String(person.id), false)
  expectEvent(story, 'sign_in.failed', 'nobody', false)
}

type Code = { readonly text: string; readonly isRecovery: boolean }

/** What the person enters as a second factor: what the app shows, or a recovery code if they like or have used that one already. */
export const takeCode = ({ random }: Story, person: Person): Code | undefined => {
  const shown = person.factor && (random.chance(0.6) || person.codes.length === 0) ? nextCode(person.factor) : undefined
  if (shown !== undefined) return { text: shown, isRecovery: false }
  const recovery = person.factor && person.codes.shift()
  return recovery === undefined ? undefined : { text: recovery, isRecovery: true }
}

export const noteSpent = (person: Person, { text, isRecovery }: Code) => {
  if (isRecovery) person.spentCodes.push(text)
  else if (person.factor !== undefined) person.factor.lastCode = text
}

/** Signs a person in with whatever they need for it. */
export const signIn = async (story: Story, person: Person): Promise<Session | undefined> => {
  // A mark that has ended is shown too, and must spare nobody anything.
  const showsMark = story.random.chance(0.5)
  const isAsked = person.factor !== undefined && !(person.isMarked && showsMark)
  const code = isAsked ? takeCode(story, person) : undefined
  if (isAsked && person.isActive && code === undefined) return signInWithWrongCode(story, person)
  const { visitor, outcome } = await tryPassword(story, person, person.password, showsMark)
  const mayEnter = person.isActive
  if (outcome === 'unknown') {
    if (mayEnter) expectEvent(story, 'sign_in.succeeded', String(person.id), false)
    else expectEvent(story, 'sign_in.failed', 'nobody', false)
    return undefined
  }
  if (outcome === 'refused') {
    if (mayEnter) complain(story, `${person.email} was refused with the right password`)
    else {
      expectEvent(story, 'sign_in.failed', 'nobody')
      count(story, 'refused to somebody who left')
    }
    return undefined
  }
  if (!mayEnter) complain(story, `${person.email} signed in after leaving`)
  if ((outcome === 'half') !== isAsked)
    complain(story, `${person.email} was asked for a second factor: ${outcome === 'half'}`)
  if (outcome === 'half' && code !== undefined) {
    const entered = await tryCode(story, person, visitor, code.text)
    if (entered === 'refused')
      complain(story, `${person.email} was refused with the right ${code.isRecovery ? 'recovery ' : ''}code`)
    if (entered === 'in') noteSpent(person, code)
    if (entered === 'in' && !code.isRecovery) person.isMarked = true
    if (code.isRecovery) expectEvent(story, 'recovery_code.used', String(person.id), entered === 'in')
    if (entered !== 'in') {
      expectEvent(story, 'sign_in.succeeded', String(person.id), false)
      return undefined
    }
  }
  expectEvent(story, 'sign_in.succeeded', String(person.id))
  count(story, 'signed in')
  return signedIn(story, person, visitor)
}

/** Tries what must not open anything. */
export const signInWrongly = async (story: Story, person: Person) => {
  const { outcome } = await tryPassword(story, person, `not ${person.password}`)
  if (outcome === 'in' || outcome === 'half') complain(story, `${person.email} signed in with a wrong password`)
  expectEvent(story, 'sign_in.failed', person.isActive ? String(person.id) : 'nobody', outcome === 'refused')
  count(story, 'wrong passwords')
}

export const signInWithWrongCode = async (story: Story, person: Person): Promise<undefined> => {
  if (person.factor === undefined || !person.isActive) {
    await signInWrongly(story, person)
    return undefined
  }
  const { visitor, outcome } = await tryPassword(story, person, person.password, false)
  if (outcome !== 'half') return undefined
  const known = [person.spentCodes.at(-1), person.factor.lastCode].filter((code) => code !== undefined && code !== '')
  const spent = known.length > 0 && story.random.chance(0.8) ? story.random.pick(known) : undefined
  const entered = await tryCode(story, person, visitor, spent ?? String(story.random.int(100_000, 999_999)))
  if (entered === 'in') complain(story, `${person.email} signed in with a ${spent ? 'spent' : 'wrong'} code`)
  expectEvent(story, 'sign_in.second_factor_failed', String(person.id), entered === 'refused')
  count(story, 'wrong codes')
  return undefined
}

export const signOut = async (story: Story, person: Person, session: Session) => {
  const form = await formOf(story, person)
  let isFirst = true
  // Signing out once more changes nothing if the first time was enough.
  while ((await visit(story.run, session.visitor, `/${person.organisation}/sign-out/`, { form })) === 'unknown')
    isFirst = false
  expectEvent(story, 'sign_out', String(person.id), isFirst)
  person.sessions = person.sessions.filter((other) => other !== session)
  end(story, session.held)
  count(story, 'signed out')
}

/**
 * Whether the password was changed by a request whose answer never came. The database may still be at it, so that the old one is
 * right at first and wrong in the end.
 */
export const settlePassword = async (story: Story, person: Person, next: string): Promise<void> => {
  const before = person.password
  for (const password of [next, before, next]) {
    const { outcome, visitor } = await tryPassword(story, person, password)
    if (outcome === 'unknown') {
      expectEvent(story, 'sign_in.failed', String(person.id), false)
      expectEvent(story, 'sign_in.succeeded', String(person.id), false)
      return settlePassword(story, person, next)
    }
    if (outcome === 'refused') {
      if (person.isActive) expectEvent(story, 'sign_in.failed', String(person.id))
      continue
    }
    if (password === next) endAll(story, person)
    person.password = password
    if (outcome === 'in') {
      expectEvent(story, 'sign_in.succeeded', String(person.id))
      signedIn(story, person, visitor)
    }
    return
  }
  complain(story, `${person.email} can sign in with neither password`)
}
