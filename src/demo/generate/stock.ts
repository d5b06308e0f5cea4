import { toDate } from './days.ts'
import type { DemoBatch, DemoClinic, DemoItem, DemoStock } from './model.ts'

const [medicine, supply, food] = [2, 3, 4]
const mainDepartment = 0

/** The last day of a month, so many months after today. */
const monthEnd = (today: number, months: number) => {
  const [year, month] = toDate(today).split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10)
}

const batchNumber = (place: number, step: number) => `B${String((place * step + 10_007) % 100_000).padStart(5, '0')}`

/** The two batches of a medicine, by its place in the catalogue: one that expires within months, and one after that. */
export const batchesOf = (place: number, today: number): readonly [DemoBatch, DemoBatch] => [
  { batch_number: batchNumber(place, 7919), expiry_date: monthEnd(today, 2 + (place % 5)) },
  { batch_number: batchNumber(place, 31_337), expiry_date: monthEnd(today, 13 + (place % 12)) },
]

/** A batch that expired last month, of which some is left. */
export const expiredBatch = (place: number, today: number): DemoBatch => ({
  batch_number: batchNumber(place, 48_611),
  expiry_date: monthEnd(today, -1),
})

/** Every so many items something is nearly used up. */
const scarce = 17
/** Every so many medicines an expired batch is found. */
const withExpired = 20

const shelfOf = ({ type_code, alert_level }: DemoItem, place: number, today: number) => {
  const plenty = place % scarce === 0 ? 1 : Number(alert_level ?? 0) + 4 + (place % 6)
  if (type_code === supply) return [{ batch_number: '', expiry_date: null, packages: plenty }]
  if (type_code === food) return [{ batch_number: '', expiry_date: monthEnd(today, 5 + (place % 9)), packages: plenty }]
  const [first, second] = batchesOf(place, today)
  return [
    { ...first, packages: 1 + (place % 3) },
    { ...second, packages: plenty },
    ...(place % withExpired === 0 ? [{ ...expiredBatch(place, today), packages: 2 }] : []),
  ]
}

type Known = Pick<DemoClinic, 'items' | 'patients' | 'visits'>

/** Of whoever has only arrived, nothing is written down yet. */
const admitted = 0
const keyOf = (...of: readonly (string | number)[]) => of.join(' ')

/** How much of each batch the visits use, in dosage units. A row of a herd counts for every animal. */
const usedIn = ({ items, patients, visits }: Known) => {
  const used = new Map<string, number>()
  for (const { department, patient, rows } of visits.filter(({ status }) => status !== admitted))
    for (const { item, quantity, usage_size, no_multiplier, batch_number } of rows) {
      const animals = no_multiplier ? 1 : (patients[patient]!.herd_size ?? 1)
      const units = usage_size === undefined ? Number(items[item]!.dosage_units) : 1
      const key = keyOf(department, item, batch_number)
      used.set(key, (used.get(key) ?? 0) + Number(quantity) * units * animals)
    }
  return used
}

/** What was counted before the first of the visits: everything in the main department, elsewhere what is used there. */
export const makeStock = ({ items, patients, visits }: Known, today: number): DemoStock[] => {
  const used = usedIn({ items, patients, visits })
  const isUsed = new Set(visits.flatMap(({ department, rows }) => rows.map(({ item }) => keyOf(department, item))))
  const departments = [...new Set([mainDepartment, ...visits.map(({ department }) => department)])].toSorted(
    (a, b) => a - b,
  )
  return departments.flatMap((department) =>
    items.flatMap((item, place) => {
      const isStocked = [medicine, supply, food].includes(item.type_code)
      if (!isStocked || (department !== mainDepartment && !isUsed.has(keyOf(department, place)))) return []
      const usedOf = (batch: string) => used.get(keyOf(department, place, batch)) ?? 0
      return shelfOf(item, place, today).map(({ packages, ...batch }, at) => {
        // What is used without naming a batch is taken from the first.
        const unnamed = at === 0 && batch.batch_number !== '' ? usedOf('') : 0
        const counted = packages * Number(item.dosage_units) + Math.ceil(usedOf(batch.batch_number) + unnamed)
        return { ...batch, item: place, department, counted: String(counted) }
      })
    }),
  )
}
