import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from '../../scripts/services/settings.ts'

/** Citations in the names of tests: `[S131]`, `[S131, S132]`. Comments and tests that are switched off prove nothing. */
const citation = /\[(S\d+(?:[ ,]+S\d+)*)\]/g
const switchedOff = /^\s*(\/\/|\*|(it|test|describe)\.(skip|todo)\().*$/gm

/** The test files that cite each line of the specification. */
export const filesCiting = () => {
  const files = new Map<number, string[]>()
  for (const file of globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: checkout }).toSorted()) {
    const text = readFileSync(join(checkout, file), 'utf8').replace(switchedOff, '')
    const lines = [...text.matchAll(citation)].flatMap(([, list]) => [...list!.matchAll(/\d+/g)].map(Number))
    for (const line of new Set(lines)) files.set(line, [...(files.get(line) ?? []), file])
  }
  return files
}

/** Matches the names of tests that cite one of the lines. */
export const citing = (lines: readonly number[]) => new RegExp(`\\[[^\\]]*\\bS(${lines.join('|')})\\b[^\\]]*\\]`)
