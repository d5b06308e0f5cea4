import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Books } from './hold-books.ts'
import { finalized } from './statuses.ts'

/** What finalizing assigns to an invoice or a credit note. */
export type Numbered = {
  readonly status: number
  readonly invoice_number: number
  readonly invoice_prefix: string
  readonly reference_number: string | null
  readonly additional_reference: string | null
  readonly finalized: Date
}

type Taken = { readonly last_number: number; readonly reference_number: string | null }

/** The digits of a reference number that hold the invoice number; the series comes before them, so references are unique. */
const digits = 12

const taken = sql<Taken>`last_number, case when (select reference_numbers from organisation)
  then creditor_reference(id || lpad(last_number::text, ${sql.lit(digits)}, '0')) end as reference_number`

/** The next number of a series. Its row stays locked until the commit, so there are no gaps. */
const takeNumber = async (tx: Tx, prefix: string): Promise<Taken> => {
  const next = sql<Taken>`update invoice_series set last_number = coalesce(last_number + 1, first_number)
    where prefix = ${prefix} returning ${taken}`
  const first = sql<Taken>`insert into invoice_series (prefix, last_number) values (${prefix}, 1)
    on conflict (organisation, (prefix || '')) do nothing returning ${taken}`
  for (const attempt of [next, first, next]) {
    const [number] = (await attempt.execute(tx)).rows
    if (number !== undefined) return number
  }
  throw new Error(`The series ${prefix} has no number.`)
}

export const numberInvoice = async (
  tx: Tx,
  actor: Actor,
  { invoice_prefix, additional_reference }: Books,
): Promise<Numbered> => {
  const { last_number, reference_number } = await takeNumber(tx, invoice_prefix)
  return {
    status: finalized,
    invoice_number: last_number,
    invoice_prefix,
    reference_number,
    additional_reference: additional_reference || null,
    finalized: actor.now,
  }
}
