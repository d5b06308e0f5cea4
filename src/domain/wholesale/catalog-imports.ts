import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { requireActiveVatGroup } from '../items/items.ts'
import type { ItemType } from '../items/statuses.ts'

export type NewCatalogImport = {
  wholesaler: Id<'wholesaler'>
  item_types?: ItemType[]
  search_term?: string
  markup_percentage?: Decimal
  vat_group: Id<'vatgroup'>
}

/** The live catalog of a set of credentials. It is locked, so that no other replaces it before the commit. */
const requireCatalog = async (tx: Tx, wholesaler: number): Promise<number> => {
  const { name, archived, catalog } = await tx
    .selectFrom('wholesaler')
    .select(['name', 'archived', 'catalog'])
    .where('id', '=', wholesaler)
    .forShare()
    .executeTakeFirstOrThrow()
  if (archived) throw invalid('wholesaler', `${name} is archived. Restore it first.`, 'archived')
  if (catalog === null)
    throw invalid(
      'wholesaler',
      `${name} has no catalog under this customer number. It is there once the wholesaler has uploaded one.`,
      'no_catalog',
    )
  return catalog
}

/** Asks for an import of the wholesaler's live catalog. The worker carries it out on behalf of the caller. */
export const startCatalogImport = async (tx: Tx, _actor: Actor, input: NewCatalogImport): Promise<number> => {
  const upload = await requireCatalog(tx, input.wholesaler)
  await requireActiveVatGroup(tx, input.vat_group)
  const { id } = await tx
    .insertInto('catalog_import')
    .values({
      ...input,
      item_types: [...new Set(input.item_types)].toSorted((one, other) => one - other),
      search_term: input.search_term?.trim() ?? '',
      upload,
      who: sql<string>`nullif(current_setting('app.actor', true), '')::jsonb`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('catalog_import_progress').values({ catalog_import: id }).execute()
  return id
}

/** Ends an import that waits or is under way. What it has changed by then stays. */
export const cancelCatalogImport = async (tx: Tx, actor: Actor, id: number): Promise<number> => {
  const { state } = await tx
    .selectFrom('catalog_import')
    .select('state')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (state === 'done' || state === 'failed')
    throw invalid(nonField, 'This import has ended already. There is nothing left to cancel.', 'ended')
  await endCatalogImport(tx, id, actor.now, 'Cancelled by the clinic.')
  return id
}

/** Ends an import, as done or with the reason why it failed. */
export const endCatalogImport = async (tx: Tx, id: number, now: Date, failure = '') => {
  await tx
    .updateTable('catalog_import')
    .set({ state: failure === '' ? 'done' : 'failed', failure, finished: now })
    .where('id', '=', id)
    .execute()
}
