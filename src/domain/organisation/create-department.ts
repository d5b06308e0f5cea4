import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/fields.ts'

export type NewDepartment = {
  name: string
  number?: string
  street_address?: string
  zip_code?: string
  city?: string
  country?: string
  phone?: string
  email?: string
  archived?: boolean
}

/** Creates a department with default settings. The first one becomes the organisation's default. */
export const createDepartment = async (
  tx: Tx,
  _actor: Actor | undefined,
  department: NewDepartment,
): Promise<Id<'department'>> => {
  const { country, time_zone, default_department } = await tx
    .selectFrom('organisation')
    .select(['country', 'time_zone', 'default_department'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('department')
    .values({ ...department, country: department.country || country })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('department_settings').values({ id, time_zone }).execute()
  if (default_department === null) await tx.updateTable('organisation').set({ default_department: id }).execute()
  return id
}
