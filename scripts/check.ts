import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from './services/settings.ts'
import { runSteps, secondsSince, type Step } from './steps.ts'

const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const stepOf = (name: string): Step => ({ name, command: scripts[name]!, alone: `npm run ${name}` })

/** These run for minutes and wait for much of it, so they run beside the tests. Whatever else begins with `check:` runs first. */
const besideTests = ['check:dev', 'check:mutants', 'check:proofs']
const first = Object.keys(scripts).filter((name) => name.startsWith('check:') && !besideTests.includes(name))
const half = Math.ceil(first.length / 2)

const began = performance.now()
const passed =
  (await runSteps([first.slice(0, half).map(stepOf), first.slice(half).map(stepOf)])) &&
  (await runSteps([[stepOf('test')], besideTests.map(stepOf)]))
if (passed) console.log(`\nEverything passed in ${secondsSince(began)}`)
else process.exitCode = 1
