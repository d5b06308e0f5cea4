import { layout } from '../browse/layout.ts'
import { html, type Markup } from '../kernel/markup.ts'

type Entry = { readonly href: string; readonly label: string; readonly about: string }

const entries: readonly Entry[] = [
  {
    href: '/reference/',
    label: 'Reference',
    about: 'Every request with its fields, examples and answers, to read and to try with a token.',
  },
  {
    href: '/openapi.json',
    label: 'OpenAPI document',
    about: 'The same for programs. Of one organisation: /<organisation_id>/api/0.1/openapi.json.',
  },
  {
    href: '/openapi.json?profile=client',
    label: 'OpenAPI document for client generators',
    about: 'Without OPTIONS and without the pages for browsers, which a generated client does not need.',
  },
  { href: '/errors/', label: 'Errors', about: 'Every error code: what it means, and what to do about it.' },
]

const listOf = (all: readonly Entry[]): Markup =>
  html`<dl class="card index">${all.map(
    ({ href, label, about }) => html`<div><dt><a href="${href}">${label}</a></dt><dd>${about}</dd></div>
`,
  )}</dl>`

const signInForm = (value: string, wrong: string | undefined): Markup => {
  const problem = wrong === undefined ? undefined : html`<p class="wrong" id="problem" role="alert">${wrong}</p>`
  const marks = wrong === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`
  return html`<form class="card sign-in" method="get" action="/sign-in/">${problem}
<label for="organisation">Organisation id</label>
<input id="organisation" name="organisation" inputmode="numeric" required maxlength="10" autocomplete="off"
 placeholder="1" value="${value}"${marks}>
<button class="primary">Sign in</button>
<p class="quiet">The number with which every address of the clinic begins.</p></form>`
}

/** For the operator who has just started the service. */
const firstSteps = html`<h2>No clinic is set up here yet</h2>
<div class="card"><p>The service runs, and has nothing to show. On the machine that it runs on, <code>fetlock setup</code> creates the first
clinic and invites whoever manages it; <code>fetlock doctor</code> then says whether everything is in order.</p>
<p><code>docs/operating/commands.md</code> describes both.</p></div>`

type Landing = {
  readonly value?: string
  readonly wrong?: string
  /** There is no organisation that anybody could sign in to. */
  readonly isEmpty?: boolean
}

/** The page at `/`, for whoever meets the service for the first time. */
export const landingPage = ({ value = '', wrong, isEmpty = false }: Landing = {}): string =>
  layout(
    'Fetlock',
    html`<div><h1>Fetlock</h1>
<p>Practice management for veterinary clinics: clients and their animals, visits, invoices and payments behind one REST API.
Every clinic is an organisation, and every address begins with its id.</p></div>
${isEmpty ? firstSteps : undefined}
<h2>Write against the API</h2>
${listOf(entries)}
<p>A quickstart and guides for integrators and operators are in the folder <code>docs/</code> of the source code;
begin with <code>docs/quickstart.md</code>.</p>
${
  isEmpty
    ? undefined
    : html`<h2>Look at a clinic’s records</h2>
${signInForm(value, wrong)}`
}`,
  )
