import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const page = readFileSync('docs/security/threats.md', 'utf8')
const findings = 29

type Finding = { readonly number: number; readonly state: string; readonly tests: readonly string[] }

const findingsIn = (markdown: string): Finding[] =>
  [...markdown.matchAll(/^\| (\d+) \| [^|]+ \| ([^|]+) \| ([^|]*) \|$/gm)].map(([, number, state, tests]) => ({
    number: Number(number),
    state: state!,
    tests: [...tests!.matchAll(/`([^`]+)`/g)].map(([, file]) => file!),
  }))

const numbersIn = (source: string) =>
  [...source.matchAll(/\[[^[\]\n]*security-\d+[^[\]\n]*\]/g)].flatMap(([cited]) =>
    [...cited.matchAll(/security-(\d+)/g)].map(([, number]) => Number(number)),
  )

/** The tests that cite each finding, by its number. */
const citing = new Map<number, string[]>()
for (const file of globSync('{src,test}/**/*.test.ts', { exclude: ['test/contract/threats.test.ts'] }))
  for (const number of new Set(numbersIn(readFileSync(file, 'utf8'))))
    citing.set(number, [...(citing.get(number) ?? []), file])

const problemsIn = (markdown: string) => {
  const rows = findingsIn(markdown)
  const missing = Array.from({ length: findings }, (_, at) => at + 1).filter(
    (number) => rows.filter((row) => row.number === number).length !== 1,
  )
  return [
    ...missing.map((number) => `finding ${number} has not exactly one row`),
    ...rows.flatMap(({ number, state, tests }) => {
      const cited = citing.get(number) ?? []
      const isOpen = state.startsWith('open: ')
      return [
        ...(isOpen && cited.length > 0 ? [`finding ${number} is called open, and ${cited[0]} closes it`] : []),
        ...(!isOpen && tests.length === 0 ? [`finding ${number} is called closed, and no test is named`] : []),
        ...tests.filter((file) => !existsSync(file)).map((file) => `finding ${number} names ${file}, which is missing`),
        ...tests
          .filter((file) => existsSync(file) && !cited.includes(file))
          .map((file) => `no test in ${file} has [security-${number}] in its name`),
      ]
    }),
  ]
}

describe('the threat model', () => {
  it('names a test for every finding that is closed, and a reason for every other', () => {
    expect(problemsIn(page)).toEqual([])
  })

  it('would notice a row, a test or a reason that is missing', () => {
    expect(problemsIn(page.replace(/^\| 14 \|.*\n/m, ''))).toEqual(['finding 14 has not exactly one row'])
    const finding = 14
    const [file = ''] = citing.get(finding) ?? []
    expect(problemsIn(page.replace(/^(\| 14 \| [^|]+ \| [^|]+ \|) .*$/m, '$1 `src/gone.test.ts` |'))).toEqual([
      'finding 14 names src/gone.test.ts, which is missing',
    ])
    expect(problemsIn(page.replace(/^(\| 14 \| [^|]+ \|) [^|]+ \| .*$/m, '$1 open: nobody did it |  |'))).toEqual([
      `finding 14 is called open, and ${file} closes it`,
    ])
    expect(
      problemsIn(page.replace(/^(\| 14 \| [^|]+ \| [^|]+ \|) .*$/m, '$1 `test/contract/documents.test.ts` |')),
    ).toEqual([`no test in test/contract/documents.test.ts has [security-${finding}] in its name`])
  })
})
