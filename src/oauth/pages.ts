import { html, type Markup, write } from '../kernel/markup.ts'

export type Page = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

type Layout = {
  /** The path of the organisation. */
  readonly home: string
  readonly title: string
  readonly clinic?: string | undefined
  readonly main: Markup
  /** An origin besides our own to which a form of this page may redirect. */
  readonly leadsTo?: string | undefined
}

const policy = (leadsTo: string | undefined) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    // Browsers also apply form-action to the redirects that follow a form, so it must list the application's origin.
    `form-action 'self'${leadsTo === undefined ? '' : ` ${leadsTo}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const pageOf = ({ home, title, clinic, main, leadsTo }: Layout): Page => ({
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(leadsTo),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
  },
  body: write(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}${clinic === undefined ? '' : ` – ${clinic}`}</title>
<link rel="stylesheet" href="${home}/oauth2/pages.css">
</head>
<body>
<header>${clinic === undefined ? 'Fetlock' : clinic}</header>
<main>
${main}
</main>
<footer>Fetlock practice management</footer>
</body>
</html>
`),
})

/** The error of a form, first on the page, with the focus and announced by screen readers. */
const problem = (message: string | undefined, field: string) =>
  message === undefined
    ? undefined
    : html`<div class="problem" role="alert" tabindex="-1" autofocus><h2>That did not work</h2>
<p><a href="#${field}" id="problem">${message}</a></p></div>`

const pointTo = (message: string | undefined, hint = '') => {
  const notes = `${message === undefined ? '' : 'problem '}${hint}`.trim()
  return html`${message === undefined ? undefined : html` aria-invalid="true"`}${
    notes === '' ? undefined : html` aria-describedby="${notes}"`
  }`
}

const emailField = (value: string, wrong: string | undefined) =>
  html`<input id="email" name="email" type="email" autocomplete="username" inputmode="email" autocapitalize="none"
  spellcheck="false" required value="${value}"${pointTo(wrong)}>`

const good = (news: string | undefined) =>
  news === undefined ? undefined : html`<p class="done" role="status">${news}</p>`

export type Frame = { readonly home: string; readonly clinic: string; readonly token: string }

const hidden = (name: string, value: string | undefined) =>
  value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}">`

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
    title: shown.wrong === undefined ? 'Sign in' : 'Error: Sign in',
    leadsTo: shown.leadsTo,
    main: html`${problem(shown.wrong, 'email')}${good(shown.done)}
<h1>Sign in</h1>
${shown.application === undefined ? undefined : html`<p>to continue to <strong>${shown.application}</strong></p>`}
<form method="post" action="${home}/sign-in/">
${hidden('form', token)}${hidden('next', shown.next)}${hidden('again', shown.again === true ? '1' : undefined)}
<label for="email">E-mail address</label>
${emailField(shown.email ?? '', shown.wrong)}
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="256">
<button type="submit">Sign in</button>
</form>
<p class="aside"><a href="${home}/forgot-password/">Forgot your password?</a></p>`,
  })

export const signedInPage = ({ home, clinic, token }: Frame, { name, email }: { name: string; email: string }): Page =>
  pageOf({
    home,
    clinic,
    title: 'You are signed in',
    main: html`<h1>You are signed in</h1>
<p>as <strong>${name}</strong><br>${email}</p>
<form method="post" action="${home}/sign-out/">${hidden('form', token)}
<button type="submit" class="quiet">Sign out</button></form>
<p class="aside"><a href="${home}/api/0.1/">Look at the records of ${clinic}</a></p>`,
  })

const inWords: Readonly<Record<string, string>> = {
  restapi: 'Read and change the practice’s records, as far as both you and the application are permitted to',
  openid: 'See your name and e-mail address',
  wholesaler: 'Exchange catalogues, orders and deliveries as a wholesaler',
}

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
    main: html`<h1>Allow ${asked.application}?</h1>
<p><strong>${asked.application}</strong> wants to work with the records of ${clinic}. It will be able to:</p>
<ul>${asked.scopes.map((scope) => html`<li>${inWords[scope] ?? scope}</li>`)}</ul>
<dl><dt>It acts as</dt><dd>${asked.name}<br><small>${asked.email}</small></dd>
<dt>You return to</dt><dd>${asked.returnsTo}</dd></dl>
<form method="post" action="${asked.action}">${hidden('form', token)}
<div class="choices"><button type="submit" name="answer" value="allow">Allow</button>
<button type="submit" name="answer" value="deny" class="quiet">Deny</button></div></form>
<p class="aside">Not you? <a href="${home}/sign-in/">Sign out</a> first, then start again in the application.</p>`,
  })

export const forgotPage = ({ home, clinic, token }: Frame, { wrong }: { wrong?: string | undefined } = {}): Page =>
  pageOf({
    home,
    clinic,
    title: wrong === undefined ? 'Forgot your password?' : 'Error: Forgot your password?',
    main: html`${problem(wrong, 'email')}<h1>Forgot your password?</h1>
<p>We will send you a link to choose a new one.</p>
<form method="post" action="${home}/forgot-password/">${hidden('form', token)}
<label for="email">E-mail address</label>
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
<p>If the address belongs to an account here, a link has been sent to it. The link works for one hour.</p>
<p>Nothing there after a few minutes? Check the spam folder, or ask whoever manages users at your practice.</p>
<p class="aside"><a href="${home}/sign-in/">Back to sign in</a></p>`,
  })

type NewPassword = { readonly link: string; readonly email: string; readonly wrong?: string | undefined }

export const setPasswordPage = ({ home, clinic, token }: Frame, { link, email, wrong }: NewPassword): Page =>
  pageOf({
    home,
    clinic,
    title: wrong === undefined ? 'Choose a password' : 'Error: Choose a password',
    main: html`${problem(wrong, 'password')}<h1>Choose a password</h1>
<p>for <strong>${email}</strong></p>
<form method="post" action="${home}/set-password/">${hidden('form', token)}${hidden('link', link)}
<input type="text" name="username" autocomplete="username" value="${email}" readonly hidden>
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="12" maxlength="256"
  ${pointTo(wrong, 'hint')}>
<p class="hint" id="hint">At least 12 characters. A few words in a row make a good password.</p>
<button type="submit">Set the password</button></form>`,
  })

/** The page for an invalid authorization request, which the user cannot correct. */
export const errorPage = (home: string, message: string): Page =>
  pageOf({
    home,
    title: 'This application cannot sign you in',
    main: html`<h1>This application cannot sign you in</h1>
<p>What it asked for is not valid:</p>
<p><code>${message}</code></p>
<p>Go back to the application and start again. If it happens again, report this message to its developers.</p>`,
  })

export const problemPage = ({ home, clinic }: Omit<Frame, 'token'>, heading: string, message: string): Page =>
  pageOf({
    home,
    clinic,
    title: heading,
    main: html`<h1>${heading}</h1>
<p>${message}</p>
<p class="aside"><a href="${home}/sign-in/">Back to sign in</a></p>`,
  })
