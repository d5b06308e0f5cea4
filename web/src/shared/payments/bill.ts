import { ConsultationStatus, type Entry, entry, type Reference, ref } from '@fetlock/sdk'
import type { Consultation, Countersale, Invoice } from '../../api/records.ts'
import type { Answers } from '../../api/send-entries.ts'
import { text } from '../../text/en.ts'
import { numberOf } from '../invoice-number.ts'
import type { Payable } from './payment-entries.ts'
import { finalizeSaleEntries } from './sale-entries.ts'

/** What is paid: an invoice, or one that the request of its payment makes first. */
export type Bill = {
  /** Of the write that pays it. */
  readonly name: string
  /** Of what it was shown for; another one may come to another amount. */
  readonly version: string
  /** As it is, or as a dry run has shown it. */
  readonly invoice: Invoice
  readonly payable: Payable
  /** What makes the invoice. */
  readonly making: readonly Entry[]
  /** What is said of it once something is done. */
  readonly said: (done: string) => string
}

export const billOf = (invoice: Invoice): Bill => ({
  name: `pay ${invoice.id}`,
  version: invoice.modified,
  invoice,
  payable: invoice,
  making: [],
  said: (done) => text.payments.said(done, numberOf(invoice)),
})

/** What is paid for a sale, which has its invoice once it is finalized. */
export const billOfSale = (sale: Countersale, invoice: Invoice): Bill => {
  const making = finalizeSaleEntries(sale)
  const isMade = sale.invoice !== null
  return {
    name: `sale ${sale.id}`,
    version: sale.modified,
    invoice,
    payable: { url: sale.invoice ?? ref(making[1], 'invoice'), credit_note: false },
    making: isMade ? [] : making,
    said: (done) => done,
  }
}

/** Of the write that finalizes a visit, whether it is paid at once or not. */
export const finalizeName = ({ id }: Pick<Consultation, 'id'>) => `finalize ${id}`

export const finalizeVisitEntry = ({ id }: Pick<Consultation, 'id'>) =>
  entry('visit', 'POST', '/consultation/{id}/update_status/', {
    path: { id },
    body: { status: ConsultationStatus.Finalized },
  })

/** The invoice that finalizing a visit makes, if the visit is still as it was shown. */
export const billOfVisit = (
  visit: Pick<Consultation, 'id' | 'modified'>,
  invoice: Invoice,
  said: Bill['said'],
): Bill => {
  const finalizing = finalizeVisitEntry(visit)
  const unchanged = entry('before', 'PATCH', '/consultation/{id}/', {
    path: { id: visit.id },
    body: {},
    ifMatch: visit,
  })
  return {
    name: finalizeName(visit),
    version: visit.modified,
    invoice,
    payable: { url: ref(finalizing, 'invoice'), credit_note: false },
    making: [unchanged, finalizing],
    said,
  }
}

/** The address of an invoice that was paid, and perhaps made first. */
export const invoiceIn = (answers: Answers, url: string | Reference): string =>
  typeof url === 'string'
    ? url
    : (answers as Readonly<Record<string, Readonly<Record<string, string>>>>)[url.$entry]![url.field]!
