import { address, listOf as listSchema, objectOf, oneWordOf, orNull, word } from '../../kernel/answer-schemas.ts'
import { parseBody, requireLinks } from '../../kernel/body.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { allReadOnly, type Field } from '../../kernel/fields.ts'
import { ref, refs, urlOf } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { choice, decimal, integer, listOf, oneOf, text, timestamp } from '../../kernel/values.ts'
import { requireRecord, show } from '../../kernel/writing.ts'
import { changePrices } from './change-prices.ts'
import { bases, maxItemsOfRun, roundings } from './price-rules.ts'
import { itemTypes } from './statuses.ts'
import { undoPriceChange } from './undo-price-change.ts'

const permission = 'Settings: Items'

const rule = {
  item_types: listOf(choice(itemTypes), 6, {
    optional: true,
    about: 'Only items of these kinds. Empty for all.',
  }),
  item_list: ref('listitem', {
    optional: true,
    nullable: true,
    about: 'Only items that the clinic sorts into this category, their `item_list`. Null for all.',
  }),
  vat_group: ref('vatgroup', {
    optional: true,
    nullable: true,
    about: 'Only items that are sold at the rate of this VAT group. Null for all.',
  }),
  search_term: text(127, {
    optional: true,
    about: 'Only items whose name contains this, in any case. Empty for all.',
  }),
  percentage_change: decimal(3, 2, {
    optional: true,
    nullable: true,
    about: 'How much dearer, in percent: `4` adds 4 %, `-10` takes a tenth off. Null where `amount_change` is set.',
  }),
  amount_change: decimal(6, 4, {
    optional: true,
    nullable: true,
    about:
      'How much dearer, in the organisation’s currency, for each item alike; negative for cheaper. Null where `percentage_change` is set.',
  }),
  basis: oneOf(bases, {
    optional: true,
    about:
      'Which price is changed and rounded: `price_with_vat`, as clients see it, which is the default, or `price`, net of VAT.',
  }),
  round_to: decimal(4, 4, {
    optional: true,
    nullable: true,
    positive: true,
    about:
      'New prices are multiples of this, such as `0.50`; whole cents where `basis` is `price_with_vat`. Null for cents, or four decimals of a net price. Nothing is rounded to 0: it costs this instead.',
  }),
  rounding: oneOf(roundings, {
    optional: true,
    about:
      'Towards which multiple: the `nearest`, which is the default (the larger of two that are equally near), or `up` or `down`.',
  }),
}

const outcomes = {
  changed: 'The run changed the price.',
  restored: 'Undoing the run put the old price back.',
  kept: 'The price had been changed since, so undoing the run left it: `kept_price`.',
} as const
const outcomeNames = Object.keys(outcomes) as (keyof typeof outcomes)[]
const aboutOutcomes = outcomeNames.map((name) => `\`${name}\`: ${outcomes[name]}`).join(' ')
const outcomeOf = (row: string) =>
  `case when ${row}.restored is not null then 'restored' when ${row}.kept_price is not null then 'kept' else 'changed' end`

const netPrice = { type: 'string', pattern: '^\\d+\\.\\d{4}$' }
const shelfPrice = { type: 'string', pattern: '^\\d+\\.\\d{2}$' }
const aboutPrices = {
  item: 'The item whose price the run changed.',
  old_price: 'The net price before the run.',
  new_price: 'The net price that the run gave it.',
  old_price_with_vat: 'The price before the run with VAT, at the rate of that day.',
  new_price_with_vat: 'The price that the run gave it with VAT, at the rate of that day.',
  kept_price:
    'The net price that undoing the run found in the place of its own, and left. Null unless `outcome` is `kept`.',
}

/** Every price that the run changed, in the record itself, so that a dry run shows them too. */
const changes: Field<unknown, { readonly readOnly: true; readonly exposed: true; readonly about: string }> = {
  type: 'list',
  options: {
    readOnly: true,
    exposed: true,
    about:
      'Every price that the run changed, by the names of the items. Only there in the answers of `change_prices/` and `undo/`; later, `GET /price_change_item/?price_change__is=<id>` lists them page by page.',
  },
  schema: listSchema(
    'Every price that the run changed.',
    objectOf('What the run made of one item.', {
      item: { ...address(aboutPrices.item), 'x-links-to': 'item' },
      name: word('What the item is called now.'),
      old_price: { ...netPrice, description: aboutPrices.old_price },
      new_price: { ...netPrice, description: aboutPrices.new_price },
      old_price_with_vat: { ...shelfPrice, description: aboutPrices.old_price_with_vat },
      new_price_with_vat: { ...shelfPrice, description: aboutPrices.new_price_with_vat },
      outcome: oneWordOf(`What became of the price. ${aboutOutcomes}`, outcomeNames),
      kept_price: orNull({ ...netPrice, description: aboutPrices.kept_price }),
    }),
  ),
  cast: 'jsonb',
  parse: () => undefined,
  select: (
    _column,
    at,
  ) => `(select coalesce(json_agg(json_build_object('item', ${urlOf('item', 'i.id', at)}, 'name', i.name,
      'old_price', p.old_price::text, 'new_price', p.new_price::text,
      'old_price_with_vat', with_vat(p.old_price, p.vat_percentage)::text,
      'new_price_with_vat', with_vat(p.new_price, p.vat_percentage)::text,
      'outcome', ${outcomeOf('p')}, 'kept_price', p.kept_price::text) order by lower(i.name), i.id), '[]'::json)
    from price_change_item p join item i on i.organisation = p.organisation and i.id = p.item
    where p.organisation = ${at.organisation} and p.price_change = ${at.row}.id)`,
}

export const priceChange = defineResource({
  name: 'price_change',
  title: 'Price change',
  about:
    'A run that changed the prices of many items by one rule. `POST /item/change_prices/` makes it, `undo/` takes it back as a whole; it keeps what each item cost before.',
  permission,
  fields: {
    ...allReadOnly(rule),
    matched: integer({
      readOnly: true,
      min: 0,
      about: 'Items that the run took: those that the filters match, are not archived and cost something.',
    }),
    changed: integer({ readOnly: true, min: 0, about: 'How many of them got another price.' }),
    undone: timestamp({ readOnly: true, nullable: true, about: 'When the run was undone. Null unless it was.' }),
    restored: integer({ readOnly: true, min: 0, about: 'How many old prices undoing it put back.' }),
    kept: integer({
      readOnly: true,
      min: 0,
      about: 'How many prices undoing it left, because they had been changed since.',
    }),
    changes,
    created,
    modified,
  },
  filters: { modified: ['gte'] },
  ordering: ['modified'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
})

export const priceChangeItem = defineResource({
  name: 'price_change_item',
  title: 'Changed price',
  about:
    'What a price change made of one item. These changes are not audited one by one: with the audit events of an item and its catalog import changes, this is its history.',
  permission,
  fields: allReadOnly({
    price_change: ref('price_change', { about: 'The run that changed the price.' }),
    item: ref('item', { about: aboutPrices.item }),
    old_price: decimal(8, 4, { min: 0, about: aboutPrices.old_price }),
    new_price: decimal(8, 4, { min: 0, about: aboutPrices.new_price }),
    old_price_with_vat: {
      ...decimal(8, 2, { min: 0, about: aboutPrices.old_price_with_vat }),
      select: (_column: string, { row }: { readonly row: string }) =>
        `with_vat(${row}.old_price, ${row}.vat_percentage)::text`,
    },
    new_price_with_vat: {
      ...decimal(8, 2, { min: 0, about: aboutPrices.new_price_with_vat }),
      select: (_column: string, { row }: { readonly row: string }) =>
        `with_vat(${row}.new_price, ${row}.vat_percentage)::text`,
    },
    outcome: {
      ...oneOf(outcomeNames, { about: aboutOutcomes }),
      select: (_column: string, { row }: { readonly row: string }) => outcomeOf(row),
    },
    kept_price: decimal(8, 4, { min: 0, nullable: true, about: aboutPrices.kept_price }),
    occurred: timestamp({ about: 'When it was committed: the `modified` that the item got by it.' }),
  }),
  filters: { price_change: ['is'], item: ['is'] },
  exposes: ['item'],
  list: { rate: 100, about: '`price_change__is` lists what a run did; `item__is` what all runs did with an item.' },
  retrieve: { rate: 300 },
})

/** The run with every price. Lists do without: a page of runs would have a hundred thousand. */
const showWithChanges = (status: 200 | 201, id: number) =>
  show({ ...priceChange, exposes: ['changes'] }, status, id, new URLSearchParams({ expose_changes: '' }))

const body = {
  ...rule,
  except_items: refs(
    'item',
    { table: 'price_change_item', ours: 'price_change', theirs: 'item' },
    { optional: true, about: 'Items that keep their price although the filters match them.' },
  ),
}

export const itemPriceChange = endpoint({
  name: 'item.change_prices',
  method: 'POST',
  path: '/item/change_prices/',
  title: 'Item',
  summary: 'Change the prices of many items by one rule',
  about: `Changes the prices of all items that the filters match, at most ${maxItemsOfRun.toLocaleString('en')}, in one transaction, and answers the run with every changed price in \`changes\`. With \`Prefer: dry-run\` that is the preview. Archived items, and those that cost nothing, are left; so are alternative pricings, visits, sales and invoices. \`POST /price_change/<id>/undo/\` takes it back.`,
  permission,
  rate: 100,
  sentAlone: 'writes_many',
  resource: priceChange,
  body,
  answers: { 201: 'record' },
  run: async (tx, actor, call) => {
    const input = parseBody(body, await call.body(), 'create', call.links)
    await requireLinks(tx, body, input)
    return showWithChanges(201, await changePrices(tx, actor, input))
  },
})

export const priceChangeUndo = endpoint({
  name: 'price_change.undo',
  method: 'POST',
  path: '/price_change/{id}/undo/',
  title: 'Price change',
  summary: 'Undo a price change',
  about:
    'Puts back the price that each item had before the run, in one transaction. An item whose price has been changed since keeps it: those are the `changes` whose `outcome` is `kept`. Refused if it was undone before.',
  permission,
  rate: 100,
  sentAlone: 'writes_many',
  resource: priceChange,
  body: {},
  answers: { 200: 'record' },
  run: async (tx, actor, call) => {
    await requireRecord(call, tx, priceChange)
    parseBody({}, await call.body(), 'create', call.links)
    return showWithChanges(200, await undoPriceChange(tx, actor, call.id))
  },
})
