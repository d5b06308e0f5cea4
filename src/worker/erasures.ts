import { sql } from 'kysely'
import { inOrganisation, type Database, type Tx } from '../db/tx.ts'
import { type ListedErasure, listErasure } from '../domain/erasure/erasure-list.ts'
import { eraseKeptNames } from '../domain/erasure/kept-names.ts'
import { eraseKeptPayers } from '../domain/erasure/kept-payers.ts'
import type { ObjectStore } from '../gateways/object-store.ts'
import { forAllOrganisations } from './all-organisations.ts'
import { nowIfAny } from './due-work.ts'

type Organisation = { readonly organisation: number }
type OnFailure = (organisation: number, problem: unknown) => void

/** Now, if an erasure is not in the list outside the database yet. */
export const erasuresUnlisted = nowIfAny('erasure', sql`not listed`)

const findUnlisted = (tx: Tx) =>
  tx
    .selectFrom('erasure')
    .select(['organisation', 'id', 'resource', 'record', 'erased', 'files'])
    .where('listed', '=', false)
    .orderBy('id')
    .execute()

/** Writes the erasures that are new to the list in the object store, by which they are applied again after a restore. */
export const listErasures = async (
  { db, app, store }: { readonly db: Database; readonly app: Database; readonly store: ObjectStore },
  onFailure: OnFailure,
  shouldContinue = () => true,
) => {
  const { rows } = await forAllOrganisations(
    db,
    'find unlisted erasures',
    sql<Organisation>`select distinct organisation from erasure where not listed order by organisation`,
  )
  for (const { organisation } of rows) {
    if (!shouldContinue()) return
    try {
      // Nothing is held while the store is written to.
      for (const { id, erased, ...rest } of await inOrganisation(app, organisation, findUnlisted)) {
        const erasure: ListedErasure = { ...rest, erased: new Date(erased).toISOString() }
        await listErasure(store, erasure)
        await inOrganisation(app, organisation, (tx) =>
          tx.updateTable('erasure').set({ listed: true }).where('id', '=', id).execute(),
        )
      }
    } catch (problem) {
      onFailure(organisation, problem)
    }
  }
}

/** Erases what had to be kept of erased clients and staff, once the law no longer asks for it. */
export const eraseWhatIsOver = async (
  db: Database,
  app: Database,
  onFailure: OnFailure,
  shouldContinue = () => true,
  today = new Date().toISOString().slice(0, 10),
) => {
  const { rows } = await forAllOrganisations(
    db,
    'find ended terms',
    sql<Organisation>`select distinct organisation from erasure where kept_until < ${today}::date order by organisation`,
  )
  for (const { organisation } of rows) {
    if (!shouldContinue()) return
    const eraseAll = async (tx: Tx) => {
      await eraseKeptPayers(tx, { today })
      await eraseKeptNames(tx, { today })
    }
    await inOrganisation(app, organisation, eraseAll).catch((problem: unknown) => onFailure(organisation, problem))
  }
}
