import type { Client, Invoice, Me, PhoneNumber, SearchResults } from '../api/records.ts'

/** Records as the API shows them, with the fields that the app's parts read. A test names only those that it is about. */
const base = 'https://clinic.example/api/0.1'

export const givenMe = (more: Partial<Me> = {}) =>
  ({
    user: { url: `${base}/user/1/`, first_name: 'Ines', last_name: 'Moreau', title: '' },
    organisation: { currency: 'EUR', time_zone: 'Europe/Paris', country: 'FR', language: 'en' },
    preferences: {},
    permissions: [],
    ...more,
  }) as unknown as Me

export const givenClient = (more: Partial<Client> = {}) =>
  ({
    id: 7,
    url: `${base}/client/7/`,
    modified: '2026-11-16T08:00:00.000000Z',
    firstname: 'Anna',
    lastname: 'Koski',
    organization_name: '',
    title: '',
    fields_rel: [],
    ...more,
  }) as unknown as Client

export const givenPhoneNumber = (more: Partial<PhoneNumber> = {}) =>
  ({
    id: 5,
    url: `${base}/phonenumber/5/`,
    modified: '2026-11-16T08:00:00.000000Z',
    phone_number: '040 1',
    e164: '+358401',
    type_code: 1,
    description: '',
    ...more,
  }) as unknown as PhoneNumber

export const givenInvoice = (more: Partial<Invoice> = {}) =>
  ({
    id: 3,
    url: `${base}/invoice/3/`,
    modified: '2026-11-16T08:00:00.000000Z',
    invoice_number: 12,
    invoice_prefix: '',
    status: 3,
    credit_note: false,
    currency: 'EUR',
    client: null,
    payer_name: 'Anna Koski',
    payer_organization_name: '',
    total_with_vat: '100.00',
    due_sum: '100.00',
    client_due_sum: '100.00',
    cash_due_sum: '100.00',
    ...more,
  }) as unknown as Invoice

type Found = SearchResults['results'][number]

/** A record as the search finds it. */
export const givenFound = (label: string, more: Partial<Found> = {}) =>
  ({
    id: label.charCodeAt(4),
    url: `${base}/client/${label.charCodeAt(4)}/`,
    type: 'client',
    state: 'active',
    label,
    detail: '',
    client: null,
    owing: null,
    ...more,
  }) as unknown as Found
