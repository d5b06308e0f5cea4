/** What EXPLAIN tells of one step of a plan. */
export type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}
export type Explained = readonly [{ readonly Plan: Plan }]

export const stepsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]

/** How many rows of tables a plan that was carried out has looked at. */
export const rowsRead = (plan: Plan): number =>
  stepsOf(plan)
    .filter((step) => step['Relation Name'] !== undefined)
    .reduce(
      (sum, step) =>
        sum +
        (step['Actual Loops'] ?? 0) *
          ((step['Actual Rows'] ?? 0) +
            (step['Rows Removed by Filter'] ?? 0) +
            (step['Rows Removed by Index Recheck'] ?? 0)),
      0,
    )
