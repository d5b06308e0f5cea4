import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from '../../src/demo/random.ts'
import type { Deployment } from './deployment.ts'
import { faultNames, faults, type FaultName } from './faults.ts'
import { judgeWrites, type Wrong } from './judging.ts'
import { isReplaced, leaderOf, leftOnStandbys, longestWait, untilWhole, untilWriting, within } from './watching.ts'

export type Round = {
  readonly fault: FaultName
  /** Seconds from the fault until the first write was acknowledged again, and until each writer had one. */
  readonly first: number
  readonly all: number
  readonly wrong: Wrong
  readonly isOnNewLeader: boolean
  readonly reinits: number
  readonly left: number
}

/** No round waits longer for a new leader. */
const leaderSeconds = 180

const runRound = async (deployment: Deployment, fault: FaultName, random: Random): Promise<Round> => {
  const { cell, url, tell } = deployment
  await tell('resume')
  await untilWriting(deployment, Date.now())
  await sleep(random.int(500, 4_000))
  const before = await leaderOf(cell)
  const began = Date.now()
  const { how, mend } = await faults[fault](cell, before.node, random)
  const elected = await within(leaderSeconds, () => isReplaced(cell, before.node))
  const isWriting = elected !== undefined && (await untilWriting(deployment, Date.now())) !== undefined
  await sleep(random.int(0, 3_000))
  mend()
  const reinits = await untilWhole(cell)
  const after = await leaderOf(cell)
  const ended = Date.now()
  const { acks } = await tell({ since: began })
  const { acked } = await tell('pause')
  const wrong = await judgeWrites(url, acked)
  const round = {
    fault,
    first: longestWait(acks.flat(), began, ended).ended,
    all: Math.max(...acks.map((one) => longestWait(one, began, ended).ended)),
    wrong,
    isOnNewLeader: isWriting && after.node !== before.node && after.timeline > before.timeline,
    reinits,
    left: await leftOnStandbys(cell),
  }
  const all = Object.values(wrong).reduce((sum, count) => sum + count, 0)
  console.log(
    `  ${fault} (${how}) on ${before.node.name}: writers back after ${round.first.toFixed(1)} s, all of them after ${round.all.toFixed(1)} s; now ${after.node.name} on timeline ${after.timeline}, whole after ${((ended - began) / 1000).toFixed(0)} s; ${acked.length} acknowledged, ${all} wrong`,
  )
  return round
}

/** So many rounds, or as many as begin within the time; of each kind as many as of the others, in any order. */
export const runRounds = async (
  deployment: Deployment,
  count: number,
  seed: number,
  minutes: number,
): Promise<readonly Round[]> => {
  const random = createRandom(seed)
  const planned: FaultName[] = []
  while (planned.length < count) planned.push(...random.shuffle(faultNames))
  const rounds: Round[] = []
  const began = Date.now()
  for (const fault of planned.slice(0, count))
    if (Date.now() - began < minutes * 60_000) rounds.push(await runRound(deployment, fault, random))
  return rounds
}
