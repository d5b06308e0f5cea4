import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/fields.ts'

export type NewAccount = {
  number: string
  description?: string
  department?: Id<'department'> | null
  archived?: boolean
}

/** Adds an account number, or returns the existing one with the same number, description and department, unarchived. */
export const openAccount = async (
  tx: Tx,
  _actor: Actor | undefined,
  { number, description = '', department = null, archived = false }: NewAccount,
): Promise<Id<'accountnumber'>> => {
  const made = await tx
    .insertInto('accountnumber')
    .values({ number, description, department, archived })
    .onConflict((same) =>
      same
        .expression(sql`organisation, number, description, coalesce(department, 0)`)
        .doUpdateSet({ archived: false })
        .where('accountnumber.archived', '=', true),
    )
    .returning('id')
    .executeTakeFirst()
  if (made !== undefined) return made.id
  const { id } = await tx
    .selectFrom('accountnumber')
    .select('id')
    .where('number', '=', number)
    .where('description', '=', description)
    .where(sql<boolean>`department is not distinct from ${department}::bigint`)
    .executeTakeFirstOrThrow()
  return id
}
