import { execFileSync, spawnSync } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import type { Cell, Node } from './files.ts'

/**
 * Each node has a network namespace of its own, as if it were a machine: its processes can be told apart from all others. A bridge
 * joins them and this machine. The addresses are those that are kept for trying networks out (RFC 2544), so they are nobody's.
 */
const ip = (...words: readonly string[]) => execFileSync('ip', [...words], { stdio: ['ignore', 'pipe', 'pipe'] })
const succeeds = (...words: readonly string[]) => spawnSync('ip', [...words], { stdio: 'ignore' }).status === 0

/** A network that no other cell of this machine has. */
export const freeNetwork = () => {
  const taken = Object.values(networkInterfaces()).flatMap(
    (addresses) => addresses?.map(({ address }) => address) ?? [],
  )
  const free = Array.from({ length: 254 }, (_, at) => at + 1).filter(
    (network) => !taken.some((address) => address.startsWith(`198.18.${network}.`)),
  )
  const chosen = free[Math.trunc(Math.random() * free.length)]
  if (chosen === undefined) throw new Error('Every network of 198.18.0.0/16 is taken: stop another cell first.')
  return chosen
}

export const namespaceOf = ({ mark }: Cell, { name }: Node) => `fetlock-${mark}-${name}`
const bridgeOf = ({ mark }: Cell) => `fl${mark}`
const cableOf = ({ mark }: Cell, { name }: Node) => `fl${mark}${name.at(-1)}`

export const makeNetwork = (cell: Cell) => {
  const bridge = bridgeOf(cell)
  if (!succeeds('link', 'show', bridge)) {
    ip('link', 'add', bridge, 'type', 'bridge')
    ip('addr', 'add', `198.18.${cell.network}.1/24`, 'dev', bridge)
    ip('link', 'set', bridge, 'up')
  }
  for (const node of cell.nodes) {
    const [namespace, cable] = [namespaceOf(cell, node), cableOf(cell, node)]
    if (succeeds('netns', 'exec', namespace, 'true')) continue
    ip('netns', 'add', namespace)
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
    ip('link', 'set', cable, 'master', bridge, 'up')
    ip('-n', namespace, 'link', 'set', 'lo', 'up')
    ip('-n', namespace, 'addr', 'add', `${node.address}/24`, 'dev', 'eth0')
    ip('-n', namespace, 'link', 'set', 'eth0', 'up')
  }
}

export const removeNetwork = (cell: Cell) => {
  for (const node of cell.nodes) {
    const [namespace, cable] = [namespaceOf(cell, node), cableOf(cell, node)]
    if (succeeds('link', 'show', cable)) ip('link', 'del', cable)
    if (succeeds('netns', 'exec', namespace, 'true')) ip('netns', 'del', namespace)
  }
  if (succeeds('link', 'show', bridgeOf(cell))) ip('link', 'del', bridgeOf(cell))
}

/** The processes in the namespace of a node. */
export const processesOf = (cell: Cell, node: Node): readonly number[] => {
  const { stdout, status } = spawnSync('ip', ['netns', 'pids', namespaceOf(cell, node)], { encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').flatMap((line) => (line === '' ? [] : [Number(line)])) : []
}

/** Sends a signal to every process of a node. */
export const signalNode = (cell: Cell, node: Node, signal: NodeJS.Signals) => {
  for (const pid of processesOf(cell, node))
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended meanwhile.
    }
}

/** A command in the namespace of a node. It is replaced by what it runs, so that the process id stays. */
export const insideNode = (cell: Cell, node: Node, account: { uid: number; gid: number } | undefined) => [
  'nsenter',
  `--net=/run/netns/${namespaceOf(cell, node)}`,
  ...(account ? ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--init-groups', '--'] : []),
]
