import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inOrganisation } from '../db/tx.ts'
import { forgetGuesses } from '../domain/identity/limits.ts'
import { isPassword } from '../domain/identity/passwords.ts'
import { secondFactorsOf } from '../domain/identity/second-factors.ts'
import {
  findToUnlock,
  lockSession,
  sessionHours,
  unlockSession,
  type SessionFactor,
  type SignedIn,
} from '../domain/identity/sessions.ts'
import { sessionCookie } from '../oauth/cookies.ts'
import { nameOfBrowser, originOf, recordRefusal, requireGuess, type PageParts } from './finish-sign-in.ts'
import { queryOf, redirectTo, show, type PageRequest } from './page-requests.ts'
import { unlockPage } from './pages.ts'

const wrongPassword = 'The password is wrong. Try again, or sign out.'

/** Where somebody goes who needs not, or cannot, unlock anything. */
const placeWithoutLock = (parts: PageParts, visit: PageRequest, next: string | undefined) =>
  visit.signedIn === undefined
    ? `${visit.home}/sign-in/${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`
    : (next ?? `${visit.home}${parts.home ?? '/api/0.1/'}`)

const showUnlock = async (
  { db }: PageParts,
  reply: FastifyReply,
  visit: PageRequest,
  { user, name, email }: SignedIn,
  { next, wrong }: { readonly next: string | undefined; readonly wrong?: string },
) => {
  const factors = await inOrganisation(db, visit.organisation, (tx) => secondFactorsOf(tx, user))
  const hasPasskey = factors.some(({ kind }) => kind === 'passkey')
  return show(reply, unlockPage(visit, { name, email, next, wrong, hasPasskey }), wrong === undefined ? 200 : 400)
}

/** Opens the session again for its person, with a new cookie that ends when the old one would have. */
export const finishUnlock = async (
  { db, site }: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: PageRequest,
  { passwordHash, factor }: { readonly passwordHash: string | null; readonly factor: SessionFactor },
): Promise<boolean> => {
  const { organisation, cookies, locked } = visit
  const secret = await inOrganisation(db, organisation, (tx) =>
    unlockSession(tx, cookies.get(sessionCookie) ?? '', { ...originOf(request), passwordHash, factors: [factor] }),
  )
  if (secret === undefined || locked === undefined) return false
  const left = Math.ceil((locked.since.getTime() + sessionHours * 3_600_000 - Date.now()) / 1000)
  site.setCookie(reply, organisation, sessionCookie, secret, Math.max(left, 1))
  return true
}

const unlockWithPassword = async (
  parts: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: PageRequest,
  password: string,
) => {
  const { db, rates } = parts
  const { organisation, cookies } = visit
  const found = await inOrganisation(db, organisation, (tx) => findToUnlock(tx, cookies.get(sessionCookie) ?? ''))
  if (found === undefined) return false
  const browser = nameOfBrowser(parts, visit, found)
  const guesser = browser === undefined ? ['account', found.email.toLowerCase()] : ['browser', found.id, browser]
  const isKnown = browser !== undefined
  await requireGuess(parts, request, visit, { guess: 'passwords', guesser, user: found.id, isKnown })
  if (await isPassword(found.password_hash, password)) {
    await forgetGuesses(rates, 'passwords', organisation, ...guesser)
    return finishUnlock(parts, request, reply, visit, { passwordHash: found.password_hash, factor: 'password' })
  }
  await recordRefusal(parts, request, visit, { kind: 'session.unlock_failed', user: found.id })
  return false
}

/** The page of a locked session, and the button that locks one. */
export const addUnlock = (scope: FastifyInstance, parts: PageParts) => {
  const { db, site } = parts
  const config = { page: true }

  scope.get('/:organisation/unlock/', { config }, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    const next = site.nextWithin(visit.organisation, queryOf(request).get('next'))
    if (visit.locked === undefined) return redirectTo(reply, placeWithoutLock(parts, visit, next))
    return showUnlock(parts, reply, visit, visit.locked, { next })
  })

  scope.post('/:organisation/unlock/', { config }, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    const form = site.requireOwnForm(request, visit)
    const next = site.nextWithin(visit.organisation, form.get('next'))
    if (visit.locked === undefined) return redirectTo(reply, placeWithoutLock(parts, visit, next))
    if (!(await unlockWithPassword(parts, request, reply, visit, form.get('password') ?? '')))
      return showUnlock(parts, reply, visit, visit.locked, { next, wrong: wrongPassword })
    return redirectTo(reply, placeWithoutLock(parts, { ...visit, signedIn: visit.locked }, next))
  })

  scope.post('/:organisation/lock/', { config }, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    const form = site.requireOwnForm(request, visit)
    const next = site.nextWithin(visit.organisation, form.get('next'))
    const { signedIn } = visit
    if (signedIn !== undefined)
      await inOrganisation(db, visit.organisation, (tx) => lockSession(tx, signedIn.session, originOf(request)))
    return redirectTo(reply, `${visit.home}/unlock/${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`)
  })
}
