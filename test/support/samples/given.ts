/** Ids of records that exist, by resource. Where records link to others of their kind, those are under `another …`. */
export type Have = Readonly<Record<string, number>>
/** The values of every free text, and of dates, decimals and phone numbers. */
export type Marks = { readonly word: string; readonly day: string; readonly amount: string; readonly phone: string }
export type Given = Marks & {
  readonly linked: (table: string) => string | null
  readonly have: Have
  readonly n: number
}
export type Body = { [name: string]: unknown }

export const ordinary: Marks = { word: 'Sample', day: '2020-02-29', amount: '12.500', phone: '+358 45 111 2222' }
export const inAddress = (word: string) => word.replaceAll(' ', '')
export const another = (resource: string) => `another ${resource}`
/** The key of an invoice that can be paid many times. The sample invoice itself is a draft. */
export const payable = 'payable invoice'
/** The key of an order that was sent, whose lines are submitted and reviewed. The sample order itself is in process. */
export const sentOrder = 'sent order'
/** The key of the record of `to` that a record of the resource links to. */
export const linkedFrom = (resource: string | undefined, to: string) => {
  if (to === 'invoice' && resource?.endsWith('payment')) return payable
  return resource === to ? another(to) : to
}
