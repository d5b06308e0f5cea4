import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { inOrganisation, type Tx } from '../db/tx.ts'
import { confirmEmail, findEmailLink, requestEmailChange, unusableEmailLink } from '../domain/identity/email-changes.ts'
import { knownSeconds, rememberBrowser } from '../domain/identity/known-browsers.ts'
import { countAttempt, isWithinLimit, tooMany } from '../domain/identity/limits.ts'
import { allowedApplications, endOwnGrants } from '../domain/identity/own-grants.ts'
import { changeOwnPassword } from '../domain/identity/password-links.ts'
import { hashNewPassword } from '../domain/identity/passwords.ts'
import { countRecoveryCodes } from '../domain/identity/recovery-codes.ts'
import { secondFactorsOf } from '../domain/identity/second-factors.ts'
import { recentSecurityEvents } from '../domain/identity/security-events.ts'
import {
  endOtherSessions,
  endSessionNamed,
  listSessions,
  sessionHours,
  type SignedIn,
} from '../domain/identity/sessions.ts'
import { InvalidValue } from '../kernel/errors.ts'
import { linksOf } from '../kernel/links.ts'
import { email } from '../kernel/text-formats.ts'
import { accountAnswer } from './account-answer.ts'
import { addAccountFactors } from './account-factors.ts'
import {
  type AccountForm,
  askable,
  checkCurrentPassword,
  checkFactor,
  openAccountForm,
  backToAccount,
  refuseJson,
  withPassword,
  wrongFactor,
  wrongPassword,
} from './account-forms.ts'
import {
  type Account,
  accountPage,
  type AccountNews,
  confirmEmailPage,
  emailConfirmedPage,
} from './account-page-layout.ts'
import { knownBrowserCookie, sessionCookie } from '../oauth/cookies.ts'
import { originOf, type PageParts } from './finish-sign-in.ts'
import { type PageRequest, queryOf, redirectTo, show, showJson, wantsJson } from './page-requests.ts'
import { messageOf } from './password-pages.ts'

const doneTexts: Readonly<Record<string, string>> = {
  password: 'Your password is changed. You are signed out everywhere else.',
  email: 'Links were sent to both addresses. Open both within an hour.',
  session: 'The session is ended.',
  sessions: 'All other sessions are ended.',
  application: 'The application can no longer act for you.',
  factor: 'The second factor is added. If somebody else may be signed in as you, end all other sessions below.',
  removed: 'The second factor is removed. If somebody else may be signed in as you, end all other sessions below.',
}

const readAccount = async (tx: Tx, { user, name, email: address, session }: SignedIn): Promise<Account> => {
  const { time_zone } = await tx.selectFrom('organisation').select('time_zone').executeTakeFirstOrThrow()
  const waiting = await tx
    .selectFrom('email_change')
    .select('new_email')
    .where('user', '=', user)
    .where('ended', 'is', null)
    // The links have expired by then.
    .where('created', '>', sql<Date>`now() - interval '2 hours'`)
    .executeTakeFirst()
  return {
    user,
    name,
    email: address,
    session,
    timeZone: time_zone,
    newEmail: waiting?.new_email,
    factors: await secondFactorsOf(tx, user),
    recoveryCodes: await countRecoveryCodes(tx, user),
    sessions: await listSessions(tx, user),
    applications: await allowedApplications(tx, user),
    events: await recentSecurityEvents(tx, user),
  }
}

type Shown = Pick<AccountForm, 'request' | 'reply' | 'visit' | 'person'>

const showAccount = async ({ db }: PageParts, { request, reply, visit, person }: Shown, news: AccountNews = {}) => {
  const isJson = wantsJson(request)
  if (isJson && news.wrong !== undefined) return refuseJson(reply, news.wrong)
  const account = await inOrganisation(db, visit.organisation, (tx) => readAccount(tx, person))
  if (isJson) return showJson(reply, accountAnswer(account, visit.token))
  return show(reply, accountPage(visit, account, news), news.wrong === undefined ? 200 : 400)
}

const findOwner = ({ db }: PageParts, { organisation, clinicName }: PageRequest, user: number) =>
  inOrganisation(db, organisation, async (tx) => ({
    clinic: clinicName,
    ...(await tx
      .selectFrom('user')
      .select(['email', 'first_name', 'last_name'])
      .where('id', '=', user)
      .executeTakeFirstOrThrow()),
  }))

const changeThePassword = async (parts: PageParts, opened: AccountForm) => {
  const { db, site, keys } = parts
  const { request, reply, visit, form, person } = opened
  const { organisation, cookies } = visit
  const checked = await checkCurrentPassword(parts, opened)
  if (checked === undefined)
    return showAccount(parts, opened, { wrong: { field: 'current_password', message: wrongPassword } })
  const password = form.get('password') ?? ''
  const wrong = (message: string) => showAccount(parts, opened, { wrong: { field: 'password', message } })
  if (password === form.get('current_password'))
    return wrong('This is your current password. Choose another one, or keep it.')
  const chosen = await hashNewPassword(password, await findOwner(parts, visit, person.user)).catch((error: unknown) => {
    const message = messageOf(error, 'password')
    if (message === undefined) throw error
    return { message }
  })
  if (typeof chosen === 'object') return wrong(chosen.message)
  // Last, so that a refused password uses up no code.
  if ((await askable(parts, opened)) !== undefined && !(await checkFactor(parts, opened, checked)))
    return showAccount(parts, opened, { wrong: { field: 'code', message: wrongFactor } })
  const { user, factors } = person
  const secret = await inOrganisation(db, organisation, (tx) =>
    changeOwnPassword(tx, { user, checked, chosen, factors, now: new Date() }, originOf(request)),
  )
  if (secret === undefined) return redirectTo(reply, `${visit.home}/sign-in/`)
  site.setCookie(reply, organisation, sessionCookie, secret, sessionHours * 3600)
  // What makes this browser a known one is signed together with the password.
  const owner = { id: user, password_hash: chosen }
  const known = rememberBrowser(keys.browsers, cookies.get(knownBrowserCookie), organisation, owner, new Date())
  site.setCookie(reply, organisation, knownBrowserCookie, known, knownSeconds)
  return backToAccount(opened, 'password')
}

const address = email()
const noLinks = linksOf('', 0)

const askForEmail = async (parts: PageParts, opened: AccountForm & { readonly checked: string }) => {
  const { request, visit, form, person, checked } = opened
  const { user } = person
  try {
    const wanted = address.parse((form.get('email') ?? '').trim(), noLinks)
    const change = { user, checked, email: wanted }
    await inOrganisation(parts.db, visit.organisation, (tx) => requestEmailChange(tx, change, originOf(request)))
  } catch (error) {
    const message = error instanceof InvalidValue ? error.message : messageOf(error, 'email')
    if (message === undefined) throw error
    return showAccount(parts, opened, { wrong: { field: 'email', message } })
  }
  return backToAccount(opened, 'email')
}

const idIn = (request: AccountForm['request'], name: string) => {
  const text = (request.params as Readonly<Record<string, string>>)[name] ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}

const addEndings = (scope: FastifyInstance, parts: PageParts) => {
  const { db } = parts
  const config = { page: true }
  const path = '/:organisation/account'

  scope.post(
    `${path}/sessions/end-others/`,
    { config },
    withPassword(parts, {
      title: 'End all other sessions',
      label: 'End all others',
      run: async ({ request, reply, visit, person }) => {
        await inOrganisation(db, visit.organisation, (tx) =>
          endOtherSessions(tx, person.user, person.session, originOf(request)),
        )
        return backToAccount({ request, reply, visit }, 'sessions')
      },
    }),
  )

  scope.post(
    `${path}/sessions/:session/end/`,
    { config },
    withPassword(parts, {
      title: 'End a session',
      label: 'End it',
      run: async ({ request, reply, visit, person }) => {
        const { session = '' } = request.params as { session?: string }
        await inOrganisation(db, visit.organisation, (tx) =>
          endSessionNamed(tx, person.user, session, originOf(request)),
        )
        return backToAccount({ request, reply, visit }, 'session')
      },
    }),
  )

  scope.post(
    `${path}/applications/:application/end/`,
    { config },
    withPassword(parts, {
      title: 'End an application’s access',
      label: 'End its access',
      run: async ({ request, reply, visit, person }) => {
        await inOrganisation(db, visit.organisation, (tx) =>
          endOwnGrants(tx, person.user, idIn(request, 'application'), originOf(request)),
        )
        return backToAccount({ request, reply, visit }, 'application')
      },
    }),
  )
}

/** The links that confirm a new address. They are secrets until they are used, so requests for them are not logged. */
const addEmailLinks = (scope: FastifyInstance, { db, rates, site }: PageParts) => {
  const unlogged = { config: { page: true }, logLevel: 'silent' } as const
  const tooManyLinks = 'Too many links were tried from your network.'

  scope.get('/:organisation/confirm-email/', unlogged, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    const link = queryOf(request).get('link') ?? ''
    const tries = await isWithinLimit(rates, 'passwordLinksOfAddress', request.ip)
    if (!tries.allowed) throw tooMany(tries, tooManyLinks)
    const found = await inOrganisation(db, visit.organisation, (tx) => findEmailLink(tx, link))
    if (found === undefined) {
      await countAttempt(rates, 'passwordLinksOfAddress', request.ip)
      throw unusableEmailLink()
    }
    return show(reply, confirmEmailPage({ ...visit, clinic: visit.clinicName }, { ...found, link }))
  })

  scope.post('/:organisation/confirm-email/', unlogged, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    const form = site.requireOwnForm(request, visit)
    const tries = await countAttempt(rates, 'passwordLinksOfAddress', request.ip)
    if (!tries.allowed) throw tooMany(tries, tooManyLinks)
    const session = visit.signedIn?.session
    const confirmed = await inOrganisation(db, visit.organisation, (tx) =>
      confirmEmail(tx, form.get('link') ?? '', { session, ...originOf(request) }),
    )
    return show(reply, emailConfirmedPage({ ...visit, clinic: visit.clinicName }, confirmed))
  })
}

/** The page of one's own account, and what can be changed there. */
export const addAccountPages = (scope: FastifyInstance, parts: PageParts) => {
  const { db, site } = parts
  const config = { page: true }

  scope.get('/:organisation/account/', { config }, async (request, reply) => {
    const visit = await site.open(db, request, reply)
    const person = site.signedInOr(request, reply, visit)
    if (person === undefined) return reply
    const done = queryOf(request).get('done') ?? ''
    // With the app in place the account is one of its pages: links of mails and of our own pages lead there.
    if (parts.home !== undefined && !wantsJson(request))
      return redirectTo(reply, `${visit.home}${parts.home}settings/account/${done in doneTexts ? `?done=${done}` : ''}`)
    return showAccount(parts, { request, reply, visit, person }, { done: doneTexts[done] })
  })

  scope.post('/:organisation/account/password/', { config }, async (request, reply) => {
    const opened = await openAccountForm(parts, request, reply)
    return opened === undefined ? reply : changeThePassword(parts, opened)
  })

  scope.post(
    '/:organisation/account/email/',
    { config },
    withPassword(parts, {
      title: 'Change your e-mail address',
      label: 'Send the links',
      kept: ['email'],
      run: (opened) => askForEmail(parts, opened),
    }),
  )

  addEndings(scope, parts)
  addEmailLinks(scope, parts)
  addAccountFactors(scope, parts)
}
