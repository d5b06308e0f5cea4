import type { Random } from '../../src/demo/random.ts'
import { anyPrice, type Owner, type Clinic } from './clinics.ts'

/** A record as the API shows it. */
export type Shown = Readonly<Record<string, unknown>> & { readonly id: number }

/** What was asked of the stock: a count, waste or transfer by the movement that answered it, a refund by its credit note. */
export type Act = {
  readonly kind: 'count' | 'waste' | 'transfer' | 'refund'
  readonly record: number
  readonly body: Readonly<Record<string, unknown>>
}

/** One write that a clinic's staff makes. */
export type Step = {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  /** Under the organisation's own address. */
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  /** What it may be refused with: a field and a code, or a status and a code. */
  readonly refusals: readonly string[]
  /** It must be refused. */
  readonly isWrong?: true
  /** It is done at most once for its record, whoever asks and however often. */
  readonly isOnce?: true
  readonly learn?: (record: Shown) => Promise<void> | void
  /** What it asked of the stock. */
  readonly act?: (record: Shown) => Act
}
/** Each kind of step, as far as there is something to do it with. `number` makes what is written a change every time. */
export type Makers = Readonly<
  Record<string, (random: Random, number: number) => Promise<Step | undefined> | Step | undefined>
>

type One = { readonly id: number }
export type Visit = One & {
  readonly owner: Owner
  readonly patients: readonly string[]
  readonly items: (One & { readonly route: string })[]
}
/** What a visit became, where the department looks at invoices first. */
type Draft = One & { readonly visit: Visit | undefined }
export type Sale = One & { readonly rows: One[] }
export type Bill = One & {
  readonly client: string | null
  readonly department: string
  readonly isNote: boolean
  /** Another pays some of it. */
  readonly isShared: boolean
  readonly rows: readonly string[]
  readonly total: number
  /** In cents, as far as one writer knows: others pay, too. */
  due: number
  /** Of it, what is the client's. */
  clientDue: number
}
type Payment = One & { readonly bill: Bill; readonly cents: number; readonly isApplied?: true }
type Prepayment = One & { readonly client: string; readonly department: string; left: number }

export const cents = (amount: unknown) => Math.round(Number(amount) * 100)
export const money = (amount: number) => (amount / 100).toFixed(2)
export const idIn = (url: unknown) => Number(String(url).split('/').at(-2))

const dayMs = 86_400_000
export const shiftDay = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
export const daysAgo = (days: number) => shiftDay(new Date().toISOString(), -days)

/** A few hot records are what everybody works on. */
const hotOnes = 6
const maxKept = 80
export const keep = <T>(list: T[], one: T) => {
  list.push(one)
  if (list.length > maxKept) list.shift()
}
/** What is over is mostly left alone. */
export const forget = <T extends One>(list: T[], one: T) => {
  const at = list.indexOf(one)
  if (at >= 0 && one.id % 4 > 0) list.splice(at, 1)
}
export const recent = <T>(random: Random, list: readonly T[]): T | undefined =>
  list[list.length - 1 - random.int(0, Math.min(list.length, random.chance(0.75) ? hotOnes : maxKept) - 1)]

export const anyQuantity = (random: Random) =>
  random.pick(['1', '1', '2', '3', '0.5', '0.333', '12.125', `${random.int(1, 9)}.${random.digits(3)}`])
export const anyWish = (random: Random) => ({
  ...(random.chance(0.3) && { percentage_change: random.pick(['-10', '-33.33', '12.5', '-100', '0.01', '7.77']) }),
  ...(random.chance(0.1) && { price: anyPrice(random) }),
})

/** A change that is one: no two of the same row are alike. */
export const unlikeBefore = (number: number) => ({ percentage_change: ((number % 19_000) / 100 - 95).toFixed(2) })

/** What a clinic's staff know of what they have done. */
export const knowledgeOf = (clinic: Clinic, read: (path: string) => Promise<Shown>) => {
  const base = `http://127.0.0.1/${clinic.organisation}/api/0.1/`
  const urlOf = (resource: string, id: number) => `${base}${resource}/${id}/`
  const [visits, sales, drafts, bills]: [Visit[], Sale[], Draft[], Bill[]] = [[], [], [], []]
  const [payments, prepayments]: [Payment[], Prepayment[]] = [[], []]
  /** The lock dates that were set, by department. */
  const locks = new Map<string, string>()

  const learnBill = ({ id, client, department, credit_note, alternative_payer, invoice_row, ...shown }: Shown) =>
    keep(bills, {
      id,
      client: client as string | null,
      department: department as string,
      isNote: credit_note as boolean,
      isShared: alternative_payer !== null,
      rows: invoice_row as string[],
      total: cents(shown['total_with_vat']),
      due: cents(shown['due_sum']),
      clientDue: cents(shown['client_due_sum']),
    })
  const learnInvoice = async (url: unknown, visit?: Visit) => {
    if (typeof url !== 'string') return
    const record = await read(`/invoice/${idIn(url)}/`)
    if (record['status'] === 0) keep(drafts, { id: record.id, visit })
    else if (record['status'] !== 99) learnBill(record)
  }
  /** An invoice, often one that two pay. */
  const anyBill = (random: Random, fits: (bill: Bill) => boolean): Bill | undefined => {
    const shared = random.chance(0.3) ? bills.filter((bill) => bill.isShared && fits(bill)) : []
    return recent(random, shared.length > 0 ? shared : bills)
  }
  /** One to be paid; others may have paid some of it. */
  const refreshed = async (random: Random): Promise<Bill | undefined> => {
    const bill = anyBill(random, ({ due }) => due !== 0)
    if (bill !== undefined && random.chance(0.4)) {
      const shown = await read(`/invoice/${bill.id}/`)
      bill.due = cents(shown['due_sum'])
      bill.clientDue = cents(shown['client_due_sum'])
    }
    return bill
  }

  const anyToCredit = (random: Random) => anyBill(random, ({ isNote }) => !isNote)
  /** An invoice of which a part is credited, often one that only one of two has paid. */
  const anyToCreditInPart = (random: Random) => {
    const isHalfPaid = ({ isShared, isNote, rows, due, total }: Bill) =>
      isShared && !isNote && rows.length > 1 && due > 0 && due < total
    const halfPaid = random.chance(0.5) ? bills.filter(isHalfPaid) : []
    return halfPaid.length > 0 ? recent(random, halfPaid) : anyToCredit(random)
  }

  /** A day about which a lock may have something to say. */
  const anyDay = (random: Random, department: string) => {
    const lock = locks.get(department)
    return lock !== undefined && random.chance(0.6) ? shiftDay(lock, random.int(-1, 1)) : daysAgo(random.int(0, 40))
  }
  const anyMoment = (random: Random, department: string) => `${anyDay(random, department)}T12:00:00Z`
  const anyDepartment = (random: Random) => urlOf('department', random.pick(clinic.departments).id)
  const anyPayer = (random: Random, { payer }: Owner) =>
    random.chance(0.3) && {
      alternative_payer: urlOf('alternative_payer', payer),
      alternative_payer_share: random.pick(['50', '33.33', '100', '12.5']),
    }

  const records = { visits, sales, drafts, bills, payments, prepayments, locks }
  const anything = { anyMoment, anyDepartment, anyPayer }
  return {
    clinic,
    read,
    urlOf,
    ...records,
    ...anything,
    learnBill,
    learnInvoice,
    refreshed,
    anyToCredit,
    anyToCreditInPart,
  }
}
export type Known = ReturnType<typeof knowledgeOf>
