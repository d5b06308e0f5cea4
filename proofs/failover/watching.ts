import { setTimeout as sleep } from 'node:timers/promises'
import type { Cell, Node } from '../../scripts/cell/files.ts'
import { isHealthy, isPrimary, membersOf, untilHealthy } from '../../scripts/cell/nodes.ts'
import { connected } from '../../scripts/database.ts'
import type { Deployment } from './deployment.ts'

export type Leader = { readonly node: Node; readonly timeline: number }

export const leaderOf = async (cell: Cell): Promise<Leader> => {
  const member = (await membersOf(cell)).find(({ role }) => role === 'leader')
  const node = cell.nodes.find(({ name }) => name === member?.name)
  if (node === undefined || member?.timeline === undefined) throw new Error('The cell has no leader.')
  return { node, timeline: member.timeline }
}

export const nodeWith = async (cell: Cell, role: string): Promise<Node> => {
  const member = (await membersOf(cell)).find((one) => one.role === role)
  const node = cell.nodes.find(({ name }) => name === member?.name)
  if (node === undefined) throw new Error(`No node is ${role}.`)
  return node
}

/** Waits until something is so, for so long at most; how long that took. */
export const within = async (seconds: number, isSo: () => Promise<boolean>) => {
  for (const began = Date.now(); Date.now() - began < seconds * 1000; await sleep(100))
    if (await isSo()) return (Date.now() - began) / 1000
  return undefined
}

/** Whether another node than this says that it is the primary. */
export const isReplaced = async ({ nodes }: Cell, former: Node) =>
  (await Promise.all(nodes.filter((node) => node !== former).map(isPrimary))).some(Boolean)

/** When each writer has had a write acknowledged since a moment. */
export const untilWriting = ({ tell }: Deployment, since: number, seconds = 240) =>
  within(seconds, async () => (await tell({ since })).acks.every((acks) => acks.length > 0))

const unhealthySeconds = 150

/**
 * Waits until three nodes are healthy. A node that does not come back by itself is built anew, as docs/operating/cell.md says; how
 * many were.
 */
export const untilWhole = async (cell: Cell, synchronous = 1): Promise<number> => {
  if ((await within(unhealthySeconds, () => isHealthy(cell, synchronous))) !== undefined) return 0
  const { node: leader, timeline } = await leaderOf(cell)
  const members = await membersOf(cell)
  const sick = cell.nodes.filter((node) => {
    const member = members.find(({ name }) => name === node.name)
    return node !== leader && !(member?.timeline === timeline && /^(running|streaming)$/.test(member.state))
  })
  const authorization = `Basic ${Buffer.from(`patroni:${cell.passwords.rest}`).toString('base64')}`
  for (const { name, address } of sick) {
    console.log(`  ${name} does not come back by itself: patronictl reinit`)
    await fetch(`http://${address}:8008/reinitialize`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"force":true}',
    }).catch(() => undefined)
  }
  await untilHealthy(cell, synchronous)
  return sick.length
}

/** Connections of API processes and workers to nodes that take no writes. */
export const leftOnStandbys = async (cell: Cell) => {
  const { node: leader } = await leaderOf(cell)
  let left = 0
  for (const { address } of cell.nodes.filter((node) => node !== leader))
    left += await connected(
      `postgres://postgres:${cell.passwords.superuser}@${address}:5432/postgres`,
      async (client) => {
        const { rows } = await client.query<{ count: string }>(
          `select count(*) from pg_stat_activity where usename like 'fetlock%'`,
        )
        return Number(rows[0]!.count)
      },
    )
  return left
}

/** From a moment on, the longest time in which nothing was acknowledged, and when that ended; in seconds. */
export const longestWait = (acks: readonly number[], from: number, to: number) => {
  const moments = [from, ...acks.filter((ack) => ack > from && ack < to).toSorted((a, b) => a - b), to]
  const waits = moments.slice(1).map((moment, at) => ({ waited: moment - moments[at]!, ended: moment - from }))
  const longest = waits.reduce((most, wait) => (wait.waited > most.waited ? wait : most), { waited: 0, ended: 0 })
  return { waited: longest.waited / 1000, ended: longest.ended / 1000 }
}
