import { html } from '../kernel/markup.ts'
import { hidden, type Frame, type Page, pageOf, problemSummary } from './page-layout.ts'
import { or, passkeyButton, passkeyProblem } from './pages.ts'

/** Asks somebody who must have a second factor, and has none, which one to add. */
export const addFactorPage = (
  { home, clinic, token }: Frame,
  { email, wrong, leadsTo }: { readonly email: string; readonly wrong?: string; readonly leadsTo?: string | undefined },
): Page =>
  pageOf({
    home,
    clinic,
    title: 'Add a second factor',
    leadsTo,
    problem: problemSummary(wrong, 'totp'),
    main: html`<h1>Add a second factor</h1>
<p class="lead">${clinic} asks for a second proof besides your password, because of what you may do here. Add one for
<strong>${email}</strong> to go on.</p>
<form method="post" action="${home}/sign-in/add-factor/totp/">${hidden('form', token)}
<button type="submit" id="totp">Use an authenticator app</button>
${or}${passkeyButton('enrol', 'Use a passkey')}${passkeyProblem}
</form>
<p class="aside"><a href="${home}/sign-in/">Start again</a></p>`,
  })
