import { html } from '../kernel/markup.ts'
import { codeField, hidden, type Frame, type Page, pageOf, passwordField, problemSummary } from './page-layout.ts'
import { or, passkeyButton, passkeyProblem } from './pages.ts'

type Confirm = {
  readonly name: string
  readonly email: string
  /** What the person can prove themselves with. A password counts only for whoever has nothing else. */
  readonly hasPassword: boolean
  readonly hasCode: boolean
  readonly hasPasskey: boolean
  /** Where the person goes on, if not to their account. */
  readonly next?: string | undefined
  readonly wrong?: string | undefined
}

/** Read by the app, which asks in a dialog of its own. */
const factorsIn = ({ hasPassword, hasCode, hasPasskey }: Confirm) =>
  [hasPassword && 'password', hasCode && 'code', hasPasskey && 'passkey'].filter(Boolean).join(' ')

/** Asks whoever is signed in to prove again that it is them. */
export const confirmItIsYouPage = ({ home, clinic, token }: Frame, shown: Confirm): Page =>
  pageOf({
    home,
    clinic,
    title: 'Confirm that it is you',
    problem: problemSummary(shown.wrong, shown.hasPassword ? 'password' : 'code'),
    main: html`<h1>Confirm that it is you</h1>
<p class="lead">What makes access last is changed only by somebody who has just shown that it is them, ${shown.name}. It is not asked
again for five minutes.</p>
<form method="post" action="${home}/confirm/" data-factors="${factorsIn(shown)}">${hidden('form', token)}${hidden('next', shown.next)}
<input type="text" name="username" autocomplete="username" value="${shown.email}" readonly hidden>
${
  shown.hasPassword
    ? passwordField({ wrong: shown.wrong })
    : codeField(
        shown.hasCode ? 'Code of your authenticator app' : 'Recovery code',
        shown.wrong,
        shown.hasCode ? 'Six digits. Without your phone, enter one of your recovery codes.' : undefined,
      )
}
<button type="submit">Confirm</button>
${shown.hasPasskey ? html`${or}${passkeyButton('step-up', 'Use a passkey')}${passkeyProblem}` : undefined}
</form>
<p class="aside"><a href="${home}/account/">Back to your account</a></p>`,
  })
