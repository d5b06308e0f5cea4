import { spawn, type ChildProcess } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { failedByChance } from './conclude.ts'

/** Each proof small enough to be run with every change. Two lanes run side by side, because proofs mostly wait. */
const lanes: readonly (readonly string[])[] = [
  [
    'rates --seconds 65',
    'delta --changes 1000',
    'fuzz --requests 3000',
    'races --times 3',
    'addresses',
    'receipts --batches 3 --deliveries 2 --histories 20',
    'bookings --operations 800 --step-hours 12',
    'accounts --operations 400 --mutants 1 --mutant-operations 300',
  ],
  [
    'outbox --changes 1000',
    'delivery --events 5000 --pairs 1 --pair-events 250 --limit 10',
    'draining --restarts 2',
    'catalog --size 1000000 --kill-size 400000 --pairs 1 --pair-seconds 5 --limit 20',
    'idempotency --writes 1000',
    'search --clients 10000 --each 10 --rounds 3 --limit 150',
    'billing --operations 2500',
    'restore --writes 60 --writers 4 --rounds busy',
  ],
]

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill()
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const run = async (proof: string) => {
  const [name = '', ...options] = proof.split(' ')
  const began = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...options, '--seed', '1'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })
  const [said, complained, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  running.delete(child)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(`\n== ${proof}: ${code === 0 ? 'holds' : 'FAILS'} after ${seconds} s\n${said}${complained}`)
  return { proof, code }
}

const runLane = async (proofs: readonly string[]) => {
  const ended: Awaited<ReturnType<typeof run>>[] = []
  for (const proof of proofs) ended.push(await run(proof))
  return ended
}

const ended = (await Promise.all(lanes.map(runLane))).flat()
// Where only luck or the load of the other lane decided, the proof is run once more, alone.
const unlucky = ended.filter(({ code }) => code === failedByChance).map(({ proof }) => proof)
const again = await runLane(unlucky)
const isBroken = ended.some(({ code }) => code !== 0 && code !== failedByChance)
process.exitCode = isBroken || again.some(({ code }) => code !== 0) ? 1 : 0
