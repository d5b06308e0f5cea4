import { changeRecord } from '../../api/change.ts'
import { ApiProblem } from '../../api/problem.ts'
import type { Client, Consultation, Patient, PhoneNumber } from '../../api/records.ts'
import { post, request } from '../../api/request.ts'
import { bodyOf, valuesOf } from '../../shared/edit/fields.ts'

type Body = Readonly<Record<string, unknown>>
type Step = 'client' | 'phone' | 'patient' | 'visit'

/** What is registered: a client who exists or a new one, an animal that exists or a new one, and perhaps a visit. */
export type Registration = {
  readonly client: { readonly known: Client } | { readonly made: Body }
  readonly phone: string
  readonly patient: { readonly known: Patient } | { readonly made: Body } | undefined
  readonly visit: Body | undefined
}

/** Which part of the form was refused. */
export class RefusedStep extends Error {
  readonly step: Step
  readonly problem: unknown
  constructor(step: Step, problem: unknown) {
    super(step)
    this.step = step
    this.problem = problem
  }
}

type Registered = {
  readonly client: Client
  readonly patient: Patient | undefined
  readonly visit: Consultation | undefined
}

/** Whether the service said no, so that nothing happened; otherwise the same key asks again. */
const isDefinite = (error: unknown) => error instanceof ApiProblem && error.status >= 400 && error.status < 500

const mobile = 1

/**
 * Registers in steps, and remembers what was made: if one is refused, the next attempt goes on from there and changes what was
 * corrected, so that nobody is registered twice.
 */
export const makeRegistering = () => {
  const keys = new Map<Step, string>()
  const sent = new Map<Step, string>()
  let client: Client | undefined
  let phone: PhoneNumber | undefined
  let patient: Patient | undefined

  const attempt = async <T>(step: Step, work: (key: string) => Promise<T>): Promise<T> => {
    const key = keys.get(step) ?? crypto.randomUUID()
    keys.set(step, key)
    try {
      return await work(key)
    } catch (error) {
      if (isDefinite(error)) keys.delete(step)
      throw new RefusedStep(step, error)
    }
  }

  /** Makes a record, or changes it if it was made before and has been corrected since. */
  const make = async <T extends Client | Patient>(step: 'client' | 'patient', made: T | undefined, body: Body) => {
    const text = JSON.stringify(body)
    if (made !== undefined && sent.get(step) === text) return made
    const path = `/${step}/`
    const record = await attempt(step, async (key) => {
      if (made === undefined) return post<T>(path, body, { idempotencyKey: key })
      const changed = await changeRecord<Client | Patient>({
        path: `${path}${made.id}/`,
        before: made,
        mine: body,
        read: valuesOf,
        toBody: bodyOf,
      })
      return (changed.kind === 'saved' ? changed.record : changed.now) as T
    })
    sent.set(step, text)
    return record
  }

  const givePhone = async (owner: Client, number: string) => {
    if (number === '' || phone?.phone_number === number) return
    phone = await attempt('phone', (key) =>
      phone === undefined
        ? post<PhoneNumber>(
            '/phonenumber/',
            { client: owner.url, phone_number: number, type_code: mobile },
            { idempotencyKey: key },
          )
        : request<PhoneNumber>('PATCH', `/phonenumber/${phone.id}/`, {
            body: { phone_number: number },
            ifModified: phone.modified,
          }),
    )
  }

  return async (wanted: Registration): Promise<Registered> => {
    if ('known' in wanted.client) client = wanted.client.known
    else {
      client = await make<Client>('client', client, wanted.client.made)
      await givePhone(client, wanted.phone)
    }
    const owner = client
    if (wanted.patient !== undefined)
      patient =
        'known' in wanted.patient
          ? wanted.patient.known
          : await make<Patient>('patient', patient, { ...wanted.patient.made, client: owner.url })
    const body = wanted.visit && { ...wanted.visit, client: owner.url, patients: [patient!.url] }
    const visit =
      body &&
      (await attempt('visit', (key) => post<Consultation>('/consultation/admit/', body, { idempotencyKey: key })))
    return { client: owner, patient, visit }
  }
}
