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
  /** Whom to write to: the person whose account it is, or everybody who may manage users. */
  readonly to: readonly ('person' | 'managers')[]
  /** The detail that makes it grave, if it is not always so. */
  readonly only?: string
}

/** What people are written to about. A new password or e-mail address has a notice of its own, to the old address too. */
const rules: Partial<Readonly<Record<SecurityEventKind, Rule>>> = {
  'application.secret_rotated': { to: ['managers'] },
  'factor.added': { to: ['person'] },
  'factor.removed': { to: ['person'] },
  'organisation.access_revoked': { to: ['managers'] },
  'permission.changed': { to: ['person', 'managers'], only: 'manages_users' },
  'recovery_code.used': { to: ['person'] },
  'sign_in.succeeded': { to: ['person'], only: 'new_browser' },
  'token.refused': { to: ['person', 'managers'] },
}

const ruleFor = ({ kind, details }: RecordedEvent) => {
  const rule = rules[kind as SecurityEventKind]
  return rule?.only === undefined || details[rule.only] === true ? rule : undefined
}

/** At most one alert of a kind goes to a person in this time: whoever causes many events must not fill a mailbox. */
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
      select id from "user" where organisation = organisation() and is_active and not is_virtual
        and (${to.includes('person')} and id = ${event.user}::bigint
          or ${to.includes('managers')} and id in (select id from managers)))
    insert into message ("user", kind, event)
    select recipients.id, 'security alert', event.id from recipients
      join security_event event on event.organisation = organisation() and event.id = ${event.id}
        and event.occurred > now() - interval '1 day'
    where not exists (select from message earlier
        join security_event told on told.organisation = earlier.organisation and told.id = earlier.event
      where earlier.organisation = organisation() and earlier."user" = recipients.id and told.kind = event.kind
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
