import { sql } from 'kysely'
import { createClient } from 'redis'
import { inOrganisation } from '../../src/db/tx.ts'
import { startSession } from '../../src/domain/identity/sessions.ts'
import { createLegacyKey } from '../../src/domain/identity/applications.ts'
import type { Asker, TestApi, TestOrganisation } from './api.ts'

/** Ids of records that exist, by resource. */
export type Have = Readonly<Record<string, number>>
type Url = (resource: string, id: number | undefined) => string
/** What goes into every text that may say anything, and into dates, weights and phone numbers. */
export type Marks = { readonly word: string; readonly day: string; readonly weight: string; readonly phone: string }
const ordinary: Marks = { word: 'Sample', day: '2020-02-29', weight: '12.500', phone: '+358 45 111 2222' }
type Given = Marks & { readonly have: Have; readonly url: Url; readonly n: number }
export type Sample = (given: Given) => { [name: string]: unknown }

const mail = (word: string, n: number) => `${word.replaceAll(' ', '')}.${n}@example.com`

/** A body with every writable field of every resource. */
export const samples: Readonly<Record<string, Sample>> = {
  organisation: ({ have, url, word, n }) => ({
    name: word,
    country: 'FI',
    time_zone: 'Europe/Helsinki',
    email: mail(word, n),
    phone: word,
    street_address: word,
    zip_code: word,
    city: word,
    vat_number: word,
    register_number: word,
    default_department: url('department', have.department),
  }),
  department: ({ word, n }) => ({
    name: word,
    number: word,
    street_address: word,
    zip_code: word,
    city: word,
    country: 'SE',
    phone: word,
    email: mail(word, n),
    archived: false,
  }),
  department_settings: ({ word, day }) => ({
    time_zone: 'Europe/Stockholm',
    financial_period_lock_date: day,
    automatic_financial_period_lock_enabled: false,
    automatic_financial_period_lock_monthday: 3,
    payment_cancel_set_date: true,
    enable_communication_preferences: true,
    preferences_valid_months: 12,
    invoice_prefix: word.slice(0, 15),
    payment_terms_days: 7,
    finalize_invoice_with_consultation: true,
    eprescription_enabled: true,
    eprescription_sender_id: word,
  }),
  permissiongroup: ({ word, n }) => ({
    name: `${word} ${n}`,
    read: ['Settings: Items'],
    write: ['General: Appointments'],
    archived: false,
  }),
  user: ({ have, url, word, n }) => ({
    first_name: word,
    last_name: word,
    email: mail(word, n),
    title: word,
    initials: word.slice(0, 7),
    is_active: true,
    home_department: url('department', have.department),
    permission_groups: [url('permissiongroup', have.permissiongroup)],
  }),
  application: ({ have, url, word, n }) => ({
    name: `${word} ${n}`,
    public: false,
    redirect_uris: [`https://example.com/${word.replaceAll(' ', '')}`],
    scopes: ['restapi'],
    permission_groups: [url('permissiongroup', have.permissiongroup)],
    archived: false,
  }),
  client: ({ have, url, word, day, n }) => ({
    title: word,
    firstname: word,
    lastname: word,
    organization_name: word,
    email: mail(word, n),
    country: 'FI',
    customer_type: 1,
    vat_number: word,
    register_number: word,
    id_number: word,
    home_department: url('department', have.department),
    due_date_delay: 21,
    street_address: word,
    street_address_2: word,
    zip_code: word,
    city: word,
    state: word,
    remarks: word,
    critical_notes: word,
    invoicing_client: have.payer === undefined ? null : url('client', have.payer),
    no_sms: true,
    no_email: true,
    communication_preferences: { email: true, sms: false, post: null, answered_at: `${day}T10:00:00Z` },
    tags_rel: [word],
    archived: false,
  }),
  phonenumber: ({ have, url, word, phone }) => ({
    client: url('client', have.client),
    phone_number: phone,
    type_code: 1,
    description: word,
  }),
  patient: ({ have, url, word, day, weight }) => ({
    client: url('client', have.client),
    name: word,
    official_name: word,
    species: have.species,
    breed: have.breed,
    gender: 'Female',
    color: word,
    weight,
    date_of_birth: day,
    deceased: null,
    reason_of_death: word,
    microchip: word,
    microchip_date: day,
    date_of_registration: day,
    insurance: word,
    insurance_company: word,
    passport_number: word,
    register_number: word,
    herd_size: 12,
    not_for_food: true,
    blood_group: word,
    remarks: word,
    critical_notes: word,
    home_department: url('department', have.department),
    tags_rel: [word],
    archived: false,
  }),
  patientweight: ({ day, weight }) => ({ weight, measured: `${day}T10:00:00Z` }),
  available_wholesaler: ({ word, n }) => ({
    name: word,
    email: mail(word, n),
    register_number: word,
    webhook_callback_url: `https://example.com/${word.replaceAll(' ', '')}`,
    verification_salt: `${word} is a long enough salt`,
  }),
}

let made = 0

/** A body for one more record of a resource, beside whatever exists already. */
export const sampleOf = (organisation: TestOrganisation, resource: string, have: Have, marks: Partial<Marks> = {}) => {
  made += 1
  const sample = samples[resource]
  if (sample === undefined) throw new Error(`test/support/samples.ts has no body for ${resource}.`)
  const url: Url = (of, id) => {
    if (id === undefined) throw new Error(`${resource} needs a ${of}, and there is none yet.`)
    return organisation.url(of, id)
  }
  return sample({ ...ordinary, ...marks, have, url, n: made })
}

/** What is made, of which resource and where, in an order in which each finds what it links to. */
const places: readonly (readonly [name: string, resource: string, path: (have: Have) => string])[] = [
  ['department', 'department', () => '/department/'],
  ['permissiongroup', 'permissiongroup', () => '/permissiongroup/'],
  ['user', 'user', () => '/user/'],
  ['application', 'application', () => '/application/'],
  ['payer', 'client', () => '/client/'],
  ['client', 'client', () => '/client/'],
  ['phonenumber', 'phonenumber', () => '/phonenumber/'],
  ['patient', 'patient', () => '/patient/'],
  ['patientweight', 'patientweight', ({ patient }) => `/patient/${patient}/weight/`],
  ['available_wholesaler', 'available_wholesaler', () => '/available_wholesaler/'],
]

const orThrow = async (answer: ReturnType<Asker['get']>) => {
  const { status, body, text } = await answer
  if (status >= 300) throw new Error(`${status}: ${text}`)
  return body
}

/** One record of everything there is, made and changed through the API itself. */
export const fill = async (organisation: TestOrganisation, as: Asker, marks: Partial<Marks> = {}): Promise<Have> => {
  const have: Record<string, number> = {
    organisation: organisation.id,
    species: (await orThrow(as.get('/codelist/species/?page_size=1'))).results[0].id,
  }
  have.breed = (await orThrow(as.get(`/codelist/breeds/?species__is=${have.species}&page_size=1`))).results[0].id
  for (const [name, resource, path] of places)
    have[name] = (await orThrow(as.post(path(have), sampleOf(organisation, resource, have, marks)))).id
  have.department_settings = have.department!
  await orThrow(
    as.patch(`/settings/department/${have.department}/`, sampleOf(organisation, 'department_settings', have, marks)),
  )
  await orThrow(as.patch(`/organisation/${organisation.id}/`, sampleOf(organisation, 'organisation', have, marks)))
  return have
}

/** What the API does not make itself but keeps: a session, an old key, and a link in a mail. */
export const fillBehind = async (api: TestApi, organisation: TestOrganisation, have: Have) => {
  const secrets = await organisation.within(async (tx) => ({
    session: await startSession(tx, have.user!, new Date()),
    key: (await createLegacyKey(tx, have.application!)).key,
  }))
  await inOrganisation(api.owner.db, organisation.id, (tx) =>
    tx
      .insertInto('password_link')
      .values({ id: `link of ${organisation.id}`, user: have.user!, expires: sql<Date>`now() + interval '1 hour'` })
      .execute(),
  )
  return secrets
}

/** Empties the rate windows of an API, as if a minute had passed. */
export const rateWindowsOf = async (api: TestApi) => {
  const redis = await createClient({ url: api.options.redisUrl }).connect()
  return {
    empty: async () => {
      for await (const keys of redis.scanIterator({ MATCH: `${api.options.redisPrefix}:*`, COUNT: 1000 }))
        if (keys.length > 0) await redis.del(keys)
    },
    close: () => redis.destroy(),
  }
}
