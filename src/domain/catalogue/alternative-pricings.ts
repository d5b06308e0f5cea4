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
    throw invalid('price', 'Give either a price or a percentage_change.', 'required')
  if (price != null && percentage_change != null)
    throw invalid('percentage_change', 'There is a price as well. Send null for one of the two.', 'two_prices')
  if (percentage_change != null && Number(percentage_change) < lowestChange)
    throw invalid('percentage_change', `Ensure this value is greater than or equal to ${lowestChange}.`, 'min_value')
  if (valid_from != null && valid_until != null && valid_until < valid_from)
    throw invalid(
      'valid_until',
      'This lies before valid_from. Give the last day on which the price holds.',
      'before_start',
    )
}

/** Gives an item another price for some clients, in some departments or for a time. */
export const addPricing = async (
  tx: Tx,
  _actor: Actor | undefined,
  pricing: NewPricing,
): Promise<Id<'alternativepricing'>> => {
  requirePricing(pricing)
  const { id } = await tx.insertInto('alternativepricing').values(pricing).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes what an alternative pricing says, or when and for whom it holds. */
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
