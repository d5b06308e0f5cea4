import { sql } from 'kysely'
import { inOrganisation, type Database } from '../db/tx.ts'
import { pathOf } from '../domain/attachments/files.ts'
import { markScanFailed, settleScan } from '../domain/attachments/scans.ts'
import type { VirusScanner } from '../gateways/virus-scanner.ts'
import { noTurns } from './lanes.ts'
import { withLease, type Leased } from './leases.ts'
import type { WorkerParts } from './messages.ts'
import { deleteLeased, lease, renew, retryLater, type Queue } from './queues.ts'

/** A file that this worker may settle while it holds the lease. */
export type LeasedScan = Leased & { readonly attachment: number; readonly attempts: number }

/** A file waits for as long as it takes: it is never given up. */
export const scanQueue: Queue<LeasedScan> = {
  statement: 'lease file scans',
  table: 'file_scan',
  key: 'attachment',
  waiting: sql`true`,
  onLease: sql`attempts = attempts + 1`,
  retries: { seconds: [5, 15, 60, 300] },
}

/** The daemon scans a few files at once, and no organisation takes up all of it. */
export const scansAtOnce = { all: 4, perOrganisation: 2 }

export const takeScans = (db: Database, most = scansAtOnce.perOrganisation, allowance = noTurns(most)) =>
  lease(db, scanQueue, most, allowance)

/** The content of the file, or undefined if the attachment or its file is gone. */
const readFile = async ({ db, store }: WorkerParts, { organisation, attachment }: LeasedScan) => {
  const file = await inOrganisation(db, organisation, (tx) =>
    tx.selectFrom('attachment').select('kept_key').where('id', '=', attachment).executeTakeFirst(),
  )
  return file?.kept_key == null ? undefined : store.read(pathOf(organisation, file.kept_key))
}

/** Scans one file and records what was found. If that is not possible, it is tried again later; returns whether it was. */
export const scanFile = async (
  parts: WorkerParts & { readonly scanner: VirusScanner },
  taken: LeasedScan,
  since = performance.now(),
): Promise<boolean> => {
  const { db, log, scanner } = parts
  const { organisation, attachment, attempts } = taken
  const scan = async () => {
    const content = await readFile(parts, taken)
    if (content === undefined) throw new Error('The file is not in the object store.')
    const signature = await scanner.scan(content)
    await inOrganisation(db, organisation, async (tx) => {
      // Another worker may have taken it over meanwhile, and found the same.
      if (await deleteLeased(tx, scanQueue, taken)) await settleScan(tx, attachment, { signature })
    })
  }
  try {
    await withLease({ since, renew: () => renew(db, scanQueue, taken) }, scan)
    return true
  } catch (err) {
    await inOrganisation(db, organisation, async (tx) => {
      if (await retryLater(tx, scanQueue, taken, attempts)) await markScanFailed(tx, attachment)
    })
    log.warn({ err, organisation, attachment, attempts }, 'a file could not be scanned and will be tried again')
    return false
  }
}
