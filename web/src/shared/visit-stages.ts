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

/** The statuses of a visit for which the animal is here. */
export const hereStatuses: readonly number[] = [statuses.admitted, statuses.inProgress, statuses.ready]

const stages: Readonly<Record<number, StageName>> = {
  [statuses.admitted]: 'arrived',
  [statuses.ready]: 'ready',
  [statuses.discharged]: 'ready',
  [statuses.invoicing]: 'ready',
  [statuses.inProgress]: 'progress',
  [statuses.paid]: 'paid',
  [statuses.finalized]: 'pay',
  [statuses.draft]: 'expected',
}

/** How far a visit is, by its status. */
export const stageOf = (status: number): StageName => stages[status] ?? 'arrived'
