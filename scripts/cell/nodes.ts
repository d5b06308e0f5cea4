import { join } from 'node:path'
import { findProgram } from '../services/processes.ts'
import { serverAccount } from '../services/postgres.ts'
import type { Cell, Node } from './files.ts'
import { insideNode, processesOf, signalNode } from './network.ts'
import { endIn, keepIn, logOf, untilSo } from './processes.ts'

const packageOf = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  ip: 'iproute2',
  nsenter: 'util-linux',
  setpriv: 'util-linux',
  openssl: 'openssl',
}

export const missingPrograms = () => [
  ...new Set(Object.entries(packageOf).flatMap(([program, name]) => (findProgram(program) ? [] : [name]))),
]

/** A member as Patroni's /cluster shows it. */
export type Member = {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
  readonly lag?: number | string
}

/** What one node knows of the cell; undefined while it does not answer. */
const askNode = async ({ address }: Node): Promise<readonly Member[] | undefined> => {
  try {
    const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) })
    return ((await response.json()) as { members?: readonly Member[] }).members
  } catch {
    return undefined
  }
}

/** Whether a node says that it is the primary, as HAProxy asks it. */
export const isPrimary = async ({ address }: Node) => {
  try {
    const response = await fetch(`http://${address}:8008/primary`, { signal: AbortSignal.timeout(2_000) })
    await response.text()
    return response.status === 200
  } catch {
    return false
  }
}

/** The node that says of itself that it is the primary, as HAProxy asks it. */
export const primaryOf = async ({ nodes }: Cell): Promise<Node | undefined> => {
  const answers = await Promise.all(nodes.map(isPrimary))
  return nodes.find((_node, at) => answers[at])
}

/** What the cell looks like to its primary, or to any node that answers. */
export const membersOf = async (cell: Cell): Promise<readonly Member[]> => {
  const primary = await primaryOf(cell)
  const asked = primary === undefined ? cell.nodes : [primary, ...cell.nodes]
  for (const node of asked) {
    const members = await askNode(node)
    if (members !== undefined) return members
  }
  return []
}

/** Whether the cell is as it should be: one primary, the others following it on its timeline, as many of them synchronously. */
export const isHealthy = async (cell: Cell, synchronous = 1) => {
  const members = await membersOf(cell)
  const timelines = new Set(members.map(({ timeline }) => timeline))
  const count = (wanted: string) => members.filter(({ role }) => role === wanted).length
  return (
    members.length === cell.nodes.length &&
    timelines.size === 1 &&
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    members.every(({ role, lag = 0 }) => role === 'leader' || (typeof lag === 'number' && lag < 1_000_000)) &&
    count('leader') === 1 &&
    count('sync_standby') === synchronous
  )
}

/** Starts etcd and Patroni of a node; what runs already is left alone. */
export const startNode = (cell: Cell, node: Node) => {
  const account = serverAccount()
  const inside = insideNode(cell, node, account)
  const run = (program: 'etcd' | 'patroni', ...options: readonly string[]) =>
    keepIn(cell.folder, `${node.name}-${program}`, [...inside, findProgram(program) ?? program, ...options])
  run('etcd', `--config-file=${join(node.home, 'etcd.yaml')}`)
  run('patroni', join(node.home, 'patroni.yaml'))
}

/** Stops a node as an operator would: PostgreSQL first, and with a checkpoint. */
export const stopNode = async (cell: Cell, node: Node) => {
  signalNode(cell, node, 'SIGCONT')
  await endIn(cell.folder, `${node.name}-patroni`, 60)
  await endIn(cell.folder, `${node.name}-etcd`)
  signalNode(cell, node, 'SIGKILL')
  await untilSo(`${node.name} ended`, () => processesOf(cell, node).length === 0, logOf(cell.folder, node.name))
}

export const untilHealthy = (cell: Cell, synchronous = 1, seconds = 300) =>
  untilSo(
    'three healthy nodes',
    () => isHealthy(cell, synchronous),
    logOf(cell.folder, `${cell.nodes[0]!.name}-patroni`),
    seconds,
  )
