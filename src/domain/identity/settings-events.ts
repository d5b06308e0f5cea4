import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

/** Records through which an organisation is reached, is billed, or has its data sent elsewhere. */
export const watchedSettings = [
  'organisation',
  'department_settings',
  'integration_settings',
  'message_settings',
  'security_settings',
  'webhook',
] as const

/**
 * Records changes of settings as security events, from the audit trail: with who made them, and without the values. A follower
 * that starts late does not go back further than a month.
 */
export const recordSettingsChanges = async (tx: Tx, changes: readonly { readonly sequence: number }[]) => {
  if (changes.length === 0) return
  await sql`insert into security_event (occurred, kind, actor, application, address, request, details)
    select change.occurred, 'settings.changed', change."user", change.application, change.address, change.request,
      jsonb_build_object('settings', change.resource, 'record', change.record, 'change', change.action,
        'fields', left((select string_agg(name, ', ' order by name) from jsonb_object_keys(change.changes) name), 255))
    from auditevent change
    where change.organisation = organisation() and change.sequence = any(${changes.map(({ sequence }) => sequence)}::bigint[])
      and change.credential <> 'service' and change.occurred > now() - interval '30 days'
    order by change.sequence`.execute(tx)
}
