import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { clinicWideOf } from '../wholesale/ownership.ts'

/** The set of credentials that a department orders under. */
export type OrderedFrom = {
  readonly id: Id<'wholesaler'>
  /** The row that items link to. */
  readonly clinicWide: Id<'wholesaler'>
}

type Row = {
  readonly id: Id<'wholesaler'>
  readonly name: string
  readonly parent: Id<'wholesaler'> | null
  readonly department: Id<'department'> | null
  readonly archived: boolean
}

/**
 * Locks the clinic-wide row of a wholesaler, so that none of its sets of credentials is made or archived meanwhile. A statement
 * of its own: the next one sees what whoever held the lock has written.
 */
export const holdClinicWide = async (tx: Tx, wholesaler: RawBuilder<unknown>) => {
  await sql`select from wholesaler
    where id = (select coalesce(parent, id) from wholesaler where id = ${wholesaler}) for share`.execute(tx)
}

/** Finds the set of credentials that a department orders under: its own, otherwise the clinic-wide one. */
export const resolveWholesaler = async (
  tx: Tx,
  department: Id<'department'>,
  chosen: Id<'wholesaler'>,
): Promise<OrderedFrom> => {
  await holdClinicWide(tx, sql`${chosen}`)
  const { rows } = await sql<Row>`
    select id, name, parent, department, archived from wholesaler
    where coalesce(parent, id) = (select coalesce(parent, id) from wholesaler where id = ${chosen}) order by id`.execute(
    tx,
  )
  const clinicWide = rows.find(({ parent }) => parent === null)!
  if (clinicWide.archived)
    throw invalid('wholesaler', `${clinicWide.name} is archived. Choose another wholesaler, or restore it.`, 'archived')
  const other = rows.find(({ id }) => id === chosen)?.department ?? department
  if (other !== department)
    throw invalid(
      'wholesaler',
      'These are the credentials of another department. Send the clinic-wide wholesaler, or that of the order’s department.',
      'other_department',
    )
  const own = rows.find((row) => row.department === department && !row.archived)
  return { id: (own ?? clinicWide).id, clinicWide: clinicWide.id }
}

/** Finds the credentials again under which a department orders from a wholesaler, whoever has those of the order by now. */
export const resolveAgain = async (
  tx: Tx,
  department: Id<'department'>,
  wholesaler: Id<'wholesaler'>,
): Promise<OrderedFrom> => {
  const row = await tx
    .selectFrom('wholesaler')
    .select(['id', 'parent'])
    .where('id', '=', wholesaler)
    .executeTakeFirstOrThrow()
  return resolveWholesaler(tx, department, clinicWideOf(row))
}
