import { usageSizes } from '../catalogue/charge.ts'
import { food, itemTypes, medicine, procedure, supply, type ItemType } from '../catalogue/statuses.ts'
import type { Body } from '../../kernel/body.ts'
import { namesOf } from '../../kernel/body.ts'
import { allReadOnly, optional, readOnly, readOnlyOrNull, type At, type Field, type Id } from '../../kernel/fields.ts'
import { ref, refs } from '../../kernel/links.ts'
import type { Operation } from '../../kernel/operation.ts'
import { defineResource } from '../../kernel/resource.ts'
import { boolean, choice, decimal, text, timestamp } from '../../kernel/values.ts'
import { priceWithVat } from '../billing/computed-fields.ts'
import { voided } from '../billing/statuses.ts'
import { addItemOf, changeItem } from './consultation-items.ts'
import { removeEntry } from './entries.ts'
import { hasPatient } from './has-patient.ts'
import { usageTypes } from './statuses.ts'

/** The invoice row made from the item; rows of voided invoices do not count. */
const isRowOf = (invoicerow: string, { row, organisation }: At) =>
  `${invoicerow}.consultation_item = ${row}.id and ${invoicerow}.credited_invoicerow is null and not exists (
    select from invoice v where v.organisation = ${organisation} and v.id = ${invoicerow}.invoice and v.status = ${voided})`
const invoiceRow: Field<Id<'invoicerow'>, typeof readOnlyOrNull> = {
  ...ref('invoicerow', readOnlyOrNull),
  link: { table: 'invoicerow', by: 'url', from: 'children', joins: (target, _column, at) => isRowOf(target, at) },
  select: (_column, at) => `(select ${at.base} || 'invoicerow/' || i.id || '/' from invoicerow i
    where i.organisation = ${at.organisation} and ${isRowOf('i', at)} order by i.id desc limit 1)`,
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
  created: timestamp(readOnly),
  modified: timestamp(readOnly),
}
const used = { usage_type: choice(usageTypes, optional), usage_size: choice(usageSizes, optional) }
const notUsed = { usage_type: choice(usageTypes, readOnlyOrNull), usage_size: choice(usageSizes, readOnlyOrNull) }
const instructed = { instructions: text(10_000, optional) }
const notInstructed = { instructions: text(10_000, readOnly) }

const permission = 'Clinical: Consultations'

/** Every row there is, read-only. It is entered, corrected and removed under its consultation, at the route of its type. */
export const consultationItem = defineResource({
  name: 'consultationitem',
  title: 'Consultation item',
  about:
    'An item used or a procedure done in a consultation, at the price it had then. Prices are for one unit of the quantity.',
  permission,
  fields: allReadOnly({ ...common, ...notUsed, ...notInstructed }),
  filters: {
    consultation: ['is', 'in'],
    item: ['is'],
    type_code: ['is', 'in'],
    created: ['gte', 'lt'],
    modified: ['gte', 'gt', 'lt'],
  },
  extraFilters: {
    patients__is: hasPatient('consultationitem'),
    type_code: { value: choice(itemTypes), condition: (value, add) => `r.type_code = ${add(value, 'int')}` },
  },
  ordering: ['modified'],
  exposes: ['item', 'consultation'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
})

const rowsOf = (type: ItemType, as: string) =>
  ({
    // The url of a row does not depend on its type.
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
  ...rowsOf(medicine, 'medicines'),
  name: 'consultationmedicine',
  title: 'Consultation medicine',
  about: 'A medicine that was given, dispensed or prescribed in a consultation.',
  fields: { ...common, ...used, ...instructed },
})

export const consultationProcedure = defineResource({
  ...rowsOf(procedure, 'procedures'),
  name: 'consultationprocedure',
  title: 'Consultation procedure',
  about: 'A procedure that was done in a consultation.',
  fields: { ...common, ...notUsed, ...notInstructed },
})

export const consultationSupply = defineResource({
  ...rowsOf(supply, 'supplies'),
  name: 'consultationsupply',
  title: 'Consultation supply',
  about: 'A supply that was used or sold in a consultation.',
  fields: { ...common, ...used, ...notInstructed },
})

export const consultationFood = defineResource({
  ...rowsOf(food, 'foods'),
  name: 'consultationfood',
  title: 'Consultation food',
  about: 'Food that was given or sold in a consultation.',
  fields: { ...common, ...notUsed, ...notInstructed },
})

const flag = 'no_multiplier'

const withFlag = (body: Body, value: string): Body => {
  const sent = value === '' ? 'true' : value
  if (body.kind === 'form') return { ...body, value: new Map([...body.value, [flag, [sent]]]) }
  return { ...body, kind: 'json', value: { ...namesOf(body), [flag]: sent } }
}

/** Accepts `no_multiplier` as a query parameter, too. */
export const acceptNoMultiplierInQuery = (operation: Operation): Operation =>
  operation.body?.[flag] === undefined
    ? operation
    : {
        ...operation,
        parameters: { ...operation.parameters, [flag]: boolean() },
        run: (call) => {
          const value = call.query.get(flag)
          return operation.run(
            value === null ? call : { ...call, body: async () => withFlag(await call.body(), value) },
          )
        },
      }
