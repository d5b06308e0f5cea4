import { itCompiles } from '../support/compile.ts'

/** What each program does after it has a client: these compile. */
const right = {
  path: "await fetlock.get('/client/', { query: { lastname__icontains: 'vir', expose_patients: true } })",
  filter: "await fetlock.get('/invoice/', { query: { status__in: [InvoiceStatus.Finalized] } })",
  flag: "await fetlock.get('/client/{id}/', { path: { id: 1 }, query: { expose_patients: true } })",
  field: "await fetlock.post('/client/', { body: { lastname: 'Salo' } })",
  enum: "await fetlock.post('/invoicepayment/', { body: { invoice: '', payment_type: PaymentType.Cash, paid: '1' } })",
  'enum by its value': "await fetlock.get('/user/', { query: { may_write__is: 'Clinical: Consultations' } })",
  'field of an answer': "(await fetlock.get('/client/{id}/', { path: { id: 1 } })).lastname.length",
  id: "await fetlock.get('/client/{id}/', { path: { id: 1 } })",
  version: "await fetlock.patch('/client/{id}/', { path: { id: 1 }, body: {}, ifMatch: '\"1\"' })",
  'error code': "new ApiError({ status: 400, code: 'invalid_choice', detail: '' })",
  permission: "(await fetlock.get('/me/')).permissions.some(({ name }) => name === 'Financial: Invoices')",
  'list to walk': "for await (const { lastname } of walk(fetlock, '/client/')) lastname.length",
  'filter of a walk': "walk(fetlock, '/client/', { query: { lastname__icontains: 'vir' } })",
  'list to follow': "for await (const { records } of delta(fetlock, '/client/')) records[0]?.lastname.length",
  'event of a webhook':
    "const hear = (event: WebhookEvent) => ('invoice_id' in event && event.trigger === 9 ? event.invoice_id : 0)",
  reference: "ref(entry('client', 'POST', '/client/', { body: { lastname: 'Salo' } }), 'home_department')",
  'path of an entry': "entry('client', 'PATCH', '/client/{id}/', { path: { id: 1 }, body: {} })",
  'answer of an entry':
    "(await composite(fetlock, [entry('client', 'POST', '/client/')])).client.body?.lastname.length",
} satisfies Record<string, string>

/** The same misspelt, and what the compiler says. */
const wrong = {
  path: ['/client/', '/clients/', /'"\/clients\/"' is not assignable/],
  filter: ['status__in', 'status__inn', /'status__inn' does not exist/],
  flag: ['expose_patients: true', 'expose_patients: false', /'false' is not assignable to type 'true'/],
  field: ['lastname:', 'lastnam:', /'lastnam' does not exist/],
  enum: ['PaymentType.Cash', 'PaymentType.Cahs', /'Cahs' does not exist/],
  'enum by its value': ['Clinical: Consultations', 'Clinical: Consultation', /is not assignable to type/],
  'field of an answer': ['.lastname.', '.lastnam.', /'lastnam' does not exist/],
  id: [', { path: { id: 1 } }', '', /Expected 2 arguments/],
  version: [
    "patch('/client/{id}/', { path: { id: 1 }, body: {},",
    "post('/client/', { body: {},",
    /'ifMatch' does not/,
  ],
  'error code': ['invalid_choice', 'invalid_choise', /is not assignable to type 'ProblemCode'/],
  permission: ['Financial: Invoices', 'Financial: Invoice', /have no overlap/],
  'list to walk': ["'/client/'", "'/me/'", /is not assignable to parameter of type 'ListPath'/],
  'filter of a walk': ['lastname__icontains', 'ordering', /'ordering' does not exist/],
  'list to follow': ["'/client/'", "'/codelist/species/'", /is not assignable to parameter of type 'DeltaPath'/],
  'event of a webhook': ['=== 9', '=== 13', /have no overlap/],
  reference: ["'home_department'", "'modified'", /'"modified"' is not assignable/],
  'path of an entry': [
    "'PATCH', '/client/{id}/', { path: { id: 1 }, body: {} }",
    "'POST', '/patient/bulk/', { body: [] }",
    /bulk/,
  ],
  'answer of an entry': ['.client.', '.klient.', /'klient' does not exist/],
} satisfies Record<keyof typeof right, readonly [from: string, to: string, says: RegExp]>

const opening = `import * as sdk from '@fetlock/sdk'
const { ApiError, composite, delta, entry, InvoiceStatus, PaymentType, ref, walk } = sdk
type WebhookEvent = sdk.WebhookEvent
const fetlock = sdk.createClient({ base: '/', auth: sdk.bearer('') });
`

itCompiles({
  settings: 'tsconfig.json',
  compilerOptions: { noUnusedLocals: false, types: [], lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'] },
  opening,
  right,
  wrong,
})
