import type { Decimal } from '../../kernel/fields.ts'
import type { AddValue } from '../../kernel/resource.ts'

/** What an import makes of a product of the catalog, or of an item whose product is no longer in it. */
export const kindsOfChange = [
  'new',
  'price_up',
  'price_down',
  'changed',
  'unchanged',
  'continued',
  'discontinued',
  'skipped',
] as const
export type KindOfChange = (typeof kindsOfChange)[number]

/** The same in words, for a run and for the preview of one. */
export const meaningOfKind: Readonly<Record<KindOfChange, string>> = {
  new: 'The product becomes a new item.',
  price_up: 'The wholesale price of an item rises.',
  price_down: 'The wholesale price of an item falls.',
  changed: 'An item gets its first wholesale price, or another barcode or package.',
  unchanged:
    'The item is already as the catalog says, or the wholesaler is only its secondary one, which changes nothing.',
  continued: 'An item that an import had discontinued is offered again. Its wholesale price may change as well.',
  discontinued:
    'An item of the wholesaler is marked as discontinued, because its product is neither in the catalog nor in that of another location.',
  skipped: 'The product is not imported; `reason` says why.',
}

/** Why a product is not imported. */
export const reasonsToSkip = ['currency', 'price'] as const
export const aboutReasons =
  'Why it is skipped: `currency`, because its prices are in another currency than the organisation’s; `price`, because the price with the markup has too many digits.'

/** Which part of a catalog is imported, and how. */
export type ImportTerms = {
  readonly upload: number
  /** The clinic-wide row of the wholesaler, which items link to. */
  readonly supplier: number
  /** All types if there are none. */
  readonly item_types: readonly number[]
  /** Part of the name; empty for all. */
  readonly search_term: string
  readonly markup_percentage: Decimal
}

/** What the SQL is written into: the organisation as SQL, and the values it takes. */
export type PlanScope = { readonly organisation: string; readonly add: AddValue }

const largestPrice = '99999999.9999'

/**
 * SQL for a text that contains a term in any case. The literal regular expression takes a quarter of the time of `ilike`, which
 * makes every text small, and a catalog may have a million.
 */
export const containsTerm = (column: string, term: string, add: AddValue) =>
  `${column} ~* ${add(`***=${term}`, 'text')}`

const inScope = (row: string, name: string, { item_types, search_term }: ImportTerms, { add }: PlanScope) =>
  [
    ...(item_types.length > 0 ? [`${row}.type_code = any(${add(item_types, 'int[]')})`] : []),
    ...(search_term === '' ? [] : [containsTerm(`${row}.${name}`, search_term, add)]),
  ].map((condition) => `and ${condition}`)

/** Product numbers after the first and up to the second. */
export type NumberRange = { readonly after: string; readonly upTo: string }
const within = (column: string, range: NumberRange | undefined, add: AddValue) =>
  range === undefined ? '' : `and ${column} > ${add(range.after, 'text')} and ${column} <= ${add(range.upTo, 'text')}`

/**
 * The wholesaler's items with its number for them. An item that has it twice goes by the primary one. Those of which it is only
 * the secondary one are known too, so that no product becomes an item twice, but two catalogs must not change one item in turn.
 */
export const suppliedItems = ({ supplier }: ImportTerms, { organisation, add }: PlanScope, range?: NumberRange) => `
  select i.id, i.primary_wholesaler_code as number, i.wholesale_price, i.barcode, i.package_description,
       i.discontinued and i.discontinued_by_import as is_continuable, true as is_primary
    from item i where i.organisation = ${organisation} and i.primary_wholesaler = ${add(supplier, 'bigint')}
      ${within('i.primary_wholesaler_code', range, add)}
  union all
  select i.id, i.secondary_wholesaler_code, i.wholesale_price, i.barcode, i.package_description, false, false
    from item i where i.organisation = ${organisation} and i.secondary_wholesaler = ${add(supplier, 'bigint')}
      and i.primary_wholesaler is distinct from ${add(supplier, 'bigint')}
      ${within('i.secondary_wholesaler_code', range, add)}`

/**
 * SQL for what an import makes of the products of a catalog: a row for each product and item that has its number, or for the
 * product alone if none has. The import and its preview both read this, so that they cannot disagree.
 */
export const plannedProducts = (terms: ImportTerms, scope: PlanScope, range?: NumberRange) => {
  const { organisation, add } = scope
  return `
  select p.*, i.id as item, i.wholesale_price as old_wholesale_price,
    coalesce(nullif(p.barcode, ''), i.barcode) as new_barcode,
    coalesce(nullif(p.package_contents, ''), i.package_description) as new_package_description,
    case when p.is_foreign then 'skipped'
      when i.id is null and p.price > ${largestPrice} then 'skipped'
      when i.id is null then 'new'
      when not i.is_primary then 'unchanged'
      when i.is_continuable then 'continued'
      when p.new_wholesale_price > i.wholesale_price then 'price_up'
      when p.new_wholesale_price < i.wholesale_price then 'price_down'
      when i.wholesale_price is null
        or coalesce(nullif(p.barcode, ''), i.barcode) <> i.barcode
        or coalesce(nullif(p.package_contents, ''), i.package_description) <> i.package_description then 'changed'
      else 'unchanged' end as kind,
    case when p.is_foreign then 'currency' when i.id is null and p.price > ${largestPrice} then 'price' else '' end as reason
  from (select p.*, coalesce(p.wholesale_price, p.product_price) as new_wholesale_price,
      coalesce(p.product_price,
        round(p.wholesale_price * (100 + ${add(terms.markup_percentage, 'numeric')}) / 100, 4)) as price,
      p.currency <> '' and p.currency <> o.currency as is_foreign
    from catalog_product p join organisation o on o.id = p.organisation
    where p.organisation = ${organisation} and p.upload = ${add(terms.upload, 'bigint')}
      ${within('p.product_number', range, add)}
      ${inScope('p', 'product_name', terms, scope).join(' ')}) p
  left join (${suppliedItems(terms, scope, range)}) i on i.number = p.product_number`
}

/**
 * SQL for the catalogs in which a wholesaler offers something to the clinic: the live ones of its sets of credentials that are
 * not archived, and the one that is imported in the place of its own set's.
 */
const catalogsOfFamily = ({ supplier, upload }: ImportTerms, { organisation, add }: PlanScope) => `
  select ${add(upload, 'bigint')}
  union all
  select w.catalog from wholesaler w join catalog_upload u on u.organisation = w.organisation
    and u.id = ${add(upload, 'bigint')}
  where w.organisation = ${organisation} and coalesce(w.parent, w.id) = ${add(supplier, 'bigint')}
    and not w.archived and w.id <> u.wholesaler and w.catalog is not null`

/**
 * SQL for the items that an import discontinues: those of the wholesaler, of the types and with the name that the import
 * has chosen, whose number is neither in the catalog nor in the live one of another set of credentials of the same wholesaler:
 * what one location cannot order another may. An empty number never is in any. The scalar subquery looks each number up in the
 * index; as a join the planner could compare every item with every product.
 */
export const plannedDiscontinuations = (terms: ImportTerms, scope: PlanScope) => {
  const { organisation, add } = scope
  return `
  select i.id as item, i.primary_wholesaler_code as product_number, i.name, i.type_code, i.wholesale_price
  from item i where i.organisation = ${organisation} and i.primary_wholesaler = ${add(terms.supplier, 'bigint')}
    and not i.discontinued ${inScope('i', 'name', terms, scope).join(' ')}
    and (select true from catalog_product p where p.organisation = ${organisation}
      and p.upload = any(array(${catalogsOfFamily(terms, scope)})) and p.product_number = i.primary_wholesaler_code
      limit 1) is null`
}
