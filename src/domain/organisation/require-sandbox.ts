import type { Tx } from '../../db/tx.ts'
import { notFound } from '../../kernel/errors.ts'

/** Routes that play the other side do not exist outside of sandboxes. */
export const requireSandbox = async (tx: Tx) => {
  const { sandbox } = await tx.selectFrom('organisation').select('sandbox').executeTakeFirstOrThrow()
  if (!sandbox) throw notFound('This address exists in sandboxes only.')
}

/** Somebody of the clinic, for what staff do and an application plays. */
export const someStaff = async (tx: Tx): Promise<number> => {
  const { id } = await tx
    .selectFrom('user')
    .select('id')
    .where('is_virtual', '=', false)
    .where('is_active', '=', true)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return id
}
