import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { type Actor, hasPermission } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { amountIn, dateIn, listIn } from './local-time.ts'

/** What a personal message is about, besides its client. */
export type About = {
  readonly client: Id<'client'>
  readonly patient?: Id<'patient'> | null | undefined
  readonly consultation?: Id<'consultation'> | null | undefined
  readonly invoice?: Id<'invoice'> | null | undefined
}

type Found = {
  readonly values: Readonly<Record<string, string>>
  readonly department: Id<'department'> | null
}

type FoundInvoice = {
  client: number | null
  payer: number | null
  department: Id<'department'>
  consultation: number | null
  number: string | null
  due_date: string | null
  due: Decimal
  currency: string
}

const refuseOther = (field: string, what: string) =>
  invalid(field, `This ${what} belongs to another client. Choose one of the client to whom you write.`, 'wrong_client')

/** An invoice is written about to whoever pays it, and to whose visit it was. */
const findInvoice = async (tx: Tx, { client, invoice }: About) => {
  const { rows } = await sql<FoundInvoice>`
    select client, payer, department, consultation, invoice_due_date as due_date, client_due_sum::text as due, currency,
      case when invoice_number is not null then concat_ws('-', nullif(invoice_prefix, ''), invoice_number) end as number
    from invoice where organisation = organisation() and id = ${invoice}`.execute(tx)
  const found = rows[0]!
  if (found.client !== client && found.payer !== client) throw refuseOther('invoice', 'invoice')
  return found
}

const findVisit = async (tx: Tx, { client, consultation }: About) => {
  const found = await tx
    .selectFrom('consultation')
    .select(['client', 'department'])
    .where('id', '=', consultation!)
    .executeTakeFirstOrThrow()
  if (found.client !== client) throw refuseOther('consultation', 'visit')
  return found
}

/** The animal that is named, or those of the visit. */
const findNames = async (tx: Tx, { client, patient }: About, visit: number | null): Promise<readonly string[]> => {
  if (patient != null) {
    const found = await tx
      .selectFrom('patient')
      .select(['name', 'client'])
      .where('id', '=', patient)
      .executeTakeFirstOrThrow()
    if (found.client !== client) throw refuseOther('patient', 'patient')
    return [found.name]
  }
  if (visit === null) return []
  const found = await tx
    .selectFrom('consultation_patient')
    .innerJoin('patient', 'patient.id', 'consultation_patient.patient')
    .select('patient.name')
    .where('consultation_patient.consultation', '=', visit)
    .orderBy('patient.id')
    .execute()
  return found.map(({ name }) => name)
}

/** Reads what the placeholders of a personal message stand for. What an invoice comes to is for those who may read invoices. */
export const findSubject = async (tx: Tx, actor: Actor, about: About, locale: string): Promise<Found> => {
  const invoice = about.invoice == null ? undefined : await findInvoice(tx, about)
  const visit = about.consultation == null ? undefined : await findVisit(tx, about)
  const names = await findNames(tx, about, about.consultation ?? invoice?.consultation ?? null)
  const bill =
    invoice?.number != null && hasPermission(actor, 'Financial: Invoices', 'read')
      ? {
          number: invoice.number,
          amount: amountIn(invoice.due, invoice.currency, locale),
          due_date: invoice.due_date === null ? '' : dateIn(invoice.due_date, locale),
        }
      : {}
  const patients = listIn(
    names.filter((name) => name.trim() !== ''),
    locale,
  )
  return { values: { patients, ...bill }, department: invoice?.department ?? visit?.department ?? null }
}
