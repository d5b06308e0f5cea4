import { isConflict } from './problem.ts'
import { compareVersions, type Values } from './versions.ts'

/** What became of a change. `over` is the newest version of somebody else that was merged into. */
export type Changed<T> =
  | { readonly kind: 'saved'; readonly record: T; readonly others: readonly string[]; readonly over?: T }
  | { readonly kind: 'conflict'; readonly now: T; readonly overlapping: readonly string[] }

export type Change<T> = {
  /** The record as it was when the change began. */
  readonly before: T
  /** What was changed, by field. */
  readonly mine: Values
  /** The fields of a record as they are compared. */
  readonly read: (record: T) => Values
  /** Changes this version of the record. */
  readonly send: (version: T, changes: Values) => Promise<T>
  /** The record as it is now. */
  readonly readNow: () => Promise<T>
}

/** The client may be changed again while we merge; somebody who changes it every second is a program. */
const maxMerges = 4

/** Changes a record that others may be changing, too. What they changed elsewhere stays; what both changed is for a person to decide. */
export const changeRecord = async <T>(change: Change<T>, merges = 0): Promise<Changed<T>> => {
  const { before, mine, read, send, readNow } = change
  try {
    return { kind: 'saved', record: await send(before, mine), others: [] }
  } catch (error) {
    if (!isConflict(error) || merges >= maxMerges) throw error
  }
  const now = await readNow()
  const { overlapping, others } = compareVersions(read(before), read(now), mine)
  if (overlapping.length > 0) return { kind: 'conflict', now, overlapping }
  const changed = await changeRecord({ ...change, before: now }, merges + 1)
  return changed.kind === 'saved'
    ? { ...changed, over: changed.over ?? now, others: [...new Set([...others, ...changed.others])] }
    : changed
}
