import { spawn, type ChildProcess } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * Every proof, at a size that `npm run check` has time for and at one for the night. A lane is a row of proofs; lanes run side
 * by side, because proofs mostly wait.
 */
const lanes: readonly (readonly { readonly name: string; readonly small: string; readonly nightly: string }[])[] = [
  [
    { name: 'rates', small: '--seconds 65', nightly: '--seconds 130' },
    { name: 'delta', small: '--changes 500', nightly: '--changes 2000' },
    { name: 'fuzz', small: '--requests 3000 --no-slow', nightly: '--requests 5000' },
    { name: 'races', small: '--times 1', nightly: '--times 5' },
    { name: 'addresses', small: '', nightly: '' },
    {
      name: 'receipts',
      small: '--batches 2 --deliveries 2 --histories 20',
      nightly: '--batches 10 --deliveries 4 --histories 60',
    },
    { name: 'bookings', small: '--operations 400 --step-hours 24', nightly: '--operations 1600 --step-hours 12' },
    {
      name: 'accounts',
      small: '--operations 300 --mutants 1',
      nightly: '--operations 1500 --mutants 4',
    },
  ],
  [
    { name: 'outbox', small: '--changes 600', nightly: '--changes 2000' },
    { name: 'delivery', small: '--events 2000 --pairs 0', nightly: '--events 10000 --pairs 1 --limit Infinity' },
    { name: 'draining', small: '--restarts 2', nightly: '--restarts 6' },
    {
      name: 'catalog',
      small: '--size 500000 --kill-size 400000 --pairs 0',
      nightly: '--size 4000000 --kill-size 1000000 --pairs 0',
    },
    { name: 'idempotency', small: '--writes 500', nightly: '--writes 2000' },
    { name: 'composite', small: '--composites 120 --pairs 0', nightly: '--composites 1500 --pairs 0' },
    {
      name: 'search',
      small: '--clients 5000 --each 10 --rounds 2 --limit Infinity',
      nightly: '--clients 20000 --each 20 --rounds 3 --limit Infinity',
    },
    { name: 'billing', small: '--operations 1200', nightly: '--operations 5000' },
    {
      name: 'restore',
      small: '--writes 60 --writers 4 --rounds busy',
      nightly: '--writes 120 --writers 4 --rounds busy',
    },
  ],
]

const { values } = parseArgs({
  options: { nightly: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
})
const size = values.nightly ? 'nightly' : 'small'

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill()
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

type Ended = { readonly proof: string; readonly code: number | null; readonly seconds: string; readonly said: string }

const verdictOf = ({ code }: Ended) => (code === 0 ? 'holds' : `FAILS with exit code ${code}`)

const run = async (proof: string): Promise<Ended> => {
  const [name, ...options] = proof.split(' ').filter(Boolean)
  const began = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...options, '--seed', values.seed], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })
  const [said, complained, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  running.delete(child)
  const ended = { proof, code, seconds: ((performance.now() - began) / 1000).toFixed(0), said: `${said}${complained}` }
  console.log(`${proof}: ${verdictOf(ended)} after ${ended.seconds} s`)
  return ended
}

const runLane = async (lane: (typeof lanes)[number]) => {
  const ended: Ended[] = []
  for (const proof of lane) ended.push(await run(`${proof.name} ${proof[size]}`.trim()))
  return ended
}

const ended = (await Promise.all(lanes.map(runLane))).flat()
const failed = ended.filter(({ code }) => code !== 0)
// What does not hold is told whole, after all the rest.
for (const one of failed) console.log(`\n== ${one.proof}: ${verdictOf(one)}\n${one.said}`)
console.log(
  failed.length === 0
    ? `\nall ${ended.length} proofs hold`
    : `\n${failed.length} of ${ended.length} proofs do not hold: ${failed.map(({ proof }) => proof).join('; ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
