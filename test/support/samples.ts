import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { operations, resourceRegistry, resources } from '../../src/app/resources.ts'
import { inOrganisation } from '../../src/db/tx.ts'
import { sessionOf } from './sessions.ts'
import { createLegacyKey } from '../../src/domain/identity/legacy-keys.ts'
import { columnsOf } from '../../src/domain/importing/columns.ts'
import { putFile } from '../../src/domain/importing/imports.ts'
import { kinds } from '../../src/domain/importing/kinds.ts'
import type { Field, Fields, Schema } from '../../src/kernel/fields.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { fieldsOf, type Resource } from '../../src/kernel/resource.ts'
import type { ApiClient, TestApi, TestOrganisation } from './api.ts'
import { givenDraft, givenOpeningBalance, rowOf } from './billing.ts'
import { givenCatalog } from './catalogs.ts'
import { upload } from './clinic.ts'
import { fillPath, isSpentBy, targetOf, type Route } from './routes.ts'

/** Ids of records that exist, by resource. Where records link to others of their kind, those are under `another …`. */
export type Have = Readonly<Record<string, number>>
/** The values of every free text, and of dates, decimals and phone numbers. */
export type Marks = { readonly word: string; readonly day: string; readonly amount: string; readonly phone: string }
type Given = Marks & { readonly linked: (table: string) => string | null; readonly have: Have; readonly n: number }
type Body = { [name: string]: unknown }

const ordinary: Marks = { word: 'Sample', day: '2020-02-29', amount: '12.500', phone: '+358 45 111 2222' }
const inAddress = (word: string) => word.replaceAll(' ', '')
const another = (resource: string) => `another ${resource}`
/** The key of an invoice that can be paid many times. The sample invoice itself is a draft. */
const payable = 'payable invoice'
/** The key of an order that was sent, whose lines are submitted and reviewed. The sample order itself is in process. */
const sentOrder = 'sent order'
/** What a wholesaler submits of the sent order, with the sample item chosen by nobody yet. */
const receiptOf = (id: string, { word, amount, day }: Omit<Marks, 'phone'>, have: Have) => ({
  id,
  quantity: amount,
  product_number: word,
  barcode: word,
  product_name: word,
  order_id: have[sentOrder],
  invoice_number: word,
  invoice_date: day,
  batch_number: word,
  expiry_date: day,
})
/** The key of the record of `to` that a record of the resource links to. */
export const linkedFrom = (resource: string | undefined, to: string) => {
  if (to === 'invoice' && resource?.endsWith('payment')) return payable
  return resource === to ? another(to) : to
}

/** A VAT rate must be one of the clinic's, and sending a price needs a permission that the routes do not require. */
const asItCosts: Body = { vat_percentage: undefined, price: undefined, percentage_change: undefined }
/** A row of one of the other sample items. */
const ofItem = ({ have, linked }: Given, name: string): Body => ({
  item: linked('item')!.replace(/\d+\/$/, `${have[name]}/`),
  ...asItCosts,
})

/** The batch that samples are thrown away of. */
const wasted = 'Wasted'

/** Every sample has another address, so that a change changes something. */
const viewerAt = ({ word, n }: Given): Body => ({
  imaging_viewer_url: `https://example.com/${inAddress(word)}/${n}?PatientID=`,
})

const serversAt = ({ word, n }: Given): Body => ({
  smtp_host: 'smtp.example.com',
  smtp_port: 465,
  sms_gateway_url: `https://example.com/${inAddress(word)}/${n}`,
})

/** Every sample says the opposite, so that a change changes something. */
const factorsRequired = ({ n }: Given): Body => ({ second_factor_required: n % 2 === 0 })

/** The `request_hash` of appointments that are to be confirmed, by their ids, which no two clinics share. */
const requestHashes = new Map<number, string>()

/** Values that rules require beyond the declaration of the fields, by resource or action. */
const demanded: Readonly<Record<string, (given: Given) => Body>> = {
  // The lock date can be set only while automatic locks are off, and
  // clients must be admitted although their consent is old.
  department_settings: () => ({
    automatic_financial_period_lock_enabled: false,
    enable_communication_preferences: false,
    prescription_fee_item: null,
  }),
  integration_settings: viewerAt,
  'integration_settings.change': viewerAt,
  message_settings: serversAt,
  'message_settings.change': serversAt,
  security_settings: factorsRequired,
  'security_settings.change': factorsRequired,
  // One for each kind, channel and language; the sample is made Swedish before others are.
  message_template: ({ word, n }) => ({
    kind: 1 + (n % 4),
    channel: 1,
    language: (['de', 'en', 'es', 'fi', 'fr'] as const)[n % 5],
    subject: `${word} ${n}`,
    text: `${word} ${n}`,
  }),
  'appointment.send_appointment_confirmation': ({ have }) => ({
    request_hash: requestHashes.get(have.appointment!) ?? 'unknown',
    dont_send_sms_confirmation: false,
    dont_send_email_confirmation: false,
  }),
  // access-model.ts expects exactly these permissions.
  permissiongroup: () => ({ read: ['Settings: Items'], write: ['General: Appointments'] }),
  application: ({ word }) => ({
    public: false,
    redirect_uris: [`https://example.com/${inAddress(word)}`],
    allowed_origins: [`https://${inAddress(word).toLowerCase()}.example.com`],
  }),
  phonenumber: ({ phone }) => ({ phone_number: phone }),
  // A file is attached to one record, here to the client, and called as its type is.
  attachment: ({ word, n }) => ({
    patient: null,
    consultation: null,
    invoice: null,
    name: `${word} ${n}.pdf`,
    content_type: 'application/pdf',
  }),
  // The sample client pays their own invoices, so that their prepayment can be applied to them.
  client: ({ have, word, n }) => ({
    invoicing_client: null,
    fields_rel: [{ field_id: have.custom_fields, value: `${word} ${n}` }],
  }),
  patient: ({ have, word, n }) => ({
    deceased: null,
    fields_rel: [{ field_id: have.custom_field_setting, value: `${word} ${n}` }],
  }),
  // The price with VAT follows from the price, and a pricing has a price or a change of it.
  // Dosage units stay what they are, because stock of the sample item has moved.
  item: () => ({ type_code: 2, price_with_vat: undefined, dosage_units: '12.5' }),
  // What is thrown away must have been counted.
  'stock_movement.waste': () => ({ batch_number: wasted, expiry_date: null }),
  alternativepricing: () => ({ percentage_change: null }),
  // The clinic's sample field is one of patients, the application's one of clients, so that neither is in the way of the other.
  custom_field_setting: () => ({ content_type: 'patient', is_required: false, options: [] }),
  custom_field_values: ({ have, word, n }) => ({
    field: have.custom_fields,
    object_id: have.client,
    value: `${word} ${n}`,
  }),
  client_custom_field_value: ({ have, word, n }) => ({ field_id: have.custom_fields, value: `${word} ${n}` }),
  patient_custom_field_value: ({ have, word, n }) => ({ field_id: have.custom_field_setting, value: `${word} ${n}` }),
  // The share of another payer is at most 100 %.
  invoice: () => ({ alternative_payer_share: '50' }),
  countersale: () => ({ alternative_payer_share: '50' }),
  // Sending a price needs another permission.
  countersaleitem: () => ({ price: undefined, percentage_change: undefined }),
  'countersale.add_item': () => ({ price: undefined, percentage_change: undefined, vat_percentage: undefined }),
  invoicepayment: () => ({ paid: '1.25' }),
  'sandbox.pay_invoice': () => ({ paid: '1.25' }),
  'me.change_preferences': ({ word, n }) => ({ preferences: { [word.toLowerCase()]: n } }),
  // The prepayment is large enough for every test that applies some of it.
  unallocatedpayment: () => ({ refunds: null, paid: '900000.00' }),
  // A positive opening balance needs an item; a prepaid one does not.
  'unallocatedpayment.apply': () => ({ amount: '1.25' }),
  'accountingreport.close_day': ({ word }) => ({ counted: [{ payment_type: 1, amount: '1.25', explanation: word }] }),
  'invoice.update_status': () => ({ status: 1 }),
  invoice_series: ({ n }) => ({ first_number: n }),
  // The sample field of consultations is set where values are flat.
  consultation: () => ({ fields_rel: [], alternative_payer_share: '50' }),
  // A visit is admitted once for an appointment.
  'consultation.admit': () => ({ custom_fields: {}, appointment: undefined }),
  'consultation.update_status': () => ({ status: 8 }),
  consultationdiagnosis: ({ have }) => ({ diagnosis: have.diagnosis }),
  // The sample item is a medicine; the other routes need items of their own types.
  consultationmedicine: () => asItCosts,
  consultationprocedure: (given) => ofItem(given, 'procedure item'),
  consultationsupply: (given) => ofItem(given, 'supply item'),
  consultationfood: (given) => ofItem(given, 'food item'),
  // The sample order is never completed, so that its referral can be changed.
  diagnosticimaging_worklist: () => ({ status: 1 }),
  diagnosticimaging_referral: ({ have }) => ({ consultation_id: have.consultation, appointment_id: have.appointment }),
  // Every sample has a time of its own, and none is over another.
  appointment: ({ n, linked }) => ({
    start: new Date(Date.UTC(2030, 0, 1) + n * 900_000).toISOString(),
    end: new Date(Date.UTC(2030, 0, 1) + (n + 1) * 900_000).toISOString(),
    type: 1,
    active: true,
    allow_overlap: false,
    client: linked('client'),
  }),
  appointment_reminder: () => ({ send_at: null, hours_before: 24 }),
  onlinebookingclient: ({ phone }) => ({ phone_number: phone }),
  // The animals of the sample booking are those of another.
  'onlinebookingclient.link': ({ linked }) => ({ client: linked('client'), patients: [] }),
  // An item of its own, which the sample visit does not charge: so there is a hint of it.
  reason_item: ({ have, linked, n }) => ({
    item: linked('item')!.replace(/\d+\/$/, `${have['hint item']}/`),
    quantity: `${n}.5`,
  }),
  vital: ({ n }) => ({ oxygen_saturation: '98.5', heart_rate: 60 + (n % 100) }),
  // Every sample ends at another minute, so that a change changes something.
  shift: ({ n }) => ({ weekday: 1, date: null, start: '08:00', end: `16:${String(n % 60).padStart(2, '0')}` }),
  // Named by their ids. The sample prescription is a draft, so that its status can change.
  prescription: ({ have, word, n, day }) => ({
    client_id: have.client,
    department_id: have.department,
    prescriber_id: have.user,
    consultation_id: have.consultation,
    issue_time: `${day}T12:00:00Z`,
    status: 1,
    prescription_items: [
      {
        name: `${word} ${n}`,
        patients: [have.patient],
        strength: word,
        instructions: word,
        quantity_packages: 1,
        valid_until: day,
        repeat_number: 1,
      },
    ],
  }),
  available_wholesaler: ({ word }) => ({
    webhook_callback_url: `https://example.com/${inAddress(word)}`,
    verification_salt: `${word} is a long enough salt`,
  }),
  // Clinic-wide, and connected to the sample registration.
  wholesaler: () => ({ type: 1, parent: null, department: null }),
  'wholesaler.catalog_upload_url': ({ n }) => ({ filename: `products-${n}.csv`, content_type: 'text/csv' }),
  // An id is taken once.
  'wholesaler.receipts': ({ word, n, amount, day, have }) => ({
    receipt_lines: [receiptOf(`${word} ${n}`, { word, amount, day }, have)],
  }),
  'receiptline.match': ({ have, linked }) => ({
    receipt_lines: [have.receiptline],
    order: linked('order')!.replace(/\d+\/$/, `${have[sentOrder]}/`),
  }),
  'receiptline.approve': ({ have }) => ({ receipt_lines: [have.receiptline] }),
  'receiptline.dismiss': ({ have }) => ({ receipt_lines: [have.receiptline] }),
  webhook: ({ word }) => ({
    url: `https://example.com/${inAddress(word)}`,
    secret: `${word} is a long enough secret`,
  }),
}

/** Which entry of a list that cannot be created through the API is used, if not the first. */
const wanted: Readonly<Record<string, (have: Have) => string>> = {
  consultationitem: () => '&type_code__is=2',
  breed: ({ species }) => `&species__is=${species}`,
  // One of a visit, with its links.
  stock_movement: () => '&cause__is=1',
  // An event of a record that was created through the API, with a user.
  auditevent: () => '&resource__is=department&ordering=-id',
}

/** What only a medicine has. */
const noMedicine: Body = { antibiotic: null, is_vaccine: false, recall_interval_days: null }

/** Further records of a resource that others link to: their keys, and how they differ. */
const alsoMade: Readonly<Record<string, readonly (readonly [name: string, fields: Body])[]>> = {
  item: [
    ['procedure item', { type_code: 1, ...noMedicine }],
    ['supply item', { type_code: 3, ...noMedicine }],
    ['food item', { type_code: 4, ...noMedicine }],
    ['hint item', { type_code: 1, ...noMedicine }],
  ],
}

/** Resources whose records are created at the routes of another. */
const madeAs: Readonly<Record<string, string>> = { consultationitem: 'consultationmedicine' }

type Making = {
  readonly organisation: TestOrganisation
  readonly as: ApiClient
  readonly have: Have
  readonly marks: Marks
}

const linkTo = ({ organisation, have }: Making, table: string) => organisation.url(table, have[table]!)

/** A counter sale to the sample client, of the sample item at a price that no test pays in full. */
const makeSale = async (making: Making): Promise<Have> => {
  const { as, have } = making
  const sale = { client: linkTo(making, 'client'), department: linkTo(making, 'department') }
  const { id } = await orThrow('a sale', as.post('/countersale/', sale))
  const row = { item: linkTo(making, 'item'), quantity: '1', price: '900000.00' }
  const { countersale_items } = await orThrow('a row', as.post(`/countersale/${id}/add_item/`, row))
  return { ...have, countersale: id, countersaleitem: idAt(countersale_items[0]) }
}

const makePayable = async (making: Making): Promise<Have> => {
  const { countersale } = await makeSale(making)
  const { invoice } = await orThrow('finalizing', making.as.post(`/countersale/${countersale}/finalize/`))
  const { id, invoice_row } = await orThrow(invoice, making.as.get(invoice))
  return { ...making.have, invoice: id, invoicerow: idAt(invoice_row[0]) }
}

const makeDraft = async (making: Making): Promise<Have> => {
  const { organisation, have } = making
  const { id } = await givenDraft(making.as, organisation, {
    client: have.client!,
    department: have.department!,
    rows: [await rowOf(organisation, have.item!)],
  })
  return { ...have, invoice: id }
}

const makeCreditNote = async (making: Making): Promise<Have> => {
  const { invoice } = await makePayable(making)
  const paid = { invoice: making.organisation.url('invoice', invoice!), payment_type: 0, paid: '500000.00' }
  await orThrow('a payment', making.as.post('/invoicepayment/', paid))
  return { ...making.have, invoice: (await orThrow('a refund', making.as.post(`/invoice/${invoice}/full_refund/`))).id }
}

const makeAwaited = async ({ organisation, as, have }: Making): Promise<Have> => ({
  ...have,
  attachment: await makeOne(organisation, as, 'attachment', have),
})

/** An order of the sample item from the sample wholesaler, in process. */
const makeOrder = async (making: Making): Promise<Have> => {
  const order = await makeOne(making.organisation, making.as, 'order', making.have)
  const have = { ...making.have, order }
  return { ...have, orderitem: await makeOne(making.organisation, making.as, 'orderitem', have, making.marks) }
}

const makeSentOrder = async (making: Making): Promise<Have> => {
  const have = await makeOrder(making)
  await orThrow('sending', making.as.post(`/order/${have.order}/send/`))
  return have
}

/** A line of the sent order that is to be reviewed, of the sample item. It is inserted, because lists of lines are rationed. */
const makeReceiptLine = async (making: Making): Promise<Have> => {
  const { organisation, have, marks } = making
  const order = have[sentOrder] ?? (await makeSentOrder(making)).order!
  const { id } = await organisation.within((tx) =>
    tx
      .insertInto('receiptline')
      .values({
        wholesaler: have.wholesaler!,
        external_id: `${marks.word} ${randomUUID()}`,
        order,
        item: have.item!,
        department: have.department!,
        quantity: marks.amount,
        product_number: marks.word,
        barcode: marks.word,
        product_name: marks.word,
        invoice_number: marks.word,
        invoice_date: marks.day,
        batch_number: marks.word,
        expiry_date: marks.day,
        outcome: { status: 'accepted', order_id: order, matched_item: true, matched_by: 'barcode' },
        matched_by: 'barcode',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { ...have, [sentOrder]: order, receiptline: id }
}

/** An appointment that was booked online, for a client who is not known yet. */
const makeOnlineAppointment = async ({ organisation, as, have, marks }: Making): Promise<Have> => {
  const unknown = { type: 2, client: null, patients: [] }
  return { ...have, appointment: await makeOne(organisation, as, 'appointment', have, marks, unknown) }
}

/** A booking that is to be decided about. */
const makeOnlineBooking = async (making: Making): Promise<Have> => {
  const { organisation, as, have, marks } = making
  const booked = await makeOnlineAppointment(making)
  return { ...have, onlinebookingclient: await makeOne(organisation, as, 'onlinebookingclient', booked, marks) }
}

/** Removes the templates that tests made, and makes the sample one that no other will be. */
const makeWayForTemplate = async ({ organisation, have }: Making): Promise<Have> => {
  await organisation.within(async (tx) => {
    await tx.deleteFrom('message_template').where('id', '<>', have.message_template!).execute()
    await tx
      .updateTable('message_template')
      .set({ language: 'sv' })
      .where('id', '=', have.message_template!)
      .where('language', '<>', 'sv')
      .execute()
  })
  return have
}

/** Keys are made by operators only. */
const makeKey = async ({ organisation, have }: Making): Promise<Have> => {
  const { id } = await organisation.within((tx) => createLegacyKey(tx, have.application!))
  return { ...have, legacykey: id }
}

/** Records that a route uses up or needs in another status than the sample: how they are created. */
const madeFor: Readonly<Record<string, (making: Making) => Promise<Have>>> = {
  'legacykey.delete': makeKey,
  'attachment.upload': makeAwaited,
  'attachment.complete': async (making) => {
    const { organisation, as } = making
    const made = await makeAwaited(making)
    await upload(as, { url: organisation.url('attachment', made.attachment!) }, '%PDF-1.')
    return made
  },
  // A version of an appointment is confirmed once.
  'appointment.send_appointment_confirmation': async ({ organisation, as, have }) => {
    const appointment = await makeOne(organisation, as, 'appointment', have)
    const { request_hash } = await orThrow('an appointment', as.get(`/appointment/${appointment}/`))
    requestHashes.set(appointment, request_hash)
    return { ...have, appointment }
  },
  'message_template.create': makeWayForTemplate,
  'message_template.delete': async (making) => {
    const { organisation, as, have } = making
    await makeWayForTemplate(making)
    return { ...have, message_template: await makeOne(organisation, as, 'message_template', have) }
  },
  // A reason has an item once.
  'reason_item.create': async ({ organisation, as, have }) => ({
    ...have,
    reason: await makeOne(organisation, as, 'reason', have),
  }),
  'reason_item.delete': async ({ organisation, as, have }) => {
    const reason = await makeOne(organisation, as, 'reason', have)
    return { ...have, reason_item: await makeOne(organisation, as, 'reason_item', { ...have, reason }) }
  },
  // A visit is prepared once for an appointment.
  'appointment.prepare': async ({ organisation, as, have }) => ({
    ...have,
    appointment: await makeOne(organisation, as, 'appointment', have),
  }),
  // An appointment has one online booking client, about whom is decided once.
  'onlinebookingclient.create': makeOnlineAppointment,
  'onlinebookingclient.link': makeOnlineBooking,
  'onlinebookingclient.create_client': makeOnlineBooking,
  'onlinebookingclient.decline': makeOnlineBooking,
  // A prescription that is being sent already would not change.
  'prescription.patch': async ({ organisation, as, have }) => ({
    ...have,
    prescription: await makeOne(organisation, as, 'prescription', have),
  }),
  // An order that is scheduled already would not change.
  'diagnosticimaging_worklist.patch': async ({ organisation, as, have }) => {
    const id = await makeOne(organisation, as, 'diagnosticimaging_referral', have)
    return { ...have, diagnosticimaging_worklist: id, diagnosticimaging_referral: id }
  },
  // A secret can be retired once.
  'webhook.retire_secret': async ({ organisation, as, have }) => {
    const webhook = await makeOne(organisation, as, 'webhook', have)
    await orThrow(
      'a new secret',
      as.patch(`/hook/webhook/${webhook}/`, { secret: 'Another secret that is long enough' }),
    )
    return { ...have, webhook }
  },
  // An order has one line of an item.
  'orderitem.create': async ({ organisation, as, have }) => ({
    ...have,
    order: await makeOne(organisation, as, 'order', have),
  }),
  'orderitem.delete': makeOrder,
  // An order or a line that is as the request says already would not change.
  'order.patch': makeOrder,
  'orderitem.patch': makeOrder,
  'order.send': makeOrder,
  'order.set_wholesaler_reference_number': makeSentOrder,
  'order.mark_delivered': makeSentOrder,
  'receiptline.match': makeReceiptLine,
  'receiptline.approve': makeReceiptLine,
  'receiptline.dismiss': makeReceiptLine,
  // An import can be cancelled once.
  'catalog_import.cancel': async ({ organisation, as, have }) => ({
    ...have,
    catalog_import: await makeOne(organisation, as, 'catalog_import', have),
  }),
  'countersale.finalize': makeSale,
  'countersaleitem.delete': makeSale,
  'invoice.finalize': makeDraft,
  'invoice.void': makeDraft,
  'invoice.update_status': makePayable,
  'invoice.send': makePayable,
  'invoice.full_refund': makePayable,
  'invoice.partial_refund': makePayable,
  'invoice.to_prepayment': makeCreditNote,
  'invoicepayment.cancel_payment': async ({ organisation, as, have }) => {
    const payment = { invoice: organisation.url('invoice', have[payable]!), payment_type: 0, paid: '1.25' }
    return { ...have, invoicepayment: (await orThrow('a payment', as.post('/invoicepayment/', payment))).id }
  },
}

/** Records that are not created by POST, but by a rule or an action of another record. */
const madeBehind: Readonly<Record<string, (making: Making) => Promise<Have>>> = {
  legacykey: makeKey,
  countersaleitem: async (making) => {
    const row = { item: linkTo(making, 'item'), quantity: '1' }
    const address = `/countersale/${making.have.countersale}/add_item/`
    const { countersale_items } = await orThrow('a row', making.as.post(address, row))
    return { countersaleitem: idAt(countersale_items[0]) }
  },
  invoice: async (making) => {
    const { invoice: paid } = await makePayable(making)
    const { invoice } = await makeDraft(making)
    return { invoice: invoice!, [payable]: paid! }
  },
  onlinebookingclient: async (making) => ({
    onlinebookingclient: (await makeOnlineBooking(making)).onlinebookingclient!,
  }),
  // With the hint of it that the sample visit has.
  reason_item: async ({ organisation, as, have, marks }) => {
    const id = await makeOne(organisation, as, 'reason_item', have, marks)
    return { reason_item: id, charge_hint: id * 10 + 1 }
  },
  // Two batches of the sample item; the first is the sample.
  stock_level: async (making) => {
    const { as, marks } = making
    const counted = { department: linkTo(making, 'department'), item: linkTo(making, 'item'), counted: marks.amount }
    const named = { batch_number: marks.word, expiry_date: marks.day, reason: marks.word }
    const made = await orThrow('a count', as.post('/stock_movement/count/', { ...counted, ...named }))
    await orThrow('a count', as.post('/stock_movement/count/', { ...counted, batch_number: wasted }))
    return { stock_level: idAt(made.stock_level) }
  },
  // A confirmation that was sent.
  message: ({ organisation, have, marks: { word, phone } }) =>
    organisation.within(async (tx) => {
      const { id } = await tx
        .insertInto('client_message')
        .values({
          kind: 1,
          channel: 2,
          request: randomUUID(),
          department: have.department!,
          client: have.client!,
          patient: have.patient!,
          appointment: have.appointment!,
          invoice: have.invoice!,
          status: 3,
          detail: word,
          recipient: phone,
          subject: word,
          text: word,
          attempts: 1,
          last_attempt: sql<Date>`now()`,
          sent: sql<Date>`now()`,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { message: id }
    }),
  // One for the sample webhook, which is the sample, and one for the sample wholesaler.
  delivery: ({ organisation, have: { webhook, available_wholesaler }, marks: { word } }) =>
    organisation.within(async (tx) => {
      const queue = (to: { webhook: number; trigger: number } | { available_wholesaler: number }, event: string) =>
        tx
          .insertInto('delivery')
          .values({
            ...to,
            event,
            event_id: randomUUID(),
            content_type: 2,
            body: JSON.stringify({ name: word }),
            status: 2,
            attempts: 11,
            last_attempt: sql<Date>`now()`,
            last_status_code: 500,
            last_answer: word,
            failure: word,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      await queue({ available_wholesaler: available_wholesaler! }, 'wholesaler.created')
      return { delivery: (await queue({ webhook: webhook!, trigger: 1 }, 'Client')).id }
    }),
  // The previous catalog and then the live one of the sample wholesaler, which is the sample and has an error report.
  catalog_upload: async ({ organisation, have, marks: { word } }) => {
    const products = [{ product_number: word, product_name: word, barcode: word.slice(0, 30), package_contents: word }]
    await givenCatalog(organisation, { id: have.wholesaler! }, products)
    const live = await givenCatalog(organisation, { id: have.wholesaler! }, products)
    await organisation.within(async (tx) => {
      const due = sql<Date>`'infinity'`
      await tx.insertInto('catalog_work').values({ upload: live, storage_key: randomUUID(), done: true, due }).execute()
      await tx
        .insertInto('catalog_error')
        .values({ upload: live, line: 9, code: 'invalid_value', detail: word })
        .execute()
      const report_key = `${organisation.id}/${randomUUID()}`
      await tx
        .updateTable('catalog_upload')
        .set({
          filename: `${word}.csv`,
          errors_truncated: true,
          error_summary: '[{"code": "invalid_value", "count": 101}]',
          report_key,
        })
        .where('id', '=', live)
        .execute()
    })
    return { catalog_upload: live }
  },
  catalog_import_change: ({ organisation, have: { catalog_import, item }, marks: { word } }) =>
    organisation.within(async (tx) => {
      const { id } = await tx
        .insertInto('catalog_import_change')
        .values({
          catalog_import: catalog_import!,
          item: item!,
          kind: 'changed',
          product_number: word,
          name: word,
          occurred: sql<Date>`now()`,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { catalog_import_change: id }
    }),
  receiptline: async (making) => {
    const { receiptline, [sentOrder]: ordered } = await makeReceiptLine(making)
    return { receiptline: receiptline!, [sentOrder]: ordered! }
  },
  openingbalance: async ({ organisation, have: { client, department }, marks: { word: description } }) => ({
    openingbalance: await givenOpeningBalance(organisation, {
      client: client!,
      department: department!,
      amount: '-12.50',
      description,
    }),
  }),
  // An attachment of each kind of record, as if all were in the object store. The client's is the sample.
  attachment: ({ organisation, have: { client, patient, consultation, invoice }, marks: { word: name } }) =>
    organisation.within(async (tx) => {
      const keep = async (owner: Partial<Record<'client' | 'patient' | 'consultation' | 'invoice', number>>) =>
        tx
          .insertInto('attachment')
          .values({
            ...owner,
            name,
            content_type: 'application/pdf',
            size: 7,
            uploaded: sql<Date>`now()`,
            kept_key: randomUUID(),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      await keep({ patient: patient! })
      await keep({ consultation: consultation! })
      await keep({ invoice: invoice! })
      return { attachment: (await keep({ client: client! })).id }
    }),
  import_row: ({ organisation, have, marks: { word } }) =>
    organisation.within(async (tx) => {
      const [clients] = kinds
      await putFile(tx, have.import!, clients!, Buffer.from(`reference,lastname\n1,${word}\n`), resourceRegistry)
      await tx
        .insertInto('import_reference')
        .values({ kind: 'clients', reference: '1', record: have.client! })
        .execute()
      await tx
        .insertInto('import_reference')
        .values({ kind: 'patients', reference: '1', record: have.patient! })
        .execute()
      await tx
        .insertInto('import_reference')
        .values({ kind: 'opening_balances', reference: '1', record: have.openingbalance! })
        .execute()
      const { id } = await tx
        .updateTable('import_row')
        .set({ outcome: 'matched', record: have.client! })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { import_row: id }
    }),
  accountingreport: ({ organisation, have: { department, user }, marks: { word, day, amount } }) =>
    organisation.within(async (tx) => {
      const total = Number(amount).toFixed(2)
      const { id } = await tx
        .insertInto('accountingreport')
        .values({
          department: department!,
          report_number: 1,
          period_start: `${day}T06:00:00Z`,
          period_end: `${day}T18:00:00Z`,
          created_user: user!,
          totals_by_account: JSON.stringify([{ number: '3000', description: word, total }]),
          totals_by_vat_group: JSON.stringify([{ title: word, percentage: '25.50', net: total, vat: '0.00', total }]),
          totals_by_payment_type: JSON.stringify([
            { payment_type: 1, total, counted: total, difference: '0.00', explanation: word },
          ]),
          opening_receivables: '0',
          closing_receivables: total,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { accountingreport: id }
    }),
}

/** Columns that rows need which are inserted without the API. */
const neededBehind: Readonly<Record<string, readonly string[]>> = {
  legacykey: ['application'],
  attachment: ['client', 'patient', 'consultation', 'invoice'],
  import_row: ['client', 'patient', 'openingbalance'],
  catalog_upload: ['wholesaler'],
  catalog_product: ['catalog_upload'],
  catalog_import: ['catalog_upload'],
  catalog_import_change: ['catalog_import', 'item'],
  countersaleitem: ['countersale', 'item'],
  delivery: ['webhook', 'available_wholesaler'],
  message: ['client', 'patient', 'appointment', 'invoice', 'department'],
  invoice: ['client', 'department', 'item'],
  openingbalance: ['client', 'department'],
  stock_level: ['department', 'item'],
  accountingreport: ['department', 'user'],
  receiptline: ['department', 'item', 'wholesaler', 'order', 'orderitem'],
}

const textOf = ({ maxLength, examples }: Schema, { word, n }: Given, ending: string): string => {
  const [example] = (examples ?? []) as readonly string[]
  if (example?.includes('@')) return example.replace(/^[^@]+/, `${inAddress(word)}.${n}`)
  return example ?? word.slice(0, (maxLength as number) - ending.length) + ending
}

const cutUntil = (fits: RegExp, amount: string): string =>
  fits.test(amount) || amount === '' ? amount : cutUntil(fits, amount.slice(0, -1))

/** A value that the schema of a field allows. The suffix makes it unique where it must be. */
const valueOf = (schema: Schema, given: Given, ending = ''): unknown => {
  const { type, format, anyOf, items, properties = {}, pattern, minimum = 0, maximum = 0 } = schema
  if (anyOf) return valueOf((anyOf as readonly Schema[])[0]!, given, ending)
  if (schema['x-links-to']) return given.linked(schema['x-links-to'] as string)
  if (schema['x-codelist']) return given.have[schema['x-codelist'] as string]
  if (schema.enum) return (schema.enum as readonly unknown[])[0]
  if (pattern) return cutUntil(new RegExp(pattern as string), given.amount)
  if (format === 'date') return given.day
  if (format === 'date-time') return `${given.day}T10:00:00Z`
  if (type === 'string') return textOf(schema, given, ending)
  if (type === 'integer') return Math.min(Math.max(ending ? given.n : 7, minimum as number), maximum as number)
  if (type === 'boolean') return true
  if (type === 'array') return [valueOf(items as Schema, given)].filter((item) => item !== null)
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties as Record<string, Schema>).map(([name, each]) => [name, valueOf(each, given)]),
    )
  throw new Error(`test/support/samples.ts has no value for ${JSON.stringify(schema)}.`)
}

/** A value for a field that is not a link. */
const exampleOf = ({ schema, writeSchema }: Field) =>
  valueOf(writeSchema ?? schema, { ...ordinary, linked: () => null, have: {}, n: 0 })

/** Filter values that can be derived neither from the record nor from the type of the parameter. */
const otherValues: Readonly<Record<string, string>> = {
  phonenumbers__icontains: '111',
  filter_type: 'or',
  type_code: '2',
}

/** A value for a filter of a list, taken from one of its records. */
export const valueFor = (
  parameter: string,
  kind: Field,
  record: Readonly<Record<string, unknown>>,
): string | undefined => {
  if (otherValues[parameter] !== undefined) return otherValues[parameter]
  const [field = '', operator] = parameter.split('__')
  if (operator === 'is_null') return 'false'
  if (operator === undefined) return undefined
  const own = (kind.type === 'codelist' ? record[`${field}_code`] : undefined) ?? record[field]
  const known = own === '' ? exampleOf(kind) : (own ?? exampleOf(kind))
  const found: unknown = Array.isArray(known) ? known[0] : known
  // For a record without a patient any value will do.
  if (found == null) return kind.link ? '1' : undefined
  const value = typeof found === 'string' ? found : JSON.stringify(found)
  if (operator === 'range') return `${value},${value}`
  return operator === 'icontains' ? value.slice(0, 3) : value
}

let made = 0

const bodyWith = (
  fields: Fields,
  { name, resource }: { readonly name: string; readonly resource: Resource | undefined },
  organisation: TestOrganisation,
  have: Have,
  marks: Partial<Marks>,
): Body => {
  made += 1
  const linked = (table: string) => {
    const id = have[linkedFrom(resource?.name, table)]
    return id === undefined ? null : organisation.url(table, id)
  }
  const given: Given = { ...ordinary, ...marks, linked, have, n: made }
  const alone = new Set(Object.values(resource?.unique ?? {}).map(([field]) => field))
  const written = Object.entries(fields).filter(
    ([field, { options }]) => !options.readOnly && field !== resource?.within?.field,
  )
  const body = Object.fromEntries(
    written.map(([field, { schema, writeSchema, options, link }]) => {
      const value = valueOf(writeSchema ?? schema, given, alone.has(field) ? ` ${made}` : '')
      if (value == null && !options.nullable) throw new Error(`${name} needs a ${link?.table}, and there is none yet.`)
      return [field, value]
    }),
  )
  return { ...body, ...('archived' in body && { archived: false }), ...demanded[name]?.(given) }
}

const resourceNamed = (name: string): Resource => {
  const resource = resourceRegistry.get(name)
  if (resource === undefined) throw new Error(`There is no resource ${name}.`)
  return resource
}

/** A body with every writable field, for one more record of a resource. */
export const sampleOf = (
  organisation: TestOrganisation,
  name: string,
  have: Have,
  marks: Partial<Marks> = {},
): Body => {
  const resource = resourceNamed(name)
  return bodyWith(resource.fields, { name, resource }, organisation, have, marks)
}

export const operationAt = ({ method, path }: Pick<Route, 'method' | 'path'>): Operation => {
  const operation = operations.find((one) => one.method === method && one.path === path)
  if (operation === undefined) throw new Error(`${method} ${path} is not served.`)
  return operation
}

/** A file of an import, with a value in every required column. */
const sampleFile = (kind: string, { word }: Marks) => {
  const columns = columnsOf(kinds.find(({ name }) => name === kind)!, resourceRegistry)
  const needed = columns.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return new Blob([`${needed.join(',')}\n${needed.map(() => word).join(',')}\n`], { type: 'text/csv' })
}

/** The body of a request to a route: a record, the fields of an action, an array for bulk routes, a file, or undefined. */
export const bodyFor = (
  organisation: TestOrganisation,
  route: Pick<Route, 'method' | 'path'>,
  have: Have,
  marks: Partial<Marks> = {},
) => {
  const { name, resource, body, bodySchema, file } = operationAt(route)
  if (file) return sampleFile(name.split('.')[1]!, { ...ordinary, ...marks })
  if (bodySchema) return [sampleOf(organisation, resource!.name, have, marks)]
  if (body === undefined) return undefined
  const isRecord = /\.(create|put|patch)$/.test(name)
  return bodyWith(body, { name: isRecord ? resource!.name : name, resource }, organisation, have, marks)
}

/** Whether a route archives or deletes records, or replaces the rows of a file. */
export const takesAway = (route: Pick<Route, 'method' | 'path'>) =>
  route.method === 'DELETE' || operationAt(route).file !== undefined

const orThrow = async (what: string, answer: ReturnType<ApiClient['get']>) => {
  const { status, body, text } = await answer
  if (status >= 300) throw new Error(`${what}: ${status}: ${text}`)
  return body
}

const idAt = (url: string) => Number(url.split('/').at(-2))

const addressOf = (resource: Resource, action: string, have: Have, id?: number) =>
  fillPath(operations.find(({ name }) => name === `${resource.name}.${action}`)!.path, have, id)

/** Creates one more record of a resource through the API. */
export const makeOne = async (
  organisation: TestOrganisation,
  as: ApiClient,
  name: string,
  have: Have,
  marks: Partial<Marks> = {},
  fields: Body = {},
): Promise<number> => {
  const resource = resourceNamed(madeAs[name] ?? name)
  const address = addressOf(resource, 'create', have)
  const sent = { ...sampleOf(organisation, resource.name, have, marks), ...fields }
  return (await orThrow(`POST ${address}`, as.post(address, sent))).id
}

/** The records for a route to act on; those that it deletes or uses up are created for it. */
export const freshFor = async (
  organisation: TestOrganisation,
  as: ApiClient,
  route: Pick<Route, 'method' | 'path'>,
  have: Have,
): Promise<Have> => {
  const making = madeFor[operationAt(route).name]
  if (making) return making({ organisation, as, have, marks: ordinary })
  if (!isSpentBy(route) && !takesAway(route)) return have
  const at = targetOf(route.path)!
  return { ...have, [at]: await makeOne(organisation, as, at, have) }
}

/** A record that comes with the organisation, with another record, or with the deployment. */
const find = async (as: ApiClient, resource: Resource, have: Have): Promise<number> => {
  const twin = fieldsOf(resource).find(([, { link, options }]) => link && options.column === 'id')?.[1].link
  if (twin) return have[twin.table]!
  const address = addressOf(resource, 'list', have)
  const { results } = await orThrow(address, as.get(`${address}?page_size=1${wanted[resource.name]?.(have) ?? ''}`))
  if (results.length === 0) throw new Error(`${address} is empty: nothing that was made so far brings one along.`)
  return results[0].id
}

const needs = (resource: Resource): Resource[] => [
  ...(neededBehind[resource.name] ?? []).map(resourceNamed),
  ...fieldsOf(resource)
    .filter(([, { options, link }]) => link && (!options.readOnly || (options.column === 'id' && !resource.create)))
    .map(([, { link }]) => resourceNamed(link!.table)),
]

/** The resources, each after those it links to. Those that are not created are last. */
const inOrder = (): Resource[] => {
  const ordered = new Set<Resource>()
  const add = (resource: Resource, above: readonly Resource[]) => {
    if (above.includes(resource)) return
    for (const needed of needs(resource)) add(needed, [...above, resource])
    ordered.add(resource)
  }
  const rank = ({ shared, create }: Resource) => (shared ? 0 : create ? 1 : 2)
  for (const resource of resources.toSorted((one, other) => rank(one) - rank(other))) add(resource, [])
  return [...ordered]
}

/** Creates one record of every resource through the API, or finds and changes one. */
export const fill = async (
  organisation: TestOrganisation,
  as: ApiClient,
  marks: Partial<Marks> = {},
): Promise<Have> => {
  const have: Record<string, number> = {}
  // Some routes exist in sandboxes only.
  await organisation.within((tx) => tx.updateTable('organisation').set({ sandbox: true }).execute())
  for (const resource of inOrder()) {
    const { name, create, patch, remove } = resource
    if (create && remove) {
      const gone = addressOf(resource, 'delete', have, await makeOne(organisation, as, name, have, marks))
      await orThrow(`DELETE ${gone}`, as.delete(gone))
    }
    const behind = madeBehind[name]
    if (behind) Object.assign(have, await behind({ organisation, as, have, marks: { ...ordinary, ...marks } }))
    else if (create) {
      if (needs(resource).includes(resource)) have[another(name)] = await makeOne(organisation, as, name, have, marks)
      have[name] = await makeOne(organisation, as, name, have, marks)
      for (const [other, fields] of alsoMade[name] ?? [])
        have[other] = await makeOne(organisation, as, name, have, marks, fields)
    } else have[name] = await find(as, resource, have)
    if (!create) {
      const address = patch && addressOf(resource, 'patch', have, have[name])
      if (address) await orThrow(`PATCH ${address}`, as.patch(address, sampleOf(organisation, name, have, marks)))
    }
  }
  return have
}

/** Inserts rows that no API route creates: a session, a legacy key, a password link and the like. */
export const fillBehind = async (api: TestApi, organisation: TestOrganisation, have: Have) => {
  const soon = sql<Date>`now() + interval '1 hour'`
  const secrets = await organisation.within(async (tx) => ({
    session: await sessionOf(tx, have.user!),
    key: (await createLegacyKey(tx, have.application!)).key,
    answers: await tx
      .insertInto('idempotency_key')
      .values({ account: 'application:1', key: 'sent once', request: 'hash', status: 204 })
      .execute(),
    played: await tx.insertInto('sandbox_state').values({ failing_deliveries: 0 }).execute(),
    preference: await tx
      .insertInto('user_preference')
      .values({ user: have.user!, name: 'theme', value: '"dark"' })
      .execute(),
    factor: await tx
      .insertInto('second_factor')
      .values({ user: have.user!, kind: 'totp', name: 'App', secret: Buffer.from('sealed') })
      .execute(),
    recovery: await tx
      .insertInto('recovery_code')
      .values({ id: `code of ${organisation.id}`, user: have.user! })
      .execute(),
    pending: await tx
      .insertInto('pending_sign_in')
      .values({ id: `sign-in of ${organisation.id}`, user: have.user!, password_mark: 'mark', expires: soon })
      .execute(),
    challenge: await tx
      .insertInto('passkey_challenge')
      .values({ id: `challenge of ${organisation.id}`, purpose: 'sign in', browser: 'browser', expires: soon })
      .execute(),
    scan: await tx.insertInto('file_scan').values({ attachment: have.attachment! }).execute(),
    declined: await tx
      .insertInto('charge_hint_decline')
      .values({
        consultation: have.consultation!,
        kind: 1,
        record: have.reason_item!,
        reason: 'A gift',
        user: have.user!,
        declined_at: new Date(),
      })
      .execute(),
  }))
  await inOrganisation(api.owner.db, organisation.id, (tx) =>
    tx.insertInto('follower').values({ name: 'password notices', position: 0 }).execute(),
  )
  await inOrganisation(api.owner.db, organisation.id, (tx) =>
    tx
      .insertInto('password_link')
      .values({ id: `link of ${organisation.id}`, user: have.user!, expires: sql<Date>`now() + interval '1 hour'` })
      .execute(),
  )
  await inOrganisation(api.owner.db, organisation.id, async (tx) => {
    const [id, user] = [`of ${organisation.id}`, have.user!]
    const expires = sql<Date>`now() + interval '1 hour'`
    await tx
      .insertInto('second_factor')
      .values({ user, kind: 'passkey', name: id, credential: id, public_key: id, confirmed: sql<Date>`now()` })
      .execute()
    await tx.insertInto('recovery_code').values({ id, user }).execute()
    await tx.insertInto('pending_sign_in').values({ id, user, password_mark: id, expires }).execute()
    await tx.insertInto('passkey_challenge').values({ id, user, purpose: 'unlock', browser: id, expires }).execute()
  })
  await inOrganisation(api.owner.db, organisation.id, async (tx) => {
    const { id: email_change } = await tx
      .insertInto('email_change')
      .values({ user: have.user!, old_email: 'old@example.com', new_email: 'new@example.com' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const expires = sql<Date>`now() + interval '1 hour'`
    await tx
      .insertInto('email_link')
      .values({ id: `link of ${organisation.id}`, email_change, address: 'old', expires })
      .execute()
  })
  return secrets
}
