import type { Tx } from '../../db/tx.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'

type Shared = {
  readonly client: Id<'client'> | null
  readonly alternative_payer?: Id<'alternative_payer'> | null
  readonly alternative_payer_share?: Decimal | null
}

/** Another who pays a part is one of the client's, and the part is known. */
export const requirePayer = async (tx: Tx, { client, alternative_payer, alternative_payer_share }: Shared) => {
  if ((alternative_payer == null) !== (alternative_payer_share == null))
    throw invalid(
      alternative_payer == null ? 'alternative_payer' : 'alternative_payer_share',
      'Give alternative_payer and alternative_payer_share together, or neither.',
      'required',
    )
  if (alternative_payer == null) return
  if (Number(alternative_payer_share) > 100)
    throw invalid('alternative_payer_share', 'Nobody pays more than 100 percent.', 'max_value')
  const payer = await tx
    .selectFrom('alternative_payer')
    .select('client')
    .where('id', '=', alternative_payer)
    .executeTakeFirstOrThrow()
  if (payer.client !== client)
    throw invalid(
      'alternative_payer',
      'This payer is noted for another client. Choose one of this client’s.',
      'wrong_client',
    )
}
