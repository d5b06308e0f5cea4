import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connected } from '../scripts/database.ts'
import { createRandom } from '../src/demo/random.ts'
import { conclude, type Conditions } from './conclude.ts'
import type { Report } from './delivery/receivers.ts'
import { startDeployment, type Deployment } from './failover/deployment.ts'
import { faultNames } from './failover/faults.ts'
import { countNumbered, judgeAudit, judgeWebhooks, judgeWrites, type Wrong } from './failover/judging.ts'
import { runRounds, type Round } from './failover/rounds.ts'
import { playTwin, scenes, type Shown } from './failover/scenes.ts'

const writers = 8
/** Seconds at the median until writers are back: PostgreSQL alone is replaced at once, a node once its lock has run out. */
const limitOf = { 'PostgreSQL killed': 15, 'node killed': 45, 'node frozen': 45, 'node cut off': 45 } as const

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!
const total = (wrongs: readonly Wrong[], what: string) => wrongs.reduce((sum, wrong) => sum + (wrong[what] ?? 0), 0)

const noneOf = (wrongs: readonly Wrong[]): Conditions =>
  Object.fromEntries(
    [...new Set(wrongs.flatMap((wrong) => Object.keys(wrong)))].map((what) => [
      `no ${what}`,
      total(wrongs, what) === 0,
    ]),
  )

const times = (rounds: readonly Round[], isLimited: boolean): Conditions => {
  const conditions: Record<string, boolean> = {}
  console.log('\nseconds until writers were back: the first of them, all of them (median, worst)')
  for (const fault of faultNames) {
    const of = rounds.filter((round) => round.fault === fault)
    if (of.length === 0) continue
    const [first, all] = [of.map((round) => round.first), of.map((round) => round.all)]
    const shown = [first, all].map((values) => `${median(values).toFixed(1)}, ${Math.max(...values).toFixed(1)}`)
    console.log(`  ${fault.padEnd(20)}${String(of.length).padStart(3)} rounds   ${shown.join('   ')}`)
    if (isLimited)
      conditions[`${fault}: all writers back after ${limitOf[fault]} s at the median`] = median(all) <= limitOf[fault]
  }
  return conditions
}

/** Waits until every webhook was sent, or nothing moves any more. */
const untilDelivered = ({ url }: Deployment) =>
  connected(url, async (client) => {
    let [last, since] = [-1, Date.now()]
    for (; Date.now() - since < 90_000; await sleep(500)) {
      const { rows } = await client.query<{ left: string }>(
        `select (select count(*) from delivery where status = 0) + (select coalesce(sum(ledger.changes - coalesce(position, 0)), 0)
           from ledger left join follower on follower.organisation = ledger.organisation and name = 'webhooks') as left`,
      )
      const left = Number(rows[0]!.left)
      if (left === 0) return
      if (left !== last) [last, since] = [left, Date.now()]
    }
  })

const judgeAtRest = async (deployment: Deployment) => {
  const { url, places, receivers, receiving, environment, tell } = deployment
  await untilDelivered(deployment)
  const report = await receiving.ask<Report>('report')
  const { acked, problems, replays, tally } = await tell('pause')
  const counts = Object.groupBy(acked, ({ kind }) => kind)
  const kinds = Object.entries(counts).map(([kind, of]) => `${of.length} ${kind}s`)
  console.log(`\n${acked.length} writes acknowledged (${kinds.join(', ')}), ${replays} asked for again`)
  console.log(
    `  asked again: ${tally.down} not connected, ${tally.unknown} unknown, ${tally.busy} busy, ${tally.throttled} throttled`,
  )
  const numbered = await countNumbered(url)
  console.log(`  ${numbered} invoices with a number`)
  console.log(
    `  ${report.taken.length} webhooks taken in ${report.attempts} attempts; ${problems.length} unexpected answers`,
  )
  for (const problem of problems.slice(0, 10)) console.log(`    ${problem}`)
  const wrongs = [
    await judgeWrites(url, acked),
    await judgeWebhooks(url, places, receivers, report),
    judgeAudit(places, environment),
  ]
  for (const [what, count] of wrongs.flatMap((wrong) => Object.entries(wrong))) console.log(`  ${count} ${what}`)
  return { wrongs, problems: problems.length, taken: report.taken.length, numbered }
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    minutes: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    'no-scenes': { type: 'boolean', default: false },
  },
})
const [count, seed] = [Number(values.rounds), Number(values.seed)]
console.log(`seed ${seed}, ${count} rounds, ${writers} writers`)
const deployment = await startDeployment(writers, seed)
try {
  console.log('\nrounds')
  const rounds = await runRounds(deployment, count, seed, Number(values.minutes))
  const shown: Shown[] = []
  const random = createRandom(seed + 1)
  for (const [name, scene] of Object.entries(values['no-scenes'] ? {} : scenes)) {
    console.log(`\n${name}`)
    shown.push(await scene(deployment, random))
  }
  const inTime = times(rounds, rounds.length >= 20)
  const { wrongs, problems, taken, numbered } = await judgeAtRest(deployment)
  const twin = await playTwin(deployment)
  console.log(
    `\nwith asynchronous standbys: ${total([twin], 'acknowledged writes lost')} acknowledged writes lost (must lose some)`,
  )
  conclude({
    'every round ends on a new leader and timeline': rounds.every(({ isOnNewLeader }) => isOnNewLeader),
    ...noneOf([...rounds.map(({ wrong }) => wrong), ...shown.map(({ wrong }) => wrong), ...wrongs]),
    'no connection of the service is left on a standby': rounds.every(({ left }) => left === 0),
    'every answer is as expected': problems === 0,
    'webhooks were taken, and invoices numbered': taken > 0 && numbered > 0,
    ...inTime,
    ...Object.assign({}, ...shown.map(({ conditions }) => conditions)),
    'twin: with asynchronous standbys acknowledged writes are lost': twin['acknowledged writes lost']! > 0,
  })
} finally {
  await deployment.stop()
}
