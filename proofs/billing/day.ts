import type { Random } from '../../src/demo/random.ts'
import { invoicing } from './invoices.ts'
import { knowledgeOf, type Shown, type Step } from './known.ts'
import { administering } from './office.ts'
import { paying } from './payments.ts'
import { selling } from './sales.ts'
import { stocktaking } from './stocktaking.ts'
import { visiting } from './visits.ts'
import type { Clinic } from './clinics.ts'

const kinds = [
  ['open visit', 8],
  ['add item', 16],
  ['change item', 3],
  ['remove item', 2],
  ['move visit', 3],
  ['finalize visit', 8],
  ['withdraw visit', 1],
  ['change visit', 2.5],
  ['start sale', 5],
  ['sell item', 8],
  ['change sold row', 1],
  ['remove sold row', 1],
  ['finalize sale', 6],
  ['change draft', 2],
  ['finalize draft', 5],
  ['void draft', 1.5],
  ['move invoice', 2],
  ['pay', 17],
  ['round', 5],
  ['pay in coins', 7],
  ['pay by prepayment type', 0.5],
  ['cancel payment', 5],
  ['full refund', 2],
  ['partial refund', 3],
  ['take prepayment', 4],
  ['apply prepayment', 5],
  ['refund prepayment', 2],
  ['keep as prepayment', 2],
  ['lock period', 1],
  ['lock by itself', 0.3],
  ['edit client', 3],
  ['edit item', 2],
  ['edit VAT group', 0.7],
  ['edit account', 0.7],
  ['edit pricing', 0.7],
  ['close day', 1],
  ['count stock', 6],
  ['waste stock', 2],
  ['transfer stock', 2],
] as const
export type Kind = (typeof kinds)[number][0]

/** What many users do to one record at the same moment. Each of these changes something however often it is done. */
const crowded: ReadonlySet<Kind> = new Set([
  'add item',
  'remove item',
  'finalize visit',
  'sell item',
  'finalize sale',
  'finalize draft',
  'void draft',
  'pay',
  'round',
  'pay in coins',
  'cancel payment',
  'full refund',
  'partial refund',
  'apply prepayment',
  'refund prepayment',
  'keep as prepayment',
  'close day',
  'count stock',
  'waste stock',
  'transfer stock',
])

/** A step, and whether many users take it at the same moment. */
export type Doing = Step & { readonly kind: Kind; readonly isCrowded: boolean }

/** What the staff of a clinic do next, by what they know. */
export const stepsOf = (clinic: Clinic, read: (path: string) => Promise<Shown>) => {
  const known = knowledgeOf(clinic, read)
  const makers = {
    ...visiting(known),
    ...selling(known),
    ...invoicing(known),
    ...paying(known),
    ...administering(known),
    ...stocktaking(known),
  }
  return async (random: Random, number: number): Promise<Doing> => {
    for (;;) {
      const kind = random.weighted(kinds)
      const step = await makers[kind](random, number)
      if (step !== undefined) return { kind, isCrowded: crowded.has(kind), ...step }
    }
  }
}
