import { describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../support/api.ts'
import { done, givenDraft, givenInvoice } from '../support/billing.ts'
import {
  asProblem,
  codesOf,
  givenClient,
  givenCustomField,
  givenDepartment,
  givenPatient,
  givenRegistration,
  type Fields,
} from '../support/clinic.ts'

const { clinic, caller } = await useClinic()
const post = (path: string, body: unknown) => caller.post(path, body, asProblem)
const patch = (path: string, body: unknown) => caller.patch(path, body, asProblem)

/** A department with these settings. */
const departmentWith = async (settings: Fields) => {
  const { id, url } = await givenDepartment(caller)
  await done(caller.patch(`/settings/department/${id}/`, settings))
  return { department: id, url, settings: `/settings/department/${id}/` }
}
const lockedUntilMarch = () => departmentWith({ financial_period_lock_date: '2026-03-01' })
/** Pays a new invoice. */
const pay = async (fields: Fields = {}, at: { readonly department: number } = clinic) => {
  const invoice = await givenInvoice(caller, at)
  return post('/invoicepayment/', { invoice: invoice.url, paid: '1.00', payment_type: 1, ...fields })
}

/** The situations that line 552 lists, each with the field and the code it is answered with. */
const situations: readonly (readonly [
  situation: string,
  field: string,
  code: string,
  send: () => Promise<TestResponse>,
])[] = [
  ['an invalid field value', 'email', 'invalid', () => post('/client/', { lastname: 'A', email: 'nobody' })],
  ...[6, 7].map(
    (field_type) =>
      [
        `a custom field definition of type ${field_type}`,
        'field_type',
        'invalid_choice',
        () => post('/custom_fields/', { name: `Select ${field_type}`, content_type: 'client', field_type }),
      ] as const,
  ),
  [
    'another field_type on PATCH',
    'field_type',
    'fixed',
    async () => patch((await givenCustomField(caller)).url, { field_type: 2 }),
  ],
  [
    'another content_type on PATCH',
    'content_type',
    'fixed',
    async () => patch((await givenCustomField(caller)).url, { content_type: 'patient' }),
  ],
  [
    'a custom field name that is taken',
    'name',
    'unique',
    async () => {
      const { name } = await givenCustomField(caller)
      return post('/custom_fields/', { name, content_type: 'client', field_type: 1 })
    },
  ],
  [
    'an object as the value of a JSON custom field',
    'value',
    'invalid',
    async () => {
      const { id: field } = await givenCustomField(caller, { field_type: 5 })
      const { id: object_id } = await givenClient(caller)
      return post('/custom_field_values/', { field, object_id, value: { a: 1 } })
    },
  ],
  [
    'a payment of an invoice that is not finalized',
    'invoice',
    'not_finalized',
    async () => pay({ invoice: (await givenDraft(caller, clinic)).url }),
  ],
  ['a payment of type 8', 'payment_type', 'invalid_choice', () => pay({ payment_type: 8 })],
  [
    'a lock date while the lock is automatic',
    'financial_period_lock_date',
    'invalid',
    async () => {
      const { settings } = await departmentWith({ automatic_financial_period_lock_enabled: true })
      return patch(settings, { financial_period_lock_date: '2026-01-01' })
    },
  ],
  [
    'a payment dated before the lock date',
    'date_added',
    'locked',
    async () => pay({ date_added: '2026-02-28T10:00:00Z' }, await lockedUntilMarch()),
  ],
  [
    'a credit note dated before the lock date',
    'use_original_invoice_date',
    'locked',
    async () => {
      const at = await departmentWith({})
      const draft = await givenDraft(caller, clinic, { department: at.department })
      await done(caller.patch(draft.url, { invoice_date: '2026-02-28' }))
      await done(caller.post(`/invoice/${draft.id}/finalize/`))
      await done(caller.patch(at.settings, { financial_period_lock_date: '2026-03-01' }))
      return post(`/invoice/${draft.id}/full_refund/`, { use_original_invoice_date: true })
    },
  ],
  ...(['info', 'cancel_date'] as const).map(
    (field) =>
      [
        `cancel_payment without ${field}`,
        field,
        'required',
        async () => {
          const { id } = (await pay()).body
          const body = { info: 'Wrong invoice', cancel_date: '2026-03-05T10:00:00Z', [field]: undefined }
          return post(`/invoicepayment/${id}/cancel_payment/`, body)
        },
      ] as const,
  ),
  [
    'a consultation of a client without valid communication preferences',
    'client',
    'communication_preferences',
    async () => {
      const { url: department } = await departmentWith({ enable_communication_preferences: true })
      const { url, client } = await givenPatient(caller)
      return post('/consultation/', { client, patients: [url], type: 1, department })
    },
  ],
  ...['http://hooks.example.com/', 'https://10.0.0.1/', 'https://127.0.0.1/', 'https://localhost/'].map(
    (webhook_callback_url) =>
      [
        `the callback ${webhook_callback_url}`,
        'webhook_callback_url',
        'not_public',
        async () => patch((await givenRegistration(caller)).url, { webhook_callback_url }),
      ] as const,
  ),
]

describe('400', () => {
  it.each(situations)('[S552] answers %s, at %s: %s', async (_situation, field, code, send) => {
    expect(codesOf(await send())).toEqual({ [field]: code })
  })

  it('[S552] answers a bulk of patients that are all invalid, each at its place', async () => {
    const { status, body } = await post('/patient/bulk/', [{ name: 'Rex' }, {}])
    const missing = { client: [{ message: 'This field is required.', code: 'required' }] }
    expect([status, body.errors]).toEqual([400, [missing, missing]])
  })
})
