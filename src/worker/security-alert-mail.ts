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
  /** Who did it, where that is known and another than `user`. */
  readonly actor: string | null
  readonly actor_id: number | null
  /** The permission group that it is about. */
  readonly permission_group: string | null
  readonly details: Readonly<Record<string, unknown>>
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

const settingsInWords: Readonly<Record<string, string>> = {
  message_settings: 'The mail server or the gateway for text messages',
  security_settings: 'What is asked of those who sign in',
  webhook: 'Where other programs are told what happens (a webhook)',
}

const changedPermissions = (clinic: string, { person, permission_group, details }: Told, who: string): Phrases => {
  if (details['manages_users'] === true)
    return {
      subject: `${person ?? 'An account'} may manage users at ${clinic}`,
      what: `${person ?? 'An account'} was given the permission to manage users and their permissions at ${clinic}.`,
    }
  return permission_group === null
    ? {
        subject: `The permissions of ${person ?? 'an account'} at ${clinic} were changed`,
        what: `${who} has put ${person ?? 'an account'} into other permission groups.`,
      }
    : {
        subject: `The permission group ${permission_group} of ${clinic} was changed`,
        what: `${who} has changed the permission group ${permission_group}, and so what its members may do.`,
      }
}

/** What makes access last, and was done by somebody who may. */
const ofAccess = (clinic: string, told: Told): Readonly<Partial<Record<SecurityEventKind, Phrases>>> => {
  const who = told.actor ?? 'Somebody'
  const person = told.person ?? 'somebody'
  const integration = `the integration ${told.application ?? 'that the event names'}`
  const settings = settingsInWords[String(told.details['settings'])] ?? 'A setting'
  return {
    'application.archived': {
      subject: `An integration of ${clinic} was ended`,
      what: `${who} has ended ${integration}.`,
    },
    'application.changed': {
      subject: `An integration of ${clinic} was changed`,
      what: `${who} has changed ${integration}.`,
    },
    'application.registered': {
      subject: `An integration was added at ${clinic}`,
      what: `${who} has added ${integration}. It may do what the permission groups of its user allow, until it is ended.`,
    },
    'application.restored': {
      subject: `An integration of ${clinic} was restored`,
      what: `${who} has restored ${integration}, which had been ended.`,
    },
    'email.changed': {
      subject: `The e-mail address of ${person} at ${clinic} was changed`,
      what: `${who} has given ${person} another e-mail address. Whoever reads mail there can set a password.`,
    },
    'permission.changed': changedPermissions(clinic, told, who),
    'settings.changed': {
      subject: `Settings of ${clinic} that decide about access were changed`,
      what: `${settings}: ${who} has changed it.`,
    },
    'user.activated': {
      subject: `${person} may sign in at ${clinic} again`,
      what: `${who} has made the account of ${person} active again.`,
    },
    'user.created': {
      subject: `${person} has an account at ${clinic}`,
      what: `${who} has made an account for ${person}, who is sent a link to choose a password.`,
    },
    'user.deactivated': {
      subject: `${person} may no longer sign in at ${clinic}`,
      what: `${who} has made the account of ${person} inactive, which has ended its sessions and tokens.`,
    },
  }
}

const ofOrganisation = (clinic: string, told: Told): Readonly<Partial<Record<SecurityEventKind, Phrases>>> => ({
  ...ofAccess(clinic, told),
  ...ofIntegrations(clinic, told),
})

const ofIntegrations = (
  clinic: string,
  { application }: Told,
): Readonly<Partial<Record<SecurityEventKind, Phrases>>> => ({
  'application.secret_rotated': {
    subject: `The secret of an integration of ${clinic} was replaced`,
    what: `The client secret of the integration ${application ?? 'that the event names'} was replaced. What it obtained with the old one no longer works.`,
  },
  'token.refused': {
    subject: `A token was used twice at ${clinic}`,
    what: `A token of the integration ${application ?? 'that the event names'} was used a second time, so it may have been copied. The access that it belongs to was ended.`,
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
      event.user_agent, event.details, trim(actor.first_name || ' ' || actor.last_name) as actor,
      event.actor as actor_id, permissiongroup.name as permission_group
    from security_event event
      left join "user" person on person.organisation = event.organisation and person.id = event."user"
      left join "user" actor on actor.organisation = event.organisation and actor.id = event.actor
      left join permissiongroup on permissiongroup.organisation = event.organisation
        and permissiongroup.id = (event.details ->> 'group')::bigint
      left join application on application.organisation = event.organisation and application.id = event.application
    where event.organisation = organisation() and event.id = ${event}::bigint`.execute(tx)
  const [told] = rows
  if (told === undefined) return undefined
  const kind = told.kind as SecurityEventKind
  // Of their own account, a manager may also be told what all managers are.
  const isForAll = kind === 'permission.changed' && told.details['manages_users'] !== true
  const own = told.user === recipient.id && !isForAll ? ownAccount(clinic)[kind] : undefined
  const isOwn = own !== undefined
  const phrases = own ?? ofOrganisation(clinic, told)[kind]
  if (phrases === undefined) return undefined
  const isDone = told.actor_id === recipient.id
  return layOutMail({
    subject: phrases.subject,
    name: recipient.first_name,
    why: [phrases.what, whereOf(told)],
    todo: isOwn || isDone ? 'Look at your account' : 'Look at the security event',
    link: isOwn || isDone ? `${pages}/account/` : `${pages}/api/0.1/securityevent/${event}/`,
    ignore:
      isOwn || isDone
        ? 'If this was you, there is nothing to do. If it was not, change your password there, which signs out everyone who is using the account, and tell your clinic.'
        : 'If you expected this, there is nothing to do. You get this message because you may manage users.',
  })
}
