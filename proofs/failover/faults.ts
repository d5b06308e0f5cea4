import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../src/demo/random.ts'
import type { Cell, Node } from '../../scripts/cell/files.ts'
import { insideNode, processesOf, signalNode } from '../../scripts/cell/network.ts'
import { startNode } from '../../scripts/cell/nodes.ts'
import { logOf, runningIn, untilSo } from '../../scripts/cell/processes.ts'

/** Undoes a fault. */
export type Mend = () => void
export type Fault = (cell: Cell, node: Node, random: Random) => Promise<{ readonly how: string; readonly mend: Mend }>

const commandOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

const kill = (pids: readonly number[]) => {
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
}

/** Kills processes of a node until none is left: one that is about to start another must not leave it behind. */
const killAll = (cell: Cell, node: Node, which: () => readonly number[]) =>
  untilSo(
    `everything killed on ${node.name}`,
    () => {
      kill(which())
      return which().length === 0
    },
    logOf(cell.folder, `${node.name}-patroni`),
  )

export const killNode = (cell: Cell, node: Node) => killAll(cell, node, () => processesOf(cell, node))

/** Kills Patroni and PostgreSQL of a node; etcd goes on. */
export const killDatabase = (cell: Cell, node: Node) =>
  killAll(cell, node, () =>
    processesOf(cell, node).filter((pid) => pid !== runningIn(cell.folder, `${node.name}-etcd`)),
  )

export const killEtcd = (cell: Cell, node: Node) =>
  kill([runningIn(cell.folder, `${node.name}-etcd`)].filter((pid) => pid !== undefined))

/** Packets are dropped without a word on either way, as in a network that is broken. */
const filter = (cell: Cell, node: Node, rules: string) => {
  const [program, ...options] = [...insideNode(cell, node, undefined), 'nft', '-f', '-']
  execFileSync(program, options, { input: rules, stdio: ['pipe', 'ignore', 'pipe'] })
}
const restore = (cell: Cell, node: Node) => filter(cell, node, 'delete table ip cut\n')

const chains = (incoming: string, outgoing: string) => `table ip cut {
  chain incoming { type filter hook input priority 0; ${incoming} }
  chain outgoing { type filter hook output priority 0; ${outgoing} }
}\n`

/** Nobody reaches the node: neither the others nor whoever writes. */
const cutFromAll = (cell: Cell, node: Node) => {
  filter(cell, node, chains('iifname != "lo" drop;', 'oifname != "lo" drop;'))
  return () => restore(cell, node)
}

/** Neither the other nodes nor their etcd; whoever writes still reaches it. */
export const cutFromNodes = (cell: Cell, node: Node): Mend => {
  const others = cell.nodes.filter((other) => other !== node).map(({ address }) => address)
  filter(cell, node, chains(`ip saddr { ${others.join()} } drop;`, `ip daddr { ${others.join()} } drop;`))
  return () => restore(cell, node)
}

/** The node asks no member of etcd any more, not even its own; everything else reaches everything. */
export const cutFromEtcd = (cell: Cell, node: Node): Mend => {
  filter(cell, node, chains('tcp sport 2379 drop;', 'tcp dport 2379 drop;'))
  return () => restore(cell, node)
}

const postmasterOf = ({ home }: Node) => Number(readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n')[0])

/** What befalls the node of the primary in a round. */
export const faults = {
  'PostgreSQL killed': async (cell, node, random) => {
    const isAll = random.chance(0.5)
    const servers = () => processesOf(cell, node).filter((pid) => commandOf(pid) === 'postgres')
    kill(isAll ? servers() : [postmasterOf(node)])
    return { how: isAll ? 'all of its processes' : 'its first process', mend: () => {} }
  },
  'node killed': async (cell, node) => {
    await killNode(cell, node)
    return { how: 'every process', mend: () => startNode(cell, node) }
  },
  'node frozen': async (cell, node) => {
    signalNode(cell, node, 'SIGSTOP')
    return { how: 'every process', mend: () => signalNode(cell, node, 'SIGCONT') }
  },
  'node cut off': async (cell, node, random) =>
    random.chance(0.5)
      ? { how: 'from everybody', mend: cutFromAll(cell, node) }
      : { how: 'from etcd and the other nodes', mend: cutFromNodes(cell, node) },
} as const satisfies Readonly<Record<string, Fault>>
export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as FaultName[]
