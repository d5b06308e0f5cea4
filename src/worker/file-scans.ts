import { sql } from 'kysely'
import { inOrganisation, type Database } from '../db/tx.ts'
import { pathOf } from '../domain/attachments/files.ts'
import { markScanFailed, settleScan } from '../domain/attachments/scans.ts'
import type { VirusScanner } from '../gateways/virus-scanner.ts'
import { forAllOrganisations } from './all-organisations.ts'
import { inSeconds, leaseSeconds, withLease } from './leases.ts'
import type { WorkerParts } from './messages.ts'

/** A file that this worker may settle while it holds the lease. */
export type LeasedScan = {
  readonly organisation: number
  readonly attachment: number
  readonly attempts: number
  readonly lease: string
}

/** The daemon scans a few files at once. */
const batchSize = 2
/** Seconds to wait after the first, second, … failure; the last one repeats for as long as it takes. */
const backoffSeconds = [5, 15, 60, 300] as const

/** Leases files that wait for the scanner, of any organisation. */
export const takeScans = async (db: Database): Promise<readonly LeasedScan[]> => {
  const { rows } = await forAllOrganisations(
    db,
    'lease file scans',
    sql<LeasedScan>`
      with due as materialized (
        select organisation, attachment from file_scan where due <= clock_timestamp()
        order by due limit ${batchSize} for no key update skip locked)
      update file_scan waiting set lease = gen_random_uuid(), attempts = attempts + 1, due = ${inSeconds(leaseSeconds)}
      from due where waiting.organisation = due.organisation and waiting.attachment = due.attachment
      returning waiting.organisation, waiting.attachment, waiting.attempts, waiting.lease`,
  )
  return rows
}

const renew = (db: Database, { organisation, attachment, lease }: LeasedScan, seconds = leaseSeconds) =>
  inOrganisation(db, organisation, async (tx) => {
    const { numAffectedRows } = await sql`update file_scan set due = ${inSeconds(seconds)}
      where attachment = ${attachment} and lease = ${lease}`.execute(tx)
    return numAffectedRows === 1n
  })

/** The content of the file, or undefined if the attachment or its file is gone. */
const readFile = async ({ db, store }: WorkerParts, { organisation, attachment }: LeasedScan) => {
  const file = await inOrganisation(db, organisation, (tx) =>
    tx.selectFrom('attachment').select('kept_key').where('id', '=', attachment).executeTakeFirst(),
  )
  return file?.kept_key == null ? undefined : store.read(pathOf(organisation, file.kept_key))
}

/** Scans one file and records what was found. If that is not possible, it is tried again later; answers whether it was. */
export const scanFile = async (
  parts: WorkerParts & { readonly scanner: VirusScanner },
  taken: LeasedScan,
  since = performance.now(),
): Promise<boolean> => {
  const { db, log, scanner } = parts
  const { organisation, attachment, attempts, lease } = taken
  const scan = async () => {
    const content = await readFile(parts, taken)
    if (content === undefined) throw new Error('The file is not in the object store.')
    const signature = await scanner.scan(content)
    await inOrganisation(db, organisation, async (tx) => {
      // Another worker may have taken it over meanwhile, and found the same.
      const { numDeletedRows } = await tx
        .deleteFrom('file_scan')
        .where('attachment', '=', attachment)
        .where('lease', '=', lease)
        .executeTakeFirst()
      if (numDeletedRows === 1n) await settleScan(tx, attachment, { signature })
    })
  }
  try {
    await withLease({ since, renew: () => renew(db, taken) }, scan)
    return true
  } catch (err) {
    const seconds = backoffSeconds[Math.min(attempts, backoffSeconds.length) - 1]
    if (await renew(db, taken, seconds)) await inOrganisation(db, organisation, (tx) => markScanFailed(tx, attachment))
    log.warn({ err, organisation, attachment, attempts }, 'a file could not be scanned and will be tried again')
    return false
  }
}
