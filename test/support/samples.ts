import { sql } from 'kysely'
import { createClient } from 'redis'
import { inOrganisation } from '../../src/db/tx.ts'
import { startSession } from '../../src/domain/identity/sessions.ts'
import { createLegacyKey } from '../../src/domain/identity/applications.ts'
import type { Asker, TestApi, TestOrganisation } from './api.ts'

/** Ids of records that exist, by resource. */
export type Have = Readonly<Record<string, number>>
type Url = (resource: string, id: number | undefined) => string
export type Sample = (given: { readonly have: Have; readonly url: Url; readonly word: string; readonly n: number }) => {
  [name: string]: unknown
}

const mail = (word: string, n: number) => `${word.replaceAll(' ', '')}.${n}@example.com`

/** A body with every writable field of every resource. `word` goes into every text that may say anything. */
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
  department_settings: ({ word }) => ({
    time_zone: 'Europe/Stockholm',
    financial_period_lock_date: '1987-06-05',
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
  client: ({ have, url, word, n }) => ({
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
    invoicing_client: have.client === undefined ? null : url('client', have.client),
    no_sms: true,
    no_email: true,
    communication_preferences: { email: true, sms: false, post: null, answered_at: '1987-06-05T10:00:00Z' },
    tags_rel: [word],
    archived: false,
  }),
  phonenumber: ({ have, url, word }) => ({
    client: url('client', have.client),
    phone_number: '+358 45 731 3371',
    type_code: 1,
    description: word,
  }),
  patient: ({ have, url, word }) => ({
    client: url('client', have.client),
    name: word,
    official_name: word,
    species: have.species,
    breed: have.breed,
    gender: 'Female',
    color: word,
    weight: '731.337',
    date_of_birth: '1987-06-05',
    deceased: null,
    reason_of_death: word,
    microchip: word,
    microchip_date: '1987-06-05',
    date_of_registration: '1987-06-05',
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
  patientweight: () => ({ weight: '731.337', measured: '1987-06-05T10:00:00Z' }),
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
export const sampleOf = (organisation: TestOrganisation, resource: string, have: Have, word = 'Sample') => {
  made += 1
  const sample = samples[resource]
  if (sample === undefined) throw new Error(`test/support/samples.ts has no body for ${resource}.`)
  const url: Url = (of, id) => {
    if (id === undefined) throw new Error(`${resource} needs a ${of}, and there is none yet.`)
    return organisation.url(of, id)
  }
  return sample({ have, url, word, n: made })
}

/** Where records are made, in an order in which each finds what it links to. */
const places: readonly (readonly [resource: string, path: (have: Have) => string])[] = [
  ['department', () => '/department/'],
  ['permissiongroup', () => '/permissiongroup/'],
  ['user', () => '/user/'],
  ['application', () => '/application/'],
  ['client', () => '/client/'],
  ['client', () => '/client/'],
  ['phonenumber', () => '/phonenumber/'],
  ['patient', () => '/patient/'],
  ['patientweight', ({ patient }) => `/patient/${patient}/weight/`],
  ['available_wholesaler', () => '/available_wholesaler/'],
]

const orThrow = async (answer: ReturnType<Asker['get']>) => {
  const { status, body, text } = await answer
  if (status >= 300) throw new Error(`${status}: ${text}`)
  return body
}

/** One record of everything there is, made and changed through the API itself. */
export const fill = async (organisation: TestOrganisation, as: Asker, word = 'Sample'): Promise<Have> => {
  const have: Record<string, number> = {
    organisation: organisation.id,
    species: (await orThrow(as.get('/codelist/species/?page_size=1'))).results[0].id,
  }
  have.breed = (await orThrow(as.get(`/codelist/breeds/?species__is=${have.species}&page_size=1`))).results[0].id
  for (const [resource, path] of places)
    have[resource] = (await orThrow(as.post(path(have), sampleOf(organisation, resource, have, word)))).id
  have.department_settings = have.department!
  await orThrow(
    as.patch(`/settings/department/${have.department}/`, sampleOf(organisation, 'department_settings', have, word)),
  )
  await orThrow(as.patch(`/organisation/${organisation.id}/`, sampleOf(organisation, 'organisation', have, word)))
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
