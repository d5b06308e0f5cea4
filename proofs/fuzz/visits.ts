import type { Json } from '../answer-check.ts'
import { known } from './known.ts'
import type { Given } from './values.ts'

type Body = Record<string, unknown>
type Seen = Given['seen']

const now = () => new Date().toISOString()
const isOpen = ({ status }: Json) => status !== 9 && status !== 10
const isOwed = ({ status, credit_note, due_sum }: Json) => status === 3 && !credit_note && Number(due_sum) > 0
const isNumbered = ({ status }: Json) => status !== 0 && status !== 99
const isDraft = ({ status }: Json) => status === 0
const isUncredited = (invoice: Json) =>
  isNumbered(invoice) && !invoice.credit_note && invoice.related_credit_notes?.length === 0
const isUnsold = ({ finalized }: Json) => !finalized
const isOfUnsold = ({ countersale }: Json, seen: Seen) => seen(countersale)?.finalized === false
const isNotFinal = ({ status }: Json) => status < 3
const isOfOpen = ({ consultation }: Json, seen: Seen) => {
  const visit = seen(consultation)
  return visit !== undefined && isOpen(visit)
}

const rowTypes = { consultationprocedure: 1, consultationmedicine: 2, consultationsupply: 3, consultationfood: 4 }
const isUndecided = ({ status, appointment }: Json, seen: Seen) =>
  status === 0 && seen(appointment)?.active === true && seen(appointment)?.type === 2
/** Where rows are found that have a second address under their visit. */
export const rowPlace = 'consultationitem'
export const visitOf = (row: Json): string => /(\d+)\/$/.exec(row?.consultation ?? '')?.[1] ?? '1'

/** Declining needs an open visit, and the number of the hint that visits with the known reason have. */
export const declining = 'consultation.decline_charge_hint'
export const knownHint = String(known['default item'] * 10 + 1)
export const visitWithHint = (given: Given): string =>
  String(
    pick(
      given,
      given.all('consultation').filter((visit) => isOpen(visit) && visit.reason !== null),
    )?.id ?? 1,
  )

const isUnsent = ({ status }: Json) => status === 0
const isUndelivered = ({ status }: Json) => status < 2
/** The accepted uploads are the live catalog and the one before. */
const isAccepted = ({ status }: Json) => status === 'accepted'
const isOfUndelivered = ({ order }: Json, seen: Seen) => isUndelivered(seen(order) ?? {})
/** Lines that can be approved. */
const isReviewable = ({ status, item }: Json) => status === 0 && item !== null
const someLines = (given: Given): Body => ({
  receipt_lines: [pick(given, given.all('receiptline').filter(isReviewable))?.id ?? 1],
})

export type Fit = (record: Json, seen: Seen) => boolean

/** The states in which an operation on a visit or on money may succeed, where not in all of them. */
export const visitFits: Readonly<Record<string, Fit>> = {
  'consultation.patch': isOpen,
  'consultation.delete': (visit) => isOpen(visit) && visit.first_entry === null,
  'consultation.update_status': isOpen,
  'consultationmedicine.create': isOpen,
  'consultationprocedure.create': isOpen,
  'consultationsupply.create': isOpen,
  'consultationfood.create': isOpen,
  'consultationdiagnosis.create': isOpen,
  // An addendum to a visit that is finalized cannot be changed, and there must be notes that can.
  'consultationnote.create': isOpen,
  'consultationdischargeinstruction.create': isOpen,
  ...Object.fromEntries(
    Object.entries(rowTypes).flatMap(([resource, type]) => [
      [`${resource}.retrieve`, ({ type_code }: Json) => type_code === type],
      ...['patch', 'delete'].map((action) => [
        `${resource}.${action}`,
        (row: Json, seen: Seen) => row.type_code === type && isOfOpen(row, seen),
      ]),
    ]),
  ),
  'consultationdiagnosis.patch': isOfOpen,
  'consultationdiagnosis.delete': isOfOpen,
  'consultationnote.patch': isOfOpen,
  'consultationnote.delete': isOfOpen,
  'consultationdischargeinstruction.patch': isOfOpen,
  'consultationdischargeinstruction.delete': isOfOpen,
  'vital.patch': (vital, seen) => vital.consultation === null || isOfOpen(vital, seen),
  'vital.delete': (vital, seen) => vital.consultation === null || isOfOpen(vital, seen),
  'diagnosticimaging_worklist.patch': isNotFinal,
  'diagnosticimaging_referral.patch': ({ worklist }, seen) => isNotFinal(seen(worklist) ?? {}),
  'appointment.prepare': ({ type, client, active, consultation }) =>
    active && client !== null && consultation === null && type !== 3 && type !== 4,
  'appointment_reminder.delete': isUnsent,
  'invoice.send': (invoice) => isNumbered(invoice) && invoice.client !== null,
  'onlinebookingclient.link': isUndecided,
  'onlinebookingclient.create_client': (booking, seen) =>
    isUndecided(booking, seen) && seen(booking.appointment)?.client === null,
  'onlinebookingclient.decline': ({ status }) => status === 0,
  'prescription.patch': ({ status }) => prescriptionMoves[status] !== undefined,
  'order.patch': isUndelivered,
  'order.delete': isUnsent,
  'order.send': (order) => isUnsent(order) && order.order_items?.length > 0,
  'order.set_wholesaler_reference_number': ({ status }) => status > 0,
  'order.mark_delivered': ({ status }) => status === 1,
  'orderitem.patch': isOfUndelivered,
  'orderitem.delete': ({ order }, seen) => isUnsent(seen(order) ?? {}),
  'catalog_import.cancel': ({ state }) => state === 'waiting',
  'price_change.undo': ({ undone }) => undone === null,
  'catalog_upload.error_report': ({ errors_truncated }) => errors_truncated,
  'catalog_upload.preview': isAccepted,
  'catalog_upload.preview_changes': isAccepted,
  'wholesaler.return_to_previous_catalog': ({ previous_catalog }) => previous_catalog !== null,
  'countersale.patch': isUnsold,
  'countersale.add_item': isUnsold,
  'countersale.finalize': (sale) => isUnsold(sale) && sale.countersale_items?.length > 0,
  'countersaleitem.patch': isOfUnsold,
  'countersaleitem.delete': isOfUnsold,
  'invoice.patch': isDraft,
  'invoice.finalize': isDraft,
  'invoice.void': isDraft,
  'invoice.update_status': isNumbered,
  'invoice.full_refund': (invoice) => isUncredited(invoice) && invoice.date_paid !== null,
  'invoice.partial_refund': isUncredited,
  'invoice.to_prepayment': ({ credit_note, client, due_sum }) => credit_note && client !== null && Number(due_sum) < 0,
  'invoicepayment.cancel_payment': ({ cancels, set_off }) => cancels === null && !set_off,
  'unallocatedpayment.apply': ({ refunds, fully_used }) => refunds === null && !fully_used,
  'invoice_series.patch': ({ last_number }) => last_number === null,
}

/** How many times in a round it is done, so that something is left for whatever uses it up. */
export const often: Readonly<Record<string, number>> = {
  'diagnosis.list': 2,
  'composite.create': 6,
  'countersaleitem.list': 5,
  'invoice.list': 10,
  'invoice.retrieve': 3,
  'consultation.create': 6,
  'consultation.update_status': 16,
  'appointment.create': 5,
  'reason.create': 3,
  'diagnosticimaging_referral.create': 4,
  'onlinebookingclient.create': 5,
  'consultationmedicine.create': 3,
  'consultationdiagnosis.create': 3,
  'consultationnote.create': 3,
  'consultationdischargeinstruction.create': 3,
  'countersale.create': 5,
  'countersale.add_item': 8,
  'countersale.finalize': 2,
  'invoicepayment.create': 5,
  'order.create': 5,
  'orderitem.create': 6,
  'order.send': 3,
  'wholesaler.receipts': 3,
  'catalog_import.create': 2,
  'item.change_prices': 3,
}

const moves: Readonly<Record<number, readonly number[]>> = {
  0: [8],
  5: [6, 7, 10],
  6: [10],
  7: [10],
  8: [5, 6, 10, 10],
  11: [0, 8],
}
const invoiceMoves: Readonly<Record<number, readonly number[]>> = { 1: [3], 2: [3], 3: [1, 2, 4], 4: [3] }

const orderMoves: Readonly<Record<number, readonly number[]>> = { 0: [0, 1, 2, 4], 1: [1, 2, 3], 2: [2, 3, 4] }

const prescriptionMoves: Readonly<Record<number, readonly number[]>> = { 1: [1, 2, 6], 2: [2, 3, 7], 3: [3, 4], 7: [2] }

const pick = <One>({ random }: Given, from: readonly One[] | undefined): One | undefined =>
  from === undefined || from.length === 0 ? undefined : random.pick(from)

const visitors = ({ link }: Given): Body => ({
  client: link('client', known.client),
  patients: [link('patient', known.patient)],
})
const someDepartment = ({ random, link }: Given) => ({
  department: link('department', random.pick([known.department, known.office, known.office])),
})
const complaint = ({ n }: Given) => ({ complaint: `Complaint ${n}` })
const ofPatient = (body: Body, given: Given): Body => ({ ...body, patient: pick(given, given.record?.patients) })

/** A row of one of the items that are there from the start. */
const rowOf =
  (item: keyof typeof known) =>
  ({ random, link, n }: Given): Body => ({
    item: link('item', known[item]),
    quantity: random.pick(['1', '2.5', '0.125', '12']),
    ...(random.chance(0.3) && { percentage_change: '-12.50' }),
    ...(random.chance(0.3) && { price: '7.7777' }),
    batch_number: `B${n}`,
  })

/** The patient of an open visit, or the one that is there from the start without a visit. */
const someVisit = (given: Given): Body => {
  const visit = given.random.chance(0.5) ? pick(given, given.all('consultation').filter(isOpen)) : undefined
  return visit === undefined
    ? { patient: given.link('patient', known.patient), consultation: null }
    : { patient: pick(given, visit.patients), consultation: visit.url }
}

const activeUser = (given: Given) =>
  pick(
    given,
    given.all('user').filter(({ is_active }) => is_active),
  )

/** A quarter of an hour of its own for every request, so that nobody is booked twice. */
const quarterOf = ({ n }: Given) => {
  const start = Date.UTC(2030, 0, 1) + n * 900_000
  return { start: new Date(start).toISOString(), end: new Date(start + 900_000).toISOString() }
}

/** An appointment that was booked online by somebody who is not written down yet. */
const unnamedBooking = (given: Given) => {
  const taken = new Set(given.all('onlinebookingclient').map(({ appointment }) => appointment))
  return pick(
    given,
    given.all('appointment').filter(({ url, type, active }) => type === 2 && active && !taken.has(url)),
  )
}

const smaller = (one: string, other: string) => (Number(one) < Number(other) ? one : other)

/** What the rules of visits and of money demand of a body, by operation. */
export const visitDemands: Readonly<Record<string, (body: Body, given: Given) => Body>> = {
  'consultation.create': (_body, given) => ({
    type: given.random.int(0, 5),
    reason: given.link('reason', known.reason),
    ...visitors(given),
    ...someDepartment(given),
    ...complaint(given),
  }),
  'consultation.admit': (_body, given) => ({ ...visitors(given), ...someDepartment(given), ...complaint(given) }),
  'consultation.patch': (_body, given) => complaint(given),
  'consultation.update_status': (_body, given) => ({ status: pick(given, moves[given.record?.status]) ?? 8 }),
  'consultationmedicine.create': (_body, given) => rowOf('medicine')(given),
  'consultationprocedure.create': (_body, given) => rowOf('procedure')(given),
  'consultationsupply.create': (_body, given) => rowOf('item')(given),
  'consultationfood.create': (_body, given) => rowOf('food')(given),
  ...Object.fromEntries(
    Object.keys(rowTypes).map((resource) => [
      `${resource}.patch`,
      (_body: Body, { random }: Given) => ({ quantity: random.pick(['1', '3.5']) }),
    ]),
  ),
  'consultationdiagnosis.create': (body, given) => ({
    ...ofPatient(body, given),
    diagnosis: pick(given, given.found.get('codelist/diagnoses')),
  }),
  'consultationdiagnosis.patch': (_body, { random }) => ({ category: random.int(0, 1), type: random.int(0, 1) }),
  'consultationnote.create': ofPatient,
  'consultationnote.patch': ({ patient: _patient, ...body }) => body,
  'consultationdischargeinstruction.create': ofPatient,
  'consultationdischargeinstruction.patch': ({ patient: _patient, ...body }) => body,
  'diagnosticimaging_worklist.patch': (_body, given) => ({
    status: pick(given, orderMoves[given.record?.status]) ?? 0,
  }),
  'diagnosticimaging_referral.create': (body, given) => ({
    ...body,
    ...someVisit(given),
    target_areas: [`Area ${given.n}`],
    department: given.link('department', known.department),
    consultation_id: undefined,
    appointment_id: undefined,
  }),
  'diagnosticimaging_referral.patch': ({ target_areas: _areas, appointment_id: _when, ...body }, { n }) => ({
    ...body,
    target_areas: [`Area ${n}`],
  }),
  'appointment.create': ({ allow_overlap: _over, additional_users: _others, ...body }, given) => ({
    ...body,
    ...someDepartment(given),
    ...quarterOf(given),
    ...(given.random.chance(0.5)
      ? { type: 2, client: null, patients: [] }
      : { type: given.random.pick([1, 6, 8]), ...visitors(given) }),
    reason: null,
    user: activeUser(given)?.url,
    active: true,
  }),
  'appointment.patch': (_body, { n, random }) => ({ notes: `Note ${n}`, confirmed: random.chance(0.5) }),
  'appointment_reminder.create': (_body, given) => ({
    appointment: pick(
      given,
      given.all('appointment').filter(({ active }) => active),
    )?.url,
    hours_before: given.random.int(1, 48),
    send_sms: given.random.chance(0.5),
  }),
  'onlinebookingclient.create': (body, given) => ({
    ...body,
    appointment: unnamedBooking(given)?.url,
    last_name: `Guest ${given.n}`,
    phone_number: `+35845${given.random.int(1_000_000, 9_999_999)}`,
  }),
  'onlinebookingclient.link': (_body, given) => ({
    client: given.link('client', known.client),
    patients: (given.record?.patients ?? []).map((url: string) => ({ onlinebookingpatient: url, patient: null })),
  }),
  'onlinebookingpatient.create': ({ breed: _breed, ...body }, given) => ({
    ...body,
    onlinebookingclient: pick(
      given,
      given.all('onlinebookingclient').filter(({ status }) => status === 0),
    )?.url,
  }),
  'reason_item.create': (body, given) => ({
    ...body,
    reason: pick(
      given,
      given.all('reason').filter(({ archived, default_items }) => !archived && default_items?.length === 0),
    )?.url,
    item: given.link('item', known.procedure),
  }),
  'vital.create': (body, given) => ({
    ...body,
    ...someVisit(given),
    heart_rate: given.random.int(40, 240),
    oxygen_saturation: given.random.pick(['98.5', '100', null]),
    systolic_pressure: 130,
    diastolic_pressure: given.random.int(60, 130),
  }),
  'vital.patch': (_body, { n, random }) => ({ remarks: `Remark ${n}`, heart_rate: random.int(40, 240) }),
  'text_template.create': (body, { n }) => ({ ...body, shortcut: `t${n}`, language: 'fi' }),
  'text_template.patch': (_body, { n }) => ({ text: `Text ${n}` }),
  'sandbox.place_order': (_body, { link, n }) => ({
    wholesaler: link('wholesaler', known.wholesaler),
    item: link('item', known.item),
    quantity: String(n),
  }),
  'sandbox.pay_invoice': () => ({}),
  'me.change_preferences': (_body, { n }) => ({ preferences: { last: n } }),
  'shift.create': (_body, given) => ({
    ...someDepartment(given),
    user: activeUser(given)?.url,
    weekday: given.random.int(1, 7),
    start: '08:00',
    end: given.random.pick(['12:00', '16:30']),
  }),
  'shift.patch': (_body, { random }) => ({ end: random.pick(['12:00', '16:30']) }),
  'prescription.create': (body, given) => ({
    ...body,
    client_id: known.client,
    department_id: known.department,
    prescriber_id: activeUser(given)?.id,
    consultation_id: undefined,
    issue_time: now(),
    prescription_items: [
      {
        name: `Medicine ${given.n}`,
        patients: [known.patient],
        strength: '250 mg',
        instructions: 'Twice a day.',
        quantity_packages: given.random.int(1, 3),
        valid_until: '2099-12-31',
      },
    ],
  }),
  'prescription.patch': (body, given) => ({
    ...body,
    status: pick(given, prescriptionMoves[given.record?.status]) ?? 1,
  }),
  'countersale.create': (_body, given) => ({
    ...someDepartment(given),
    remarks: `Sale ${given.n}`,
    ...(given.random.chance(0.7) && { client: given.link('client', known.client) }),
  }),
  'countersale.patch': (_body, { n }) => ({ remarks: `Sale ${n}` }),
  'countersale.add_item': (_body, given) => rowOf('item')(given),
  'countersaleitem.patch': (_body, { random }) => ({ quantity: random.pick(['1', '3.5']) }),
  'order.create': (_body, given) => ({
    ...someDepartment(given),
    wholesaler: given.link('wholesaler', known.wholesaler),
    notes: `Order ${given.n}`,
  }),
  'order.patch': (_body, { n }) => ({ notes: `Order ${n}` }),
  'order.set_wholesaler_reference_number': (_body, { n }) => ({ wholesaler_reference_number: `R${n}` }),
  'orderitem.create': (_body, given) => ({
    order: pick(given, given.all('order').filter(isUnsent))?.url,
    item: given.link('item', given.random.pick([known.item, known.medicine, known.food])),
    quantity: given.random.pick(['1', '2.5']),
  }),
  'orderitem.patch': (_body, { n }) => ({ quantity: '3', notes: `Line ${n}` }),
  'wholesaler.receipts': (_body, given) => ({
    receipt_lines: [
      {
        id: `L${given.n}`,
        quantity: '1',
        product_number: 'K-1',
        batch_number: `B${given.n}`,
        order_id: pick(given, given.all('order'))?.id ?? 1,
      },
      { id: `M${given.n}`, quantity: '-1', barcode: '1' },
    ],
  }),
  'receiptline.match': (_body, given) => ({
    ...someLines(given),
    item: given.link('item', given.random.pick([known.item, known.food])),
  }),
  'receiptline.approve': (_body, given) => someLines(given),
  'receiptline.dismiss': (_body, given) => someLines(given),
  'stock_movement.count': (_body, given) => ({
    ...someDepartment(given),
    item: given.link('item', given.random.pick([known.item, known.medicine, known.food])),
    batch_number: given.random.chance(0.3) ? '' : `B${given.n}`,
    expiry_date: given.random.pick(['2027-02-28', '2028-12-31', null]),
    counted: given.random.pick(['0', '1', '12.5', '0.125']),
    reason: `Count ${given.n}`,
  }),
  'stock_movement.waste': (_body, given) => {
    const { department, item, batch_number, expiry_date } = pick(given, given.all('stock_level')) ?? {}
    return { department, item, batch_number, expiry_date, quantity: '0.5', reason: `Waste ${given.n}` }
  },
  'stock_movement.transfer': (_body, given) => {
    const { department, item, batch_number, expiry_date } = pick(given, given.all('stock_level')) ?? {}
    const [one, other] = [given.link('department', known.department), given.link('department', known.office)]
    const to_department = department === one ? other : one
    return { department, to_department, item, batch_number, expiry_date, quantity: '0.125', reason: `Move ${given.n}` }
  },
  'invoice.patch': (_body, { n }) => ({ remarks: `Invoice ${n}` }),
  'invoice.send': () => ({ update_status: false }),
  'invoice.update_status': (_body, given) => ({ status: pick(given, invoiceMoves[given.record?.status]) ?? 1 }),
  'invoice.partial_refund': (_body, given) => ({
    invoice_rows: [
      {
        invoice_row: pick(given, given.record?.invoice_row),
        ...(given.random.chance(0.5) && { return_to_stock: given.random.chance(0.8) }),
      },
    ],
  }),
  'invoicepayment.create': (_body, given) => {
    const invoice = pick(given, given.all('invoice').filter(isOwed))
    const paid = given.random.chance(0.5) ? invoice?.due_sum : '0.10'
    return { invoice: invoice?.url, payment_type: 1, paid, round_cash: given.random.chance(0.5) }
  },
  'invoicepayment.cancel_payment': (_body, { n }) => ({ info: `Cancelled ${n}`, cancel_date: now() }),
  'unallocatedpayment.create': (_body, given) => ({
    ...someDepartment(given),
    client: given.link('client', known.client),
    payment_type: given.random.int(0, 2),
    paid: '50.00',
  }),
  'unallocatedpayment.patch': (_body, { n }) => ({ external_info: { external_id: `E${n}` } }),
  'unallocatedpayment.apply': (_body, given) => {
    const { client, unused_amount = '1.00' } = given.record ?? {}
    const mine = given.all('invoice').filter((invoice) => isOwed(invoice) && invoice.client === client)
    const invoice = pick(given, mine)
    return { invoice: invoice?.url, amount: smaller(invoice?.due_sum ?? '1.00', unused_amount) }
  },
  'invoice_series.create': (_body, { n }) => ({ prefix: `P${n}`, first_number: n + 1 }),
  'invoice_series.patch': (_body, { n }) => ({ first_number: n + 1 }),
  'accountingreport.close_day': ({ counted: _counted, ...body }) => body,
}
