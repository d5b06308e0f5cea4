import { sql } from 'kysely'
import { inOrganisation, type Database, type Reader, type Tx } from '../db/tx.ts'
import type { Sealer } from './seal.ts'

/** Small, so that nobody waits long for a row. */
const batchSize = 50

type SealedValue = {
  readonly source: string
  readonly field: string
  readonly id: number
  readonly sealed: Buffer
}
type Place = Pick<SealedValue, 'source' | 'field' | 'id'>

/** How many values are sealed under each key, by its id. */
export type KeyCounts = ReadonlyMap<string, number>

const marked = sql<boolean>`substring(sealed from 1 for 4) = 'fks1'`

/** What was sealed before keys had ids counts for the key without one. */
export const countByKey = async (tx: Tx): Promise<KeyCounts> => {
  const { rows } = await sql<{ id: string; count: number }>`
    select case when ${marked} then encode(substring(sealed from 6 for get_byte(sealed, 4)), 'escape') else '' end as id,
      count(*)::int as count
    from sealed_value where organisation = organisation() group by 1`.execute(tx)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const findOutdated = async (tx: Tx, header: Buffer, after: Place): Promise<readonly SealedValue[]> => {
  const { rows } = await sql<SealedValue>`
    select source, field, id::int as id, sealed from sealed_value
    where organisation = organisation() and substring(sealed from 1 for ${header.length}) <> ${header}
      and (source, field, id) > (${after.source}, ${after.field}, ${after.id})
    order by source, field, id limit ${batchSize}`.execute(tx)
  return rows
}

const replace = async (tx: Tx, { source, field, id, sealed }: SealedValue, resealed: Buffer) => {
  const { numAffectedRows } = await sql`
    update sealed_value set sealed = ${resealed}
    where organisation = organisation() and source = ${source} and field = ${field} and id = ${id}
      and sealed = ${sealed}`.execute(tx)
  return numAffectedRows === 1n
}

const unsealIfPossible = ({ unseal }: Sealer, sealed: Buffer): string | undefined => {
  try {
    return unseal(sealed)
  } catch {
    return undefined
  }
}

const resealBatch = async (tx: Tx, sealer: Sealer, batch: readonly SealedValue[]) => {
  const outcome = { resealed: 0, unreadable: 0 }
  for (const value of batch) {
    const secret = unsealIfPossible(sealer, value.sealed)
    if (secret === undefined) outcome.unreadable++
    // One that was replaced meanwhile is sealed under the key of whoever replaced it.
    else if (await replace(tx, value, sealer.seal(secret))) outcome.resealed++
  }
  return outcome
}

const start: Place = { source: '', field: '', id: 0 }

/** Seals every secret of an organisation under the current key, a few in each transaction, while it is at work. */
export const resealOrganisation = async (
  owner: Database,
  organisation: number,
  sealer: Sealer,
  onProgress: (resealed: number) => void = () => {},
) => {
  const total = { resealed: 0, unreadable: 0 }
  let after = start
  for (;;) {
    const done = await inOrganisation(owner, organisation, async (tx) => {
      const batch = await findOutdated(tx, sealer.header, after)
      return { last: batch.at(-1), ...(await resealBatch(tx, sealer, batch)) }
    })
    total.resealed += done.resealed
    total.unreadable += done.unreadable
    if (done.last === undefined) return total
    after = done.last
    onProgress(total.resealed)
  }
}

/** Row-level security applies to the owner too, so whoever wants all organisations goes through their ids. */
export const lastOrganisation = async (read: Reader): Promise<number> => {
  const [sequence] = await read<{ last: number | null }>(
    `select pg_sequence_last_value(pg_get_serial_sequence('organisation', 'id')::regclass)::int as last`,
    [],
  )
  return sequence?.last ?? 0
}
