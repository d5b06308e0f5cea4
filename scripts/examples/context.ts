import type { Json } from './sending.ts'

/** The records of the demo clinic by resource, with some that a day's work leaves behind: an open visit, a sale, an import. */
export type Context = {
  readonly all: (resource: string) => readonly Json[]
  readonly find: (resource: string, fits: (record: Json) => boolean) => Json
  /** Records that were made for the examples, or chosen for them. */
  readonly made: Record<string, Json>
}
