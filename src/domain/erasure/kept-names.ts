import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { lastDay, yearsOf } from './kept-payers.ts'
import { eraseAnswers, eraseName } from './user-data.ts'

type Kind = 'medical_records' | 'bookkeeping'
/** What names a member of staff and has to be kept, and the last day on which it must. */
export type KeptOfUser = { readonly kind: Kind; readonly count: number; readonly until: string }

type Named = { readonly kind: Kind; readonly table: string; readonly column: string; readonly day: string }
const medical = (table: string, column: string, day = 'created'): Named => ({
  kind: 'medical_records',
  table,
  column,
  day,
})
const books = (table: string, column: string, day = 'created'): Named => ({ kind: 'bookkeeping', table, column, day })

/** Every column that says who treated, prescribed or kept the books. */
export const keptRecords: readonly Named[] = [
  medical('consultation', 'supervising_veterinarian', 'started'),
  medical('consultationitem', 'supervising_veterinarian'),
  medical('consultationnote', 'user'),
  medical('consultationdischargeinstruction', 'user'),
  medical('contraindication', 'user'),
  medical('diagnosticimaging_worklist', 'requesting_user'),
  medical('diagnosticimaging_worklist', 'supervising_veterinarian'),
  medical('prescription', 'prescriber', 'issue_time'),
  medical('prescription', 'created_user'),
  medical('prescription', 'modified_user'),
  medical('prescription_item', 'created_user'),
  medical('prescription_item', 'modified_user'),
  medical('vital', 'user', 'measured_at'),
  books('accountingreport', 'created_user'),
  books('countersale', 'created_user'),
  books('invoicepayment', 'user', 'date_added'),
  books('order', 'purchaser', 'ordered'),
  books('receiptline', 'reviewed_by', 'reviewed'),
  books('stock_movement', 'user'),
  books('unallocatedpayment', 'user', 'added'),
]

/** Everything else that points at a user: it needs no name. */
export const needNoName: readonly string[] = [
  'application.user',
  'appointment.user',
  'appointment_user.user',
  'charge_hint_decline.user',
  'client_message.created_user',
  'email_change.user',
  'factor_mark.user',
  'message.user',
  'onlinebookingclient.decided_user',
  'passkey_challenge.user',
  'password_link.user',
  'pending_sign_in.user',
  'prescription.message_read_by',
  'recovery_code.user',
  'second_factor.user',
  'security_event.actor',
  'security_event.user',
  'session.user',
  'shift.user',
  'user_permissiongroup.user',
  'user_preference.user',
]

/** A record that names the user twice is one; of each kind the last day counts, because the name is one. */
export const findKeptOfUser = async (tx: Tx, user: number): Promise<readonly KeptOfUser[]> => {
  const years = await yearsOf(tx)
  const records = keptRecords.map(
    ({ kind, table, column, day }) => sql`select ${kind} as kind, ${table} as "table", id, ${sql.ref(day)}::date as day
      from ${sql.table(table)} where ${sql.ref(column)} = ${user}`,
  )
  const { rows } = await sql<KeptOfUser>`
    with named as (${sql.join(records, sql` union `)})
    select kind, count(distinct ("table", id))::int as count,
      to_char(${lastDay(sql`max(day)`, years)}, 'YYYY-MM-DD') as until
    from named group by kind order by kind`.execute(tx)
  return rows
}

/** The last day on which the name must be kept. */
export const lastEnd = (kept: readonly KeptOfUser[]): string | null =>
  kept
    .map(({ until }) => until)
    .toSorted()
    .at(-1) ?? null

/** Erases the names of staff who were erased before, once no record that must be kept needs them. */
export const eraseKeptNames = async (tx: Tx, { today }: { readonly today: string }): Promise<number> => {
  const due = await tx
    .selectFrom('erasure')
    .select(['id', 'record'])
    .where('resource', '=', 'user')
    .where(sql<boolean>`kept_until < ${today}::date`)
    .orderBy('id')
    .limit(100)
    .forNoKeyUpdate()
    .execute()
  let erased = 0
  for (const { id, record } of due) {
    const until = lastEnd(await findKeptOfUser(tx, record))
    const isKept = until !== null && until >= today
    if (!isKept) {
      erased += await eraseName(tx, record)
      await eraseAnswers(tx, record)
    }
    // Last, because it also has the values in the audit trail erased.
    await sql`update erasure set kept_until = ${isKept ? until : null}::date where id = ${id}`.execute(tx)
  }
  return erased
}
