import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import { askAboutCatalog, startStatement } from './ask-about-catalog.ts'
import { endCatalogImport } from './catalog-imports.ts'
import {
  plannedDiscontinuations,
  plannedProducts,
  suppliedItems,
  type ImportTerms,
  type KindOfChange,
  type NumberRange,
} from './catalog-plan.ts'

/** Products that one transaction looks at. */
export const productsAtOnce = 5_000
/** Items that one transaction creates or changes: few enough to hold the organisation's lock only briefly. */
export const changesAtOnce = 250
/** A worker that is suspended keeps its locks no longer than this: PostgreSQL ends its session. */
const maxIdle = '5s'

type Counts = Readonly<Partial<Record<KindOfChange, number>>>
type Run = ImportTerms & {
  readonly id: number
  readonly now: Date
  readonly vat_group: number
  readonly product_number: string
  readonly past_products: boolean
  readonly item: number
}

/**
 * Locks the import until the commit. One import of an organisation is carried out at a time, the oldest first, so that two of
 * one wholesaler never interleave. What follows is put down to whoever asked for the import, and changes of items to the import.
 */
const lockRun = async (tx: Tx, id: number) => {
  await sql`select set_config('idle_in_transaction_session_timeout', ${maxIdle}, true)`.execute(tx)
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

/** The next products by their numbers, or nothing when there are no more. */
const nextRange = async (tx: Tx, { upload, product_number: after }: Run): Promise<NumberRange | undefined> => {
  const { rows } = await sql<{ last: string | null }>`
    select max(product_number) as last from (
      select product_number from catalog_product
      where organisation = organisation() and upload = ${upload} and product_number > ${after}
      order by product_number limit ${productsAtOnce}) next`.execute(tx)
  const upTo = rows[0]!.last
  return upTo === null ? undefined : { after, upTo }
}

/** Locks the wholesaler's items of these numbers, by id as everything does that locks several. */
const lockItems = async (tx: Tx, run: Run, range: NumberRange) => {
  const { scope, run: ask } = startStatement(tx)
  await ask(`select i.id from item i where i.organisation = organisation()
    and i.id = any(array(select s.id from (${suppliedItems(run, scope, range)}) s)) order by i.id for no key update`)
}

/** What is to be done with a product: as JSON text, in which decimals stay exact, unless it is nothing. */
type Planned = { readonly kind: KindOfChange; readonly product_number: string; readonly row: string | null }

const planRange = (tx: Tx, run: Run, range: NumberRange) =>
  askAboutCatalog<Planned>(
    tx,
    (scope) => `select p.kind, p.product_number, case when p.kind <> 'unchanged' then row_to_json(p)::text end as row
      from (${plannedProducts(run, scope, range)}) p order by p.product_number, p.item`,
  )

/** The plan up to the product whose change is one too many for this transaction. */
const cut = (plan: readonly Planned[]): readonly Planned[] => {
  const changes = plan.filter(({ row }) => row !== null)
  const last = changes[changesAtOnce]?.product_number
  if (last === undefined) return plan
  const before = plan.findIndex(({ product_number }) => product_number === last)
  // All items of one number go together, however many there are.
  return before > 0 ? plan.slice(0, before) : plan.filter(({ product_number }) => product_number === last)
}

const countKinds = (plan: readonly Planned[]): Counts => {
  const counts: Partial<Record<KindOfChange, number>> = {}
  for (const { kind } of plan) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

const columnsOfPlan = `(item bigint, kind text, reason text, type_code int, product_number text, product_name text,
  barcode text, unit text, package_contents text, dosable_units numeric, controlled_substance boolean, vat numeric,
  price numeric, new_wholesale_price numeric, new_barcode text, new_package_description text)`

/**
 * Makes new items, and changes what the wholesaler decides of those that exist. The organisation's lock, which is last in the
 * lock order, is taken for this alone. With its stamp written at once, the trigger does not have to write each item again.
 */
const carryOutPlan = async (tx: Tx, run: Run, plan: readonly Planned[]) => {
  const rows = plan.flatMap(({ row }) => (row === null ? [] : [row]))
  if (rows.length === 0) return
  await sql`select stamp_of_transaction()`.execute(tx)
  const stamp = '(select stamp_of_transaction())'
  const { add, run: ask } = startStatement(tx)
  await ask(`with plan as (select * from jsonb_to_recordset(${add(`[${rows.join(',')}]`, 'jsonb')}) p ${columnsOfPlan}),
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
        and plan.kind in ('price_up', 'price_down', 'changed', 'continued'))
    insert into catalog_import_change (catalog_import, item, kind, product_number, name, reason, occurred)
      select ${add(run.id, 'bigint')}, plan.item, plan.kind, plan.product_number, plan.product_name, plan.reason, ${stamp}
      from plan where plan.kind = 'skipped' order by plan.product_number`)
}

/** Imports the next products. Answers nothing when there are no more. */
const importProducts = async (tx: Tx, run: Run): Promise<{ counts: Counts; upTo: string } | undefined> => {
  const range = await nextRange(tx, run)
  if (range === undefined) return undefined
  await lockItems(tx, run, range)
  const all = await planRange(tx, run, range)
  const plan = cut(all)
  await carryOutPlan(tx, run, plan)
  return { counts: countKinds(plan), upTo: plan.length === all.length ? range.upTo : plan.at(-1)!.product_number }
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
    const imported = await importProducts(tx, run)
    if (imported === undefined) return saveProgress(tx, run, {}, { past_products: true })
    return saveProgress(tx, run, imported.counts, { product_number: imported.upTo })
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
