import type { Random } from '../../src/demo/random.ts'
import { keep, recent, type Known, type Makers } from './known.ts'

/** The batches that everybody uses, of which one is used before its expiry date is known. */
const expiries: Readonly<Record<string, string | null>> = { '': null, A: '2028-06-30', B: '2027-01-31', C: null }
const batches = Object.keys(expiries)
export const anyBatch = (random: Random) => random.pick(batches)

/** What is done at the shelves. */
export const stocktaking = ({ clinic, urlOf, anyDepartment }: Known) => {
  /** Mostly of one item of each type in one department, so that it has several batches. */
  const anyStock = (random: Random) => {
    const batch_number = anyBatch(random)
    const items = clinic.items[random.pick([2, 3, 4] as const)]
    return {
      department: random.chance(0.7) ? urlOf('department', clinic.departments[0]!.id) : anyDepartment(random),
      item: urlOf('item', random.chance(0.7) ? items[0]! : random.pick(items)),
      batch_number,
      expiry_date: expiries[batch_number],
    }
  }
  /** Batches that are known to the service. */
  const counted: ReturnType<typeof anyStock>[] = []
  return {
    'count stock': (random, number) => {
      const stock = anyStock(random)
      const quantity = random.chance(0.2) ? '0' : `${random.int(1, 300)}.${random.digits(3)}`
      const body = { ...stock, counted: quantity, reason: `Count ${number}` }
      return {
        method: 'POST',
        path: '/stock_movement/count/',
        body,
        refusals: [],
        learn: () => keep(counted, stock),
        act: ({ id }) => ({ kind: 'count', record: id, body }),
      }
    },
    'waste stock': (random, number) => {
      const quantity = `${random.int(0, 9)}.${random.digits(2)}1`
      const stock = random.chance(0.8) ? recent(random, counted) : anyStock(random)
      const body = { ...(stock ?? anyStock(random)), quantity, reason: `Waste ${number}` }
      return {
        method: 'POST',
        path: '/stock_movement/waste/',
        body,
        refusals: ['batch_number unknown_batch'],
        act: ({ id }) => ({ kind: 'waste', record: id, body }),
      }
    },
    'transfer stock': (random, number) => {
      const quantity = `${random.int(0, 9)}.${random.digits(2)}1`
      const stock = random.chance(0.8) ? recent(random, counted) : anyStock(random)
      const to_department = anyDepartment(random)
      const body = { ...(stock ?? anyStock(random)), to_department, quantity, reason: `Move ${number}` }
      return {
        method: 'POST',
        path: '/stock_movement/transfer/',
        body,
        refusals: ['batch_number unknown_batch', 'quantity not_enough_stock', 'to_department same_department'],
        act: ({ id }) => ({ kind: 'transfer', record: id, body }),
      }
    },
  } satisfies Makers
}
