import { parseArgs } from 'node:util'
import { runSteps, secondsSince, type Step } from './steps.ts'

const help = `What need not run on every change.
  --seed 1           of the proofs and of the mutants that are drawn`

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, help: { type: 'boolean' } } })

const stepOf = (name: string, command: string, env: Readonly<Record<string, string>> = {}): Step => ({
  name,
  command,
  env,
  alone: [...Object.entries(env).map(([key, value]) => `${key}=${value}`), command].join(' '),
})

const steps = [
  stepOf('tests of the night', 'vitest run --tags-filter night', { FETLOCK_SCREENS: 'all' }),
  stepOf(
    'every scheme and plan',
    'vitest run --tags-filter "!night" test/journeys/web- test/contract/read-statements',
    {
      FETLOCK_NIGHT: '1',
    },
  ),
  stepOf('the release before', 'node scripts/previous-release.ts'),
  stepOf('durations', 'vitest run --tags-filter timed', { FETLOCK_DURATIONS: 'judged' }),
  stepOf('image twice', 'node scripts/image.ts --debian-packages --twice'),
  // The image that the step before has made.
  stepOf('one machine', 'node scripts/single.ts'),
  // As root, and with the packages that npm run cell asks for.
  stepOf('failover', `node proofs/failover.ts --rounds 4 --seed ${values.seed}`),
  stepOf(
    'neighbours',
    `node proofs/neighbours.ts --pairs 3 --seconds 5 --each 6 --limit Infinity --queue-limit Infinity --seed ${values.seed}`,
  ),
  stepOf('bench', 'node bench/bench.ts --small'),
  stepOf('pace', `node proofs/pace.ts --seed ${values.seed}`),
  stepOf('60 mutants', `node proofs/mutate.ts --sample 60 --seed ${values.seed}`),
  stepOf('larger proofs', `node proofs/all.ts --nightly --seed ${values.seed}`),
]

if (values.help) console.log(help)
else {
  const began = performance.now()
  // One after another: nothing else runs at night, and what takes time is measured.
  const passed = await runSteps([steps])
  console.log(`\n${passed ? 'Everything passed' : 'Something failed'} in ${secondsSince(began)}`)
  process.exitCode = passed ? 0 : 1
}
