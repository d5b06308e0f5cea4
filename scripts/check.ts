import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from './services/settings.ts'

const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const steps = Object.entries(scripts).filter(([name]) => name.startsWith('check:'))
const PATH = `${join(checkout, 'node_modules/.bin')}:${process.env['PATH']}`
const began = performance.now()
const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`

for (const [name, command] of [...steps, ['test', scripts['test']] as const]) {
  const start = performance.now()
  console.log(`\n── ${name}`)
  const { status } = spawnSync(command ?? '', {
    cwd: checkout,
    shell: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH },
  })
  if (status !== 0) {
    console.log(`\n${name} failed after ${secondsSince(start)}. Alone: npm run ${name}`)
    process.exit(1)
  }
  console.log(`   ${name} passed in ${secondsSince(start)}`)
}
console.log(`\nEverything passed in ${secondsSince(began)}`)
