import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { forbidden } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { integration } from './statuses.ts'

export const notYours = () => forbidden('Token does not match this wholesaler.')

/** A set of credentials of an integration. The clinic-wide one has neither parent nor department. */
export type OwnWholesaler = {
  readonly id: Id<'wholesaler'>
  readonly name: string
  readonly parent: Id<'wholesaler'> | null
  readonly department: Id<'department'> | null
  readonly available_wholesaler: Id<'available_wholesaler'>
  /** Whose orders are its own. */
  readonly application: number
  readonly shared: boolean
}

/** A wholesaler with its registration, if it has one that was not deleted. */
const registered = (tx: Tx, id: number) =>
  tx
    .selectFrom('wholesaler')
    .innerJoin('available_wholesaler', (join) =>
      join
        .onRef('available_wholesaler.organisation', '=', 'wholesaler.organisation')
        .onRef('available_wholesaler.id', '=', 'wholesaler.available_wholesaler'),
    )
    .where('wholesaler.id', '=', id)
    .where('available_wholesaler.removed', '=', false)

/**
 * The wholesaler of a route that only its own integration may use. Missing, archived and manual ones do not exist there (404);
 * one of another application is refused (403). It is locked, first of all: what follows sees neither two at once, nor one
 * that is being archived.
 */
export const requireOwnWholesaler = async (tx: Tx, actor: Actor, id: number): Promise<OwnWholesaler> => {
  const found = await registered(tx, id)
    .select([
      'wholesaler.id',
      'wholesaler.name',
      'wholesaler.parent',
      'wholesaler.department',
      'wholesaler.shared',
      'available_wholesaler.id as available_wholesaler',
      'available_wholesaler.application',
    ])
    .where('wholesaler.type', '=', integration)
    .where('wholesaler.archived', '=', false)
    .forNoKeyUpdate('wholesaler')
    .executeTakeFirst()
  if (found === undefined) throw recordNotFound('Wholesaler')
  if (found.application !== actor.application) throw notYours()
  return found
}

/** The row that items link to, which is the clinic-wide one. */
export const clinicWideOf = ({ id, parent }: Pick<OwnWholesaler, 'id' | 'parent'>) => parent ?? id

/** The application that a wholesaler belongs to; null if it is manual, or its registration was deleted. */
const applicationOf = async (tx: Tx, wholesaler: number): Promise<number | null> => {
  const found = await registered(tx, wholesaler).select('available_wholesaler.application').executeTakeFirst()
  return found?.application ?? null
}

/** Staff act on every order; an application, and whoever lets one act with the wholesaler scope, only on what was ordered of its own wholesalers. */
export const requireOrderedOf = async (tx: Tx, actor: Actor, wholesaler: number | null) => {
  if (actor.actsForUser && !actor.scopes.has('wholesaler')) return
  const application = wholesaler === null ? null : await applicationOf(tx, wholesaler)
  if (application === null || application !== actor.application) throw notYours()
}
