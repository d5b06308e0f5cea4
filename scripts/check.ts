import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from './services/settings.ts'
import { runSteps, secondsSince, type Step } from './steps.ts'

const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const stepOf = (name: string): Step => ({ name, command: scripts[name]!, alone: `npm run ${name}` })

/** These start processes of their own and use the whole machine, so they run alone, the tests among them. */
const slow = ['test', 'check:dev', 'check:mutants', 'check:proofs']
const quick = Object.keys(scripts).filter((name) => name.startsWith('check:') && !slow.includes(name))
const half = Math.ceil(quick.length / 2)

const began = performance.now()
const passed =
  (await runSteps([quick.slice(0, half).map(stepOf), quick.slice(half).map(stepOf)])) &&
  (await runSteps([slow.map(stepOf)]))
if (passed) console.log(`\nEverything passed in ${secondsSince(began)}`)
else process.exitCode = 1
