import type { Tx } from '../../db/tx.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Decimal } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import type { Page } from '../../kernel/pages.ts'
import { askAboutCatalog } from './ask-about-catalog.ts'
import {
  plannedDiscontinuations,
  plannedProducts,
  type ImportTerms,
  type KindOfChange,
  type PlanScope,
} from './catalog-plan.ts'

/** What an import would do with one product, or with one item whose product is gone. */
export type PlannedChange = {
  readonly kind: KindOfChange
  readonly product_number: string
  readonly name: string
  readonly type_code: number
  readonly item: number | null
  readonly old_wholesale_price: Decimal | null
  readonly new_wholesale_price: Decimal | null
  readonly percentage_change: Decimal | null
  readonly price: Decimal | null
  readonly reason: string | null
}

export type PreviewTerms = Omit<ImportTerms, 'upload' | 'supplier'>

/** The catalogs that have their products: those that are live, and those before them. */
const findTerms = async (tx: Tx, upload: number, terms: PreviewTerms): Promise<ImportTerms> => {
  const found = await tx
    .selectFrom('catalog_upload as u')
    .innerJoin('wholesaler as w', (join) =>
      join.onRef('w.organisation', '=', 'u.organisation').onRef('w.id', '=', 'u.wholesaler'),
    )
    .select(['w.id', 'w.parent', 'w.catalog', 'w.previous_catalog'])
    .where('u.id', '=', upload)
    .executeTakeFirst()
  if (found === undefined) throw recordNotFound('Catalog upload')
  if (upload !== found.catalog && upload !== found.previous_catalog)
    throw notFound(
      'Only the live catalog of a wholesaler and the one before it have a preview. This upload is neither.',
    )
  return { ...terms, upload, supplier: found.parent ?? found.id }
}

/** SQL for everything that an import would do. */
const plan = (terms: ImportTerms, scope: PlanScope) => `
  select p.kind, p.product_number, p.product_name as name, p.type_code, p.item, p.old_wholesale_price,
      case p.kind when 'skipped' then null when 'unchanged' then p.old_wholesale_price else p.new_wholesale_price end
        as new_wholesale_price,
      case when p.kind = 'new' then p.price end as price, p.reason
    from (${plannedProducts(terms, scope)}) p
  union all
  select 'discontinued', gone.product_number, gone.name, gone.type_code, gone.item, gone.wholesale_price, null, null, ''
    from (${plannedDiscontinuations(terms, scope)}) gone`

/** How many changes of each kind an import of the upload would make. */
export const countPlanned = async (
  tx: Tx,
  upload: number,
  asked: PreviewTerms,
): Promise<Partial<Record<KindOfChange, number>>> => {
  const terms = await findTerms(tx, upload, asked)
  const rows = await askAboutCatalog<{ kind: KindOfChange; count: number }>(
    tx,
    (scope) => `select kind, count(*)::int as count from (${plan(terms, scope)}) planned group by kind`,
  )
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

export type AskedChanges = {
  /** All kinds if it is undefined. */
  readonly kinds: readonly KindOfChange[] | undefined
  /** Only what comes after this number; with an item, also the other items of this number that come after it. */
  readonly after: { readonly number: string; readonly item: number | undefined } | undefined
}

/** SQL for what comes after a change. Several items may have one number or none; a product without an item has its own. */
const isAfter = ({ number, item }: NonNullable<AskedChanges['after']>, { add }: PlanScope) =>
  item === undefined
    ? `product_number > ${add(number, 'text')}`
    : `(product_number, coalesce(item, 0)) > (${add(number, 'text')}, ${add(item, 'bigint')})`

/** A page of what an import of the upload would do, by product number and item, and how much there is in all. */
export const readPlanned = async (
  tx: Tx,
  upload: number,
  asked: PreviewTerms,
  { kinds, after }: AskedChanges,
  page: Page,
): Promise<{ readonly count: number; readonly changes: readonly PlannedChange[] }> => {
  const terms = await findTerms(tx, upload, asked)
  const [read] = await askAboutCatalog<{ count: number; changes: readonly PlannedChange[] }>(
    tx,
    (scope) => `with chosen as materialized (select * from (${plan(terms, scope)}) planned
        where true ${kinds === undefined ? '' : `and kind = any(${scope.add(kinds, 'text[]')})`}
          ${after === undefined ? '' : `and ${isAfter(after, scope)}`})
      select (select count(*)::int from chosen) as count, coalesce(jsonb_agg(row_to_json(shown)), '[]') as changes from (
        select kind, product_number, name, type_code, item, old_wholesale_price::text, new_wholesale_price::text,
          round((new_wholesale_price - old_wholesale_price) * 100 / nullif(old_wholesale_price, 0), 2)::text
            as percentage_change,
          price::text, nullif(reason, '') as reason
        from chosen order by product_number, item
        limit ${scope.add(page.size, 'int')} offset ${scope.add(page.offset, 'int')}) shown`,
  )
  return read!
}
