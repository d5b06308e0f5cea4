import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { SecurityEventKind } from './security-events.ts'

/** An event as the worker reads it. */
export type RecordedEvent = {
  readonly id: number
  readonly kind: string
  readonly user: number | null
  readonly details: Readonly<Record<string, unknown>>
}

type Rule = {
  /** Whom to write to: the person whose account it is, everybody who may manage users, or whoever did it. */
  readonly to: readonly ('person' | 'managers' | 'actor')[]
  /** What makes it grave, if it is not always so. */
  readonly only?: (details: RecordedEvent['details']) => boolean
}

const managesUsers: NonNullable<Rule['only']> = ({ manages_users }) => manages_users === true
/** Through these somebody gets in, or is sent what happens here. */
const telling = new Set<unknown>(['message_settings', 'security_settings', 'webhook'])
/** Whoever did it is told too: it may have been somebody else at their screen. */
const managersAndActor = ['managers', 'actor'] as const
const toManagers = [{ to: managersAndActor }] as const

/** What people are written to about. A new password or e-mail address has a notice of its own, to the old address too. */
const rules: Partial<Readonly<Record<SecurityEventKind, readonly Rule[]>>> = {
  'application.archived': toManagers,
  'application.changed': toManagers,
  'application.registered': toManagers,
  'application.restored': toManagers,
  'application.secret_rotated': toManagers,
  'email.changed': [{ to: managersAndActor, only: ({ by_another }) => by_another === true }],
  'factor.added': [{ to: ['person'] }],
  'factor.removed': [{ to: ['person'] }],
  'organisation.access_revoked': toManagers,
  'permission.changed': [
    { to: ['person', ...managersAndActor], only: managesUsers },
    // Of a new account its own event tells.
    { to: managersAndActor, only: (details) => !managesUsers(details) && details['created'] !== true },
  ],
  'recovery_code.used': [{ to: ['person'] }],
  'settings.changed': [{ to: managersAndActor, only: ({ settings }) => telling.has(settings) }],
  'sign_in.succeeded': [{ to: ['person'], only: ({ new_browser }) => new_browser === true }],
  'token.refused': [{ to: ['person', 'managers'] }],
  'user.activated': toManagers,
  'user.created': toManagers,
  'user.deactivated': toManagers,
}

const ruleFor = ({ kind, details }: RecordedEvent) =>
  rules[kind as SecurityEventKind]?.find(({ only }) => only === undefined || only(details))

/**
 * At most one alert of a kind about the same account, application, group or settings goes to a person in this time: whoever
 * causes many events must not fill a mailbox, and a harmless change must not keep another one from being told.
 */
const quietTime = sql`interval '1 hour'`

/** Queues the e-mails about one event, unless it is more than a day old. Of several workers one at a time may do this. */
const queueAlert = async (tx: Tx, event: RecordedEvent, { to }: Rule) => {
  await sql`
    with managers as (
      select membership."user" as id from user_permissiongroup membership
        join permissiongroup granting on granting.organisation = membership.organisation
          and granting.id = membership.permissiongroup and not granting.archived
          and 'Settings: Users and permissions' = any(granting."write")
      where membership.organisation = organisation()),
    recipients as (
      select id, created from "user" where organisation = organisation() and is_active and not is_virtual
        and (${to.includes('person')} and id = ${event.user}::bigint
          or ${to.includes('managers')} and id in (select id from managers)
          or ${to.includes('actor')} and id = (select actor from security_event done where done.organisation = organisation()
            and done.id = ${event.id})))
    insert into message ("user", kind, event)
    select recipients.id, 'security alert', event.id from recipients
      join security_event event on event.organisation = organisation() and event.id = ${event.id}
        and event.occurred > now() - interval '1 day'
        -- Nobody is told of what came before their own account, or made it: they are invited.
        and event.occurred > recipients.created
        and (event."user" is distinct from recipients.id or event.kind <> 'user.created' and not event.details ? 'created')
    where not exists (select from message earlier
        join security_event told on told.organisation = earlier.organisation and told.id = earlier.event
      where earlier.organisation = organisation() and earlier."user" = recipients.id and told.kind = event.kind
        and told."user" is not distinct from event."user" and told.application is not distinct from event.application
        and told.details -> 'group' is not distinct from event.details -> 'group'
        and told.details -> 'settings' is not distinct from event.details -> 'settings'
        and told.details -> 'record' is not distinct from event.details -> 'record'
        and told.details -> 'manages_users' is not distinct from event.details -> 'manages_users'
        and earlier.created > now() - ${quietTime})
    order by recipients.id`.execute(tx)
}

/** Queues the alerts about events, in their order. */
export const queueAlerts = async (tx: Tx, events: readonly RecordedEvent[]) => {
  for (const event of events) {
    const rule = ruleFor(event)
    if (rule !== undefined) await queueAlert(tx, event, rule)
  }
}
