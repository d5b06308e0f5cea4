import { parseArgs } from 'node:util'
import { runSteps, secondsSince, type Step } from './steps.ts'

const help = `What need not run on every change, about an hour of it.
  --seed 1           of the proofs and of the mutants that are drawn`

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, help: { type: 'boolean' } } })

const stepOf = (name: string, command: string, env: Readonly<Record<string, string>> = {}): Step => ({
  name,
  command,
  env,
  alone: [...Object.entries(env).map(([key, value]) => `${key}=${value}`), command].join(' '),
})

const steps = [
  stepOf('every screen in every mode', 'vitest run web-accessibility', { FETLOCK_SCREENS: 'all' }),
  stepOf('durations', 'vitest run --tags-filter timed', { FETLOCK_DURATIONS: 'judged' }),
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
