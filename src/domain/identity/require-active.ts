import type { Tx } from '../../db/tx.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'

/** Refuses a user who can no longer sign in: nothing new is done in their name. */
export const requireActiveUser = async (tx: Tx, id: Id<'user'>, field: string) => {
  const { is_active } = await tx.selectFrom('user').select('is_active').where('id', '=', id).executeTakeFirstOrThrow()
  if (!is_active) throw invalid(field, 'This user is no longer active. Choose somebody who is.', 'inactive_user')
}
