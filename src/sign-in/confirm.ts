import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inOrganisation } from '../db/tx.ts'
import { forgetGuesses } from '../domain/identity/limits.ts'
import { passkeyRequest, relyingPartyAt, verifyPasskey } from '../domain/identity/passkeys.ts'
import { isPassword } from '../domain/identity/passwords.ts'
import { secondFactorsOf, takeCode } from '../domain/identity/second-factors.ts'
import { confirmSession, type SessionFactor, type SignedIn } from '../domain/identity/sessions.ts'
import { ApiError } from '../kernel/errors.ts'
import { textOf } from '../oauth/parameters.ts'
import { confirmItIsYouPage } from './confirm-page.ts'
import { nameOfBrowser, originOf, recordRefusal, requireGuess, type PageParts } from './finish-sign-in.ts'
import { requirePasskeyRequest } from './passkey.ts'
import { browserOf, queryOf, redirectTo, show, type PageRequest } from './page-requests.ts'

type Confirming = {
  readonly parts: PageParts
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly visit: PageRequest
  readonly form: URLSearchParams
  readonly person: SignedIn
}

const wrongAnswers = {
  password: 'The password is wrong. Try again.',
  code: 'This code is wrong or was used before. Enter the one that your app shows now, or an unused recovery code.',
  passkey: 'This passkey is not known here, or the browser could not prove that it is yours.',
} as const

/** What the person can prove themselves with: a password counts only for whoever has nothing else. */
const factorsOf = async ({ db }: PageParts, { organisation }: PageRequest, { user }: SignedIn) => {
  const factors = await inOrganisation(db, organisation, (tx) => secondFactorsOf(tx, user))
  const hasPasskey = factors.some(({ kind }) => kind === 'passkey')
  return { hasCode: factors.some(({ kind }) => kind === 'totp'), hasPasskey, hasPassword: factors.length === 0 }
}

const showConfirm = async (
  parts: PageParts,
  reply: FastifyReply,
  visit: PageRequest,
  person: SignedIn,
  { next, wrong }: { readonly next: string | undefined; readonly wrong?: string },
) => {
  const shown = { name: person.name, email: person.email, next, wrong, ...(await factorsOf(parts, visit, person)) }
  return show(reply, confirmItIsYouPage(visit, shown), wrong === undefined ? 200 : 400)
}

const passwordHashOf = async ({ parts, visit, person }: Confirming) => {
  const found = await inOrganisation(parts.db, visit.organisation, (tx) =>
    tx.selectFrom('user').select('password_hash').where('id', '=', person.user).executeTakeFirstOrThrow(),
  )
  return found.password_hash
}

/** Notes what was given, or says what is wrong with it. */
const finish = async (
  confirming: Confirming,
  factor: SessionFactor,
  proven: { readonly passwordHash: string | null } | undefined,
) => {
  const { parts, request, reply, visit, form, person } = confirming
  const next = parts.site.nextWithin(visit.organisation, form.get('next'))
  const isDone =
    proven !== undefined &&
    (await inOrganisation(parts.db, visit.organisation, (tx) =>
      confirmSession(tx, person.session, { ...originOf(request), ...proven, factor }),
    ))
  if (isDone) return redirectTo(reply, next ?? `${visit.home}/account/`)
  const details = { factor }
  await recordRefusal(parts, request, visit, { kind: 'session.confirm_failed', user: person.user, details })
  const kind = factor === 'passkey' || factor === 'password' ? factor : 'code'
  return showConfirm(parts, reply, visit, person, { next, wrong: wrongAnswers[kind] })
}

/** Counts a guess like those at the sign-in, with which they share their limits. */
const countGuess = async (
  { parts, request, visit, person }: Confirming,
  guess: 'passwords' | 'secondFactors',
  password_hash: string | null,
) => {
  const { user, email } = person
  const browser = nameOfBrowser(parts, visit, { id: user, password_hash })
  const account = guess === 'passwords' ? email.toLowerCase() : user
  const guesser = browser === undefined ? ['account', account] : ['browser', user, browser]
  await requireGuess(parts, request, visit, { guess, guesser, user, isKnown: browser !== undefined })
  return () => forgetGuesses(parts.rates, guess, visit.organisation, ...guesser)
}

const takeTyped = async (confirming: Confirming) => {
  const { parts, request, visit, form, person } = confirming
  const passwordHash = await passwordHashOf(confirming)
  const { hasPassword } = await factorsOf(parts, visit, person)
  const forget = await countGuess(confirming, hasPassword ? 'passwords' : 'secondFactors', passwordHash)
  if (hasPassword) {
    const isRight = passwordHash !== null && (await isPassword(passwordHash, textOf(form.get('password'))))
    if (isRight) await forget()
    return finish(confirming, 'password', isRight ? { passwordHash } : undefined)
  }
  const code = textOf(form.get('code'))
  const factor = await inOrganisation(parts.db, visit.organisation, (tx) =>
    takeCode(tx, parts.sealing, person.user, { code, now: new Date() }, originOf(request)),
  )
  if (factor !== undefined) await forget()
  return finish(confirming, factor ?? 'totp', factor === undefined ? undefined : { passwordHash })
}

const ceremonyOf = ({ visit, person }: Pick<Confirming, 'visit' | 'person'>) => ({
  purpose: 'step up' as const,
  browser: browserOf(visit),
  user: person.user,
})

const takePasskey = async (confirming: Confirming) => {
  const { parts, visit, form } = confirming
  const answer = { ...ceremonyOf(confirming), response: textOf(form.get('response')), now: new Date() }
  const shown = await inOrganisation(parts.db, visit.organisation, (tx) =>
    verifyPasskey(tx, relyingPartyAt(parts.publicUrl), answer),
  )
  return finish(confirming, 'passkey', 'refused' in shown ? undefined : shown)
}

/** Where the person of a session confirms that it is them, before what makes access last. */
export const addConfirm = (scope: FastifyInstance, parts: PageParts) => {
  const { db, site } = parts
  const config = { page: true }
  const path = '/:organisation/confirm/'

  /** Undefined if nobody is signed in, or the session is locked: they are being redirected. */
  const open = async (request: FastifyRequest, reply: FastifyReply): Promise<Confirming | undefined> => {
    const visit = await site.open(db, request, reply)
    const form = site.requireOwnForm(request, visit)
    const person = site.signedInOr(request, reply, visit)
    return person && { parts, request, reply, visit, form, person }
  }

  scope.get(path, { config }, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    const person = site.signedInOr(request, reply, visit)
    if (person === undefined) return reply
    const next = site.nextWithin(visit.organisation, queryOf(request).get('next'))
    return showConfirm(parts, reply, visit, person, { next })
  })

  scope.post(path, { config }, async (request, reply) => {
    const confirming = await open(request, reply)
    return confirming === undefined ? reply : takeTyped(confirming)
  })

  scope.post(`${path}passkey/options/`, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    site.requireOwnForm(request, visit)
    const person = visit.signedIn
    if (person === undefined) throw new ApiError(401, 'You are no longer signed in. Reload the page.')
    await requirePasskeyRequest(parts, request)
    const publicKey = await inOrganisation(db, visit.organisation, (tx) =>
      passkeyRequest(tx, relyingPartyAt(parts.publicUrl), ceremonyOf({ visit, person })),
    )
    return reply.headers({ 'cache-control': 'no-store' }).send({ publicKey })
  })

  scope.post(`${path}passkey/`, { config }, async (request, reply) => {
    const confirming = await open(request, reply)
    return confirming === undefined ? reply : takePasskey(confirming)
  })
}
