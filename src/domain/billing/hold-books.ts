import { type Expression, sql } from 'kysely'
import { inOrder, type Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField, notFound } from '../../kernel/errors.ts'
import type { Decimal, Id, Timestamp } from '../../kernel/fields.ts'
import type { InvoiceStatus } from './statuses.ts'

/** What booking in a department needs to know of it. */
export type Books = {
  readonly department: Id<'department'>
  readonly time_zone: string
  /** The day it is there. */
  readonly today: string
  readonly financial_period_lock_date: string | null
  readonly payment_cancel_set_date: boolean
  readonly invoice_prefix: string
  readonly additional_reference: string
  readonly payment_terms_days: number
  readonly finalize_invoice_with_consultation: boolean
}

/**
 * Everything that books holds its department's settings first, and shares them with others who book. Who closes a day or
 * moves the lock date holds them alone, so neither changes while somebody books.
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
    notFound('This has just been removed. Read the list again.'),
  ) as Promise<Books>
}

/** Refuses what would be dated before the department's lock date, as it stands while its books are held. */
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

/** The day a moment falls on in the department. */
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
  /** Another client who pays it, if that is so. */
  readonly payer: Id<'client'> | null
  readonly currency: string
  readonly invoice_date: string
  readonly invoice_due_date: string
  readonly due_sum: Decimal
  readonly client_due_sum: Decimal
}

/** Holds an invoice and what stands before it in the order of locks: the department's settings, then the visit. */
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
