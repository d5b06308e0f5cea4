import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { holdBooks, requirePlausibleDate } from './hold-books.ts'
import { issueInvoice } from './make-invoice.ts'
import { recordPrepayment } from './prepayments.ts'
import { other } from './statuses.ts'

export type NewBalance = {
  client: Id<'client'>
  department: Id<'department'>
  amount: Decimal
  due_date?: string | null
  description?: string
}

/** The code of the item that opening balances are invoiced as, and the prefix of their numbers. */
const itemCode = 'OPENING-BALANCE'
const prefix = 'OB'

/** The item decides the revenue account. Its VAT is 0 percent: the VAT was paid in the old system. */
const findItem = async (tx: Tx) => {
  const item = await tx
    .selectFrom('item')
    .innerJoin('vatgroup', (on) =>
      on.onRef('vatgroup.organisation', '=', 'item.organisation').onRef('vatgroup.id', '=', 'item.vat_group'),
    )
    .select(['item.id', 'item.code', 'item.name', 'item.vat_group', 'vatgroup.percentage'])
    .select(sql<boolean>`vatgroup.percentage = 0`.as('isFree'))
    .where('item.code', '=', itemCode)
    .where('item.archived', '=', false)
    .orderBy('item.id')
    .limit(1)
    .executeTakeFirst()
  if (item === undefined || !item.isFree)
    throw invalid(
      nonField,
      `Create an item with the code ${itemCode} in a VAT group of 0 percent first. Opening balances are booked on its account number.`,
      'no_item',
    )
  return item
}

const owe = async (tx: Tx, actor: Actor, { client, department, amount, due_date, description }: NewBalance) => {
  const { id: item, code, name, vat_group, percentage } = await findItem(tx)
  const price = { list_price: amount, package_price: amount, price: amount, alternativepricing: null }
  const priced = { ...price, dosage_units: '1', vat_group, vat_percentage: percentage, percentage_change: '0' }
  return issueInvoice(tx, actor, await holdBooks(tx, actor, department), {
    client,
    isOwn: true,
    prefix,
    due_date: due_date ?? null,
    remarks: description ?? '',
    rows: [{ item, code, name, unit: '', ...priced, sent_quantity: '1' }],
  })
}

const prepay = (tx: Tx, actor: Actor, { client, department, amount, description = '' }: NewBalance) =>
  recordPrepayment(tx, actor, { client, department, payment_type: other, paid: amount.slice(1), description })

/** Records what a client owed in the old system as an invoice, or what they had prepaid as a prepayment. */
export const recordOpeningBalance = async (
  tx: Tx,
  actor: Actor,
  balance: NewBalance,
): Promise<Id<'openingbalance'>> => {
  const { amount, due_date } = balance
  if (Number(amount) === 0) throw invalid('amount', 'The amount must not be zero. Leave this row out.', 'zero')
  const isOwed = !amount.startsWith('-')
  if (!isOwed && due_date != null)
    throw invalid('due_date', 'A prepayment has no due date. Leave due_date out.', 'prepaid')
  if (due_date != null) requirePlausibleDate(due_date, 'due_date')
  const { id } = await tx
    .insertInto('openingbalance')
    .values({
      ...balance,
      ...(isOwed
        ? { invoice: await owe(tx, actor, balance) }
        : { unallocatedpayment: await prepay(tx, actor, balance) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
