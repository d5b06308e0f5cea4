import { html, type Markup } from '../kernel/markup.ts'
import {
  codeField,
  emailField,
  type Frame,
  good,
  hidden,
  icon,
  type Page,
  pageOf,
  passwordField,
  problemSummary,
} from './page-layout.ts'
import { qrCode } from './qr-code.ts'

export type { Frame, Page } from './page-layout.ts'

/** A button for a passkey. The script shows it where the browser has passkeys, and sends what it answers to /<kind>/. */
export const passkeyButton = (
  kind: 'sign-in' | 'second-factor' | 'enrol' | 'unlock' | 'add' | 'confirm' | 'step-up',
  label: string,
): Markup =>
  html`<button type="button" class="secondary" data-passkey="${kind}" hidden>${icon('passkey')}${label}</button>`

/** Separates the ways to do one thing; shown together with the passkey button after it. */
export const or = html`<p class="or" data-with-passkey hidden>or</p>`

/** Where the script says what went wrong with a passkey. */
export const passkeyProblem = html`<p class="wrong" role="alert" data-passkey-problem hidden></p>`

const idleNote = 'Shared desk: the screen locks after 15 minutes without use and keeps your work.'

type SignIn = {
  readonly next?: string | undefined
  readonly again?: boolean | undefined
  readonly email?: string | undefined
  readonly wrong?: string | undefined
  readonly done?: string | undefined
  readonly application?: string | undefined
  readonly leadsTo?: string | undefined
}

export const signInPage = ({ home, clinic, token }: Frame, shown: SignIn): Page =>
  pageOf({
    home,
    clinic,
    title: 'Sign in',
    leadsTo: shown.leadsTo,
    note: idleNote,
    problem: problemSummary(shown.wrong, 'email'),
    main: html`${good(shown.done)}<h1>Sign in</h1>
${shown.application === undefined ? undefined : html`<p class="lead">to continue to <strong>${shown.application}</strong></p>`}
<form method="post" action="${home}/sign-in/">
${hidden('form', token)}${hidden('next', shown.next)}${hidden('again', shown.again === true ? '1' : undefined)}
${emailField(shown.email ?? '', shown.wrong)}
${passwordField({ aside: html`<a href="${home}/forgot-password/">Forgot<span class="unseen"> your password</span>?</a>` })}
<button type="submit">Sign in</button>
${or}${passkeyButton('sign-in', 'Use a passkey')}${passkeyProblem}
</form>`,
  })

type SecondFactor = {
  readonly email: string
  /** What the person has added besides a password. */
  readonly hasCode: boolean
  readonly hasPasskey: boolean
  readonly wrong?: string | undefined
  readonly leadsTo?: string | undefined
}

export const secondFactorPage = ({ home, clinic, token }: Frame, shown: SecondFactor): Page =>
  pageOf({
    home,
    clinic,
    title: 'Confirm that it is you',
    leadsTo: shown.leadsTo,
    problem: problemSummary(shown.wrong, 'code'),
    main: html`<h1>Confirm that it is you</h1>
<p class="lead">The password was right. Now show that it is you, <strong>${shown.email}</strong>.</p>
<form method="post" action="${home}/sign-in/second-factor/">${hidden('form', token)}
${codeField(
  shown.hasCode ? 'Code of your authenticator app' : 'Recovery code',
  shown.wrong,
  shown.hasCode ? 'Six digits. Without your phone, enter one of your recovery codes.' : undefined,
)}
<button type="submit">Continue</button>
${shown.hasPasskey ? html`${or}${passkeyButton('second-factor', 'Use a passkey')}${passkeyProblem}` : undefined}
</form>
<p class="aside"><a href="${home}/sign-in/">Start again</a></p>`,
  })

type NewTotp = {
  readonly action: string
  /** The secret as people type it, in groups of four. */
  readonly secret: string
  /** The otpauth: address, for an authenticator app on the same device. */
  readonly address: string
  readonly id?: string | undefined
  readonly wrong?: string | undefined
  /** Added because the practice requires it, in the middle of signing in. */
  readonly required?: boolean | undefined
}

export const addTotpPage = ({ home, clinic, token }: Frame, shown: NewTotp): Page =>
  pageOf({
    home,
    clinic,
    title: 'Add an authenticator app',
    problem: problemSummary(shown.wrong, 'code'),
    main: html`<h1>Add an authenticator app</h1>
<p class="lead">${
      shown.required === true
        ? `${clinic} asks for a second proof besides your password, because of what you may do here.`
        : 'It shows a new code every 30 seconds, which you enter after your password.'
    }</p>
<ol class="steps">
<li><p>Open an authenticator app on your phone and scan this:</p>
${qrCode(shown.address, 'QR code with the key below')}
<p>Or add an account by its key:</p>
<p><code class="secret">${shown.secret}</code></p>
<p class="hint">On the phone that has the app, <a href="${shown.address}">open it there</a> instead.</p></li>
<li><form method="post" action="${shown.action}">${hidden('form', token)}${hidden('id', shown.id)}
${codeField('Enter the code that the app shows', shown.wrong, 'Six digits.')}
<button type="submit">Add the app</button></form></li>
</ol>
${shown.required === true ? undefined : html`<p class="aside"><a href="${home}/account/">Back to your account</a></p>`}`,
  })

/** Shown once: only hashes of the codes are kept. */
export const recoveryCodesPage = (
  { home, clinic }: Pick<Frame, 'home' | 'clinic'>,
  { codes, next }: { readonly codes: readonly string[]; readonly next?: string | undefined },
): Page =>
  pageOf({
    home,
    clinic,
    title: 'Your recovery codes',
    main: html`<h1>Your recovery codes</h1>
<p class="lead">Each signs you in once when you have neither your phone nor your passkey. Print them or keep them where you keep
passwords: they are not shown again.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><a class="button" href="${next ?? `${home}/account/`}">I have kept them</a></p>`,
  })

/** Whom a page is for; signing out there removes what the app keeps of them on the device. */
type Person = { readonly user: number; readonly name: string; readonly email: string }

type Locked = Omit<Person, 'user'> & {
  readonly next?: string | undefined
  readonly wrong?: string | undefined
  readonly hasPasskey?: boolean | undefined
}

/** Whoever signs out here may be somebody else, and removes nothing: what was typed before the lock waits for its author. */
export const unlockPage = ({ home, clinic, token }: Frame, shown: Locked): Page =>
  pageOf({
    home,
    clinic,
    title: 'Locked',
    problem: problemSummary(shown.wrong, 'password'),
    main: html`<h1>${shown.name}</h1>
<p class="lead">The screen is locked. You return to what you had open.</p>
<form method="post" action="${home}/unlock/">${hidden('form', token)}${hidden('next', shown.next)}
<input type="text" name="username" autocomplete="username" value="${shown.email}" readonly hidden>
${passwordField({ wrong: shown.wrong })}
<button type="submit">Unlock</button>
${shown.hasPasskey === false ? undefined : html`${or}${passkeyButton('unlock', 'Use a passkey')}${passkeyProblem}`}
</form>
<form method="post" action="${home}/sign-out/">${hidden('form', token)}${hidden('clears', 'yes')}
<p class="aside">Not ${shown.name}? <button type="submit" class="link">Sign out</button></p></form>`,
  })

export const signedInPage = ({ home, clinic, token }: Frame, { user, name, email }: Person, hasApp = false): Page =>
  pageOf({
    home,
    clinic,
    title: 'You are signed in',
    main: html`<h1>You are signed in</h1>
<p class="lead">as <strong>${name}</strong>, ${email}</p>
<p><a class="button" href="${home}${hasApp ? '/' : '/api/0.1/'}">${
      hasApp ? 'Back to Fetlock' : `Look at the records of ${clinic}`
    }</a></p>
<form method="post" action="${home}/sign-out/" data-clears="${user}">${hidden('form', token)}
<button type="submit" class="secondary">Sign out</button></form>
<p class="aside"><a href="${home}/account/">Your account</a></p>`,
  })

const inWords: Readonly<Record<string, string>> = {
  restapi: 'Read and change the practice’s records, as far as both you and the application are permitted to',
  openid: 'See your name and e-mail address',
  wholesaler: 'Exchange catalogues, orders and deliveries as a wholesaler',
}

/** What a scope lets an application do. */
export const scopeInWords = (scope: string) => inWords[scope] ?? scope

type Consent = {
  readonly action: string
  readonly application: string
  readonly scopes: readonly string[]
  readonly name: string
  readonly email: string
  readonly returnsTo: string
  readonly leadsTo: string
}

export const consentPage = ({ home, clinic, token }: Frame, asked: Consent): Page =>
  pageOf({
    home,
    clinic,
    title: `Allow ${asked.application}?`,
    leadsTo: asked.leadsTo,
    note: 'It ends after 365 days unless you allow it again. You can end it at any time in your account.',
    main: html`<h1>Allow ${asked.application}?</h1>
<p class="lead">It wants to work with the records of ${clinic}. It will be able to:</p>
<ul class="ticked">${asked.scopes.map((scope) => html`<li>${icon('check')}${scopeInWords(scope)}</li>`)}</ul>
<dl class="facts"><div><dt>It acts as</dt><dd>${asked.name}<br><span class="context">${asked.email}</span></dd></div>
<div><dt>You return to</dt><dd>${asked.returnsTo}</dd></div></dl>
<form method="post" action="${asked.action}">${hidden('form', token)}
<div class="choices"><button type="submit" name="answer" value="allow">Allow</button>
<button type="submit" name="answer" value="deny" class="secondary">Deny</button></div></form>
<p class="aside">Not you? <a href="${home}/sign-out/">Sign out</a> first, then start again in the application.</p>`,
  })

export const forgotPage = ({ home, clinic, token }: Frame, { wrong }: { wrong?: string | undefined } = {}): Page =>
  pageOf({
    home,
    clinic,
    title: 'Forgot your password?',
    problem: problemSummary(wrong, 'email'),
    main: html`<h1>Forgot your password?</h1>
<p class="lead">We will send you a link to choose a new one.</p>
<form method="post" action="${home}/forgot-password/">${hidden('form', token)}
${emailField('', wrong)}
<button type="submit">Send the link</button></form>
<p class="aside"><a href="${home}/sign-in/">Back to sign in</a></p>`,
  })

export const linkSentPage = ({ home, clinic }: Frame): Page =>
  pageOf({
    home,
    clinic,
    title: 'Check your email',
    main: html`<h1>Check your email</h1>
<p class="lead">If the address belongs to an account here, a link has been sent to it. The link works for one hour.</p>
<p>Nothing there after a few minutes? Check the spam folder, or ask whoever manages users at your practice.</p>
<p class="aside"><a href="${home}/sign-in/">Back to sign in</a></p>`,
  })

type NewPassword = { readonly link: string; readonly email: string; readonly wrong?: string | undefined }

export const setPasswordPage = ({ home, clinic, token }: Frame, { link, email, wrong }: NewPassword): Page =>
  pageOf({
    home,
    clinic,
    title: 'Choose a password',
    problem: problemSummary(wrong, 'password'),
    main: html`<h1>Choose a password</h1>
<p class="lead">for <strong>${email}</strong></p>
<form method="post" action="${home}/set-password/">${hidden('form', token)}${hidden('link', link)}
<input type="text" name="username" autocomplete="username" value="${email}" readonly hidden>
${passwordField({
  label: 'New password',
  autocomplete: 'new-password',
  wrong,
  hint: 'At least 12 characters. A few words in a row make a good password.',
})}
<button type="submit">Set the password</button></form>`,
  })

/** The page for an invalid authorization request, which the user cannot correct. */
export const errorPage = (home: string, message: string): Page =>
  pageOf({
    home,
    title: 'This application cannot sign you in',
    main: html`<h1>This application cannot sign you in</h1>
<p class="lead">What it asked for is not valid:</p>
<p><code class="message">${message}</code></p>
<p>Go back to the application and start again. If it happens again, report this message to its developers.</p>`,
  })

/** Says what went wrong, whoever is signed in. */
export const problemPage = (home: string, heading: string, message: string): Page =>
  pageOf({
    home,
    title: heading,
    main: html`<h1>${heading}</h1>
<p class="lead">${message}</p>
<p><a class="button secondary" href="${home}/sign-in/">Back to sign in</a></p>`,
  })
