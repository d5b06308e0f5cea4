import { type BodyOf, type Client as Api, composite, entry, PhoneNumberType, ref, type Referable } from '@fetlock/sdk'
import type { Client, Consultation, Patient } from '../../api/records.ts'

type ClientBody = BodyOf<'POST', '/client/'>
type PatientBody = BodyOf<'POST', '/patient/'>
type VisitBody = BodyOf<'POST', '/consultation/admit/'>

/** What is registered: a client who exists, by their address, or a new one; the same of an animal; and perhaps a visit. */
export type Registration = {
  readonly client: { readonly known: string } | { readonly made: ClientBody }
  /** Of a new client. */
  readonly phone: string
  readonly patient: { readonly known: string } | { readonly made: Omit<PatientBody, 'client'> } | undefined
  readonly visit: Omit<VisitBody, 'client' | 'patients'> | undefined
}

/** The writes by their names, which a refusal gives. */
export type Step = 'client' | 'phone' | 'patient' | 'visit'

const newClient = (body: ClientBody, phone_number: string) => {
  const made = entry('client', 'POST', '/client/', { body })
  const client = ref(made, 'url')
  const called = entry('phone', 'POST', '/phonenumber/', {
    body: { client, phone_number, type_code: PhoneNumberType.Mobile },
  })
  return { url: client, entries: phone_number === '' ? [made] : [made, called] }
}

const newPatient = (body: Referable<PatientBody>) => {
  const made = entry('patient', 'POST', '/patient/', { body })
  return { url: ref(made, 'url'), entries: [made] }
}

const entriesOf = ({ client: whose, phone, patient: which, visit }: Registration) => {
  const client = 'known' in whose ? { url: whose.known, entries: [] } : newClient(whose.made, phone)
  const patient =
    which === undefined || 'known' in which
      ? { url: which?.known, entries: [] }
      : newPatient({ ...which.made, client: client.url })
  const admitted =
    visit === undefined || patient.url === undefined
      ? []
      : [
          entry('visit', 'POST', '/consultation/admit/', {
            body: { ...visit, client: client.url, patients: [patient.url] },
          }),
        ]
  return [...client.entries, ...patient.entries, ...admitted]
}

/** What was made. */
export type Registered = {
  readonly client: Client | undefined
  readonly patient: Patient | undefined
  readonly visit: Consultation | undefined
}

/** Registers all of it or nothing, and once, however often it is sent with its key. What exists already is not changed. */
export const register = async (api: Api, registration: Registration, key: string): Promise<Registered> => {
  const entries = entriesOf(registration)
  const made: Partial<Awaited<ReturnType<typeof composite<typeof entries>>>> =
    entries.length === 0 ? {} : await composite(api, entries, { key })
  return { client: made.client?.body, patient: made.patient?.body, visit: made.visit?.body }
}
