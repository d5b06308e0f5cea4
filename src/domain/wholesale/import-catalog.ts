import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import { readerIn, type Tx } from '../../db/tx.ts'
import { endCatalogImport } from './catalog-imports.ts'
import {
  plannedDiscontinuations,
  plannedProducts,
  suppliedItems,
  type ImportTerms,
  type KindOfChange,
  type NumberRange,
  type PlanScope,
} from './catalog-plan.ts'

/** Products that one transaction looks at. */
export const productsAtOnce = 5_000
/** Items that one transaction creates or changes: few enough to hold the organisation's lock only briefly. */
export const changesAtOnce = 250
/** A worker that is suspended keeps its locks no longer than this: PostgreSQL ends its session. */
const longestIdle = '5s'

type Counts = Readonly<Partial<Record<KindOfChange, number>>>
type Run = ImportTerms & {
  readonly id: number
  readonly now: Date
  readonly vat_group: number
  readonly product_number: string
  readonly past_products: boolean
  readonly item: number
}

/** A statement of the transaction, whose values are added as its text is written. */
const startStatement = (tx: Tx) => {
  const values: unknown[] = []
  const scope: PlanScope = {
    organisation: 'organisation()',
    add: (value, cast) => `$${values.push(value)}::${cast}`,
  }
  return { ...scope, scope, run: <Row>(text: string) => readerIn(tx)<Row>(text, values) }
}

/**
 * Locks the import until the commit. One import of an organisation is carried out at a time, the oldest first, so that two of
 * one wholesaler never interleave. What follows is put down to whoever asked for the import, and changes of items to the import.
 */
const lockRun = async (tx: Tx, id: number) => {
  await sql`select set_config('idle_in_transaction_session_timeout', ${longestIdle}, true)`.execute(tx)
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('catalog_import'), organisation()) as locked`.execute(tx)
  if (!rows[0]!.locked) return undefined
  return tx
    .selectFrom('catalog_import')
    .select([
      'wholesaler',
      'upload',
      'item_types',
      'search_term',
      'markup_percentage',
      'vat_group',
      'state',
      sql`set_config('app.actor', coalesce(who::text, ''), true)`.as('actor'),
      sql`set_config('app.catalog_import', id::text, true)`.as('run'),
      sql<Date>`clock_timestamp() + make_interval(secs => (select o.clock_offset from organisation o))`.as('now'),
    ])
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .where((run) =>
      run.not(
        run.exists(
          run
            .selectFrom('catalog_import as earlier')
            .select('earlier.id')
            .where('earlier.state', 'in', ['waiting', 'running'])
            .where('earlier.id', '<', id),
        ),
      ),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Why the import cannot go on, if anything. Locks the wholesaler, so that its catalog stays, and the VAT groups, which come
 * before items in the lock order.
 */
const findObstacle = async (
  tx: Tx,
  { wholesaler, upload, vat_group }: Record<'wholesaler' | 'upload' | 'vat_group', number>,
) => {
  const { archived, catalog, name, parent } = await tx
    .selectFrom('wholesaler')
    .select(['archived', 'catalog', 'name', 'parent'])
    .where('id', '=', wholesaler)
    .forShare()
    .executeTakeFirstOrThrow()
  const supplier = parent ?? wholesaler
  if (archived) return { supplier, failure: `${name} was archived. Restore it and start a new import.` }
  if (catalog !== upload)
    return { supplier, failure: 'Another catalog became live meanwhile. Look at its preview and start a new import.' }
  const groups = await tx.selectFrom('vatgroup').select(['id', 'title', 'archived']).orderBy('id').forShare().execute()
  const chosen = groups.find(({ id }) => id === vat_group)!
  const failure = chosen.archived ? `The VAT group ${chosen.title} was archived. Start a new import with another.` : ''
  return { supplier, failure }
}

/**
 * The next products by their numbers, or nothing when there are no more: as many as one transaction looks at, or fewer if that
 * would change too many items.
 */
const nextRange = async (tx: Tx, run: Run): Promise<NumberRange | undefined> => {
  const { upload, product_number: after } = run
  const { rows } = await sql<{ last: string | null }>`
    select max(product_number) as last from (
      select product_number from catalog_product
      where organisation = organisation() and upload = ${upload} and product_number > ${after}
      order by product_number limit ${productsAtOnce}) next`.execute(tx)
  const upTo = rows[0]!.last
  if (upTo === null) return undefined
  const { scope, add, run: ask } = startStatement(tx)
  const [found] = await ask<{ last: string }>(`select p.product_number as last
    from (${plannedProducts(run, scope, { after, upTo })}) p where p.kind <> 'unchanged'
    order by p.product_number offset ${add(changesAtOnce - 1, 'int')} limit 1`)
  return { after, upTo: found?.last ?? upTo }
}

/** Locks the wholesaler's items of these numbers, by id as everything does that locks several. */
const lockItems = async (tx: Tx, run: Run, range: NumberRange) => {
  const { scope, run: ask } = startStatement(tx)
  await ask(`select i.id from item i where i.organisation = organisation()
    and i.id = any(array(select s.id from (${suppliedItems(run, scope, range)}) s)) order by i.id for no key update`)
}

/**
 * Takes the organisation's lock and the stamp of the transaction, which is last in the lock order, for the statement that
 * follows. With the stamp written at once, the trigger does not have to write each item a second time.
 */
const takeStamp = (tx: Tx) => sql`select write_stamp()`.execute(tx)
const stamp = `current_setting('app.stamp')::timestamptz`

/** Imports the products of some numbers: makes new items, and changes what the wholesaler decides of those that exist. */
const importProducts = async (tx: Tx, run: Run, range: NumberRange): Promise<Counts> => {
  await lockItems(tx, run, range)
  await takeStamp(tx)
  const { scope, add, run: ask } = startStatement(tx)
  const rows = await ask<{
    kind: KindOfChange
    count: number
  }>(`with plan as materialized (${plannedProducts(run, scope, range)}),
    made as (insert into item (type_code, name, barcode, unit, package_description, dosage_units, controlled_substance, price,
        wholesale_price, vat_group, primary_wholesaler, primary_wholesaler_code, created, modified)
      select plan.type_code, plan.product_name, plan.barcode, plan.unit, plan.package_contents, coalesce(plan.dosable_units, 1),
        plan.controlled_substance, plan.price, plan.new_wholesale_price,
        coalesce((select min(g.id) from vatgroup g where g.organisation = organisation() and not g.archived
          and g.percentage = plan.vat), ${add(run.vat_group, 'bigint')}),
        ${add(run.supplier, 'bigint')}, plan.product_number, ${stamp}, ${stamp}
      from plan where plan.kind = 'new' order by plan.product_number),
    altered as (update item i set wholesale_price = plan.new_wholesale_price, barcode = plan.new_barcode,
        package_description = plan.new_package_description, discontinued = i.discontinued and plan.kind <> 'continued',
        discontinued_by_import = i.discontinued_by_import and plan.kind <> 'continued', modified = ${stamp}
      from plan where i.organisation = organisation() and i.id = plan.item
        and plan.kind in ('price_up', 'price_down', 'changed', 'continued')),
    left_out as (insert into catalog_import_change (catalog_import, item, kind, product_number, name, reason, occurred)
      select ${add(run.id, 'bigint')}, plan.item, plan.kind, plan.product_number, plan.product_name, plan.reason,
        ${stamp}
      from plan where plan.kind = 'skipped' order by plan.product_number)
    select plan.kind, count(*)::int as count from plan group by plan.kind`)
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

type Discontinued = { readonly count: number; readonly last: number }

/** Marks the next items as discontinued whose products are not in the catalog. Answers nothing when there are no more. */
const discontinueItems = async (tx: Tx, run: Run): Promise<Discontinued | undefined> => {
  const { scope, add, run: ask } = startStatement(tx)
  // Those that someone has changed meanwhile are looked at again once they are locked.
  const found = await ask<{
    item: number
  }>(`${plannedDiscontinuations(run, scope)} and i.id > ${add(run.item, 'bigint')}
    order by i.id limit ${add(changesAtOnce, 'int')} for no key update of i`)
  const ids = found.map(({ item }) => item)
  if (ids.length === 0) return undefined
  await tx
    .updateTable('item')
    .set({ discontinued: true, discontinued_by_import: true })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return { count: ids.length, last: ids.at(-1)! }
}

const saveProgress = async (
  tx: Tx,
  { id }: Run,
  counts: Counts,
  position: { readonly product_number?: string; readonly past_products?: boolean; readonly item?: number },
) => {
  const added = Object.fromEntries(
    Object.entries(counts).map(([kind, count]) => [kind, sql`${sql.ref(kind)} + ${count}`]),
  )
  await tx
    .updateTable('catalog_import_progress')
    .set({ ...added, ...position })
    .where('catalog_import', '=', id)
    .execute()
  // The import shows its progress.
  await touch(tx, 'catalog_import', 'id', [id])
}

/** Carries out the next step of a run that has been locked. */
const advance = async (tx: Tx, run: Run) => {
  if (!run.past_products) {
    const range = await nextRange(tx, run)
    if (range === undefined) return saveProgress(tx, run, {}, { past_products: true })
    return saveProgress(tx, run, await importProducts(tx, run, range), { product_number: range.upTo })
  }
  const discontinued = await discontinueItems(tx, run)
  if (discontinued === undefined) return endCatalogImport(tx, run.id, run.now)
  return saveProgress(tx, run, { discontinued: discontinued.count }, { item: discontinued.last })
}

/**
 * Carries out the next step of a catalog import. How far it is is written in the transaction of what it changes, so each
 * product is imported once even if this is interrupted. Returns 0 when another worker, or an earlier import, is at it.
 */
export const advanceCatalogImport = async (tx: Tx, id: number): Promise<number> => {
  const locked = await lockRun(tx, id)
  if (locked === undefined) return 0
  const { supplier, failure } = await findObstacle(tx, locked)
  if (failure !== '') {
    await endCatalogImport(tx, id, locked.now, failure)
    return 1
  }
  if (locked.state === 'waiting')
    await tx.updateTable('catalog_import').set({ state: 'running', started: locked.now }).where('id', '=', id).execute()
  const progress = await tx
    .selectFrom('catalog_import_progress')
    .select(['product_number', 'past_products', 'item'])
    .where('catalog_import', '=', id)
    .executeTakeFirstOrThrow()
  await advance(tx, { ...locked, ...progress, id, supplier })
  return 1
}
