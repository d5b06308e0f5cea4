import type { FastifyInstance } from 'fastify'
import { inOrganisation } from '../db/tx.ts'
import { countAttempt, isWithinLimit, tooMany } from '../domain/identity/limits.ts'
import { isPassword } from '../domain/identity/passwords.ts'
import { endSession, findForSignIn, sessionHours, startSession } from '../domain/identity/sessions.ts'
import { sessionCookie } from './cookies.ts'
import { signedInPage, signInPage } from './pages.ts'
import { cookieNames, type OAuthParts } from './provider.ts'
import type { Providers } from './providers.ts'
import { redirectTo, queryOf, type Site, show, textOf, type PageRequest } from './page-requests.ts'

const doneTexts: Readonly<Record<string, string>> = {
  password: 'Your password is set. Sign in with it.',
  'signed-out': 'You are signed out.',
}

/** The source that a form-action policy must list to allow a redirect to this URI. */
export const targetOf = (redirectUri: string) => {
  const url = new URL(redirectUri)
  return url.origin === 'null' ? url.protocol : url.origin
}

export type PageParts = OAuthParts & {
  readonly providers: Providers
  readonly site: Site
  readonly home?: string | undefined
}

/** The application that requested the sign-in, if `next` is its consent page. */
const requestingApplication = async (
  { providers }: PageParts,
  { organisation, home }: PageRequest,
  next: string | undefined,
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

const tryToSignIn = async ({ db, rates }: PageParts, organisation: number, form: URLSearchParams, address: string) => {
  const email = (form.get('email') ?? '').trim()
  // Every attempt counts for the account, before the password is checked, so that concurrent attempts are limited too.
  const tries = await countAttempt(rates, 'signInsOfAccount', organisation, email.toLowerCase())
  if (!tries.allowed) throw tooMany(tries, 'There were too many attempts to sign in with this address.')
  const failures = await isWithinLimit(rates, 'failedSignInsOfAddress', address)
  if (!failures.allowed) throw tooMany(failures, 'There were too many failed attempts to sign in from your network.')
  const found = await inOrganisation(db, organisation, (tx) => findForSignIn(tx, email))
  const isRight = await isPassword(found?.password_hash, form.get('password') ?? '')
  if (isRight && found !== undefined) {
    const secret = await inOrganisation(db, organisation, (tx) => startSession(tx, found.id, new Date()))
    if (secret !== undefined) return secret
  }
  await countAttempt(rates, 'failedSignInsOfAddress', address)
  return undefined
}

const forgetSession = async (
  { db, providers, site }: PageParts,
  visit: PageRequest,
  reply: Parameters<Site['setCookie']>[0],
) => {
  const { organisation, cookies } = visit
  const secret = cookies.get(sessionCookie)
  if (secret !== undefined) await inOrganisation(db, organisation, (tx) => endSession(tx, secret))
  const oidc = cookies.get(cookieNames.session)
  if (oidc !== undefined) await (await providers.of(organisation).Session.find(oidc))?.destroy()
  for (const name of [sessionCookie, cookieNames.session, `${cookieNames.session}.sig`])
    site.setCookie(reply, organisation, name, '', 0)
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
      return next === undefined ? show(reply, signedInPage(visit, visit.signedIn)) : redirectTo(reply, next)
    const application = await requestingApplication(parts, visit, next)
    return show(reply, signInPage(visit, { next, again, done: doneTexts[query.get('done') ?? ''], ...application }))
  })

  scope.post('/:organisation/sign-in/', { config }, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    const form = site.requireOwnForm(request, visit)
    const next = site.nextWithin(visit.organisation, form.get('next'))
    const secret = await tryToSignIn(parts, visit.organisation, form, request.ip)
    if (secret === undefined) {
      const wrong = 'The e-mail address or the password is wrong. Check both, or choose a new password.'
      const email = form.get('email') ?? ''
      const again = form.get('again') !== null
      return show(
        reply,
        signInPage(visit, { next, again, email, wrong, ...(await requestingApplication(parts, visit, next)) }),
        400,
      )
    }
    const old = visit.cookies.get(sessionCookie)
    if (old !== undefined) await inOrganisation(db, visit.organisation, (tx) => endSession(tx, old))
    site.setCookie(reply, visit.organisation, sessionCookie, secret, sessionHours * 3600)
    return redirectTo(reply, next ?? `${visit.home}${parts.home ?? '/api/0.1/'}`)
  })

  scope.get('/:organisation/sign-out/', { config }, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    if (visit.signedIn === undefined) return redirectTo(reply, `${visit.home}/sign-in/`)
    return show(reply, signedInPage(visit, visit.signedIn))
  })

  scope.post('/:organisation/sign-out/', { config }, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    site.requireOwnForm(request, visit)
    await forgetSession(parts, visit, reply)
    return redirectTo(reply, `${visit.home}/sign-in/?done=signed-out`)
  })
}
