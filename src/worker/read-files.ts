import type { VirusScanner } from '../gateways/virus-scanner.ts'
import { readCatalog, takeArrivedCatalogs, type ArrivedCatalog } from './catalogs.ts'
import { scanFile, scansAtOnce, takeScans, type LeasedScan } from './file-scans.ts'
import { runLanes } from './lanes.ts'
import type { Wakeable } from './loops.ts'
import type { WorkerParts } from './messages.ts'

/** An organisation is a lane. */
const laneOf = ({ organisation }: { readonly organisation: number }) => String(organisation)

/** Has files scanned as they come, until it is told to stop. Whoever sends many at once waits for their own alone. */
export const scanFiles = (parts: WorkerParts & { readonly scanner: VirusScanner }, context: Wakeable) =>
  runLanes<LeasedScan>(
    {
      kind: 'file scan',
      search: 'file scans',
      maxAtOnce: { healthy: scansAtOnce.all, failing: scansAtOnce.perOrganisation },
      maxPerLane: { healthy: scansAtOnce.perOrganisation, failing: 1 },
      laneOf,
      take: (most, allowance) => takeScans(parts.db, most, allowance),
      start: (group, since) => group.map((scan) => scanFile(parts, scan, since)),
    },
    context,
  )

/** Reads catalogs as they arrive, until it is told to stop: two at a time, of two organisations. */
export const readCatalogs = (parts: WorkerParts, context: Wakeable) =>
  runLanes<ArrivedCatalog>(
    {
      kind: 'catalog',
      search: 'catalogs',
      maxAtOnce: { healthy: 2, failing: 1 },
      maxPerLane: { healthy: 1, failing: 1 },
      laneOf,
      take: (most, allowance) => takeArrivedCatalogs(parts.db, most, allowance),
      start: (group, since) =>
        group.map(async (catalog) => {
          await readCatalog(parts, catalog, since, () => !context.signal.aborted)
          context.askAgain()
          return true
        }),
    },
    context,
  )
