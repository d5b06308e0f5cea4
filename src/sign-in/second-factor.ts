import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inOrganisation, type Tx } from '../db/tx.ts'
import { forgetGuesses } from '../domain/identity/limits.ts'
import { countPendingTry, findPendingSignIn, type PendingSignIn } from '../domain/identity/pending-sign-ins.ts'
import {
  addTotp,
  confirmTotp,
  lockFactors,
  secondFactorsOf,
  takeCode,
  unconfirmedTotp,
} from '../domain/identity/second-factors.ts'
import type { SessionFactor } from '../domain/identity/sessions.ts'
import { pendingCookie } from '../oauth/cookies.ts'
import { finishSignIn, nameOfBrowser, originOf, recordRefusal, requireGuess, type PageParts } from './finish-sign-in.ts'
import { addTotpPage, recoveryCodesPage, secondFactorPage } from './pages.ts'
import { browserOf, redirectTo, show, type PageRequest } from './page-requests.ts'
import { textOf } from '../oauth/parameters.ts'
import { addFactorPage } from './second-factor-pages.ts'
import { placeAfterSignIn, requestingApplication } from './sign-in.ts'

/** A sign-in whose second factor is still missing, in the browser that began it. */
export type Pending = PendingSignIn & { readonly secret: string }

const findPending = async ({ db }: PageParts, { organisation, cookies }: PageRequest): Promise<Pending | undefined> => {
  const secret = cookies.get(pendingCookie)
  const found = await inOrganisation(db, organisation, (tx) => findPendingSignIn(tx, secret))
  return found && secret !== undefined ? { ...found, secret } : undefined
}

const startAgain = (reply: FastifyReply, { home }: PageRequest) => redirectTo(reply, `${home}/sign-in/?done=expired`)

/** Completes a sign-in with its second factor: leads on, or shows the recovery codes that came with it first. */
export const finishPending = async (
  parts: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: PageRequest,
  pending: Pending,
  { factor, recoveryCodes }: { factor: SessionFactor; recoveryCodes?: readonly string[] | undefined },
) => {
  const { user, passwordHash, secret, next } = pending
  const proven = { user, passwordHash, factors: ['password', factor] as const, pending: secret }
  if (!(await finishSignIn(parts, request, reply, visit, proven))) return startAgain(reply, visit)
  const place = placeAfterSignIn(parts, visit, next)
  return recoveryCodes === undefined
    ? redirectTo(reply, place)
    : show(reply, recoveryCodesPage(visit, { codes: recoveryCodes, next: place }))
}

/**
 * Counts a guess at the second factor before it is checked. False if this sign-in was tried too often. Guesses at an account
 * in browsers that are not known count together, whichever sign-in they belong to.
 */
export const countSecondFactorGuess = async (
  parts: PageParts,
  request: FastifyRequest,
  visit: PageRequest,
  { user, passwordHash, secret }: Pending,
) => {
  const browser = nameOfBrowser(parts, visit, { id: user, password_hash: passwordHash })
  const guesser = browser === undefined ? ['account', user] : ['browser', user, browser]
  const isKnown = browser !== undefined
  await requireGuess(parts, request, visit, { guess: 'secondFactors', guesser, user, isKnown })
  const isAllowed = await inOrganisation(parts.db, visit.organisation, (tx) => countPendingTry(tx, secret))
  const forget = () => forgetGuesses(parts.rates, 'secondFactors', visit.organisation, ...guesser)
  return isAllowed ? { forget } : undefined
}

const showSecondFactor = async (
  parts: PageParts,
  reply: FastifyReply,
  visit: PageRequest,
  { user, email, next }: PendingSignIn,
  wrong?: string,
) => {
  const factors = await inOrganisation(parts.db, visit.organisation, (tx) => secondFactorsOf(tx, user))
  const { leadsTo } = await requestingApplication(parts, visit, next)
  const page = secondFactorPage(visit, {
    email,
    hasCode: factors.some(({ kind }) => kind === 'totp'),
    hasPasskey: factors.some(({ kind }) => kind === 'passkey'),
    wrong,
    leadsTo,
  })
  return show(reply, page, wrong === undefined ? 200 : 400)
}

export const wrongSecondFactor = (
  parts: PageParts,
  reply: FastifyReply,
  visit: PageRequest,
  pending: PendingSignIn,
  wrong = 'This code is wrong or was used before. Enter the one that your app shows now, or an unused recovery code.',
) => showSecondFactor(parts, reply, visit, pending, wrong)

/** Adds a factor in the middle of a sign-in. Only for somebody who has none: a password alone must not replace one. */
export const asFirstFactor = <T>(
  { db }: PageParts,
  { organisation }: PageRequest,
  { user }: PendingSignIn,
  work: (tx: Tx) => Promise<T>,
): Promise<T | undefined> =>
  inOrganisation(db, organisation, async (tx) => {
    await lockFactors(tx, user)
    return (await secondFactorsOf(tx, user)).length > 0 ? undefined : work(tx)
  })

/** Reads a request of somebody whose password was right, and the form that it sends, if it sends one. */
export const openPending = async ({ site, db, ...parts }: PageParts, request: FastifyRequest, reply: FastifyReply) => {
  const visit = await site.open(db, request, reply)
  const form = request.method === 'POST' ? site.requireOwnForm(request, visit) : new URLSearchParams()
  const pending = await findPending({ site, db, ...parts }, visit)
  // Whose password was right belongs to the clinic, and is told what it is called.
  return { visit: pending === undefined ? visit : { ...visit, clinic: visit.clinicName }, form, pending }
}

const readNumber = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

/** The pages between the password and the session: the second factor, or adding one where it is required. */
export const addSecondFactor = (scope: FastifyInstance, parts: PageParts) => {
  const { sealing, db } = parts
  const config = { page: true }
  const path = '/:organisation/sign-in'

  scope.get(`${path}/second-factor/`, { config }, async (request, reply) => {
    const { visit, pending } = await openPending(parts, request, reply)
    return pending === undefined ? startAgain(reply, visit) : showSecondFactor(parts, reply, visit, pending)
  })

  scope.post(`${path}/second-factor/`, { config }, async (request, reply) => {
    const { visit, form, pending } = await openPending(parts, request, reply)
    if (pending === undefined) return startAgain(reply, visit)
    const counted = await countSecondFactorGuess(parts, request, visit, pending)
    if (counted === undefined) return startAgain(reply, visit)
    const code = textOf(form.get('code'))
    const factor = await inOrganisation(db, visit.organisation, (tx) =>
      takeCode(tx, sealing, pending.user, { code, now: new Date() }, originOf(request)),
    )
    if (factor === undefined) {
      const { user } = pending
      await recordRefusal(parts, request, visit, {
        kind: 'sign_in.second_factor_failed',
        user,
        details: { factor: 'code' },
      })
      return wrongSecondFactor(parts, reply, visit, pending)
    }
    await counted.forget()
    return finishPending(parts, request, reply, visit, pending, { factor })
  })

  addEnrolment(scope, parts)
}

/** Adding a factor where one is required, in the middle of a sign-in. */
const addEnrolment = (scope: FastifyInstance, parts: PageParts) => {
  const { sealing } = parts
  const config = { page: true }
  const path = '/:organisation/sign-in'
  const accountOf = ({ clinicName }: PageRequest, { email }: PendingSignIn) => ({
    issuer: clinicName ?? 'Fetlock',
    label: email,
  })
  const addingOf = (visit: PageRequest, { user }: PendingSignIn) => ({ user, browser: browserOf(visit) })
  const confirmAt = ({ home }: PageRequest) => `${home}/sign-in/add-factor/totp/confirm/`

  scope.get(`${path}/add-factor/`, { config }, async (request, reply) => {
    const { visit, pending } = await openPending(parts, request, reply)
    if (pending === undefined) return startAgain(reply, visit)
    const { leadsTo } = await requestingApplication(parts, visit, pending.next)
    return show(reply, addFactorPage(visit, { email: pending.email, leadsTo }))
  })

  scope.post(`${path}/add-factor/totp/`, { config }, async (request, reply) => {
    const { visit, pending } = await openPending(parts, request, reply)
    if (pending === undefined) return startAgain(reply, visit)
    const account = accountOf(visit, pending)
    const begun = await asFirstFactor(parts, visit, pending, (tx) =>
      addTotp(tx, sealing, addingOf(visit, pending), account),
    )
    if (begun === undefined) return redirectTo(reply, `${visit.home}/sign-in/second-factor/`)
    const shown = { ...begun, id: String(begun.id), action: confirmAt(visit), required: true }
    return show(reply, addTotpPage(visit, shown))
  })

  scope.post(`${path}/add-factor/totp/confirm/`, { config }, async (request, reply) => {
    const { visit, form, pending } = await openPending(parts, request, reply)
    if (pending === undefined) return startAgain(reply, visit)
    const { user } = pending
    const counted = await countSecondFactorGuess(parts, request, visit, pending)
    if (counted === undefined) return startAgain(reply, visit)
    const id = readNumber(textOf(form.get('id')))
    const typed = { id, code: textOf(form.get('code')), now: new Date() }
    const outcome = await asFirstFactor(parts, visit, pending, async (tx) => ({
      added: await confirmTotp(tx, sealing, addingOf(visit, pending), typed, originOf(request)),
      begun: await unconfirmedTotp(tx, sealing, addingOf(visit, pending), id, accountOf(visit, pending)),
    }))
    if (outcome?.added !== undefined) {
      await counted.forget()
      return finishPending(parts, request, reply, visit, pending, { factor: 'totp', ...outcome.added })
    }
    if (outcome?.begun === undefined) return redirectTo(reply, `${visit.home}/sign-in/add-factor/`)
    await recordRefusal(parts, request, visit, {
      kind: 'sign_in.second_factor_failed',
      user,
      details: { factor: 'totp' },
    })
    const wrong =
      'This code is wrong. Enter the one that the app shows now; check that the clock of the phone is right.'
    const shown = { ...outcome.begun, id: String(id), action: confirmAt(visit), required: true, wrong }
    return show(reply, addTotpPage(visit, shown), 400)
  })
}
