import type { NameFields } from './names.ts'

/** An entry of the root page: a resource or another list, with its tag in the OpenAPI document. */
export type Entry = { readonly name: string; readonly title: string; readonly about: string; readonly tag: string }
/** One part of the practice, with its entries. */
export type Part = { readonly title: string; readonly entries: readonly Entry[] }

/** What pages show first. The declarations say what there is, not what a person looks for. */
export type Presentation = {
  readonly parts: readonly Part[]
  /** The first columns of a list, by resource. */
  readonly columns: Readonly<Record<string, readonly string[]>>
  readonly nameFields: NameFields
}

export const noPresentation: Presentation = { parts: [], columns: {}, nameFields: {} }
