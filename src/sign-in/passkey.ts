import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inOrganisation } from '../db/tx.ts'
import { countAttempt, tooMany } from '../domain/identity/limits.ts'
import {
  addPasskey,
  passkeyRegistration,
  passkeyRequest,
  relyingPartyAt,
  verifyPasskey,
} from '../domain/identity/passkeys.ts'
import { ApiError } from '../kernel/errors.ts'
import { finishSignIn, originOf, recordRefusal, type PageParts } from './finish-sign-in.ts'
import { browserOf, redirectTo, show, type PageRequest } from './page-requests.ts'
import { textOf } from '../oauth/parameters.ts'
import {
  asFirstFactor,
  countSecondFactorGuess,
  finishPending,
  openPending,
  wrongSecondFactor,
  type Pending,
} from './second-factor.ts'
import { addFactorPage } from './second-factor-pages.ts'
import { placeAfterSignIn, showSignInAgain } from './sign-in.ts'
import { finishUnlock } from './unlock.ts'

const page = { config: { page: true } }

const wrongPasskey = 'This passkey is not known here, or the browser could not prove that it is yours.'

const sendOptions = (reply: FastifyReply, publicKey: object) =>
  reply.headers({ 'cache-control': 'no-store' }).send({ publicKey })

const tooLate = () => new ApiError(400, 'Signing in took too long. Reload the page and start again.')

/** Each request stores a challenge, so they are limited. */
export const requirePasskeyRequest = async ({ rates }: PageParts, request: FastifyRequest) => {
  const verdict = await countAttempt(rates, 'passkeyRequestsOfAddress', request.ip)
  if (!verdict.allowed) throw tooMany(verdict, 'Passkeys were asked for too often from your network.')
}

/** A passkey after the password. */
const takeSecondFactor = async (
  parts: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: PageRequest,
  { pending, response }: { readonly pending: Pending; readonly response: string },
) => {
  const counted = await countSecondFactorGuess(parts, request, visit, pending)
  if (counted === undefined) return redirectTo(reply, `${visit.home}/sign-in/?done=expired`)
  const { user } = pending
  const ceremony = { purpose: 'second factor' as const, browser: browserOf(visit), user, response, now: new Date() }
  const shown = await inOrganisation(parts.db, visit.organisation, (tx) =>
    verifyPasskey(tx, relyingPartyAt(parts.publicUrl), ceremony),
  )
  if ('refused' in shown) {
    const details = { factor: 'passkey', reason: shown.refused }
    await recordRefusal(parts, request, visit, { kind: 'sign_in.second_factor_failed', user, details })
    return wrongSecondFactor(parts, reply, visit, pending, wrongPasskey)
  }
  await counted.forget()
  return finishPending(parts, request, reply, visit, pending, { factor: 'passkey' })
}

/** A passkey instead of the password: the device is one factor, and the finger or PIN that it asks for the other. */
const takeAlone = async (
  parts: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: PageRequest,
  form: URLSearchParams,
) => {
  const verdict = await countAttempt(parts.rates, 'signInsOfAddress', request.ip)
  if (!verdict.allowed) throw tooMany(verdict, 'There were too many attempts to sign in from your network.')
  const response = textOf(form.get('response'))
  const ceremony = { purpose: 'sign in' as const, browser: browserOf(visit), response, now: new Date() }
  const shown = await inOrganisation(parts.db, visit.organisation, (tx) =>
    verifyPasskey(tx, relyingPartyAt(parts.publicUrl), ceremony),
  )
  if ('refused' in shown) {
    const details = { factor: 'passkey', reason: shown.refused }
    await recordRefusal(parts, request, visit, { kind: 'sign_in.failed', user: shown.user ?? null, details })
    return showSignInAgain(parts, reply, visit, form, `${wrongPasskey} Sign in with your password.`)
  }
  if (!(await finishSignIn(parts, request, reply, visit, { ...shown, factors: ['passkey'] })))
    return showSignInAgain(parts, reply, visit, form, wrongPasskey)
  const next = parts.site.nextWithin(visit.organisation, form.get('next'))
  return redirectTo(reply, placeAfterSignIn(parts, visit, next))
}

const openUnlock = async ({ db, site }: PageParts, request: FastifyRequest, reply: FastifyReply) => {
  const visit = await site.open(db, request, reply)
  return { ...visit, form: site.requireOwnForm(request, visit) }
}

/** A passkey that opens a locked session again. */
const takeToUnlock = async (
  parts: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { form, ...visit }: Awaited<ReturnType<typeof openUnlock>>,
) => {
  const { organisation, locked, home } = visit
  const next = parts.site.nextWithin(organisation, form.get('next'))
  const back = next === undefined ? '' : `?next=${encodeURIComponent(next)}`
  if (locked === undefined) return redirectTo(reply, `${home}/sign-in/${back}`)
  const { user } = locked
  const response = textOf(form.get('response'))
  const ceremony = { purpose: 'unlock' as const, browser: browserOf(visit), user, response, now: new Date() }
  const shown = await inOrganisation(parts.db, organisation, (tx) =>
    verifyPasskey(tx, relyingPartyAt(parts.publicUrl), ceremony),
  )
  if ('refused' in shown) {
    const details = { factor: 'passkey', reason: shown.refused }
    await recordRefusal(parts, request, visit, { kind: 'session.unlock_failed', user, details })
    return redirectTo(reply, `${home}/unlock/${back}`)
  }
  const isOpen = await finishUnlock(parts, request, reply, visit, { ...shown, factor: 'passkey' })
  return redirectTo(reply, isOpen ? placeAfterSignIn(parts, visit, next) : `${home}/unlock/${back}`)
}

/**
 * Passkeys at sign-in: alone, after a password, and added where a second factor is required. The script of the pages asks for
 * options, which are JSON, and sends what the browser makes of them as the field `response` of a form.
 */
export const addPasskeys = (scope: FastifyInstance, parts: PageParts) => {
  const { db } = parts
  const relyingParty = relyingPartyAt(parts.publicUrl)
  const path = '/:organisation/sign-in'

  scope.post(`${path}/passkey/options/`, async (request, reply) => {
    const { visit, form, pending } = await openPending(parts, request, reply)
    await requirePasskeyRequest(parts, request)
    const isSecond = form.get('kind') === 'second-factor'
    if (isSecond && pending === undefined) throw tooLate()
    const browser = browserOf(visit)
    const ceremony = isSecond
      ? { purpose: 'second factor' as const, browser, user: pending?.user }
      : { purpose: 'sign in' as const, browser }
    const options = await inOrganisation(db, visit.organisation, (tx) => passkeyRequest(tx, relyingParty, ceremony))
    return sendOptions(reply, options)
  })

  scope.post(`${path}/passkey/`, page, async (request, reply) => {
    const { visit, form, pending } = await openPending(parts, request, reply)
    if (form.get('kind') !== 'second-factor') return takeAlone(parts, request, reply, visit, form)
    if (pending === undefined) return redirectTo(reply, `${visit.home}/sign-in/?done=expired`)
    const response = textOf(form.get('response'))
    return takeSecondFactor(parts, request, reply, visit, { pending, response })
  })

  addPasskeyUnlock(scope, parts)
  addPasskeyEnrolment(scope, parts)
}

const addPasskeyUnlock = (scope: FastifyInstance, parts: PageParts) => {
  const { db } = parts

  scope.post('/:organisation/unlock/passkey/options/', async (request, reply) => {
    const visit = await openUnlock(parts, request, reply)
    await requirePasskeyRequest(parts, request)
    const { locked } = visit
    if (locked === undefined) throw tooLate()
    const ceremony = { purpose: 'unlock' as const, browser: browserOf(visit), user: locked.user }
    const options = await inOrganisation(db, visit.organisation, (tx) =>
      passkeyRequest(tx, relyingPartyAt(parts.publicUrl), ceremony),
    )
    return sendOptions(reply, options)
  })

  scope.post('/:organisation/unlock/passkey/', page, async (request, reply) => {
    const visit = await openUnlock(parts, request, reply)
    return takeToUnlock(parts, request, reply, visit)
  })
}

const addPasskeyEnrolment = (scope: FastifyInstance, parts: PageParts) => {
  const relyingParty = relyingPartyAt(parts.publicUrl)
  const path = '/:organisation/sign-in'

  scope.post(`${path}/add-factor/passkey/options/`, async (request, reply) => {
    const { visit, pending } = await openPending(parts, request, reply)
    await requirePasskeyRequest(parts, request)
    const options =
      pending &&
      (await asFirstFactor(parts, visit, pending, (tx) =>
        passkeyRegistration(tx, relyingParty, pending.user, browserOf(visit)),
      ))
    if (options === undefined) throw tooLate()
    return sendOptions(reply, options)
  })

  scope.post(`${path}/add-factor/passkey/`, page, async (request, reply) => {
    const { visit, form, pending } = await openPending(parts, request, reply)
    if (pending === undefined) return redirectTo(reply, `${visit.home}/sign-in/?done=expired`)
    const made = {
      user: pending.user,
      browser: browserOf(visit),
      response: textOf(form.get('response')),
      name: textOf(form.get('name')),
    }
    const added = await asFirstFactor(parts, visit, pending, (tx) =>
      addPasskey(tx, relyingParty, made, originOf(request)),
    )
    if (added === undefined) {
      const wrong = 'The passkey could not be added. Try again, or use an authenticator app.'
      return show(reply, addFactorPage(visit, { email: pending.email, wrong }), 400)
    }
    return finishPending(parts, request, reply, visit, pending, { factor: 'passkey', ...added })
  })
}
