import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'
import { browserName } from '../domain/identity/browser-names.ts'
import type { SecurityEventKind } from '../domain/identity/security-events.ts'
import { layOutMail } from './mail-content.ts'

type Told = {
  readonly kind: string
  readonly occurred: string
  readonly user: number | null
  readonly person: string | null
  readonly application: string | null
  readonly address: string
  readonly user_agent: string
}

type Phrases = { readonly subject: string; readonly what: string }

const ownAccount = (clinic: string): Readonly<Partial<Record<SecurityEventKind, Phrases>>> => ({
  'sign_in.succeeded': {
    subject: `New sign-in to your account at ${clinic}`,
    what: `Somebody signed in to your account at ${clinic} with a browser that has not been used for it before.`,
  },
  'factor.added': {
    subject: `A second factor was added to your account at ${clinic}`,
    what: `A second factor for signing in was added to your account at ${clinic}.`,
  },
  'factor.removed': {
    subject: `A second factor was removed from your account at ${clinic}`,
    what: `A second factor for signing in was removed from your account at ${clinic}.`,
  },
  'recovery_code.used': {
    subject: `A recovery code of your account at ${clinic} was used`,
    what: `Somebody signed in to your account at ${clinic} with one of your recovery codes instead of your second factor.`,
  },
  'token.refused': {
    subject: `An application’s access to your account at ${clinic} was ended`,
    what: `A token that an application holds for your account at ${clinic} was used a second time, so it may have been copied. The application’s access was ended.`,
  },
  'permission.changed': {
    subject: `You may manage users at ${clinic}`,
    what: `Your account at ${clinic} was given the permission to manage users and their permissions.`,
  },
})

const ofOrganisation = (
  clinic: string,
  { person, application }: Told,
): Readonly<Partial<Record<SecurityEventKind, Phrases>>> => ({
  'application.secret_rotated': {
    subject: `The secret of an integration of ${clinic} was replaced`,
    what: `The client secret of the integration ${application ?? 'that the event names'} was replaced. What it obtained with the old one no longer works.`,
  },
  'token.refused': {
    subject: `A token was used twice at ${clinic}`,
    what: `A token of the integration ${application ?? 'that the event names'} was used a second time, so it may have been copied. The access that it belongs to was ended.`,
  },
  'permission.changed': {
    subject: `${person ?? 'An account'} may manage users at ${clinic}`,
    what: `${person ?? 'An account'} was given the permission to manage users and their permissions at ${clinic}.`,
  },
  'organisation.access_revoked': {
    subject: `Everybody at ${clinic} was signed out`,
    what: `Whoever operates the service has ended every session and token of ${clinic}. People sign in again, and integrations ask for new tokens.`,
  },
})

/** The browser in words of ours: what a program says of itself could be anything, and would be in a mail of ours. */
const whereOf = ({ occurred, address, user_agent }: Told) => {
  const from = address === '' ? '' : `, from the address ${address}`
  const by = user_agent === '' ? '' : `. Browser: ${browserName(user_agent)}`
  return `It was at ${occurred} (UTC)${from}${by}.`
}

export type Alert = {
  readonly event: number | null
  readonly recipient: { readonly id: number; readonly first_name: string }
  readonly clinic: string
  /** Where the organisation's pages are: `{public url}/{organisation}`. */
  readonly pages: string
}

/** The mail about a security event; undefined once the event is no longer kept. */
export const composeAlert = async (tx: Tx, { event, recipient, clinic, pages }: Alert) => {
  const { rows } = await sql<Told>`
    select event.kind, to_char(event.occurred at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as occurred, event."user",
      trim(person.first_name || ' ' || person.last_name) as person, application.name as application, event.address,
      event.user_agent
    from security_event event
      left join "user" person on person.organisation = event.organisation and person.id = event."user"
      left join application on application.organisation = event.organisation and application.id = event.application
    where event.organisation = organisation() and event.id = ${event}::bigint`.execute(tx)
  const [told] = rows
  if (told === undefined) return undefined
  const isOwn = told.user === recipient.id
  const phrases = (isOwn ? ownAccount(clinic) : ofOrganisation(clinic, told))[told.kind as SecurityEventKind]
  if (phrases === undefined) return undefined
  return layOutMail({
    subject: phrases.subject,
    name: recipient.first_name,
    why: [phrases.what, whereOf(told)],
    todo: isOwn ? 'Look at your account' : 'Look at the security event',
    link: isOwn ? `${pages}/account/` : `${pages}/api/0.1/securityevent/${event}/`,
    ignore: isOwn
      ? 'If this was you, there is nothing to do. If it was not, change your password there, which signs out everyone who is using the account, and tell your clinic.'
      : 'If you expected this, there is nothing to do. You get this message because you may manage users.',
  })
}
