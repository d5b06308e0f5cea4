import type { FastifyInstance } from 'fastify'
import { inOrganisation } from '../db/tx.ts'
import { countAttempt, isWithinLimit, tooMany } from '../domain/identity/limits.ts'
import { unusableLink, findPasswordLink, requestPasswordReset, setPassword } from '../domain/identity/password-links.ts'
import { hashNewPassword } from '../domain/identity/passwords.ts'
import { plainError, ApiError } from '../kernel/errors.ts'
import { sessionCookie } from '../oauth/cookies.ts'
import { originOf, type PageParts } from './finish-sign-in.ts'
import { forgotPage, linkSentPage, setPasswordPage } from './pages.ts'
import { redirectTo, queryOf, show } from './page-requests.ts'

/** What is wrong with one field, if that is what the error is. */
export const messageOf = (error: unknown, field: string) => {
  if (!(error instanceof ApiError) || error.fields === undefined) return undefined
  return (plainError(error) as Readonly<Record<string, readonly string[]>>)[field]?.[0]
}

/** The pages around a forgotten or not yet chosen password. */
export const addPasswordPages = (scope: FastifyInstance, { db, rates, site }: PageParts) => {
  const config = { page: true }

  scope.get('/:organisation/forgot-password/', { config }, async (request, reply) =>
    show(reply, forgotPage(await site.open(db, request, reply))),
  )

  scope.post('/:organisation/forgot-password/', { config }, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    const form = site.requireOwnForm(request, visit)
    const email = (form.get('email') ?? '').trim().toLowerCase()
    if (email === '') return show(reply, forgotPage(visit, { wrong: 'Enter your e-mail address.' }), 400)
    const ofAddress = await countAttempt(rates, 'resetsOfAddress', request.ip)
    if (!ofAddress.allowed) throw tooMany(ofAddress, 'Too many links were requested from your network.')
    // Above the limit of the account no mail is sent, and the response is the same, so as not to reveal whether it exists.
    const ofAccount = await countAttempt(rates, 'resetsOfAccount', visit.organisation, email)
    if (ofAccount.allowed && visit.clinicName !== undefined)
      await inOrganisation(db, visit.organisation, (tx) => requestPasswordReset(tx, email, originOf(request)))
    return show(reply, linkSentPage(visit))
  })

  // The link is a secret until it is used, and it is in the URL, so requests for this page are not logged.
  const unlogged = { config, logLevel: 'silent' } as const

  scope.get('/:organisation/set-password/', unlogged, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    const link = queryOf(request).get('link') ?? ''
    const tries = await isWithinLimit(rates, 'passwordLinksOfAddress', request.ip)
    if (!tries.allowed) throw tooMany(tries, 'Too many links were tried from your network.')
    const found = await inOrganisation(db, visit.organisation, (tx) => findPasswordLink(tx, link))
    if (found === undefined) {
      await countAttempt(rates, 'passwordLinksOfAddress', request.ip)
      throw unusableLink()
    }
    return show(reply, setPasswordPage({ ...visit, clinic: visit.clinicName }, { link, email: found.email }))
  })

  scope.post('/:organisation/set-password/', unlogged, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    const form = site.requireOwnForm(request, visit)
    const link = form.get('link') ?? ''
    const tries = await countAttempt(rates, 'passwordLinksOfAddress', request.ip)
    if (!tries.allowed) throw tooMany(tries, 'Too many links were tried from your network.')
    const found = await inOrganisation(db, visit.organisation, (tx) => findPasswordLink(tx, link))
    if (found === undefined) throw unusableLink()
    try {
      const hash = await hashNewPassword(form.get('password') ?? '', { ...found, clinic: visit.clinicName })
      await inOrganisation(db, visit.organisation, (tx) => setPassword(tx, link, hash, originOf(request)))
    } catch (error) {
      const wrong = messageOf(error, 'password')
      if (wrong === undefined) throw error
      const frame = { ...visit, clinic: visit.clinicName }
      return show(reply, setPasswordPage(frame, { link, email: found.email, wrong }), 400)
    }
    site.setCookie(reply, visit.organisation, sessionCookie, '', 0)
    return redirectTo(reply, `${visit.home}/sign-in/?done=password`)
  })
}
