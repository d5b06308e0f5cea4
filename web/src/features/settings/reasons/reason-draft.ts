import { addReason, changeReason, readReason } from '../../../api/reason.ts'
import type { Reason } from '../../../api/records.ts'

export type ReasonDraft = {
  readonly name: string
  readonly duration: string
  readonly color: string
  readonly available_online: boolean
  readonly instructions: string
}

const draftOf = (record: Reason | undefined): ReasonDraft => ({
  name: record?.name ?? '',
  duration: String(record?.duration ?? 15),
  color: record?.color ?? '',
  available_online: record?.available_online ?? false,
  instructions: record?.instructions ?? '',
})

/** What is no number is sent as it was typed, and refused beside its field. */
const numberOf = (typed: string) => (/^\s*\d+\s*$/.test(typed) ? Number(typed) : (typed as unknown as number))

/** How a reason is made, changed and read again. */
export const reasonStore = {
  draftOf,
  add: ({ duration, ...draft }: ReasonDraft, key: string) => addReason({ ...draft, duration: numberOf(duration) }, key),
  send: (version: Reason, { duration, ...changes }: Partial<ReasonDraft>) =>
    changeReason(version, { ...changes, ...(duration !== undefined && { duration: numberOf(duration) }) }),
  readNow: readReason,
}
