import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from '../../scripts/services/settings.ts'
import { citationOf, type Cited } from '../mutants/mutant.ts'

/** Citations in the names of tests: `[S131]`, `[S131, S132]`, `[V6.2.4]`, `[security-17]`, `[decision-45]`. Comments and tests that are switched off prove nothing. */
const citation = /\[(S\d+(?:[ ,]+S\d+)*|V\d+(?:\.\d+)+|(?:security|decision)-\d+)\]/g
const switchedOff = /^\s*(\/\/|\*|(it|test|describe)\.(skip|todo)\().*$/gm

/** They send every request as every caller before their first test: too slow for each mutant, unless no other file cites the line. */
const slow = /^test\/contract\/access(-of-[\w-]+)?\.test\.ts$/
const withoutSlow = (files: readonly string[]) => {
  const quick = files.filter((file) => !slow.test(file))
  return quick.length > 0 ? quick : files
}

/** The test files that are tried for each line of the specification, because they cite it. */
export const filesCiting = (): ReadonlyMap<Cited, readonly string[]> => {
  const files = new Map<Cited, string[]>()
  for (const file of globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: checkout }).toSorted()) {
    const text = readFileSync(join(checkout, file), 'utf8').replace(switchedOff, '')
    const lines = [...text.matchAll(citation)].flatMap(([, list]): Cited[] =>
      list!.startsWith('S') ? [...list!.matchAll(/\d+/g)].map(Number) : [list!],
    )
    for (const line of new Set(lines)) files.set(line, [...(files.get(line) ?? []), file])
  }
  return new Map([...files].map(([line, citing]) => [line, withoutSlow(citing)]))
}

/** Matches the names of tests that cite one of the lines. */
export const citing = (lines: readonly Cited[]) => {
  const names = lines.map((line) => citationOf(line).replaceAll('.', '\\.'))
  return new RegExp(`\\[(?:[^\\]]*[ ,])?(?:${names.join('|')})(?:[ ,][^\\]]*)?\\]`)
}
