import type { Tx } from '../../db/tx.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'

type Payer = {
  readonly alternative_payer: Id<'alternative_payer'> | null
  readonly alternative_payer_share: Decimal | null
}

const nobody: Payer = { alternative_payer: null, alternative_payer_share: null }
const everything = '100'

const requirePayer = async (tx: Tx, client: Id<'client'> | null, id: Id<'alternative_payer'>, isNew: boolean) => {
  const payer = await tx
    .selectFrom('alternative_payer')
    .select(['client', 'archived'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (payer.client !== client)
    throw invalid(
      'alternative_payer',
      'This payer belongs to another client. Choose a payer of this client.',
      'wrong_client',
    )
  if (isNew && payer.archived)
    throw invalid('alternative_payer', 'This payer is archived. Restore the payer first.', 'archived')
}

/**
 * The alternative payer and their share, 100 percent unless sent. A part that is not sent keeps its value, and a payer who was
 * archived meanwhile may stay.
 */
export const resolveAlternativePayer = async (
  tx: Tx,
  client: Id<'client'> | null,
  sent: Partial<Payer>,
  before: Payer = nobody,
): Promise<Partial<Payer>> => {
  if (sent.alternative_payer === undefined && sent.alternative_payer_share === undefined) return {}
  const { alternative_payer, alternative_payer_share: share }: Payer = {
    ...(sent.alternative_payer === null ? nobody : before),
    ...sent,
  }
  if (alternative_payer === null) {
    if (share !== null)
      throw invalid('alternative_payer_share', 'Name the alternative_payer who pays this share.', 'required')
    return nobody
  }
  await requirePayer(tx, client, alternative_payer, alternative_payer !== before.alternative_payer)
  if (Number(share) > 100)
    throw invalid('alternative_payer_share', 'Ensure this value is less than or equal to 100.', 'max_value')
  return { alternative_payer, alternative_payer_share: share ?? everything }
}
