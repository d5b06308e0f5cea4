import { sql } from 'kysely'
import { inOrganisation, type Database } from '../db/tx.ts'
import type { ErrorCode } from '../kernel/error-codes.ts'
import type { ApiError } from '../kernel/errors.ts'
import { observeCeiling } from '../telemetry/observing.ts'
import { errorCodes } from './error-codes.ts'

/** How often what was counted is written down. */
const writeMs = 10_000

const codesOf = ({ code, fields }: ApiError): readonly ErrorCode[] =>
  fields === undefined
    ? [code]
    : [fields].flat().flatMap((entry) =>
        Object.values(entry)
          .flat()
          .map((one) => one.code),
      )

const write = (db: Database, organisation: number, counts: ReadonlyMap<ErrorCode, number>) =>
  inOrganisation(db, organisation, async (tx) => {
    // Anybody may send requests to an organisation that does not exist.
    await sql`insert into ceiling_refusal (code, refused)
      select code, refused from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::bigint[]) counted (code, refused)
      where exists (select from organisation where organisation = organisation()) order by code
      on conflict (organisation, day, code)
      do update set refused = ceiling_refusal.refused + excluded.refused, last = excluded.last`.execute(tx)
  })

/** Counts who was refused because of a ceiling: at once for the metric, and now and then for `organisation usage`. */
export const countRefusals = (db: Database, onFailure: (problem: unknown) => void) => {
  let counted = new Map<number, Map<ErrorCode, number>>()
  const writeAll = async () => {
    const all = counted
    counted = new Map()
    for (const [organisation, counts] of all) await write(db, organisation, counts).catch(onFailure)
  }
  const writing = setInterval(() => void writeAll(), writeMs).unref()
  return {
    count: (organisation: number | undefined, error: ApiError) => {
      for (const code of codesOf(error).filter((one) => errorCodes[one].ceiling)) {
        observeCeiling(code)
        if (organisation === undefined) continue
        const counts = counted.get(organisation) ?? new Map<ErrorCode, number>()
        counted.set(organisation, counts.set(code, (counts.get(code) ?? 0) + 1))
      }
    },
    close: async () => {
      clearInterval(writing)
      await writeAll()
    },
  }
}
export type Refusals = ReturnType<typeof countRefusals>
