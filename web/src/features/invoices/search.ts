import { oneOf, readDate, readFlag, readId, readWord, type Search } from '../../shared/address.ts'

const invoiceViews = ['overdue', 'drafts', 'payout', 'all'] as const
const invoiceOrders = ['invoice_date', '-invoice_date', 'invoice_number', '-invoice_number'] as const
type InvoicesSearch = {
  view?: (typeof invoiceViews)[number] | undefined
  q?: string | undefined
  from?: string | undefined
  until?: string | undefined
  order?: (typeof invoiceOrders)[number] | undefined
  page?: number | undefined
}

export const readInvoicesSearch = (search: Search): InvoicesSearch => ({
  view: oneOf(invoiceViews, search['view']),
  q: readWord(search['q']),
  from: readDate(search['from']),
  until: readDate(search['until']),
  order: oneOf(invoiceOrders, search['order']),
  page: readId(search['page']),
})

type InvoiceSearch = {
  pay?: true | undefined
  cancel?: number | undefined
  refund?: true | number | undefined
  why?: true | number | undefined
  edit?: true | undefined
  void?: true | undefined
}

export const readInvoiceSearch = (search: Search): InvoiceSearch => ({
  pay: readFlag(search['pay']),
  cancel: readId(search['cancel']),
  refund: oneOf([true], search['refund']) ?? readId(search['refund']),
  why: oneOf([true], search['why']) ?? readId(search['why']),
  edit: readFlag(search['edit']),
  void: readFlag(search['void']),
})
