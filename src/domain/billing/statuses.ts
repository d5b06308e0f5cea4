/** The statuses that staff give an invoice which has its number. */
export const settableStatuses = {
  1: 'Sent',
  2: 'Open',
  3: 'Finalized',
  4: 'Invoicing',
} as const
export const invoiceStatuses = {
  0: 'Draft',
  ...settableStatuses,
  99: 'Voided',
} as const
export type InvoiceStatus = keyof typeof invoiceStatuses
export type SettableStatus = keyof typeof settableStatuses
export const draft = 0
export const finalized = 3
export const voided = 99
/** Whether it is finalized, and so has a number. */
export const isNumbered = (status: number) => status !== draft && status !== voided

export const paymentTypes = {
  0: 'Card',
  1: 'Cash',
  2: 'Bank payment',
  3: 'Rounding',
  4: 'Cheque',
  5: 'Voucher',
  6: 'Consolidated invoice',
  7: 'Mobile payment',
  8: 'Prepayment',
  9: 'Gift card',
  10: 'Financing company',
  11: 'Other',
  12: 'Credit invoice',
  15: 'Insurance claim',
} as const
export type PaymentType = keyof typeof paymentTypes
export const cash = 1
export const bankPayment = 2
export const rounding = 3
export const prepayment = 8
export const other = 11
export const creditInvoice = 12
export const insuranceClaim = 15

/** The smallest coin of a currency. In other currencies cash is paid to the cent. */
export const cashSteps: Readonly<Record<string, string>> = {
  EUR: '0.05',
  CHF: '0.05',
  DKK: '0.50',
  SEK: '1.00',
  NOK: '1.00',
}
export const cashStepOf = (currency: string) => cashSteps[currency] ?? '0.00'

/** Countries of the euro in which shops round cash. In the others cents are paid. */
export const euroCountriesThatRound = ['BE', 'EE', 'FI', 'IE', 'IT', 'LT', 'NL', 'SK'] as const
