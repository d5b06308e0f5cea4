import { setTimeout as sleep } from 'node:timers/promises'
import { startNode } from '../../scripts/cell/nodes.ts'
import type { Cell, Node } from '../../scripts/cell/files.ts'
import type { Random } from '../../src/demo/random.ts'
import type { Conditions } from '../conclude.ts'
import type { Deployment } from './deployment.ts'
import { cutFromEtcd, cutFromNodes, killDatabase, killEtcd } from './faults.ts'
import { judgeWrites, type Wrong } from './judging.ts'
import {
  isReplaced,
  leaderOf,
  longestWait,
  nodeWith,
  untilWhole,
  untilWriting,
  within,
  type Leader,
} from './watching.ts'

/** What a scene showed: its conditions, and what is wrong with the records afterwards. */
export type Shown = { readonly conditions: Conditions; readonly wrong: Wrong }
export type Scene = (deployment: Deployment, random: Random) => Promise<Shown>

/** Longer than the lock of a primary lasts (`ttl`), with time to spare for an election. */
const watchSeconds = 45

const say = (line: string) => console.log(`  ${line}`)
const inSeconds = (seconds: number) => `${seconds.toFixed(1)} s`

/** Lets the load run from a state in which three nodes are healthy, and judges when they are again. */
const play = async (
  { cell, url, tell }: Deployment,
  scene: (before: Leader) => Promise<Conditions>,
): Promise<Shown> => {
  await tell('resume')
  await untilWhole(cell)
  const conditions = await scene(await leaderOf(cell))
  const reinits = await untilWhole(cell)
  if (reinits > 0) say(`${reinits} nodes had to be built anew`)
  const wrong = await judgeWrites(url, (await tell('pause')).acked)
  say(
    Object.entries(wrong)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
  )
  return { conditions, wrong }
}

const isSame = (one: Leader, other: Leader) => one.node === other.node && one.timeline === other.timeline

/** The longest time without an acknowledged write since a moment. */
const waitSince = async ({ tell }: Deployment, since: number) =>
  longestWait((await tell({ since })).acks.flat(), since, Date.now())

const startAll = (cell: Cell, nodes: readonly Node[] = cell.nodes) => {
  for (const node of nodes) startNode(cell, node)
}

const leaderWithoutEtcd: Scene = (deployment) =>
  play(deployment, async (before) => {
    const { cell } = deployment
    const began = Date.now()
    const mend = cutFromEtcd(cell, before.node)
    const replaced = await within(watchSeconds, () => isReplaced(cell, before.node))
    await untilWriting(deployment, Date.now())
    const { waited } = await waitSince(deployment, began)
    mend()
    const happened =
      replaced === undefined ? `${before.node.name} stays the primary` : `replaced after ${inSeconds(replaced)}`
    say(
      `the leader alone reaches no etcd, for ${watchSeconds} s at most: ${happened}; writes waited ${inSeconds(waited)}`,
    )
    return {}
  })

const oneMemberLost: Scene = (deployment, random) =>
  play(deployment, async (before) => {
    const { cell } = deployment
    const lost = random.pick(cell.nodes)
    const began = Date.now()
    killEtcd(cell, lost)
    await sleep(watchSeconds * 1000)
    const { waited } = await waitSince(deployment, began)
    const after = await leaderOf(cell)
    startNode(cell, lost)
    const whose = lost === before.node ? 'of the leader' : 'of a standby'
    say(
      `etcd killed on ${lost.name}, ${whose}: the longest wait for a write in ${watchSeconds} s was ${inSeconds(waited)}`,
    )
    return { 'one member of etcd lost: the leader and its timeline stay': isSame(before, after) }
  })

const allMembersLost: Scene = (deployment) =>
  play(deployment, async () => {
    const { cell } = deployment
    const [began, standby] = [Date.now(), await nodeWith(cell, 'replica')]
    for (const node of cell.nodes) killEtcd(cell, node)
    await sleep(watchSeconds * 1000)
    const { waited } = await waitSince(deployment, began)
    const isWriting = (await untilWriting(deployment, Date.now(), 30)) !== undefined
    say(`etcd killed everywhere: the longest wait for a write in ${watchSeconds} s was ${inSeconds(waited)}`)
    const alone = Date.now()
    await killDatabase(cell, standby)
    await sleep(watchSeconds * 1000)
    const silent = Date.now() - Math.max(...(await deployment.tell({ since: alone })).acks.flat(), alone)
    const stopped = (Date.now() - silent - alone) / 1000
    say(
      `then a standby as well: the last write was acknowledged ${inSeconds(stopped)} later, and none for ${inSeconds(silent / 1000)}`,
    )
    const back = Date.now()
    startAll(cell)
    await untilWriting(deployment, back)
    const { ended } = await waitSince(deployment, back)
    say(`etcd and the standby are back: writes again after ${inSeconds(ended)}`)
    return {
      'all members of etcd lost: the primary goes on while it reaches both standbys': isWriting,
      'all members of etcd lost and a standby: nothing is acknowledged any more': silent > 15_000,
    }
  })

const standbyThenPrimary: Scene = (deployment) =>
  play(deployment, async (before) => {
    const { cell } = deployment
    const [standby, third] = [await nodeWith(cell, 'sync_standby'), await nodeWith(cell, 'replica')]
    const lost = Date.now()
    await killDatabase(cell, standby)
    await within(watchSeconds, async () => (await nodeWith(cell, 'sync_standby').catch(() => undefined)) === third)
    await untilWriting(deployment, Date.now())
    const { waited } = await waitSince(deployment, lost)
    say(`the synchronous standby killed: commits waited ${inSeconds(waited)} until the other one confirmed them`)
    const gone = Date.now()
    await killDatabase(cell, before.node)
    const elected = await within(120, () => isReplaced(cell, before.node))
    await untilWriting(deployment, Date.now())
    const { waited: without } = await waitSince(deployment, gone)
    const after = await leaderOf(cell)
    say(`then the primary: ${after.node.name} took over, and writes waited ${inSeconds(without)}`)
    startAll(cell)
    return {
      'the synchronous standby lost, and then the primary: the one that confirms since takes over':
        elected !== undefined && after.node === third,
    }
  })

const bothAtOnce: Scene = (deployment) =>
  play(deployment, async (before) => {
    const { cell } = deployment
    const standby = await nodeWith(cell, 'sync_standby')
    const gone = Date.now()
    await Promise.all([killDatabase(cell, before.node), killDatabase(cell, standby)])
    const promoted = await within(watchSeconds, () => isReplaced(cell, before.node))
    const back = Date.now()
    startNode(cell, standby)
    await untilWriting(deployment, back)
    const { waited } = await waitSince(deployment, gone)
    const after = await leaderOf(cell)
    say(
      `the primary and the synchronous standby killed at once: ${promoted === undefined ? 'nobody promoted' : 'somebody promoted'} in ${watchSeconds} s; with the standby back ${after.node.name} is the primary, and writes waited ${inSeconds(waited)} in all, ${inSeconds((gone + waited * 1000 - back) / 1000)} of them since`,
    )
    startAll(cell)
    return {
      'the primary and the synchronous standby lost at once: the node that lacks writes is not promoted':
        promoted === undefined && (after.node === standby || after.node === before.node),
    }
  })

/** Outside the rounds, and each from three healthy nodes. */
export const scenes: Readonly<Record<string, Scene>> = {
  'a leader that loses etcd alone': leaderWithoutEtcd,
  'one member of etcd lost': oneMemberLost,
  'all members of etcd lost': allMembersLost,
  'the synchronous standby lost, then the primary': standbyThenPrimary,
  'the synchronous standby and the primary lost at once': bothAtOnce,
}

const configure = async ({ nodes, passwords }: Cell, settings: object) => {
  const authorization = `Basic ${Buffer.from(`patroni:${passwords.rest}`).toString('base64')}`
  const { status } = await fetch(`http://${nodes[0]!.address}:8008/config`, {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  })
  if (status !== 200) throw new Error(`Patroni answered ${status} to its configuration.`)
}

/** The same cell with asynchronous standbys, whose primary is cut off while it is written to: must lose something. */
export const playTwin = async (deployment: Deployment): Promise<Wrong> => {
  const { cell, tell, url } = deployment
  await configure(cell, { synchronous_mode: false })
  await untilWhole(cell, 0)
  await tell('resume')
  await untilWriting(deployment, Date.now())
  const { node } = await leaderOf(cell)
  const mend = cutFromNodes(cell, node)
  await within(120, () => isReplaced(cell, node))
  await untilWriting(deployment, Date.now())
  mend()
  await untilWhole(cell, 0)
  return judgeWrites(url, (await tell('pause')).acked)
}
