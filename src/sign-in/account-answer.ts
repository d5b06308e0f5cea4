import { browserName, isPhone } from '../domain/identity/browser-names.ts'
import type { Account } from './account-page-layout.ts'
import { scopeInWords } from './pages.ts'

const browserOf = (userAgent: string) => (userAgent === '' ? '' : browserName(userAgent))

/** One's own account as the app shows it, with the token that its forms need. */
export const accountAnswer = (account: Account, form: string) => ({
  form,
  email: account.email,
  new_email: account.newEmail ?? null,
  factors: account.factors,
  recovery_codes: account.recoveryCodes,
  sessions: account.sessions.map(({ session, created, last_used, address, user_agent, locked }) => ({
    session,
    is_own: session === account.session,
    browser: browserOf(user_agent),
    is_phone: isPhone(user_agent),
    address,
    created,
    last_used,
    locked,
  })),
  applications: account.applications.map(({ id, name, scopes, since }) => ({
    id,
    name,
    may: scopes.map(scopeInWords),
    since,
  })),
  events: account.events.map(({ id, occurred, kind, address, user_agent }) => ({
    id,
    occurred,
    kind,
    browser: browserOf(user_agent),
    address,
  })),
})
