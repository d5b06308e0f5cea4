import type { StageName } from './StatusGlyph.tsx'

/** The statuses of a visit, as the API numbers them. */
export const statuses = {
  admitted: 0,
  ready: 5,
  discharged: 6,
  invoicing: 7,
  inProgress: 8,
  paid: 9,
  finalized: 10,
  draft: 11,
}

const stages: Readonly<Record<number, StageName>> = {
  0: 'arrived',
  5: 'ready',
  6: 'ready',
  7: 'ready',
  8: 'progress',
  9: 'paid',
  10: 'pay',
  11: 'expected',
}

/** How far a visit is, by its status. */
export const stageOf = (status: number): StageName => stages[status] ?? 'arrived'
