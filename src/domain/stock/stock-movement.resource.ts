import type { Tx } from '../../db/tx.ts'
import { parseBody, requireLinks } from '../../kernel/body.ts'
import type { Actor } from '../../kernel/caller.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import type { readOnly, CreateInput, Field, Fields, Link } from '../../kernel/fields.ts'
import { children, ref, urlOf } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { boolean, choice, date, decimal, text } from '../../kernel/values.ts'
import { show } from '../../kernel/writing.ts'
import { causes } from './causes.ts'
import { countStock, wasteStock } from './count-stock.ts'
import { transferStock } from './transfer-stock.ts'

/** The patients of the row of a visit, or the one of a row of a sale. */
const patientsOf: Link = {
  table: 'patient',
  by: 'url',
  from: 'between',
  joins: (target, _column, { row, organisation }) => `${target}.id in (
    select w.patient from consultationitem_patient w where w.organisation = ${organisation} and w.consultationitem = ${row}.consultation_item
    union select w.patient from countersaleitem w where w.organisation = ${organisation} and w.id = ${row}.countersale_item)`,
}
const patients: Field<readonly number[], typeof readOnly> = {
  ...children('patient', 'client', {
    about:
      'The animals that got it, as the row of the visit or sale says. Empty for counts and waste, and where the row was removed.',
  }),
  link: patientsOf,
  select: (column, at) => `(select coalesce(json_agg(${urlOf('patient', 'p.id', at)} order by p.id), '[]'::json)
    from patient p where p.organisation = ${at.organisation} and ${patientsOf.joins('p', column, at)})`,
}

const permission = 'Settings: Stock'

export const stockMovement = defineResource({
  name: 'stock_movement',
  title: 'Stock movement',
  about:
    'A change of stock and its cause. Movements are only ever added: what was entered wrongly is moved back by another. `batch_number__is` is the recall of a batch: it lists every client and patient who got of it.',
  permission,
  fields: {
    stock_level: ref('stock_level', { readOnly: true, about: 'The batch that it came from or went to.' }),
    item: ref('item', { readOnly: true, about: 'What was moved.' }),
    department: ref('department', { readOnly: true, about: 'Whose stock changed.' }),
    batch_number: text(63, { readOnly: true, about: 'The batch. Empty where it is not known.' }),
    expiry_date: date({
      readOnly: true,
      nullable: true,
      about: 'When the batch expires. Null where it is not known.',
    }),
    quantity: decimal(21, 3, {
      readOnly: true,
      about:
        'How much, in dosage units: positive into stock, negative out of it. The sum of the movements of a level is its `on_hand`. 0 where a count found what was expected.',
    }),
    cause: choice(causes, {
      readOnly: true,
      about:
        'Why it moved. 1 and 2 are positive where a row of a visit or sale was corrected or removed; 3 is a refund with `return_to_stock`. 6 is an order whose products were marked delivered; 7 is an approved receipt line, negative where it gives a batch to what was delivered without one. 8 is a transfer between departments: one movement out of the one, and one into the other.',
    }),
    batch_assumed: boolean({
      readOnly: true,
      about:
        'True where the row named no batch: the one that expires first was taken. In a recall such a client may have got another batch.',
    }),
    counted: decimal(21, 3, {
      readOnly: true,
      nullable: true,
      about:
        'How much was counted, in dosage units; `quantity` is the difference from what was expected. Null unless 4 (Count).',
    }),
    reason: text(1_000, {
      readOnly: true,
      about: 'Why it was thrown away or moved elsewhere, or what a count was for. Empty for none.',
    }),
    consultation: ref('consultation', {
      readOnly: true,
      nullable: true,
      about: 'The visit in which it was used. Null for none, and where the visit was withdrawn.',
    }),
    consultation_item: ref('consultationitem', {
      readOnly: true,
      nullable: true,
      about: 'The row of the visit. Null for none, and where the row was removed.',
    }),
    countersale: ref('countersale', {
      readOnly: true,
      nullable: true,
      about: 'The sale over the counter in which it was sold. Null for none.',
    }),
    countersale_item: ref('countersaleitem', {
      readOnly: true,
      nullable: true,
      about: 'The row of the sale. Null for none, and where the row was removed.',
    }),
    invoicerow: ref('invoicerow', {
      readOnly: true,
      nullable: true,
      about: 'The row of the credit note by which it came back. Null unless 3 (Return).',
    }),
    client: ref('client', {
      readOnly: true,
      nullable: true,
      about: 'Who got it: the client of the visit or sale. Null for walk-in customers, counts and waste.',
    }),
    order_item: ref('orderitem', {
      readOnly: true,
      nullable: true,
      about: 'The line of the order that was delivered. Null unless 6 (Delivery).',
    }),
    receipt_line: ref('receiptline', {
      readOnly: true,
      nullable: true,
      about: 'The receipt line that was approved. Null unless 7 (Receipt review).',
    }),
    other_department: ref('department', {
      readOnly: true,
      nullable: true,
      about: 'Where it went to, or came from where `quantity` is positive. Null unless 8 (Transfer).',
    }),
    patients,
    user: ref('user', { readOnly: true, about: 'Who entered it: a person, or the virtual user of an application.' }),
    created,
    modified,
  },
  filters: {
    stock_level: ['is', 'in'],
    item: ['is', 'in'],
    department: ['is', 'in'],
    batch_number: ['is'],
    cause: ['is', 'in'],
    consultation: ['is'],
    consultation_item: ['is'],
    countersale: ['is'],
    client: ['is'],
    order_item: ['is'],
    receipt_line: ['is'],
    created: ['gte', 'lt'],
    modified: ['gte'],
  },
  ordering: ['modified'],
  exposes: ['item', 'stock_level', 'consultation', 'consultation_item', 'countersale', 'client', 'patients'],
  list: {
    rate: 100,
    about:
      'To recall a batch: `batch_number__is=<batch>&cause__in=1,2,3&expose_client&expose_patients`. Who has a sum of 0 gave everything back.',
  },
  retrieve: { rate: 300 },
})

const batch = {
  department: ref('department', { about: 'Where the stock is.' }),
  item: ref('item', { about: 'What it is: a medicine, supply or food, archived or not.' }),
  batch_number: text(63, {
    optional: true,
    about: 'The batch as printed on the package. Empty, as when it is left out, for stock whose batch is not known.',
  }),
  expiry_date: date({
    optional: true,
    nullable: true,
    about:
      'The last day on which the batch may be used. May be left out if the batch is in stock with one date only; null for stock without a date.',
  }),
}

const counting = {
  ...batch,
  counted: decimal(12, 3, {
    min: 0,
    about:
      'How much of the batch is there, in dosage units: packages times `dosage_units` of the item, and what is open.',
  }),
  reason: text(1_000, {
    optional: true,
    about: 'What the count is for, such as “Delivery 4711” or “Yearly stocktaking”. Kept with the movement.',
  }),
}

const wasting = {
  ...batch,
  quantity: decimal(12, 3, { positive: true, about: 'How much was thrown away, in dosage units.' }),
  reason: text(1_000, { about: 'Why, such as “Expired” or “Broken vial”. Kept with the movement.' }),
}

const transferring = {
  ...batch,
  department: ref('department', { about: 'Where the stock is now.' }),
  to_department: ref('department', { about: 'Where it goes: another department.' }),
  quantity: decimal(12, 3, { positive: true, about: 'How much is moved, in dosage units; no more than is on hand.' }),
  reason: text(1_000, {
    optional: true,
    about: 'What it is moved for, such as “Ward round” or “Farm visit”. Kept with both movements.',
  }),
}

type Act<B extends Fields> = {
  readonly name: string
  readonly summary: string
  readonly about: string
  readonly body: B
  readonly run: (tx: Tx, actor: Actor, input: CreateInput<B>) => Promise<number>
}

/** An act of staff that adds a movement, and answers with it. */
const movingAct = <const B extends Fields>({ name, run, ...spec }: Act<B>) =>
  endpoint({
    ...spec,
    name: `stock_movement.${name}`,
    method: 'POST',
    path: `/stock_movement/${name}/`,
    title: 'Stock movement',
    permission,
    rate: 300,
    resource: stockMovement,
    answers: { 201: 'record' },
    run: async (tx, actor, call) => {
      const input = parseBody(spec.body, await call.body(), 'create', call.links)
      await requireLinks(tx, spec.body, input)
      return show(stockMovement, 201, await run(tx, actor, input))
    },
  })

export const stockCount = movingAct({
  name: 'count',
  summary: 'Record what was counted of a batch',
  about:
    'Makes `on_hand` of the batch what was counted, by a movement of the difference, which is the answer (201). The batch need not be known yet: the first stock of a clinic, and what comes without an order, are entered in this way. If the batch was used before its expiry date was known, that part is counted as 0, because it is included. What is entered while somebody is counting is not known to the count, so count when nobody takes from the shelf.',
  body: counting,
  run: countStock,
})

export const stockWaste = movingAct({
  name: 'waste',
  summary: 'Record what was thrown away of a batch',
  about:
    'Takes the quantity from the batch, also below zero, and answers with the movement (201). Refused for a batch that the department never had: count it first.',
  body: wasting,
  run: wasteStock,
})

export const stockTransfer = movingAct({
  name: 'transfer',
  summary: 'Move a batch to another department',
  about:
    'Takes the quantity out of the batch in one department and puts it into the same batch, with the same expiry date, in another, both or neither. Answers with the movement out of the first (201); the movement into the other is of the same moment and names the first as its `other_department`. Refused for a batch that the department does not have, and for more than is on hand: count it first. A transfer is taken back by another in the opposite direction.',
  body: transferring,
  run: transferStock,
})
