import { text } from '../../text/en.ts'
import type { Column, Entry } from './columns.ts'
import type { Span } from './schedule.ts'

/** Why something cannot be dropped where it is, and what is free instead. */
export type Refusal = { readonly other: Entry; readonly person: string; readonly nearest: Span | undefined }

export type Judge = (
  entry: Entry,
  place: Span & { readonly user: number; readonly day: Column['day'] },
) => Refusal | undefined

/** Who is in the way, by the name of an animal or a client: a remark is no name. */
export const clashText = ({ person, other }: Refusal, timeText: (moment: number) => string) =>
  text.calendar.clash.title(person, other.isNamed ? other.name : undefined, timeText(other.end))
