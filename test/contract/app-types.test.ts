import { itCompiles } from '../support/compile.ts'

const right = {
  path: "await api.get('/client/', { query: { lastname__icontains: 'vir' } })",
  filter: "await api.get('/invoice/', { query: { status__in: [InvoiceStatus.Finalized] } })",
  field: "await api.post('/client/', { body: { lastname: 'Salo' } })",
  enum: "await api.post('/invoicepayment/', { body: { invoice: '', payment_type: PaymentType.Cash, paid: '1' } })",
  'field of an answer': "(await api.get('/client/{id}/', { path: { id: 1 } })).lastname.length",
  permission: "may(await api.get('/me/'), 'Financial: Invoices')",
  'resource that is followed': "showsAll('client')",
}

const wrong = {
  path: ['/client/', '/clients/', /'"\/clients\/"' is not assignable/],
  filter: ['status__in', 'status__inn', /'status__inn' does not exist/],
  field: ['lastname:', 'lastnam:', /'lastnam' does not exist/],
  enum: ['PaymentType.Cash', 'PaymentType.Cahs', /'Cahs' does not exist/],
  'field of an answer': ['.lastname.', '.lastnam.', /'lastnam' does not exist/],
  permission: ['Financial: Invoices', 'Financial: Invoice', /is not assignable to parameter/],
  'resource that is followed': ["'client'", "'klient'", /is not assignable to parameter/],
} satisfies Record<keyof typeof right, readonly [from: string, to: string, says: RegExp]>

/** The app knows the contract: what it misspells is found before anybody opens it. */
itCompiles({
  settings: 'web/tsconfig.json',
  compilerOptions: { noUnusedLocals: false },
  opening: `import { InvoiceStatus, PaymentType } from '@fetlock/sdk'
import { api } from '../../../web/src/api/api.ts'
import { may } from '../../../web/src/api/me.ts'
import { showsAll } from '../../../web/src/api/shows.ts'
void [InvoiceStatus, PaymentType, api, may, showsAll];
`,
  right,
  wrong,
})
