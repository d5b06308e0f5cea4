import { type Expression, sql } from 'kysely'
import { inOrder, type Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField, notFound } from '../../kernel/errors.ts'
import type { Decimal, Id, Timestamp } from '../../kernel/fields.ts'
import type { InvoiceStatus } from './statuses.ts'

/** The settings of a department that booking depends on. */
export type Books = {
  readonly department: Id<'department'>
  readonly time_zone: string
  /** The local date of the department. */
  readonly today: string
  readonly financial_period_lock_date: string | null
  readonly payment_cancel_set_date: boolean
  readonly invoice_prefix: string
  readonly additional_reference: string
  readonly payment_terms_days: number
  readonly finalize_invoice_with_consultation: boolean
}

/**
 * Locks the settings of a department: every booking does so first. Bookings share the lock; closing a day and changing the
 * lock date take it alone, so neither happens in the middle of a booking.
 */
export const holdBooks = (
  tx: Tx,
  actor: Actor,
  department: Id<'department'> | Expression<Id<'department'>>,
  how: 'share' | 'alone' = 'share',
) => {
  const settings = tx
    .selectFrom('department_settings')
    .select(['id as department', 'time_zone', 'financial_period_lock_date', 'payment_cancel_set_date'])
    .select(['invoice_prefix', 'additional_reference', 'payment_terms_days', 'finalize_invoice_with_consultation'])
    .select(sql<string>`(${actor.now}::timestamptz at time zone time_zone)::date`.as('today'))
    .where('id', '=', department)
  const held = how === 'alone' ? settings.forNoKeyUpdate() : settings.forShare()
  return held.executeTakeFirstOrThrow(() =>
    notFound('This department was removed meanwhile. Read the list again.'),
  ) as Promise<Books>
}

/** Refuses a date before the department's lock date. */
export const requireUnlocked = ({ financial_period_lock_date: lock }: Books, day: string, field: string) => {
  if (lock !== null && day < lock)
    throw invalid(
      field,
      `The books are locked before ${lock}, and this is dated ${day}. ${field === nonField ? 'Move the lock date first.' : 'Use a later date.'}`,
      'locked',
    )
}

const firstYear = '1900'
const lastYear = '2200'

/** Refuses a date whose year can only be a typing error. Dates are compared as text, so each needs a year of four digits. */
export const requirePlausibleDate = (moment: string, field: string) => {
  const year = moment.slice(0, 4)
  if (year < firstYear || year > lastYear)
    throw invalid(
      field,
      `The year must be from ${firstYear} to ${lastYear}, and this is dated ${year}. Check the year.`,
      'implausible_date',
    )
}

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** Refuses a payment dated later than tomorrow: tomorrow, because a terminal's clock may be ahead of the department's. */
export const requireNotFuture = ({ today }: Books, day: string, field: string) => {
  if (day > dayAfter(today))
    throw invalid(
      field,
      `This is dated ${day}, and today is ${today}. Use the day on which the money is paid: tomorrow at the latest.`,
      'future_date',
    )
}

/** The local date of a moment in the department. */
export const dayOf = async (tx: Tx, { time_zone }: Books, moment: Timestamp | Date): Promise<string> => {
  const { rows } = await sql<{
    day: string
  }>`select (${moment}::timestamptz at time zone ${time_zone})::date as day`.execute(tx)
  return rows[0]!.day
}

export type HeldInvoice = {
  readonly id: Id<'invoice'>
  readonly status: InvoiceStatus
  readonly credit_note: boolean
  readonly department: Id<'department'>
  readonly client: Id<'client'> | null
  /** The client who pays it, where that is not `client`. */
  readonly payer: Id<'client'> | null
  readonly currency: string
  readonly invoice_date: string
  readonly invoice_due_date: string
  readonly due_sum: Decimal
  readonly client_due_sum: Decimal
}

/** Locks an invoice, after the department's settings and the visit, as the lock order wants. */
export const holdInvoice = async (tx: Tx, actor: Actor, id: number) => {
  const its = (column: 'department' | 'consultation') =>
    sql<number>`(select ${sql.ref(column)} from invoice where id = ${id})`
  const visit = tx.selectFrom('consultation').select('id').where('id', '=', its('consultation')).forNoKeyUpdate()
  const held = tx
    .selectFrom('invoice')
    .select(['id', 'status', 'credit_note', 'department', 'client', 'currency'])
    .select(['invoice_date', 'invoice_due_date', 'due_sum', 'client_due_sum', 'payer'])
    .where('id', '=', id)
    .forNoKeyUpdate()
  // An invoice's department and visit never change, so they can be looked up in the statements that hold them.
  const [books, , invoice] = await inOrder(
    tx,
    () => holdBooks(tx, actor, its('department')),
    () => visit.execute(),
    () => held.executeTakeFirstOrThrow(),
  )
  return { books, invoice: invoice as HeldInvoice }
}
