import { html, type Markup, write } from '../kernel/markup.ts'
import { fileAddress, fontAddress } from './page-files.ts'

export type Page = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

export type Frame = { readonly home: string; readonly clinic: string | undefined; readonly token: string }

type Layout = {
  /** The path of the organisation. */
  readonly home: string
  readonly title: string
  readonly clinic?: string | undefined
  readonly main: Markup
  /** The error of a form, shown before everything else. */
  readonly problem?: Markup | undefined
  /** An origin besides our own to which a form of this page may redirect. */
  readonly leadsTo?: string | undefined
  /** A page of lists, such as one’s account, takes more room than a form. */
  readonly wide?: boolean | undefined
  /** The line at the foot of the page. */
  readonly note?: string | undefined
}

const policy = (leadsTo: string | undefined) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    // Browsers also apply form-action to the redirects that follow a form, so it must list the application's origin.
    `form-action 'self'${leadsTo === undefined ? '' : ` ${leadsTo}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const arches = Array.from({ length: 9 }, (_, index) => {
  const radius = 60 + 62 * index
  return html`<path class="arch" d="M${290 - radius} 940V640a${radius} ${radius} 0 0 1 ${2 * radius} 0v300"/>`
})

const logo = html`<svg class="logo" viewBox="0 0 28 28" aria-hidden="true" focusable="false"><rect width="28" height="28" rx="8"/>
<path class="outer" d="M8.4 20.5v-6.6a5.6 5.6 0 0 1 11.2 0v6.6"/><path class="inner" d="M12.1 20.5V14a1.9 1.9 0 0 1 3.8 0v6.5"/></svg>`

const drawings = {
  clinic: html`<path d="M3 21h18M6 21V4.5A1.5 1.5 0 0 1 7.5 3h9A1.5 1.5 0 0 1 18 4.5V21M10 21v-4h4v4M10 9h4M12 7v4"/>`,
  eye: html`<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z"/><circle cx="12" cy="12" r="2.8"/>`,
  passkey: html`<path d="M7 20.5c-.8-2.6-1-5-1-8a6 6 0 0 1 12 0V14M10 21c-.7-2.7-1-5.2-1-8.5a3 3 0 0 1 6 0c0 3 .4 5.4 1.2 7.6M12 12.5c0 3.4.3 6 1.1 8.5M3.5 15v-2.5A8.5 8.5 0 0 1 16.8 5.5M20.3 10.2c.2 1.2.2 2.3.2 3.8"/>`,
  phone: html`<rect x="7" y="2.5" width="10" height="19" rx="2"/><path d="M11 18.5h2"/>`,
  computer: html`<rect x="3" y="4" width="18" height="12" rx="1.5"/><path d="M8 20h8M12 16v4"/>`,
  key: html`<circle cx="8" cy="15.5" r="4.5"/><path d="m11.2 12.3 8.3-8.3M16 7.5l3 3"/>`,
  check: html`<path d="m5 12.5 4.5 4.5L19 7.5"/>`,
  lock: html`<rect x="5" y="10.5" width="14" height="10" rx="2"/><path d="M8 10.5V7.5a4 4 0 0 1 8 0v3"/>`,
  application: html`<rect x="4" y="4" width="7" height="7" rx="1.5"/><rect x="13" y="4" width="7" height="7" rx="1.5"/><rect x="4" y="13" width="7" height="7" rx="1.5"/><path d="M16.5 13.5v6M13.5 16.5h6"/>`,
  codes: html`<path d="M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01"/>`,
}

export type IconName = keyof typeof drawings

/** A line drawing beside a text that says the same. */
export const icon = (name: IconName): Markup =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${drawings[name]}</svg>`

const warning = html`<svg class="warning" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path
 d="M12 2.6c.6 0 1.1.3 1.4.8l9 15.9a1.6 1.6 0 0 1-1.4 2.4H3a1.6 1.6 0 0 1-1.4-2.4l9-15.9c.3-.5.8-.8 1.4-.8Z"/><path
 class="mark" d="M12 9v5M12 17.5v.1"/></svg>`

const brand = html`<header class="brand"><svg class="arches" viewBox="0 0 580 900" preserveAspectRatio="xMidYMax slice"
 aria-hidden="true" focusable="false">${arches}</svg><p class="name">${logo}Fetlock</p></header>`

export const pageOf = ({ home, title, clinic, main, problem, leadsTo, wide, note }: Layout): Page => ({
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(leadsTo),
    // Not no-referrer: with that, browsers send the forms of a page with the origin `null`.
    'referrer-policy': 'same-origin',
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
<title>${problem === undefined ? '' : 'Error: '}${title}${clinic === undefined ? '' : ` – ${clinic}`}</title>
<link rel="icon" href="${home}/oauth2/${fileAddress('pages.svg')}" type="image/svg+xml">
<link rel="preload" href="${home}/oauth2/${fontAddress('latin')}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${home}/oauth2/${fileAddress('pages.css')}">
<script src="${home}/oauth2/${fileAddress('pages.js')}" defer></script>
</head>
<body${wide === true ? html` class="wide"` : undefined}>
${brand}
<div class="page">
<main>
${problem}
<p class="clinic">${icon('clinic')}${clinic ?? 'Fetlock'}</p>
${main}
</main>
<footer>${note ?? 'Fetlock practice management'}</footer>
</div>
</body>
</html>
`),
})

/** The error of a form, first on the page, with the focus and announced by screen readers. It links to the field. */
export const problemSummary = (message: string | undefined, field: string): Markup | undefined =>
  message === undefined
    ? undefined
    : html`<div class="problem" role="alert" tabindex="-1" autofocus>${warning}<div><h2>There is a problem</h2>
<p><a href="#${field}" id="problem">${message}</a></p></div></div>`

/** The attributes that mark a field as wrong and point to what is said about it. */
export const pointTo = (message: string | undefined, hint = ''): Markup => {
  const notes = `${message === undefined ? '' : 'problem '}${hint}`.trim()
  return html`${message === undefined ? undefined : html` aria-invalid="true"`}${
    notes === '' ? undefined : html` aria-describedby="${notes}"`
  }`
}

export const emailField = (value: string, wrong: string | undefined): Markup =>
  html`<div class="field"><label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" inputmode="email" autocapitalize="none"
  spellcheck="false" required value="${value}"${pointTo(wrong)}${
    wrong === undefined && value === '' ? html` autofocus` : undefined
  }></div>`

type PasswordField = {
  /** Both the id and the name of the field. */
  readonly name?: string
  readonly label?: string
  readonly autocomplete?: 'current-password' | 'new-password'
  readonly wrong?: string | undefined
  readonly hint?: string | undefined
  /** A link above the field, at its end. */
  readonly aside?: Markup | undefined
}

/** A password with a button that shows it, which appears where scripts run. */
export const passwordField = ({
  name = 'password',
  label = 'Password',
  autocomplete = 'current-password',
  wrong,
  hint,
  aside,
}: PasswordField = {}): Markup =>
  html`<div class="field"><label for="${name}">${label}</label>
<div class="password"><input id="${name}" name="${name}" type="password" autocomplete="${autocomplete}" required${
    autocomplete === 'new-password' ? html` minlength="12"` : undefined
  } maxlength="256"${pointTo(wrong, hint === undefined ? '' : `${name}-hint`)}>
<button type="button" class="show" data-show="${name}" aria-pressed="false" hidden>${icon('eye')}<span>Show</span><span
 class="unseen"> password</span></button></div>${
   aside === undefined ? undefined : html`<span class="beside">${aside}</span>`
 }${hint === undefined ? undefined : html`<p class="hint" id="${name}-hint">${hint}</p>`}</div>`

/** A code of six digits, or a recovery code. */
export const codeField = (label: string, wrong: string | undefined, hint?: string): Markup =>
  html`<div class="field"><label for="code">${label}</label>
<input id="code" name="code" class="code" type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false"
  required maxlength="32"${pointTo(wrong, hint === undefined ? '' : 'code-hint')}>${
    hint === undefined ? undefined : html`<p class="hint" id="code-hint">${hint}</p>`
  }</div>`

/** What has just been done, above the heading. */
export const good = (news: string | undefined): Markup | undefined =>
  news === undefined ? undefined : html`<p class="done" role="status">${icon('check')}${news}</p>`

export const hidden = (name: string, value: string | undefined): Markup | undefined =>
  value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}">`
