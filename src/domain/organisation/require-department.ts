import type { Tx } from '../../db/tx.ts'
import { invalid } from '../../kernel/errors.ts'

/** Refuses an archived department. */
export const requireDepartment = async (tx: Tx, id: number, field = 'department') => {
  const { archived, name } = await tx
    .selectFrom('department')
    .select(['archived', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (archived) throw invalid(field, `${name} is archived. Choose another department.`, 'archived')
}
