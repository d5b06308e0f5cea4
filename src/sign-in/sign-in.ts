import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inOrganisation } from '../db/tx.ts'
import { forgetGuesses } from '../domain/identity/limits.ts'
import { isFactorMarked } from '../domain/identity/factor-marks.ts'
import { isPassword } from '../domain/identity/passwords.ts'
import { endPendingSignIn, pendingMinutes, startPendingSignIn } from '../domain/identity/pending-sign-ins.ts'
import { isSecondFactorRequired, secondFactorsOf } from '../domain/identity/second-factors.ts'
import { endSession, findForSignIn } from '../domain/identity/sessions.ts'
import { factorMarkCookie, pendingCookie, sessionCookie } from '../oauth/cookies.ts'
import { finishSignIn, nameOfBrowser, originOf, recordRefusal, requireGuess, type PageParts } from './finish-sign-in.ts'
import { signedInPage, signInPage } from './pages.ts'
import { cookieNames } from '../oauth/provider.ts'
import { redirectTo, queryOf, type Site, show, type PageRequest } from './page-requests.ts'
import { textOf } from '../oauth/parameters.ts'

export type { PageParts } from './finish-sign-in.ts'

const doneTexts: Readonly<Record<string, string>> = {
  password: 'Your password is set. Sign in with it.',
  'signed-out': 'You are signed out.',
  ended: 'You were signed out.',
  'ended-note-kept': 'You were signed out. Your note is kept.',
  expired: 'Signing in took too long. Start again.',
}

/** The source that a form-action policy must list to allow a redirect to this URI. */
export const targetOf = (redirectUri: string) => {
  const url = new URL(redirectUri)
  return url.origin === 'null' ? url.protocol : url.origin
}

/** The application that requested the sign-in, if `next` is its consent page. */
export const requestingApplication = async (
  { providers }: PageParts,
  { organisation, home }: PageRequest,
  next: string | null | undefined,
) => {
  const uid = next?.startsWith(`${home}/consent/`)
    ? next.slice(home.length + '/consent/'.length).replace(/\/$/, '')
    : undefined
  if (uid === undefined) return {}
  const provider = providers.of(organisation)
  const interaction = await provider.Interaction.find(uid)
  const client = await provider.Client.find(textOf(interaction?.params['client_id']))
  const redirectUri = interaction?.params['redirect_uri']
  return {
    application: client?.clientName,
    leadsTo: typeof redirectUri === 'string' ? targetOf(redirectUri) : undefined,
  }
}

/** Whoever an application brings may be told what the clinic is called: the application knows it already. */
const shownTo = (visit: PageRequest, { application }: { readonly application?: string | undefined }): PageRequest =>
  application === undefined ? visit : { ...visit, clinic: visit.clinicName }

/** Where somebody goes who has signed in. */
export const placeAfterSignIn = (
  { home = '/api/0.1/' }: PageParts,
  visit: PageRequest,
  next: string | null | undefined,
) => next ?? `${visit.home}${home}`

const wrongPassword = 'The e-mail address or the password is wrong. Check both, or choose a new password.'

/** Shows the sign-in page again, after an attempt that failed. */
export const showSignInAgain = async (
  parts: PageParts,
  reply: FastifyReply,
  visit: PageRequest,
  form: URLSearchParams,
  wrong: string,
) => {
  const next = parts.site.nextWithin(visit.organisation, form.get('next'))
  const email = form.get('email') ?? ''
  const again = form.get('again') !== null
  const application = await requestingApplication(parts, visit, next)
  return show(reply, signInPage(shownTo(visit, application), { next, again, email, wrong, ...application }), 400)
}

/** Whose password this is. Every attempt is counted before the password is checked, so that concurrent ones are limited too. */
const checkPassword = async (
  parts: PageParts,
  request: FastifyRequest,
  visit: PageRequest,
  { email, password }: { readonly email: string; readonly password: string },
) => {
  const { db, rates } = parts
  const { organisation } = visit
  const found = await inOrganisation(db, organisation, (tx) => findForSignIn(tx, email))
  const browser = nameOfBrowser(parts, visit, found)
  const guesser =
    found === undefined || browser === undefined ? ['account', email.toLowerCase()] : ['browser', found.id, browser]
  await requireGuess(parts, request, visit, {
    guess: 'passwords',
    guesser,
    user: found?.id,
    isKnown: browser !== undefined,
  })
  if ((await isPassword(found?.password_hash, password)) && found?.password_hash != null) {
    await forgetGuesses(rates, 'passwords', organisation, ...guesser)
    return { user: found.id, passwordHash: found.password_hash }
  }
  const reason = found === undefined ? 'unknown address' : 'wrong password'
  await recordRefusal(parts, request, visit, { kind: 'sign_in.failed', user: found?.id ?? null, details: { reason } })
  return undefined
}

type Right = { readonly user: number; readonly passwordHash: string }

/**
 * Keeps the sign-in for the second factor, if the user has one or must add one, and says on which page. Without a page the
 * sign-in is complete: because nothing is missing, or because the browser is marked as one that was given the factor.
 * The redirect is the caller's: a reply that an async function returns is awaited, and comes back as undefined.
 */
const askForSecondFactor = async (
  { db, site }: PageParts,
  reply: FastifyReply,
  visit: PageRequest,
  { user, passwordHash, next }: Right & { readonly next: string | undefined },
) => {
  const { organisation, cookies, home } = visit
  const asked = await inOrganisation(db, organisation, async (tx) => {
    const has = (await secondFactorsOf(tx, user)).length > 0
    const isMarked = has && (await isFactorMarked(tx, cookies.get(factorMarkCookie), user))
    if (isMarked || (!has && !(await isSecondFactorRequired(tx, user)))) return { isMarked }
    const before = cookies.get(pendingCookie)
    if (before !== undefined) await endPendingSignIn(tx, before)
    return { has, secret: await startPendingSignIn(tx, { user, passwordHash, next }) }
  })
  if (asked.secret === undefined) return { isMarked: asked.isMarked }
  site.setCookie(reply, organisation, pendingCookie, asked.secret, pendingMinutes * 60)
  return { page: `${home}/sign-in/${asked.has ? 'second-factor' : 'add-factor'}/` }
}

const forgetSession = async (
  { db, providers, site }: PageParts,
  request: FastifyRequest,
  visit: PageRequest,
  reply: Parameters<Site['setCookie']>[0],
  form: URLSearchParams,
) => {
  const { organisation, cookies } = visit
  const secret = cookies.get(sessionCookie)
  if (secret !== undefined)
    await inOrganisation(db, organisation, (tx) => endSession(tx, secret, 'sign_out', originOf(request)))
  const oidc = cookies.get(cookieNames.session)
  if (oidc !== undefined) await (await providers.of(organisation).Session.find(oidc))?.destroy()
  for (const name of [sessionCookie, cookieNames.session, `${cookieNames.session}.sig`])
    site.setCookie(reply, organisation, name, '', 0)
  // Not "cookies": browsers would also delete those of other clinics and hosts of this domain, and forget that they are known.
  // A page that removes what this person has left, and only that, keeps what others at the desk have typed and not sent.
  reply.header('clear-site-data', form.get('clears') === 'yes' ? '"cache"' : '"cache", "storage"')
}

/** The pages to sign in, with or without an application, and to sign out. */
export const addSignIn = (scope: FastifyInstance, parts: PageParts) => {
  const { db, site } = parts
  const config = { page: true }

  scope.get('/:organisation/sign-in/', { config }, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    const query = queryOf(request)
    const next = site.nextWithin(visit.organisation, query.get('next'))
    const again = query.has('again')
    if (visit.signedIn !== undefined && !again)
      return next === undefined
        ? show(reply, signedInPage(visit, visit.signedIn, parts.home !== undefined))
        : redirectTo(reply, next)
    if (visit.locked !== undefined && !again)
      return redirectTo(reply, `${visit.home}/unlock/${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`)
    const application = await requestingApplication(parts, visit, next)
    return show(
      reply,
      signInPage(shownTo(visit, application), {
        next,
        again,
        done: doneTexts[query.get('done') ?? ''],
        ...application,
      }),
    )
  })

  scope.post('/:organisation/sign-in/', { config }, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    const form = site.requireOwnForm(request, visit)
    const next = site.nextWithin(visit.organisation, form.get('next'))
    const email = (form.get('email') ?? '').trim()
    const right = await checkPassword(parts, request, visit, { email, password: form.get('password') ?? '' })
    if (right === undefined) return showSignInAgain(parts, reply, visit, form, wrongPassword)
    const { page, isMarked } = await askForSecondFactor(parts, reply, visit, { ...right, next })
    if (page !== undefined) return redirectTo(reply, page)
    if (!(await finishSignIn(parts, request, reply, visit, { ...right, factors: ['password'], isMarked })))
      return showSignInAgain(parts, reply, visit, form, wrongPassword)
    return redirectTo(reply, placeAfterSignIn(parts, visit, next))
  })

  scope.get('/:organisation/sign-out/', { config }, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    if (visit.signedIn === undefined) return redirectTo(reply, `${visit.home}/sign-in/`)
    return show(reply, signedInPage(visit, visit.signedIn, parts.home !== undefined))
  })

  scope.post('/:organisation/sign-out/', { config }, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    const form = site.requireOwnForm(request, visit)
    await forgetSession(parts, request, visit, reply, form)
    return redirectTo(reply, `${visit.home}/sign-in/?done=signed-out`)
  })
}
