import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { connected } from '../database.ts'
import { findProgram } from '../services/processes.ts'
import { makeCell, readCell, superuserUrl, writeFiles, type Cell } from './files.ts'
import { makeNetwork, removeNetwork } from './network.ts'
import { missingPrograms, startNode, stopNode, untilHealthy } from './nodes.ts'
import { endIn, keepIn, logOf, untilSo } from './processes.ts'

export type Tell = (line: string) => void

/** Before anything is begun: what this machine lacks. */
export const requireMachine = () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('A cell on one machine needs Linux and root, for network namespaces. Run it as root, or with sudo.')
  const missing = missingPrograms()
  if (missing.length > 0)
    throw new Error(`Missing: ${missing.join(', ')}. apt-get install --no-install-recommends ${missing.join(' ')}`)
}

export const startRouter = (cell: Cell, name: 'haproxy-postgresql' | 'haproxy-api') =>
  keepIn(cell.folder, name, [findProgram('haproxy') ?? 'haproxy', '-db', '-f', join(cell.folder, `${name}.cfg`)])

const isAtPrimary = (cell: Cell) =>
  connected(superuserUrl(cell), async (client) => {
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    return rows[0]?.standby === false
  }).catch(() => false)

/** Three nodes with etcd, Patroni and PostgreSQL, and the router that leads to the primary. */
export const startCluster = async (folder: string, tell: Tell): Promise<Cell> => {
  requireMachine()
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const cell = readCell(folder) ?? (await makeCell(folder))
  writeFiles(cell)
  tell('Network namespaces of three nodes')
  makeNetwork(cell)
  tell('etcd and Patroni on each')
  for (const node of cell.nodes) startNode(cell, node)
  await untilHealthy(cell)
  tell('HAProxy in front of PostgreSQL')
  startRouter(cell, 'haproxy-postgresql')
  // Until it has asked them, HAProxy leads to every node in turn.
  const leadsToPrimary = async () => {
    for (let turn = 0; turn < cell.nodes.length; turn++) if (!(await isAtPrimary(cell))) return false
    return true
  }
  await untilSo('the primary behind HAProxy', leadsToPrimary, logOf(folder, 'haproxy-postgresql'))
  return cell
}

/** Ends what was started, and nothing else. The data stay. */
export const stopCluster = async (cell: Cell, tell: Tell) => {
  await endIn(cell.folder, 'haproxy-postgresql', 5)
  for (const node of cell.nodes) tell(`Stopping ${node.name}`)
  await Promise.all(cell.nodes.map((node) => stopNode(cell, node)))
  removeNetwork(cell)
}
