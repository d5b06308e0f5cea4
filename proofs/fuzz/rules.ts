import type { Json } from '../answer-check.ts'
import { known } from './known.ts'
import type { Given } from './values.ts'
import { visitDemands, visitFits, type Fit } from './visits.ts'

type Body = Record<string, unknown>
/** Which species each breed belongs to. */
export type Breeds = ReadonlyMap<number, number>

const phone = ({ random }: Given) => `+35845${random.int(1_000_000, 9_999_999)}`
const callback = ({ n }: Given) => `https://example.com/hook/${n}`

const servers = (body: Body, given: Given): Body => ({
  ...body,
  smtp_host: `smtp${given.n}.example.com`,
  smtp_port: given.random.pick([25, 465, 587]),
  sms_gateway_url: callback(given),
})

const languages = ['de', 'en', 'es', 'fi', 'fr', 'sv']
/** What there is no template for yet: a kind, a channel and a language, with a subject for an e-mail. */
const unwritten = ({ random, all, n }: Given): Body => {
  const nameOf = ({ kind, channel, language }: Json) => `${kind} ${channel} ${language}`
  const written = new Set(all('message_template').map(nameOf))
  const possible = [1, 2, 3, 4].flatMap((kind) =>
    [1, 2].flatMap((channel) => languages.map((language) => ({ kind, channel, language }))),
  )
  const chosen = random.shuffle(possible).find((one) => !written.has(nameOf(one))) ?? possible[0]!
  return { ...chosen, subject: chosen.channel === 1 ? `Subject ${n}` : '' }
}

const fitting = (body: Body, { random }: Given, breeds: Breeds): Body => {
  const [breed] = random.shuffle([...breeds.keys()].filter((id) => breeds.get(id) === body.species))
  return {
    ...body,
    ...('gender' in body && { gender: random.pick(['Male', 'Female', 'Unknown']) }),
    ...('breed' in body && { breed: breed ?? null }),
    ...('deceased' in body && { deceased: random.pick([null, '2031-01-01']) }),
  }
}

/** What does not depend on what the record was before. */
const withoutDependent = ({
  fields_rel: _v,
  species: _s,
  breed: _b,
  gender: _g,
  date_of_birth: _d,
  deceased: _e,
  ...rest
}: Body) => rest

/** What the rules of the practice demand beyond what a schema can say, by operation. */
const demands: Readonly<Record<string, (body: Body, given: Given, breeds: Breeds) => Body>> = {
  'client.create': ({ fields_rel: _values, ...body }, { n }) => ({ ...body, lastname: `Owner ${n}` }),
  'client.patch': ({ invoicing_client: _own, fields_rel: _values, ...body }, { n }) => ({
    ...body,
    lastname: `Owner ${n}`,
  }),
  'patient.create': ({ fields_rel: _values, ...body }, given, breeds) => fitting(body, given, breeds),
  'patient.patch': withoutDependent,
  'phonenumber.create': (body, given) => ({ ...body, phone_number: phone(given) }),
  'phonenumber.patch': (body, given) => ({ ...body, phone_number: phone(given) }),
  'attachment.create': ({ patient: _p, consultation: _c, invoice: _i, ...body }, { link, n }) => ({
    ...body,
    name: `File ${n}.pdf`,
    content_type: 'application/pdf',
    client: link('client', known.client),
  }),
  'attachment.patch': (body, { n }) => ({ ...body, name: `File ${n}.pdf` }),
  'application.create': (body, { random, n }) => ({
    ...body,
    name: `Application ${n}`,
    public: false,
    redirect_uris: [`https://example.com/${n}`],
    allowed_origins: [`https://page-${n}.example.com`],
    scopes: random.pick([['restapi'], ['restapi', 'openid'], ['wholesaler']]),
    permission_groups: [],
    archived: false,
  }),
  'application.patch': (_body, { n }) => ({ name: `Application ${n}`, redirect_uris: [], scopes: ['restapi'] }),
  'permissiongroup.create': (body, { n }) => ({ ...body, name: `Group ${n}` }),
  'permissiongroup.patch': (body, { n }) => ({ ...body, name: `Group ${n}` }),
  'user.create': (body) => ({ ...body, is_active: true }),
  'user.patch': ({ first_name: _f, last_name: _l, email: _e, ...body }) => ({ ...body, is_active: true }),
  'available_wholesaler.create': (body, given) => ({
    ...body,
    webhook_callback_url: callback(given),
    verification_salt: 'a salt that is long enough',
  }),
  'available_wholesaler.patch': (body, given) => ({
    ...body,
    webhook_callback_url: callback(given),
    verification_salt: 'another salt that is long enough',
  }),
  'wholesaler.create': (body) => ({ ...body, type: 0, available_wholesaler: null, parent: null, department: null }),
  'item.change_prices': ({ amount_change: _amount, except_items: _items, ...body }, { random }) => ({
    ...body,
    percentage_change: random.pick(['4', '-2.5', '0']),
    round_to: '0.50',
    search_term: '',
    item_types: [],
    item_list: null,
    vat_group: null,
  }),
  'catalog_import.create': (body, { link }) => ({
    ...body,
    wholesaler: link('wholesaler', known.wholesaler),
    vat_group: link('vatgroup', known.vatgroup),
  }),
  'wholesaler.catalog_upload_url': (_body, { n }) => ({ filename: `catalog-${n}.csv` }),
  'wholesaler.patch': ({ type: _t, available_wholesaler: _a, department: _d, ...body }) => body,
  'webhook.create': (body, given) => ({
    ...body,
    url: callback(given),
    secret: 'a secret that is long enough',
    active: given.random.chance(0.8),
  }),
  'webhook.patch': (body, given) => ({
    ...body,
    url: callback(given),
    secret: 'another secret that is long enough',
    active: given.random.chance(0.8),
    archived: given.random.chance(0.2),
  }),
  'message_settings.patch': servers,
  'message_settings.change': servers,
  'message_template.create': (_body, given) => ({ ...unwritten(given), text: `Text ${given.n}: {{client}}` }),
  'message_template.patch': (_body, { n }) => ({ text: `Text ${n}: {{clinic}}` }),
  'appointment.send_appointment_confirmation': (_body, { record }) => ({ request_hash: record?.request_hash }),
  'custom_field_setting.create': ({ options: _options, default_value: _default, ...body }) => ({
    ...body,
    field_type: 1,
    is_required: false,
  }),
  'custom_field_setting.patch': () => ({ is_required: false }),
  'client_custom_field_value.create': (_body, { n }) => ({ field_id: known['field of a client'], value: `Value ${n}` }),
  'patient_custom_field_value.create': (_body, { n }) => ({
    field_id: known['field of a patient'],
    value: `Value ${n}`,
  }),
  'custom_field_values.create': (_body, { n }) => ({
    field: known['field of a client'],
    object_id: known.client,
    value: `Value ${n}`,
  }),
  'item.create': ({ price_with_vat: _shelf, ...body }, { link }) => ({
    ...body,
    price: '12.50',
    vat_group: link('vatgroup', known.vatgroup),
    antibiotic: null,
    is_vaccine: false,
    recall_interval_days: null,
  }),
  'item.patch': (_body, { n }) => ({ name: `Item ${n}`, unit: 'pcs' }),
  'alternativepricing.create': (_body, { n, link }) => ({
    item: link('item', known.item),
    name: `Pricing ${n}`,
    price: '12.50',
  }),
  'alternativepricing.patch': (_body, { n }) => ({ name: `Pricing ${n}` }),
  // The lock date leaves today's money alone.
  'department_settings.patch': ({ prescription_fee_item: _item, ...body }, { random }) => ({
    ...body,
    automatic_financial_period_lock_enabled: false,
    financial_period_lock_date: random.pick([null, '2001-01-31']),
    enable_communication_preferences: false,
  }),
  ...visitDemands,
}

const isSwitchedOn = (webhook: Json) => webhook?.active === true && !webhook.archived

/** The states of a record in which an operation may succeed, where not in all of them. */
export const fits: Readonly<Record<string, Fit>> = {
  'attachment.upload': ({ uploaded }) => uploaded === null,
  'webhook.test': isSwitchedOn,
  'webhook.recover': isSwitchedOn,
  'webhook.retire_secret': ({ previous_secret_until }) => previous_secret_until !== null,
  'delivery.redeliver': ({ webhook }, seen) => isSwitchedOn(seen(webhook)),
  'appointment.send_appointment_confirmation': ({ type }) => type !== 2,
  ...visitFits,
}

/** A record that replaces another obeys as a new one does. */
const demandOf = (operationId: string) => demands[operationId] ?? demands[operationId.replace(/\.put$/, '.create')]

export const obeying = ({ operationId }: Json, body: Body, given: Given, breeds: Breeds): Body => {
  const obedient = demandOf(operationId)?.(body, given, breeds) ?? body
  return Object.fromEntries(Object.entries(obedient).filter(([, value]) => value !== undefined))
}

/** The files of an import: a header, and a row that is new to the clinic. */
const files: Readonly<Record<string, (n: number) => string>> = {
  'import.clients': (n) => `reference,lastname\n${n},Owner ${n}\n`,
  'import.patients': (n) => `reference,client_reference,name,species\n${n},${n},Rex,Dog\n`,
  'import.phone_numbers': (n) => `client_reference,phone_number,type_code\n${n},0451234567,1\n`,
  'import.opening_balances': (n) => `reference,client_reference,department,amount\n${n},${n},Main,12.50\n`,
  'import.items': (n) => `code,name,type_code,vat_group,price_with_vat\n${n},Item ${n},Supply,24,12.50\n`,
  'import.weights': (n) => `patient_reference,weight,measured\n${n},7.5,2025-01-01\n`,
}
export const fileType = 'text/csv'

export const fileFor = ({ operationId }: Json, { n }: Given) =>
  operationId in files ? { text: files[operationId]!(n), contentType: fileType } : {}
