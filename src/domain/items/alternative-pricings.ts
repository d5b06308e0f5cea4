import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import type { CustomerType } from './customer-types.ts'

export type NewPricing = {
  item: Id<'item'>
  name: string
  department?: Id<'department'> | null
  customer_type?: CustomerType | null
  price?: Decimal | null
  percentage_change?: Decimal | null
  valid_from?: string | null
  valid_until?: string | null
  archived?: boolean
}

const lowestChange = -100

const requirePricing = ({
  price,
  percentage_change,
  valid_from,
  valid_until,
}: Pick<NewPricing, 'price' | 'percentage_change' | 'valid_from' | 'valid_until'>) => {
  if (price == null && percentage_change == null)
    throw invalid('price', 'Send either price or percentage_change.', 'required')
  if (price != null && percentage_change != null)
    throw invalid(
      'percentage_change',
      'Only one of price and percentage_change can be set. Send null for the other.',
      'two_prices',
    )
  if (percentage_change != null && Number(percentage_change) < lowestChange)
    throw invalid('percentage_change', `Ensure this value is greater than or equal to ${lowestChange}.`, 'min_value')
  if (valid_from != null && valid_until != null && valid_until < valid_from)
    throw invalid(
      'valid_until',
      'Must not be before valid_from. Send the last day on which the price applies.',
      'before_start',
    )
}

/** Adds an alternative pricing to an item. */
export const addPricing = async (
  tx: Tx,
  _actor: Actor | undefined,
  pricing: NewPricing,
): Promise<Id<'alternativepricing'>> => {
  requirePricing(pricing)
  const { id } = await tx.insertInto('alternativepricing').values(pricing).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes an alternative pricing. */
export const changePricing = async (tx: Tx, _actor: Actor, id: number, changes: Partial<NewPricing>) => {
  if (Object.keys(changes).length === 0) return
  const before = await tx
    .selectFrom('alternativepricing')
    .select(['price', 'percentage_change', 'valid_from', 'valid_until'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  requirePricing({ ...before, ...changes })
  await tx.updateTable('alternativepricing').set(changes).where('id', '=', id).execute()
}
