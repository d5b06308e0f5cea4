import { usageSizes } from '../catalogue/charge.ts'
import { food, itemTypes, medicine, procedure, supply, type ItemType } from '../catalogue/statuses.ts'
import type { Body } from '../../kernel/body.ts'
import { bodyObject } from '../../kernel/body.ts'
import {
  allReadOnly,
  optional,
  readOnly,
  readOnlyOrNull,
  type SqlScope,
  type Field,
  type Id,
} from '../../kernel/fields.ts'
import { created, modified } from '../../kernel/common-fields.ts'
import { ref, refs } from '../../kernel/links.ts'
import type { Operation } from '../../kernel/operation.ts'
import { defineResource } from '../../kernel/resource.ts'
import { boolean, choice, decimal, text } from '../../kernel/values.ts'
import { priceWithVat } from '../billing/computed-fields.ts'
import { voided } from '../billing/statuses.ts'
import { addItemOf, changeItem } from './consultation-items.ts'
import { removeEntry } from './entries.ts'
import { hasPatient } from './has-patient.ts'
import { usageTypes } from './statuses.ts'

/** The row that bills this item: neither a row of a credit note nor one of a voided draft. */
const isInvoiceRowOfItem = (invoicerow: string, { row, organisation }: SqlScope) =>
  `${invoicerow}.consultation_item = ${row}.id and ${invoicerow}.credited_invoicerow is null and not exists (
    select from invoice v where v.organisation = ${organisation} and v.id = ${invoicerow}.invoice and v.status = ${voided})`
const invoiceRow: Field<Id<'invoicerow'>, typeof readOnlyOrNull> = {
  ...ref('invoicerow', readOnlyOrNull),
  link: {
    table: 'invoicerow',
    by: 'url',
    from: 'children',
    joins: (target, _column, at) => isInvoiceRowOfItem(target, at),
  },
  select: (_column, at) => `(select ${at.base} || 'invoicerow/' || i.id || '/' from invoicerow i
    where i.organisation = ${at.organisation} and ${isInvoiceRowOfItem('i', at)} order by i.id desc limit 1)`,
}

const patients = refs(
  'patient',
  { table: 'consultationitem_patient', ours: 'consultationitem', theirs: 'patient' },
  optional,
)

/** The fields that all types have. */
const common = {
  consultation: ref('consultation', { createOnly: true }),
  patients,
  item: ref('item', { createOnly: true }),
  type_code: choice(itemTypes, readOnly),
  code: text(63, readOnly),
  name: text(255, readOnly),
  // Sent for one animal and shown for all of them, unless no_multiplier is sent (docs/consultations.md).
  quantity: decimal(9, 3, { positive: true }),
  no_multiplier: boolean(optional),
  unit: text(31, readOnly),
  price: decimal(8, 4, { optional: true, min: 0 }),
  price_with_vat: priceWithVat,
  percentage_change: decimal(3, 2, optional),
  vat_percentage: decimal(2, 2, { optional: true, min: 0 }),
  batch_number: text(63, optional),
  supervising_veterinarian: ref('user', optional),
  invoicerow: invoiceRow,
  created,
  modified,
}
const writableUsage = { usage_type: choice(usageTypes, optional), usage_size: choice(usageSizes, optional) }
const readOnlyUsage = { usage_type: choice(usageTypes, readOnlyOrNull), usage_size: choice(usageSizes, readOnlyOrNull) }
const writableInstructions = { instructions: text(10_000, optional) }
const readOnlyInstructions = { instructions: text(10_000, readOnly) }

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
  fields: allReadOnly({ ...common, ...readOnlyUsage, ...readOnlyInstructions }),
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
    type_code: { value: choice(itemTypes), condition: (value, add) => `r.type_code = ${add(value, 'int')}` },
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
    create: { rate: 300, run: addItemOf(type) },
    retrieve: { rate: 300 },
    patch: { rate: 300, run: changeItem },
    remove: { rate: 300, run: removeEntry('consultationitem') },
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
  about: 'A procedure that was done in a consultation.',
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

const flag = 'no_multiplier'

const withNoMultiplier = (body: Body, value: string): Body => {
  const sent = value === '' ? 'true' : value
  if (body.kind === 'form') return { ...body, value: new Map([...body.value, [flag, [sent]]]) }
  return { ...body, kind: 'json', value: { ...bodyObject(body), [flag]: sent } }
}

/** Accepts `no_multiplier` in the query as well, where it overrides the body and an empty value means true. */
export const acceptNoMultiplierInQuery = (operation: Operation): Operation =>
  operation.body?.[flag] === undefined
    ? operation
    : {
        ...operation,
        parameters: { ...operation.parameters, [flag]: boolean() },
        run: (call) => {
          const value = call.query.get(flag)
          return operation.run(
            value === null ? call : { ...call, body: async () => withNoMultiplier(await call.body(), value) },
          )
        },
      }
