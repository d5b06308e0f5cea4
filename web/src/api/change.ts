import { ApiProblem } from './problem.ts'
import { get, request } from './request.ts'
import { compareVersions, type Values } from './versions.ts'

type Versioned = { readonly modified: string }

/** What became of a change. `over` is the newest version of somebody else that was merged into. */
export type Changed<T> =
  | { readonly kind: 'saved'; readonly record: T; readonly others: readonly string[]; readonly over?: T }
  | { readonly kind: 'conflict'; readonly now: T; readonly overlapping: readonly string[] }

type Change<T> = {
  readonly path: string
  /** The record as it was when the change began. */
  readonly before: T
  /** What was changed, by field. */
  readonly mine: Values
  /** The fields of a record as they are compared. */
  readonly read: (record: T) => Values
  readonly toBody: (changes: Values) => unknown
}

/** The client may be changed again while we merge; somebody who changes it every second is a program. */
const mostMerges = 4

/** Changes a record that others may be changing, too. What they changed elsewhere stays; what both changed is for a person to decide. */
export const changeRecord = async <T extends Versioned>(change: Change<T>, merges = 0): Promise<Changed<T>> => {
  const { path, before, mine, read, toBody } = change
  try {
    const record = await request<T>('PATCH', path, { body: toBody(mine), ifModified: before.modified })
    return { kind: 'saved', record, others: [] }
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 412 || merges >= mostMerges) throw error
  }
  const now = await get<T>(path)
  const { overlapping, others } = compareVersions(read(before), read(now), mine)
  if (overlapping.length > 0) return { kind: 'conflict', now, overlapping }
  const changed = await changeRecord({ ...change, before: now }, merges + 1)
  return changed.kind === 'saved'
    ? { ...changed, over: changed.over ?? now, others: [...new Set([...others, ...changed.others])] }
    : changed
}
