import type { AllowedApplication } from '../domain/identity/own-grants.ts'
import type { SecurityEventKind } from '../domain/identity/security-events.ts'
import { html, type Markup } from '../kernel/markup.ts'
import { browserName, isPhone } from '../domain/identity/browser-names.ts'
import {
  codeField,
  type Frame,
  good,
  hidden,
  icon,
  type Page,
  pageOf,
  passwordField,
  pointTo,
  problemSummary,
} from './page-layout.ts'
import { or, passkeyButton, passkeyProblem, scopeInWords } from './pages.ts'

type Factor = {
  readonly id: number
  readonly kind: 'totp' | 'passkey'
  readonly name: string
  readonly created: Date
  readonly last_used: Date | null
}
type Session = {
  readonly session: string
  readonly created: Date
  readonly last_used: Date
  readonly address: string
  readonly user_agent: string
  readonly locked: boolean
}
type Event = {
  readonly id: number
  readonly occurred: Date
  readonly kind: string
  readonly address: string
  readonly user_agent: string
  readonly details: unknown
}

export type Account = {
  readonly user: number
  readonly name: string
  readonly email: string
  /** The name of the session that looks at the page. */
  readonly session: string
  readonly timeZone: string
  /** The address that waits to be confirmed. */
  readonly newEmail: string | undefined
  readonly factors: readonly Factor[]
  readonly recoveryCodes: number
  readonly sessions: readonly Session[]
  readonly applications: readonly AllowedApplication[]
  readonly events: readonly Event[]
}

export type AccountNews = {
  readonly done?: string | undefined
  /** What is wrong with which field of the form for a new password or address. */
  readonly wrong?:
    | { readonly field: 'current_password' | 'password' | 'code' | 'email'; readonly message: string }
    | undefined
}

const clockOf = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return (at: Date) => html`<time datetime="${at.toISOString()}">${format.format(at)}</time>`
}
type Clock = ReturnType<typeof clockOf>

const inWords: Readonly<Record<SecurityEventKind, string>> = {
  'access.refused': 'Something was refused for lack of a permission',
  'application.archived': 'An application was archived',
  'application.changed': 'An application was changed',
  'application.registered': 'An application was registered',
  'application.restored': 'An application was restored',
  'application.secret_rotated': 'The secret of an application was replaced',
  'audit.anchored': 'The end of the audit trail was noted',
  'client.erased': 'The personal data of a client was erased',
  'credentials.throttled': 'Too many unknown credentials were tried',
  'email.change_requested': 'A new e-mail address was requested',
  'email.changed': 'The e-mail address was changed',
  'export.made': 'Data was exported',
  'factor.added': 'A second factor was added',
  'factor.removed': 'A second factor was removed',
  'file.infected': 'A file with a virus was uploaded',
  'file.refused': 'A file was refused',
  'grant.ended': 'An application is no longer allowed access',
  'grant.given': 'An application was allowed access',
  'import.started': 'An import was started',
  'legacy_key.made': 'A legacy key was made',
  'legacy_key.revoked': 'A legacy key was revoked',
  'organisation.access_revoked': 'Everybody at the clinic was signed out by the operator',
  'password.changed': 'The password was changed',
  'password.reset_requested': 'A link for a new password was requested',
  'password.set': 'A password was set with a link from an e-mail',
  'permission.changed': 'The permission groups were changed',
  'recovery_code.used': 'A recovery code was used',
  'recovery_codes.made': 'New recovery codes were made',
  'session.confirm_failed': 'A wrong factor was given to confirm who you are',
  'session.confirmed': 'You confirmed that it was you',
  'session.ended': 'A session was ended',
  'session.locked': 'A session was locked',
  'session.unlock_failed': 'Somebody tried to unlock a session and failed',
  'session.unlocked': 'A session was unlocked',
  'settings.changed': 'The security settings were changed',
  'sign_in.failed': 'Somebody tried to sign in and failed',
  'sign_in.second_factor_failed': 'The password was right, the second factor was wrong',
  'sign_in.succeeded': 'Signed in',
  'sign_in.throttled': 'Too many attempts to sign in were stopped',
  sign_out: 'Signed out',
  'token.failed': 'An application was refused a token',
  'token.issued': 'An application was given a token',
  'token.refreshed': 'An application renewed its token',
  'token.refused': 'A code or token was used a second time and refused',
  'token.revoked': 'An application gave a token back',
  'user.activated': 'The account was activated',
  'user.changed': 'The account was changed',
  'user.created': 'The account was created',
  'user.deactivated': 'The account was deactivated',
  'user.erased': 'The personal data of a member of staff was erased',
  'user.invited': 'An invitation was sent',
}

const place = (address: string, userAgent: string) =>
  [userAgent === '' ? '' : browserName(userAgent), address].filter((part) => part !== '').join(', ')

const button = (frame: Frame, path: string, label: string, about = '', kind = 'small') =>
  html`<form method="post" action="${frame.home}/account/${path}">${hidden('form', frame.token)}
<button type="submit" class="${kind}">${label}${about === '' ? undefined : html`<span class="unseen"> ${about}</span>`}</button></form>`

/** What somebody can show besides the password. */
type Askable = { readonly hasCode: boolean; readonly hasPasskey: boolean }

const factorFields = ({ hasCode, hasPasskey }: Askable, wrong: string | undefined) =>
  html`${codeField(
    hasCode ? 'Code of your authenticator app' : 'Recovery code',
    wrong,
    hasCode ? 'Six digits. Without your phone, enter one of your recovery codes.' : undefined,
  )}${hasPasskey ? html`${or}${passkeyButton('confirm', 'Use a passkey instead of a code')}${passkeyProblem}` : undefined}`

const passwordSection = ({ home, token }: Frame, { email, factors }: Account, { wrong }: AccountNews) => {
  const [current, chosen, code] = (['current_password', 'password', 'code'] as const).map((field) =>
    wrong?.field === field ? wrong.message : undefined,
  )
  const isOpen = current !== undefined || chosen !== undefined || code !== undefined
  const has = (asked: Factor['kind']) => factors.some(({ kind }) => kind === asked)
  return html`<section aria-labelledby="password-title"><h2 id="password-title">Password</h2>
<p>A new password signs you out everywhere else.</p>
<details${isOpen ? html` open` : undefined}><summary>Change the password</summary>
<form method="post" action="${home}/account/password/">${hidden('form', token)}
<input type="text" name="username" autocomplete="username" value="${email}" readonly hidden>
${passwordField({ name: 'current_password', label: 'Current password', wrong: current })}
${passwordField({
  label: 'New password',
  autocomplete: 'new-password',
  wrong: chosen,
  hint: 'At least 12 characters. A few words in a row make a good password.',
})}
${factors.length === 0 ? undefined : factorFields({ hasCode: has('totp'), hasPasskey: has('passkey') }, code)}
<button type="submit">Change the password</button></form></details></section>`
}

const emailSection = ({ home, token }: Frame, { email, newEmail }: Account, { wrong }: AccountNews) => {
  const message = wrong?.field === 'email' ? wrong.message : undefined
  return html`<section aria-labelledby="email-title"><h2 id="email-title">E-mail address</h2>
<p>You sign in with <strong>${email}</strong>.${
    newEmail === undefined
      ? undefined
      : html` It changes to <strong>${newEmail}</strong> once you have opened the links that were sent to both addresses.`
  }</p>
<details${message === undefined ? undefined : html` open`}><summary>Change the address</summary>
<form method="post" action="${home}/account/email/">${hidden('form', token)}
<div class="field"><label for="email">New e-mail address</label>
<input id="email" name="email" type="email" autocomplete="email" inputmode="email" autocapitalize="none" spellcheck="false"
  required maxlength="254"${pointTo(message, 'email-hint')}>
<p class="hint" id="email-hint">A link goes to the new address and one to the old one; both have to be opened within an hour.</p></div>
<button type="submit">Change the address</button></form></details></section>`
}

const factorRow = (frame: Frame, at: Clock, { id, kind, name, created, last_used }: Factor) =>
  html`<li>${icon(kind === 'totp' ? 'phone' : 'passkey')}<div><p class="what">${name}</p>
<p class="context">Added ${at(created)}${last_used === null ? undefined : html`, last used ${at(last_used)}`}</p></div>
${button(frame, `factors/${id}/remove/`, 'Remove', name)}</li>`

const factorsSection = (frame: Frame, { factors, recoveryCodes }: Account, at: Clock) =>
  html`<section aria-labelledby="factors-title"><h2 id="factors-title">Second factors</h2>
<p>${
    factors.length === 0
      ? 'Without one, whoever learns your password has your account. Add an authenticator app or a passkey.'
      : 'Asked for after your password. A passkey also signs you in alone.'
  }</p>
${
  factors.length === 0
    ? undefined
    : html`<ul class="rows">${factors.map((factor) => factorRow(frame, at, factor))}
<li>${icon('codes')}<div><p class="what">Recovery codes</p>
<p class="context">${
        recoveryCodes === 0 ? 'None are left' : `${recoveryCodes} ${recoveryCodes === 1 ? 'is' : 'are'} left`
      }, for when you have lost the others</p></div>
${button(frame, 'recovery-codes/', 'Make new ones', 'in place of these')}</li></ul>`
}
<div class="actions">${button(frame, 'totp/', 'Add an authenticator app')}
${button(frame, 'passkeys/begin/', 'Add a passkey')}</div></section>`

const sessionRow = (frame: Frame, at: Clock, own: string, one: Session) => {
  const name = browserName(one.user_agent)
  return html`<li>${icon(isPhone(one.user_agent) ? 'phone' : 'computer')}<div><p class="what">${name}${
    one.session === own ? html` <span class="tag">this one</span>` : undefined
  }${one.locked ? html` <span class="tag">locked</span>` : undefined}</p>
<p class="context">${one.address === '' ? undefined : html`${one.address}, `}last used ${at(one.last_used)}, since ${at(one.created)}</p></div>
${button(frame, `sessions/${one.session}/end/`, one.session === own ? 'Sign out' : 'End', name)}</li>`
}

const sessionsSection = (frame: Frame, { sessions, session }: Account, at: Clock) =>
  html`<section aria-labelledby="sessions-title"><h2 id="sessions-title">Where you are signed in</h2>
<ul class="rows">${sessions.map((one) => sessionRow(frame, at, session, one))}</ul>
${
  sessions.length < 2
    ? undefined
    : html`<div class="actions">${button(frame, 'sessions/end-others/', 'End all others')}</div>`
}</section>`

const applicationsSection = (frame: Frame, { applications }: Account, at: Clock) =>
  html`<section aria-labelledby="applications-title"><h2 id="applications-title">Applications that act for you</h2>
${
  applications.length === 0
    ? html`<p>You have allowed none.</p>`
    : html`<ul class="rows">${applications.map(
        ({ id, name, scopes, since }) => html`<li>${icon('application')}<div><p class="what">${name}</p>
${scopes.map((scope) => html`<p class="context">${scopeInWords(scope)}</p>`)}
<p class="context">Since ${at(since)}</p></div>
${button(frame, `applications/${id}/end/`, 'End', name)}</li>`,
      )}</ul>`
}</section>`

const eventsSection = ({ events }: Account, at: Clock) =>
  html`<section aria-labelledby="events-title"><h2 id="events-title">What happened to your account</h2>
<p>Was something not you? Change your password, and tell whoever manages users at your clinic.</p>
${
  events.length === 0
    ? html`<p>Nothing yet.</p>`
    : html`<ul class="rows">${events.map(
        ({ kind, occurred, address, user_agent }) => html`<li><div><p class="what">${
          inWords[kind as SecurityEventKind] ?? kind
        }</p>
<p class="context">${place(address, user_agent)}</p></div>${at(occurred)}</li>`,
      )}</ul>`
}</section>`

/** Everything about one's own account, on one page: where there is no app, which has a page for it. */
export const accountPage = (frame: Frame, account: Account, news: AccountNews = {}): Page => {
  const at = clockOf(account.timeZone)
  return pageOf({
    home: frame.home,
    clinic: frame.clinic,
    title: 'Your account',
    wide: true,
    problem: problemSummary(news.wrong?.message, news.wrong?.field ?? ''),
    main: html`${good(news.done)}<h1>Your account</h1>
<p class="lead"><strong>${account.name}</strong>, ${account.email}</p>
${passwordSection(frame, account, news)}
${emailSection(frame, account, news)}
${factorsSection(frame, account, at)}
${sessionsSection(frame, account, at)}
${applicationsSection(frame, account, at)}
${eventsSection(account, at)}
<section><form method="post" action="${frame.home}/sign-out/" data-clears="${account.user}">${hidden('form', frame.token)}
<button type="submit" class="secondary">Sign out</button></form></section>
<p class="aside"><a href="${frame.home}/api/0.1/">Look at the records of ${frame.clinic}</a></p>`,
  })
}

type Confirmation = {
  /** The address that the form is sent to again, with the password. */
  readonly action: string
  readonly title: string
  readonly label: string
  readonly email: string
  readonly fields?: Readonly<Record<string, string>>
  /** What the person can show besides the password, where that is asked for too. */
  readonly factor?: Askable | undefined
  readonly wrong?: { readonly field: 'current_password' | 'code'; readonly message: string } | undefined
}

/** Asks for the password, and for a second factor where it must, before something is changed that decides who gets in. */
export const confirmPage = ({ home, clinic, token }: Frame, shown: Confirmation): Page => {
  const wrongIn = (field: 'current_password' | 'code') =>
    shown.wrong?.field === field ? shown.wrong.message : undefined
  return pageOf({
    home,
    clinic,
    title: shown.title,
    problem: problemSummary(shown.wrong?.message, shown.wrong?.field ?? ''),
    main: html`<h1>${shown.title}</h1>
<p class="lead">${
      shown.factor === undefined ? 'Enter your password' : 'Enter your password and show a second factor'
    }, so that nobody else can do this at an open screen.</p>
<form method="post" action="${shown.action}">${hidden('form', token)}${Object.entries(shown.fields ?? {}).map(
      ([name, value]) => hidden(name, value),
    )}
<input type="text" name="username" autocomplete="username" value="${shown.email}" readonly hidden>
${passwordField({ name: 'current_password', label: 'Password', wrong: wrongIn('current_password') })}
${shown.factor && factorFields(shown.factor, wrongIn('code'))}
<button type="submit">${shown.label}</button></form>
<p class="aside"><a href="${home}/account/">Back to your account</a></p>`,
  })
}

type EmailLink = {
  readonly link: string
  readonly old_email: string
  readonly new_email: string
  readonly address: string
}

/** A mail program may open links by itself, so it takes a click on the page. */
export const confirmEmailPage = ({ home, clinic, token }: Frame, shown: EmailLink): Page =>
  pageOf({
    home,
    clinic,
    title: 'Confirm the new address',
    main: html`<h1>Confirm the new address</h1>
<p class="lead">Your account at ${clinic} shall have another e-mail address.</p>
<dl class="facts"><div><dt>New address</dt><dd>${shown.new_email}</dd></div>${
      shown.address === 'old' ? html`<div><dt>Until now</dt><dd>${shown.old_email}</dd></div>` : undefined
    }</dl>
<form method="post" action="${home}/confirm-email/">${hidden('form', token)}${hidden('link', shown.link)}
<button type="submit">Confirm</button></form>
<p class="aside">Was this not you? Confirm nothing, <a href="${home}/forgot-password/">choose a new password</a>, and tell whoever
manages users at your clinic.</p>`,
  })

export const emailConfirmedPage = (
  { home, clinic }: Pick<Frame, 'home' | 'clinic'>,
  { changed, waitsFor }: { readonly changed: boolean; readonly waitsFor: string },
): Page => {
  const title = changed ? 'Your address is changed' : 'One more link'
  const text: Markup = changed
    ? html`You sign in with <strong>${waitsFor}</strong> from now on. All other sessions have ended.`
    : html`Now open the link that was sent to <strong>${waitsFor}</strong>. Your address changes once both are confirmed.`
  return pageOf({
    home,
    clinic,
    title,
    main: html`<h1>${title}</h1>
<p class="lead">${text}</p>
<p><a class="button" href="${home}/account/">Your account</a></p>`,
  })
}

/** The page on which a browser makes a passkey of these options; it needs the script, which sends the form. */
export const addPasskeyPage = ({ home, clinic, token }: Frame, options: object): Page =>
  pageOf({
    home,
    clinic,
    title: 'Add a passkey',
    main: html`<h1>Add a passkey</h1>
<p class="lead">Your device keeps it, and asks for your finger, your face or its PIN when you use it.</p>
<form method="post" action="${home}/account/passkeys/" data-options="${JSON.stringify(options)}">${hidden('form', token)}
<div class="field"><label for="name">A name for it</label>
<input id="name" name="name" type="text" autocomplete="off" maxlength="100"${pointTo(undefined, 'name-hint')}>
<p class="hint" id="name-hint">Such as “My phone”, so that you know it again.</p></div>
${passkeyButton('add', 'Add a passkey')}
${passkeyProblem}</form>
<p class="aside"><a href="${home}/account/">Back to your account</a></p>`,
  })
