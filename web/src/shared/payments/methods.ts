import { PaymentType } from '@fetlock/sdk'

/** The methods that somebody chooses; the service makes the others. */
const chosen: readonly PaymentType[] = [
  PaymentType.Card,
  PaymentType.Cash,
  PaymentType.BankPayment,
  PaymentType.MobilePayment,
  PaymentType.Voucher,
  PaymentType.GiftCard,
  PaymentType.Cheque,
  PaymentType.FinancingCompany,
  PaymentType.ConsolidatedInvoice,
  PaymentType.Other,
  PaymentType.InsuranceClaim,
]

/** What pays a part at the till, where nobody has insured what is sold. */
export const tillMethods: readonly PaymentType[] = [
  PaymentType.BankPayment,
  PaymentType.MobilePayment,
  PaymentType.Voucher,
  PaymentType.GiftCard,
  PaymentType.Cheque,
  PaymentType.Other,
  PaymentType.Card,
  PaymentType.Cash,
]

/** What can be counted at the end of a day: what lies in the till, and what a terminal prints. */
export const countableMethods: readonly PaymentType[] = [
  PaymentType.Cash,
  PaymentType.Card,
  PaymentType.MobilePayment,
  PaymentType.Cheque,
  PaymentType.Voucher,
  PaymentType.GiftCard,
]

/** The methods that have a key, the same wherever money is taken. */
export const methodKeys: Partial<Readonly<Record<PaymentType, string>>> = {
  [PaymentType.Card]: 'F4',
  [PaymentType.Cash]: 'F2',
}

/** Card and cash keep their places, for the hand that knows them; the others are ordered by how often the user takes them. */
export const methodsFor = (used: Readonly<Record<number, number>>): readonly PaymentType[] => {
  const [first, second, ...others] = chosen
  return [first!, second!, ...others.toSorted((one, other) => (used[other] ?? 0) - (used[one] ?? 0))]
}
