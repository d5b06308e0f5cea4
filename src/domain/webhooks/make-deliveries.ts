import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Timestamp } from '../../kernel/fields.ts'
import { linksOf } from '../../kernel/links.ts'
import { concernedDepartments } from './concerned-departments.ts'
import { firingsOf, triggers, type Change, type ContentType, type Firing } from './triggers.ts'

export type CommittedChange = Change & { readonly sequence: number; readonly occurred: Timestamp }

/** One thing to tell, to however many webhooks. */
type Occurrence = { readonly change: CommittedChange; readonly firing: Firing; readonly eventId: string }

/**
 * The same for every attempt and every webhook, and for all changes of one record in one transaction, which are one
 * event: a UUID of version 8, made of a hash.
 */
export const eventIdOf = (
  organisation: number,
  { trigger }: Pick<Firing, 'trigger'>,
  { record, occurred }: Pick<CommittedChange, 'record' | 'occurred'>,
) => {
  const hash = createHash('sha256').update(`${organisation} ${trigger} ${record} ${occurred}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** The content of a delivery, fixed from now on. */
export const bodyOf = (
  contentType: ContentType,
  named: Readonly<Record<string, number | string | boolean>>,
  envelope: Readonly<Record<string, number | string>>,
): string =>
  contentType === 1
    ? new URLSearchParams(
        Object.entries(named).map(([name, value]): [string, string] => [name, String(value)]),
      ).toString()
    : JSON.stringify({ ...named, ...envelope })

/** Who tells: the organisation and where its API is served. */
export const serviceOf = (organisation: number, baseUrl: string) => ({ service_id: organisation, service_url: baseUrl })

const listeningHooks = (tx: Tx) =>
  tx
    .selectFrom('webhook')
    .select(['id', 'trigger', 'department', 'content_type'])
    // A new webhook is not told of what was before it.
    .select(sql<string>`to_char(created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('since'))
    .where('active', '=', true)
    .where('archived', '=', false)
    .execute()

/** SQL of the events that gave an invoice its number. */
const numberings = sql`select from auditevent numbering where numbering.organisation = organisation()
  and numbering.resource = 'invoice' and numbering.record = draft.record
  and numbering.changes -> 'invoice_number' ->> 'to' is not null`

/** Leaves out changes of invoices that had their number by then. The event that gave it may no longer be kept, or be erased. */
const withoutNumbered = async (tx: Tx, occurrences: readonly Occurrence[]) => {
  const drafts = occurrences.filter(({ firing }) => firing.whileDraft)
  if (drafts.length === 0) return occurrences
  const { rows } = await sql<{ sequence: number }>`
    select draft.sequence from unnest(${drafts.map(({ change }) => change.record)}::bigint[],
      ${drafts.map(({ change }) => change.sequence)}::bigint[]) as draft (record, sequence)
    where exists (${numberings} and numbering.sequence <= draft.sequence)
      or (exists (select from invoice where invoice.organisation = organisation() and invoice.id = draft.record
        and invoice.invoice_number is not null) and not exists (${numberings}))`.execute(tx)
  const numbered = new Set(rows.map(({ sequence }) => sequence))
  return occurrences.filter(({ firing, change }) => !(firing.whileDraft && numbered.has(change.sequence)))
}

/** A statement takes 65,535 values, and some hundred changes may concern any number of webhooks. */
const rowsPerInsert = 1_000

/** Queues a delivery for each webhook that a change concerns. */
export const makeDeliveries =
  (publicUrl: string) =>
  async (tx: Tx, changes: readonly CommittedChange[], organisation: number): Promise<void> => {
    const hooks = await listeningHooks(tx)
    if (hooks.length === 0) return
    const wanted = new Set(hooks.map(({ trigger }) => trigger))
    const occurrences = await withoutNumbered(
      tx,
      changes.flatMap((change) =>
        firingsOf(change)
          .filter(({ trigger }) => wanted.has(trigger))
          .map((firing) => ({ change, firing, eventId: eventIdOf(organisation, firing, change) })),
      ),
    )
    if (occurrences.length === 0) return
    const departments = hooks.some(({ department }) => department !== null)
      ? await concernedDepartments(
          tx,
          occurrences.map(({ change }) => change),
        )
      : []
    const service = serviceOf(organisation, linksOf(publicUrl, organisation).base)
    const rows = occurrences.flatMap(({ change, firing, eventId }, at) =>
      hooks
        .filter(
          (hook) =>
            hook.trigger === firing.trigger &&
            hook.since <= change.occurred &&
            (hook.department === null || hook.department === departments[at]),
        )
        .map((hook) => ({
          webhook: hook.id,
          trigger: firing.trigger,
          event: triggers[firing.trigger],
          event_id: eventId,
          content_type: hook.content_type,
          body: bodyOf(
            hook.content_type as ContentType,
            { [firing.idName]: change.record, ...service },
            { event_id: eventId, trigger: firing.trigger, occurred_at: change.occurred },
          ),
        })),
    )
    for (let from = 0; from < rows.length; from += rowsPerInsert)
      await tx
        .insertInto('delivery')
        .values(rows.slice(from, from + rowsPerInsert))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
