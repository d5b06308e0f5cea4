import { inAddress, sentOrder, type Body, type Given, type Have, type Marks } from './given.ts'

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

/** A VAT rate must be one of the clinic's, and sending a price needs a permission that the routes do not require. */
const asItCosts: Body = { vat_percentage: undefined, price: undefined, percentage_change: undefined }
/** A row of one of the other sample items. */
const ofItem = ({ have, linked }: Given, name: string): Body => ({
  item: linked('item')!.replace(/\d+\/$/, `${have[name]}/`),
  ...asItCosts,
})

/** The batch that samples are thrown away of. */
export const wasted = 'Wasted'
/** The department that samples are moved to. */
export const emptyDepartment = 'department without stock'

/** Every sample has another address, so that a change changes something. */
const viewerAt = ({ word, n }: Given): Body => ({
  imaging_viewer_url: `https://example.com/${inAddress(word)}/${n}?PatientID=`,
})

const serversAt = ({ word, n }: Given): Body => ({
  smtp_host: 'smtp.example.com',
  smtp_port: 465,
  sms_gateway_url: `https://example.com/${inAddress(word)}/${n}`,
})

const ownWords = ({ word }: Given): Body => ({
  channel: 1,
  patient: null,
  consultation: null,
  invoice: null,
  subject: word,
  text: word,
})

let areFactorsRequired = false

/** Every sample says the opposite of the one before, so that a change changes something. */
const factorsRequired = (): Body => {
  areFactorsRequired = !areFactorsRequired
  return { second_factor_required: areFactorsRequired }
}

/** The `request_hash` of appointments that are to be confirmed, by their ids, which no two clinics share. */
export const requestHashes = new Map<number, string>()

/** Values that rules require beyond the declaration of the fields, by resource or action. */
export const demanded: Readonly<Record<string, (given: Given) => Body>> = {
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
  // A personal message about the client alone, whoever the sample patient belongs to.
  message: ownWords,
  'message.preview': ownWords,
  // One for each kind, channel and language; the sample is made Swedish before others are.
  message_template: ({ word, n }) => ({
    kind: 1 + (n % 4),
    channel: 1,
    language: (['de', 'en', 'es', 'fi', 'fr'] as const)[n % 5],
    subject: `${word} ${n}`,
    text: `${word} ${n}`,
  }),
  'message_template.preview': ({ word }) => ({ kind: 1, channel: 1, language: 'fi', subject: word, text: word }),
  'appointment.send_appointment_confirmation': ({ have }) => ({
    request_hash: requestHashes.get(have.appointment!) ?? 'unknown',
    dont_send_sms_confirmation: false,
    dont_send_email_confirmation: false,
  }),
  // Prices are changed by a percentage or by an amount.
  'item.change_prices': () => ({ amount_change: undefined }),
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
  // A little of it goes to a department that was made for it.
  'stock_movement.transfer': ({ have, linked }) => ({
    batch_number: wasted,
    expiry_date: null,
    quantity: '0.001',
    to_department: linked('department')!.replace(/\d+\/$/, `${have[emptyDepartment]}/`),
  }),
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
  // Only cash is rounded.
  invoicepayment: () => ({ paid: '1.25', payment_type: 1 }),
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
  contraindication: () => ({ atc_prefix: 'J01C' }),
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
  // Its line is a sample of its own.
  order: () => ({ items: [] }),
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
