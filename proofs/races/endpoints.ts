import { half, states, total, type Scenario, type State } from './scenarios.ts'

type Asked = { readonly method: 'POST' | 'PATCH' | 'DELETE'; readonly path: string; readonly body?: object }
/** The two requests of a pair tell their own mark, so that it shows whose was the last word. */
export type Side = 'a' | 'b'

/** One way to touch an invoice's money. */
export type Endpoint = {
  readonly name: string
  /** The states in which it would be done, were it alone. */
  readonly done: readonly State[]
  /** Undefined where there is nothing it could be sent to. */
  readonly ask: (scenario: Scenario, side: Side) => Asked | undefined
}

const post = (path: string, body: object = {}): Asked => ({ method: 'POST', path, body })
const patch = (path: string, body: object): Asked => ({ method: 'PATCH', path, body })

const url = ({ organisation }: Scenario, name: string, id: number) =>
  `http://127.0.0.1/${organisation}/api/0.1/${name}/${id}/`

/** What can be sent to something that not every scenario has. */
const to =
  (
    part: 'invoice' | 'consultation' | 'sale' | 'payment' | 'creditNote',
    ask: (id: number, scenario: Scenario, side: Side) => Asked,
  ) =>
  (scenario: Scenario, side: Side) =>
    scenario[part] === undefined ? undefined : ask(scenario[part], scenario, side)

/** Later than today wherever the department is. */
const later = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

const owing: readonly State[] = ['unpaid', 'half paid']
const finalized: readonly State[] = ['unpaid', 'half paid', 'paid']

const payment = (payment_type: number, paid: (scenario: Scenario) => string) =>
  to('invoice', (id, scenario) =>
    post('/invoicepayment/', { invoice: url(scenario, 'invoice', id), payment_type, paid: paid(scenario) }),
  )
const owed = ({ state }: Scenario) => (state === 'half paid' ? half : total)

/** Half of a credit note is the client's, and half the insurer's. */
const payout = (payment_type: number) =>
  to('creditNote', (id, scenario) =>
    post('/invoicepayment/', { invoice: url(scenario, 'invoice', id), payment_type, paid: `-${half}` }),
  )

const prepayment = (fields: (scenario: Scenario) => object) => (scenario: Scenario) =>
  post('/unallocatedpayment/', {
    department: url(scenario, 'department', scenario.department),
    client: url(scenario, 'client', scenario.client),
    payment_type: 1,
    ...fields(scenario),
  })

const invoices: readonly Endpoint[] = [
  { name: 'pay all', done: owing, ask: payment(0, owed) },
  { name: 'pay half', done: owing, ask: payment(0, ({ state }) => (state === 'half paid' ? '24.80' : half)) },
  { name: 'round', done: owing, ask: payment(3, () => '0.02') },
  { name: 'pay out', done: ['credited'], ask: payout(1) },
  { name: 'pay insurer back', done: ['credited'], ask: payout(15) },
  {
    name: 'cancel payment',
    done: ['half paid', 'paid', 'credited'],
    ask: to('payment', (id) =>
      post(`/invoicepayment/${id}/cancel_payment/`, { info: 'By mistake', cancel_date: new Date().toISOString() }),
    ),
  },
  { name: 'refund', done: finalized, ask: to('invoice', (id) => post(`/invoice/${id}/full_refund/`)) },
  {
    name: 'refund row',
    done: finalized,
    ask: to('invoice', (id, scenario) =>
      post(`/invoice/${id}/partial_refund/`, {
        invoice_rows: [{ invoice_row: url(scenario, 'invoicerow', scenario.row!) }],
      }),
    ),
  },
  { name: 'keep credit', done: ['credited'], ask: to('creditNote', (id) => post(`/invoice/${id}/to_prepayment/`)) },
  {
    name: 'apply',
    done: owing,
    ask: to('invoice', (id, scenario) =>
      post(`/unallocatedpayment/${scenario.prepayment}/apply/`, {
        invoice: url(scenario, 'invoice', id),
        amount: owed(scenario),
      }),
    ),
  },
  {
    name: 'change draft',
    done: ['draft'],
    ask: to('invoice', (id, _scene, side) => patch(`/invoice/${id}/`, { remarks: side })),
  },
  { name: 'finalize', done: ['draft'], ask: to('invoice', (id) => post(`/invoice/${id}/finalize/`)) },
  { name: 'void', done: ['draft'], ask: to('invoice', (id) => post(`/invoice/${id}/void/`)) },
  {
    name: 'note sent',
    done: [...finalized, 'credited'],
    ask: to('invoice', (id) => post(`/invoice/${id}/update_status/`, { status: 1 })),
  },
]

const sold: readonly Endpoint[] = [
  {
    name: 'finalize visit',
    done: ['visit'],
    ask: to('consultation', (id) => post(`/consultation/${id}/update_status/`, { status: 10 })),
  },
  {
    name: 'add to visit',
    done: ['visit'],
    ask: to('consultation', (id, scenario) =>
      post(`/consultation/${id}/procedures/`, { item: url(scenario, 'item', scenario.item), quantity: '1' }),
    ),
  },
  {
    name: 'change visit',
    done: ['visit'],
    ask: to('consultation', (id, { entry }, side) =>
      patch(`/consultation/${id}/procedures/${entry}/`, { quantity: side === 'a' ? '2' : '3' }),
    ),
  },
  {
    name: 'remove of visit',
    done: ['visit'],
    ask: to('consultation', (id, { entry }) => ({
      method: 'DELETE',
      path: `/consultation/${id}/procedures/${entry}/`,
    })),
  },
  { name: 'finalize sale', done: ['sale'], ask: to('sale', (id) => post(`/countersale/${id}/finalize/`)) },
  {
    name: 'change sale',
    done: ['sale'],
    ask: to('sale', (id, _scene, side) => patch(`/countersale/${id}/`, { remarks: side })),
  },
  {
    name: 'add to sale',
    done: ['sale'],
    ask: to('sale', (id, scenario) =>
      post(`/countersale/${id}/add_item/`, { item: url(scenario, 'item', scenario.item), quantity: '1' }),
    ),
  },
  {
    name: 'change row',
    done: ['sale'],
    ask: to('sale', (_id, { entry }, side) =>
      patch(`/countersaleitem/${entry}/`, { quantity: side === 'a' ? '2' : '3' }),
    ),
  },
  {
    name: 'remove row',
    done: ['sale'],
    ask: to('sale', (_id, { entry }) => ({ method: 'DELETE', path: `/countersaleitem/${entry}/` })),
  },
]

const around: readonly Endpoint[] = [
  { name: 'prepay', done: states, ask: prepayment(() => ({ paid: '10.00' })) },
  {
    name: 'give back',
    done: states,
    ask: prepayment((scenario) => ({
      paid: `-${total}`,
      refunds: url(scenario, 'unallocatedpayment', scenario.prepayment),
    })),
  },
  {
    name: 'note prepayment',
    done: states,
    ask: ({ prepayment: id }, side) => patch(`/unallocatedpayment/${id}/`, { external_info: { external_id: side } }),
  },
  { name: 'change client', done: states, ask: ({ client }, side) => patch(`/client/${client}/`, { city: side }) },
  {
    name: 'lock books',
    done: states,
    ask: ({ department }) => patch(`/settings/department/${department}/`, { financial_period_lock_date: later() }),
  },
  {
    name: 'close day',
    done: states,
    ask: (scenario) =>
      post('/accountingreport/close_day/', { department: url(scenario, 'department', scenario.department) }),
  },
]

export const endpoints: readonly Endpoint[] = [...invoices, ...sold, ...around]

/** Those that make an invoice, take it back, or move its money; the others change what these read. */
const money: ReadonlySet<string> = new Set([
  ...invoices.map(({ name }) => name).filter((name) => name !== 'change draft' && name !== 'note sent'),
  'finalize visit',
  'finalize sale',
  'prepay',
  'give back',
])
export const isOfMoney = ({ a, b }: Pair) => money.has(a.name) && money.has(b.name)

/** Routes that name a record and take If-Match for it. */
export const takesIfMatch = ({ path }: Asked) => /\/\d+\//.test(path) && !path.endsWith('/procedures/')

export type Pair = { readonly a: Endpoint; readonly b: Endpoint; readonly states: readonly State[] }

/** Every endpoint with every other and with itself, at each scenario where both can be sent and one would be done. */
export const pairsOf = (among: readonly Endpoint[], scenarios: readonly Scenario[]): Pair[] =>
  among.flatMap((a, at) =>
    among.slice(at).flatMap((b) => {
      const common = scenarios.filter(
        (scenario) =>
          (a.done.includes(scenario.state) || b.done.includes(scenario.state)) &&
          [a, b].every(({ ask }) => ask(scenario, 'a') !== undefined),
      )
      return common.length === 0 ? [] : [{ a, b, states: common.map(({ state }) => state) }]
    }),
  )
