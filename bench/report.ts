import type { Measured, Spent, Workload } from './measure.ts'

export const contenders = ['api', 'peer', 'engine', 'floor'] as const
export type Contender = (typeof contenders)[number]
export type Rounds = Record<Contender, Measured[]>

const titles: Record<Contender, string> = {
  api: 'this API',
  peer: 'Django peer',
  engine: 'PostgreSQL alone',
  floor: 'smallest transaction',
}
const workloadTitles: Record<Workload, string> = {
  list: 'list 50 patients, filtered and counted',
  retrieve: 'retrieve a patient',
  create: 'create a phone number',
  pay: 'record a payment',
}

export const median = (numbers: readonly number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)]!, sorted[Math.floor(sorted.length / 2)]!]
  return (low + high) / 2
}

const rounded = (value: number) => Number(value.toPrecision(3))

/** The rounds are paired: each compares consecutive runs. */
export const ratio = (ours: readonly Measured[], others: readonly Measured[]) =>
  rounded(median(ours.map(({ rate }, round) => rate / others[round]!.rate)))

export const ratiosOf = (rounds: Rounds) => ({
  ...(rounds.peer.length > 0 ? { peer: ratio(rounds.api, rounds.peer) } : {}),
  engine: ratio(rounds.api, rounds.engine),
  ...(rounds.floor.length > 0 ? { floor: ratio(rounds.api, rounds.floor) } : {}),
})

const parts: readonly (keyof Spent)[] = ['server', 'postgres', 'redis']

const row = (contender: Contender, rounds: readonly Measured[]) => {
  const of = (pick: (measured: Measured) => number) => median(rounds.map(pick))
  const spent = parts.map((part) => of((measured) => measured.spent[part]))
  return [
    titles[contender],
    of(({ rate }) => rate).toFixed(0),
    of(({ p99 }) => p99).toFixed(1),
    spent.reduce((sum, each) => sum + each, 0).toFixed(3),
    ...spent.map((each) => each.toFixed(3)),
  ]
}

const heads = ['', 'requests/s', 'p99 ms', 'CPU-s per 1,000', 'server', 'PostgreSQL', 'Redis']

const table = (rows: readonly (readonly string[])[]) => {
  const widths = heads.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)))
  return rows.map((cells) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
  )
}

const measuredIn = (rounds: Rounds) => contenders.filter((contender) => rounds[contender].length > 0)

const chartWidth = 50
const chart = (rounds: Rounds) => {
  const measured = measuredIn(rounds)
  const rates = measured.map((contender) => median(rounds[contender].map(({ rate }) => rate)))
  const most = Math.max(...rates)
  return measured.map(
    (contender, at) =>
      `${titles[contender].padEnd(20)}  ${'█'.repeat(Math.max(1, Math.round((rates[at]! / most) * chartWidth)))} ${rates[at]!.toFixed(0)}`,
  )
}

export const report = (workload: Workload, rounds: Rounds, about = '') => {
  console.log(`\n${workloadTitles[workload]}${about}`)
  for (const line of table([heads, ...measuredIn(rounds).map((contender) => row(contender, rounds[contender]))]))
    console.log(line)
  console.log()
  for (const line of chart(rounds)) console.log(line)
}
