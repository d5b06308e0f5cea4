import { objectOf, orNull } from '../../kernel/answer-schemas.ts'
import { inOrganisation } from '../../db/tx.ts'
import { parseBody } from '../../kernel/body.ts'
import { view } from '../../kernel/endpoint.ts'
import { namedEnum } from '../../kernel/enums.ts'
import { InvalidValue } from '../../kernel/errors.ts'
import { optional, type Field, type FieldOptions } from '../../kernel/fields.ts'
import type { Call, Operation } from '../../kernel/operation.ts'
import { envelope, maxPageSize, pageFrom, pageSizeOf, weightOf } from '../../kernel/pages.ts'
import { choice, decimal, integer, oneOf, text } from '../../kernel/values.ts'
import { itemTypes } from '../items/statuses.ts'
import { aboutReasons, kindsOfChange, meaningOfKind, reasonsToSkip } from './catalog-plan.ts'
import { countPlanned, readPlanned, type PreviewTerms } from './catalog-preview.ts'

/** Several values of one kind in a query, separated by commas. */
const several = <V, const O extends FieldOptions>(each: Field<V>, maxValues: number, options: O): Field<V[], O> => ({
  ...text(255),
  options,
  parse: (raw, links) => {
    const values = String(raw).split(',')
    if (values.length > maxValues) throw new InvalidValue(`Send at most ${maxValues} values.`, 'max_items')
    return values.map((value) => each.parse(value.trim(), links))
  },
})

const terms = {
  item_types: several(choice(itemTypes), 6, {
    ...optional,
    about:
      'Only products and items of these kinds, separated by commas, as in a catalog import. All if it is left out.',
  }),
  search_term: text(127, {
    ...optional,
    about: 'Only products, and items to discontinue, whose name contains this, as in a catalog import.',
  }),
  markup_percentage: decimal(5, 2, {
    ...optional,
    min: 0,
    about:
      'What is added to the wholesale price for the `price` of new items without a recommended one; 0 unless sent.',
  }),
}

const ofChanges = {
  page: integer({ ...optional, min: 1, about: 'Which page to return, from 1. None can start beyond 10,000 changes.' }),
  page_size: {
    ...integer({
      ...optional,
      min: 1,
      max: maxPageSize,
      about: `Changes on a page, at most ${maxPageSize}. A page larger than the default counts as several requests.`,
    }),
    schema: { type: 'integer', minimum: 1, maximum: maxPageSize, default: pageSizeOf({}) },
  },
  kind__is: oneOf(kindsOfChange, { ...optional, about: 'Only changes of this kind.' }),
  kind__in: several(oneOf(kindsOfChange), kindsOfChange.length, {
    ...optional,
    about: 'Only changes of these kinds, separated by commas. With `kind__is` as well, only what both allow.',
  }),
  product_number__gt: text(63, {
    ...optional,
    about:
      'Only changes after this number, in the order of the list: to read more than pages can reach. Send `item__gt` with it, unless the last change read has no item.',
  }),
  item__gt: integer({
    ...optional,
    min: 0,
    about:
      'Beside `product_number__gt`, which counts as empty if it is left out: also changes of that same number whose item has a higher id than this. Several items may have one number, or none: send the number and the item’s id of the last change read, and none is left out.',
  }),
}

const asked = ({ query, links }: Call) =>
  parseBody({ ...terms, ...ofChanges }, { kind: 'json', value: Object.fromEntries(query) }, 'create', links)

type Asked = ReturnType<typeof asked>

const kindsOf = ({ kind__is: one, kind__in: some }: Asked) =>
  one === undefined ? some : [one].filter((kind) => some?.includes(kind) ?? true)

const startOf = ({ product_number__gt: number, item__gt: item }: Asked) =>
  number === undefined && item === undefined ? undefined : { number: number ?? '', item }

/** As a catalog import takes them. */
const termsOf = ({ item_types = [], search_term = '', markup_percentage = '0' }: Asked): PreviewTerms => ({
  item_types,
  search_term: search_term.trim(),
  markup_percentage,
})

const rule = { permission: 'Settings: Stock', rate: 100, title: 'Catalog upload' } as const
const whatItShows =
  'It is computed from the catalog and the items as they are now, by the rules of the import itself: an import with the same terms does exactly this, if nothing changes before it. 404 unless the upload is `catalog` or `previous_catalog` of its wholesaler.'

export const catalogPreview = view({
  ...rule,
  name: 'catalog_upload.preview',
  path: '/catalog_upload/{id}/preview/',
  summary: 'Count what an import of the catalog would change',
  about: whatItShows,
  parameters: terms,
  answers: {
    200: objectOf(
      'How many changes of each kind an import would make.',
      Object.fromEntries(
        kindsOfChange.map((kind) => [kind, { type: 'integer', minimum: 0, description: meaningOfKind[kind] }]),
      ),
    ),
  },
  run: async (call) => {
    const counted = await inOrganisation(call.db, call.actor.organisation, (tx) =>
      countPlanned(tx, call.id, termsOf(asked(call))),
    )
    return {
      status: 200,
      body: JSON.stringify(Object.fromEntries(kindsOfChange.map((kind) => [kind, counted[kind] ?? 0]))),
    }
  },
})

const fourDecimals = { type: 'string', pattern: '^\\d+\\.\\d{4}$' }

const change = objectOf('What an import would do with one product or item.', {
  kind: {
    type: 'string',
    ...namedEnum(kindsOfChange, kindsOfChange),
    description: 'What becomes of it, by the same words as in a catalog import change.',
  },
  product_number: {
    type: 'string',
    description: 'The wholesaler’s number. Empty for an item to discontinue that has none.',
  },
  name: { type: 'string', description: 'What the catalog calls the product; for an item to discontinue, its name.' },
  type_code: { ...choice(itemTypes).schema, description: 'The kind of the product, or of the item to discontinue.' },
  item: orNull({
    type: 'string',
    format: 'uri',
    'x-links-to': 'item',
    description: 'The item that exists. Null for a new product.',
  }),
  old_wholesale_price: orNull({
    ...fourDecimals,
    description: 'What the item’s wholesale price is now. Null if it has none.',
  }),
  new_wholesale_price: orNull({
    ...fourDecimals,
    description: 'What the wholesale price becomes. Null if the import would leave it.',
  }),
  percentage_change: orNull({
    type: 'string',
    pattern: '^-?\\d+\\.\\d{2}$',
    description:
      'By how much the wholesale price changes, in percent of the old one. Null where there is no old or no new one.',
  }),
  price: orNull({
    ...fourDecimals,
    description: 'The net price that a new item would be sold at. Null unless it is new.',
  }),
  reason: orNull({
    type: 'string',
    ...namedEnum(reasonsToSkip, reasonsToSkip),
    description: `${aboutReasons} Null unless it would be skipped.`,
  }),
})

const byNumber = 'Continue with product_number__gt and item__gt, or narrow the list by kind__is or search_term.'

export const catalogPreviewChanges: Operation = {
  ...view({
    ...rule,
    name: 'catalog_upload.preview_changes',
    path: '/catalog_upload/{id}/preview/changes/',
    summary: 'List what an import of the catalog would change',
    about: `In the order of product numbers, and of the items’ ids within one number. ${whatItShows}`,
    parameters: { ...terms, ...ofChanges },
    answers: {
      200: objectOf('A page of what an import would change.', {
        count: { type: 'integer', minimum: 0, description: 'Changes on all pages.' },
        num_pages: { type: 'integer', minimum: 1, description: 'How many pages there are.' },
        next: orNull({ type: 'string', format: 'uri', description: 'The next page, or null on the last.' }),
        previous: orNull({ type: 'string', format: 'uri', description: 'The page before, or null on the first.' }),
        results: { type: 'array', items: change, description: 'The changes on this page.' },
      }),
    },
    run: async (call) => {
      const { query, links } = call
      const page = pageFrom(query, {}, byNumber)
      const sent = asked(call)
      const chosen = { kinds: kindsOf(sent), after: startOf(sent) }
      const { count, changes } = await inOrganisation(call.db, call.actor.organisation, (tx) =>
        readPlanned(tx, call.id, termsOf(sent), chosen, page),
      )
      const shown = changes.map((one) => ({ ...one, item: one.item === null ? null : links.toUrl('item', one.item) }))
      const url = `${links.base}catalog_upload/${call.id}/preview/changes/`
      const body = envelope(url, query, page, count, JSON.stringify(shown).slice(1, -1))
      return { status: 200, body }
    },
  }),
  weight: (query) => weightOf(query, {}),
}
