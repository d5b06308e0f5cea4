import { isDate, isMoment, isMonth } from './dates.ts'

/**
 * The parameters of an address as they were typed; what cannot be read is ignored. Each route names every one that it reads,
 * as undefined where it cannot be read: the router hands on as it was typed whatever a route leaves out.
 */
export type Search = Readonly<Record<string, unknown>>

/** Of a page whose address says nothing more. */
export const readNothing = () => ({})

export const readId = (value: unknown) => {
  const id = typeof value === 'string' ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** A flag is set by a value such as `true`; without one, or with `false` or 0, it is not set. */
export const readFlag = (value: unknown) => (value ? (true as const) : undefined)

export const oneOf = <const T>(allowed: readonly T[], value: unknown): T | undefined =>
  allowed.find((one) => one === value)

export const readWord = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** A day that the calendar has, such as 2026-11-16. */
export const readDate = (value: unknown) => (isDate(value) ? value : undefined)

/** A month such as 2026-11. */
export const readMonth = (value: unknown) => (isMonth(value) ? value : undefined)

export const readMoment = (value: unknown) => (isMoment(value) ? value : undefined)
