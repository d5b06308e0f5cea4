/** Days, both included. */
export type Period = { readonly from: string; readonly to: string }

const dayMs = 86_400_000

const isoOf = (time: number) => new Date(time).toISOString().slice(0, 10)

export const addDays = (date: string, days: number) => isoOf(Date.parse(`${date}T00:00:00Z`) + days * dayMs)

/** All days of a month such as 2026-11. */
export const daysOfMonth = (month: string): Period => {
  const [year, index] = month.split('-').map(Number) as [number, number]
  return { from: `${month}-01`, to: isoOf(Date.UTC(year, index, 0)) }
}

export const stepMonth = (month: string, by: 1 | -1) => {
  const [year, index] = month.split('-').map(Number) as [number, number]
  return isoOf(Date.UTC(year, index - 1 + by, 1)).slice(0, 7)
}

export const daysIn = ({ from, to }: Period): readonly string[] => {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return Array.from({ length: count }, (_, index) => addDays(from, index))
}

const ages = {
  not_due: [undefined, 0],
  late_1_to_30: [30, 1],
  late_31_to_60: [60, 31],
  late_61_to_90: [90, 61],
  late_over_90: [undefined, 91],
} as const
export type Age = keyof typeof ages
export const ageNames = Object.keys(ages) as readonly Age[]

/** The due dates of what is so late today. */
export const dueDatesOf = (age: Age, today: string): Partial<Period> => {
  const [most, least] = ages[age]
  if (age === 'not_due') return { from: today }
  return { ...(most === undefined ? {} : { from: addDays(today, -most) }), to: addDays(today, -least) }
}
