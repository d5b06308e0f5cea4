import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wholePage } from './conformance/pages.ts'
import { checkout } from './services/settings.ts'

/** Writes every rule of the specification with its tests and mutants: a page to read, which nobody commits. */
const folder = join(checkout, '.reports')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'conformance.md'), wholePage())
console.log('Wrote .reports/conformance.md.')
