import { spawn, type ChildProcess } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { failedByChance } from './conclude.ts'

/** Each proof small enough to be run with every change. Two lanes run side by side, because proofs mostly wait. */
const lanes: readonly (readonly string[])[] = [
  [
    'rates --seconds 65',
    'delta --changes 1000',
    'fuzz --requests 3000 --no-slow',
    'races --times 3',
    'addresses',
    'receipts --batches 3 --deliveries 2 --histories 20',
    'bookings --operations 800 --step-hours 12',
    'accounts --operations 400 --mutants 1 --mutant-operations 300',
  ],
  [
    'outbox --changes 1000',
    'delivery --events 5000 --pairs 0',
    'draining --restarts 2',
    'catalog --size 1000000 --kill-size 400000 --pairs 0',
    'idempotency --writes 1000',
    'search --clients 10000 --each 10 --rounds 3 --limit Infinity',
    'billing --operations 2500',
    'restore --writes 60 --writers 4 --rounds busy',
  ],
]

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill()
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

type Ended = { readonly proof: string; readonly code: number | null; readonly seconds: string; readonly said: string }

const verdictOf = ({ code }: Ended) =>
  code === 0 ? 'holds' : code === failedByChance ? 'undecided by chance' : `FAILS with exit code ${code}`

const run = async (proof: string): Promise<Ended> => {
  const [name = '', ...options] = proof.split(' ')
  const began = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...options, '--seed', '1'], {
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

const runLane = async (proofs: readonly string[]) => {
  const ended: Ended[] = []
  for (const proof of proofs) ended.push(await run(proof))
  return ended
}

const first = (await Promise.all(lanes.map(runLane))).flat()
// Where only luck or the load of the other lane decided, the proof is run once more, alone.
const unlucky = first.filter(({ code }) => code === failedByChance)
const again = await runLane(unlucky.map(({ proof }) => proof))
const last = [...first.filter((one) => !unlucky.includes(one)), ...again]
const failed = last.filter(({ code }) => code !== 0)
// What did not hold is told whole, after all the rest.
for (const one of [...unlucky, ...failed]) console.log(`\n== ${one.proof}: ${verdictOf(one)}\n${one.said}`)
console.log(
  failed.length === 0
    ? `\nall ${last.length} proofs hold`
    : `\n${failed.length} of ${last.length} proofs do not hold: ${failed.map(({ proof }) => proof).join('; ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
