import { usageSizes } from '../items/charge.ts'
import { food, itemTypes, medicine, procedure, supply, type ItemType } from '../items/statuses.ts'
import {
  allReadOnly,
  optional,
  readOnly,
  readOnlyOrNull,
  type SqlScope,
  type Field,
  type Fields,
  type Id,
} from '../../kernel/fields.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { ref, refs, urlOf } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { boolean, choice, decimal, integer, text } from '../../kernel/values.ts'
import { computed, priceWithVat, twoDecimals } from '../billing/computed-fields.ts'
import { voided } from '../billing/statuses.ts'
import { addItemOf, changeItem, removeItem } from './consultation-items.ts'
import { hasPatient } from './has-patient.ts'
import { usageTypes } from './statuses.ts'
import { warningsField } from './warning-fields.ts'
import { untilFinalized, whatEntriesDo } from './wording.ts'

/** The row that bills this item: neither a row of a credit note nor one of a voided draft. */
const isInvoiceRowOfItem = (invoicerow: string, { row, organisation }: SqlScope) =>
  `${invoicerow}.consultation_item = ${row}.id and ${invoicerow}.credited_invoicerow is null and not exists (
    select from invoice v where v.organisation = ${organisation} and v.id = ${invoicerow}.invoice and v.status = ${voided})`
const invoiceRow: Field<Id<'invoicerow'>, typeof readOnlyOrNull> = {
  ...ref('invoicerow', {
    readOnly: true,
    nullable: true,
    about: 'Where it is charged. Null until the visit is finalized, and again if the draft of its invoice is voided.',
  }),
  link: {
    table: 'invoicerow',
    by: 'url',
    from: 'children',
    joins: (target, _column, at) => isInvoiceRowOfItem(target, at),
  },
  select: (_column, at) => `(select ${urlOf('invoicerow', 'i.id', at)} from invoicerow i
    where i.organisation = ${at.organisation} and ${isInvoiceRowOfItem('i', at)} order by i.id desc limit 1)`,
}

const patients = refs(
  'patient',
  { table: 'consultationitem_patient', ours: 'consultationitem', theirs: 'patient' },
  { ...optional, about: 'Which animals of the visit received it, at least one. All of them unless sent.' },
)

/** The fields that all types have. */
const common = {
  consultation: ref('consultation', { createOnly: true, about: 'The visit in which it was used or done.' }),
  patients,
  item: ref('item', {
    createOnly: true,
    about: 'What was used or done, by its `url` in the catalogue. Cannot be changed: delete the row and add another.',
  }),
  type_code: choice(itemTypes, { ...readOnly, about: 'What kind of item it is, and so at which route it is changed.' }),
  code: text(63, { ...readOnly, about: 'The clinic’s own `code` of the item, copied when it was entered.' }),
  name: text(255, { ...readOnly, about: 'What invoices call it: copied from the item when it was entered.' }),
  quantity: decimal(9, 3, {
    positive: true,
    about:
      'How much, in `unit` or by `usage_size`. On a 3 (Farm visit) and for herds it is sent for one animal, multiplied by the number of animals, and shown for all of them. A row that is sent back as it was read is not multiplied again.',
  }),
  no_multiplier: boolean({
    ...optional,
    inQuery: true,
    about: 'True: `quantity` is for all animals together and is taken as it is. Stays with the row.',
  }),
  multiplier: integer({
    ...readOnly,
    about:
      'How many animals `quantity` was multiplied by: 1 where it was not. `quantity` divided by it is what is used for one animal.',
  }),
  unit: text(31, { ...readOnly, about: 'What is counted, such as “pc”: copied from the item when it was entered.' }),
  price: decimal(8, 4, {
    optional: true,
    min: 0,
    about:
      'Net, for one of `quantity`. That of the catalogue on the day it is entered, alternative pricings included, unless sent; sending another needs `Financial: Discounts`. It stays when the catalogue changes.',
  }),
  price_with_vat: priceWithVat,
  percentage_change: decimal(3, 2, {
    ...optional,
    about:
      'Discount (negative, to -100) or surcharge on the row, in percent. 0 unless sent; sending another needs `Financial: Discounts`.',
  }),
  vat_percentage: decimal(2, 2, {
    optional: true,
    min: 0,
    about: 'VAT rate. That of the item unless sent; another must be the rate of a VAT group that is in use.',
  }),
  sum_total: computed(
    twoDecimals,
    ({ row }) => `row_total(${row}.quantity, ${row}.price, ${row}.percentage_change, ${row}.vat_percentage)::text`,
    {
      about:
        'What the row costs: `quantity` times `price`, with `percentage_change` and VAT, rounded to cents once, as its invoice row will have it.',
    },
  ),
  batch_number: text(63, {
    ...optional,
    about: 'As printed on the package. Required where the item is batch-tracked, unless it is only 3 (Prescribed).',
  }),
  supervising_veterinarian: ref('user', {
    ...optional,
    about: 'Who is responsible for it. That of the visit unless sent.',
  }),
  warnings: warningsField(
    'What the item meets of the `contraindication` records of its `patients`; also in a dry run. It never refuses the row. Compared when the row is entered, when its patients change, and when a contraindication of theirs does, until the visit is finalized.',
  ),
  warning_reason: text(1_000, {
    ...optional,
    about: 'Why it is given in spite of `warnings`. Emptied when another warning is added; send it again then.',
  }),
  invoicerow: invoiceRow,
  created,
  modified,
}
const howGiven = 'How the animals get it. It is charged whichever way.'
const howCounted =
  'Whether `quantity` counts packages or the dosage units that one is divided into; `price` is for one of these.'
const onlySome = 'Null unless it is a medicine or a supply.'
const writableUsage = {
  usage_type: choice(usageTypes, { ...optional, about: `${howGiven} 1 (Administered) unless sent.` }),
  usage_size: choice(usageSizes, { ...optional, about: `${howCounted} 1 (Package) unless sent.` }),
}
const readOnlyUsage = {
  usage_type: choice(usageTypes, { ...readOnlyOrNull, about: `${howGiven} ${onlySome}` }),
  usage_size: choice(usageSizes, { ...readOnlyOrNull, about: `${howCounted} ${onlySome}` }),
}
const writableInstructions = {
  instructions: text(10_000, {
    ...optional,
    about: 'How the owner gives the medicine. Those of the item unless sent.',
  }),
}
const readOnlyInstructions = {
  instructions: text(10_000, { ...readOnly, about: 'How the owner gives it. Empty unless it is a medicine.' }),
}

/** What fields mean to somebody who cannot send them. */
const readOnlyTexts: Readonly<Partial<Record<keyof typeof common, string>>> = {
  patients: 'Which animals of the visit received it, at least one.',
  item: 'What was used or done, in the catalogue.',
  quantity: 'How much, in `unit` or by `usage_size`, for all `patients` together.',
  no_multiplier: 'True where `quantity` was entered for all animals together, and not for one of them and multiplied.',
  price:
    'Net, for one of `quantity`: that of the catalogue on the day it was entered, alternative pricings included, or one that staff gave it. It stays when the catalogue changes.',
  percentage_change: 'Discount (negative, to -100) or surcharge on the row, in percent. 0 where there is none.',
  vat_percentage: 'VAT rate in percent. It stays when the rate of the item changes.',
  batch_number: 'As printed on the package. Empty where none was recorded.',
  supervising_veterinarian: 'Who is responsible for it.',
  warning_reason: 'Why it was given in spite of `warnings`. Empty where nobody has said.',
}

const toRead = <F extends Fields>(fields: F): F =>
  Object.fromEntries(
    Object.entries(allReadOnly(fields)).map(([name, field]) => {
      const about = readOnlyTexts[name as keyof typeof readOnlyTexts] ?? field.options.about
      return [name, about === undefined ? field : { ...field, options: { ...field.options, about } }]
    }),
  ) as F

const permission = 'Clinical: Consultations'

/**
 * All items of all consultations, read-only. They are created, changed and deleted at consultation/{id}/medicines/,
 * procedures/, supplies/ and foods/; laboratory items have no route of their own yet.
 */
export const consultationItem = defineResource({
  name: 'consultationitem',
  title: 'Consultation item',
  about:
    'An item used or a procedure done in a consultation, with the price at that time. `price` is the net price of one unit; multiply it by `quantity`.',
  permission,
  fields: toRead({ ...common, ...readOnlyUsage, ...readOnlyInstructions }),
  filters: {
    consultation: ['is', 'in'],
    item: ['is'],
    type_code: ['is', 'in'],
    created: ['gte', 'lt'],
    modified: ['gte', 'gt', 'lt'],
  },
  extraFilters: {
    patients__is: hasPatient('consultationitem'),
    // The specification names this filter without an operator.
    type_code: {
      value: choice(itemTypes, { about: 'Only items of this kind: another name for `type_code__is`.' }),
      condition: (value, add) => `r.type_code = ${add(value, 'int')}`,
    },
  },
  ordering: ['modified'],
  exposes: ['item', 'consultation'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
})

const itemsOfType = (type: ItemType, as: string) =>
  ({
    // The url is consultationitem/{id}/, whatever the type.
    path: 'consultationitem',
    table: 'consultationitem',
    permission,
    within: { parent: 'consultation', field: 'consultation', as, nestedDetail: true },
    filters: { modified: ['gte'] },
    ordering: ['modified'],
    visible: () => `r.type_code = ${type}`,
    list: { rate: 100 },
    create: {
      rate: 300,
      run: addItemOf(type),
      about: `An item of another kind, or an archived one, is refused. ${whatEntriesDo}`,
    },
    retrieve: { rate: 300 },
    patch: {
      rate: 300,
      run: changeItem,
      about: `The price is still that of the day it was entered. ${untilFinalized}`,
    },
    remove: {
      rate: 300,
      run: removeItem,
      about: `What it took goes back into stock. ${untilFinalized}`,
    },
  }) as const

export const consultationMedicine = defineResource({
  ...itemsOfType(medicine, 'medicines'),
  name: 'consultationmedicine',
  title: 'Consultation medicine',
  about: 'A medicine that was given, dispensed or prescribed in a consultation.',
  fields: { ...common, ...writableUsage, ...writableInstructions },
})

export const consultationProcedure = defineResource({
  ...itemsOfType(procedure, 'procedures'),
  name: 'consultationprocedure',
  title: 'Consultation procedure',
  about: 'Work on the patients of a visit that is charged: an examination, a vaccination, an operation.',
  fields: { ...common, ...readOnlyUsage, ...readOnlyInstructions },
})

export const consultationSupply = defineResource({
  ...itemsOfType(supply, 'supplies'),
  name: 'consultationsupply',
  title: 'Consultation supply',
  about: 'A supply that was used or sold in a consultation.',
  fields: { ...common, ...writableUsage, ...readOnlyInstructions },
})

export const consultationFood = defineResource({
  ...itemsOfType(food, 'foods'),
  name: 'consultationfood',
  title: 'Consultation food',
  about: 'Food that was given or sold in a consultation.',
  fields: { ...common, ...readOnlyUsage, ...readOnlyInstructions },
})
