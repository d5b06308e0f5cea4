import type { Me } from '../../api/records.ts'
import { Skeleton } from '../../shared/states.tsx'

/** How many rows the overview has. */
export const latest = 10

export const namesOf = (patients: readonly { readonly name: string }[] | undefined) =>
  (patients ?? []).map(({ name }) => name).join(', ')

/** Rows that are not there yet keep their place, so that what stands below does not move far. */
export const Waiting = () =>
  [56, 48, 64].map((width) => (
    <li key={width} aria-hidden="true">
      <Skeleton width={`${width}%`} />
    </li>
  ))

export type Listed = {
  readonly id: number
  readonly me: Me /** Whether it is a tab of its own, with every row. */
  readonly isWhole: boolean
}
