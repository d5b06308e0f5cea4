import type { NoteType } from '@fetlock/sdk'

/** Where a text belongs: what kind it is, about which animal in which visit. */
export type TextPlace = {
  readonly visit: number
  readonly patient: string
  readonly resource: 'consultationnote' | 'consultationdischargeinstruction'
  /** The type of a note; instructions have none. */
  readonly type?: NoteType | undefined
}

/** A text as the service has it. */
export type TextRecord = {
  readonly id: number
  readonly url: string
  readonly text: string
  readonly modified: string
}

/** A text that the service does not have yet, as it is kept on the device. */
export type TextDraft = {
  readonly key: string
  readonly user: string
  readonly place: TextPlace
  readonly text: string
  /** The version that was typed on; null if there was none. */
  readonly base: TextRecord | null
  /** Makes a new text be written once, however often it is sent. */
  readonly createKey: string
  /** A text that was sent and is not answered yet: it is sent again as it was. */
  readonly posting: string | null
}

export type TextStatus =
  | { readonly kind: 'clean' | 'typing' | 'saving' }
  | { readonly kind: 'saved'; readonly at: Date }
  /** No answer: it is sent again by itself. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'refused'; readonly message: string; readonly isFinalized: boolean }
  /** Somebody else changed the same lines. What is typed on is kept here, and sent once one of the versions was chosen. */
  | { readonly kind: 'conflict'; readonly theirs: TextRecord }

export type SavedText = TextDraft & { readonly status: TextStatus }

/** The service keeps no text without words; an empty one is none. */
export const isBlank = (text: string) => text.trim() === ''
export const isSame = ({ text, base }: Pick<TextDraft, 'text' | 'base'>) =>
  base === null ? isBlank(text) : text === base.text

/** A list that was read before a text was saved still has the version before. */
export const isNewer = (record: TextRecord | null, than: TextRecord | null) =>
  record === null || than === null ? record !== than : record.id !== than.id || record.modified > than.modified

/** Whether something is on the device that the service does not have. */
export const isUnsaved = ({ status }: SavedText) => status.kind !== 'clean' && status.kind !== 'saved'
