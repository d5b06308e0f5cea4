import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { requireMachine, startCluster } from '../../scripts/cell/cluster.ts'
import { superuserUrl, type Cell } from '../../scripts/cell/files.ts'
import { processesOf, removeNetwork, signalNode } from '../../scripts/cell/network.ts'
import { killIn } from '../../scripts/cell/processes.ts'
import { environmentOf, programNames, startService } from '../../scripts/cell/service.ts'
import { onDatabase } from '../../scripts/database.ts'
import { freePort } from '../../scripts/services/listening.ts'
import { findProgram } from '../../scripts/services/processes.ts'
import type { Receiver, Report, Order as ReceiverOrder } from '../delivery/receivers.ts'
import { servicesUrls, startChild, type Child } from '../harness.ts'
import { givenPlaces, type Place } from './clinics.ts'
import type { Load, Loaded, Order } from './load.ts'

/** A cell of the run's own, with clinics that are written to and receivers that are told. */
export type Deployment = {
  readonly cell: Cell
  readonly url: string
  readonly environment: Readonly<Record<string, string>>
  readonly places: readonly Place[]
  readonly receivers: readonly Receiver[]
  readonly receiving: Child
  readonly tell: (order: Order) => Promise<Loaded>
  readonly stop: () => Promise<void>
}

const clinics = 3

const requirePrograms = () => {
  requireMachine()
  if (findProgram('nft') === undefined)
    throw new Error('Missing: nftables. apt-get install --no-install-recommends nftables')
}

/** Ends what belongs to the cell, at once: its data are of no use any more. */
const abandon = (cell: Cell) => {
  for (const name of ['haproxy-api', 'haproxy-postgresql', ...programNames(cell)]) killIn(cell.folder, name)
  // One may start another while it is asked which there are.
  while (cell.nodes.some((node) => processesOf(cell, node).length > 0))
    for (const node of cell.nodes) signalNode(cell, node, 'SIGKILL')
  removeNetwork(cell)
  const nodes = join(cell.folder, 'nodes')
  for (const folder of [realpathSync(nodes), cell.folder])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

const givenReceivers = async (): Promise<readonly Receiver[]> => {
  const ports = new Set<number>()
  while (ports.size < clinics) ports.add(await freePort())
  return [...ports].map((port) => ({ port, behaviour: 'healthy', secret: randomBytes(24).toString('base64') }))
}

export const startDeployment = async (writers: number, seed: number): Promise<Deployment> => {
  requirePrograms()
  servicesUrls()
  const home = mkdtempSync('/var/tmp/fetlock-failover-')
  chmodSync(home, 0o755)
  const tell = (line: string) => console.log(`  ${line}`)
  const cell = await startCluster(home, tell)
  const lastResort = () => abandon(cell)
  process.once('exit', lastResort)
  const receivers = await givenReceivers()
  const environment = environmentOf(cell, {
    FETLOCK_LOG_LEVEL: 'warn',
    // One clinic is loaded here as hard as the machine can.
    FETLOCK_ORGANISATION_RATE: '999999',
    FETLOCK_ALLOWED_PRIVATE_ADDRESSES: receivers.map(({ port }) => `127.0.0.1:${port}`).join(),
  })
  await startService(cell, tell, environment)
  const urls = {
    superuser: onDatabase(superuserUrl(cell), 'fetlock'),
    owner: environment.FETLOCK_OWNER_DATABASE_URL,
    app: environment.FETLOCK_DATABASE_URL,
    worker: environment.FETLOCK_WORKER_DATABASE_URL,
  }
  const base = environment.FETLOCK_PUBLIC_URL
  const places = await givenPlaces(urls, base, receivers, writers, environment.FETLOCK_SECRET_KEY)
  const [receiving, loader] = [startChild('delivery/receivers.ts'), startChild('failover/load.ts')]
  await receiving.ask<Report>({ listen: receivers, seed, failOneIn: 0 } satisfies ReceiverOrder)
  await loader.ask<Loaded>({ start: { base, places, writers, seed } satisfies Load } satisfies Order)
  return {
    cell,
    url: urls.superuser,
    environment,
    places,
    receivers,
    receiving,
    tell: (order) => loader.ask<Loaded>(order),
    stop: async () => {
      await Promise.all([loader.end(), receiving.end()])
      process.off('exit', lastResort)
      abandon(cell)
    },
  }
}
