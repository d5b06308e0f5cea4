import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findProofs } from '../../scripts/conformance/proofs.ts'

const page = readFileSync('docs/security/asvs.md', 'utf8')

/** How many requirements of levels 1 and 2 each section has, by chapter. They are its first. */
const chapters = {
  V3: { 2: 2, 3: 4, 4: 6, 5: 5, 7: 2 },
  V6: { 1: 3, 2: 12, 3: 4, 4: 4, 5: 5, 6: 3, 8: 4 },
  V7: { 1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2 },
  V10: { 1: 2, 2: 2, 3: 4, 4: 11, 5: 5, 6: 2, 7: 3 },
  V16: { 1: 1, 2: 5, 3: 4, 4: 3, 5: 3 },
}
const demanded = Object.entries(chapters).flatMap(([chapter, sections]) =>
  Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => `${chapter}.${section}.${at + 1}`),
  ),
)

const ways = ['tests', 'document', 'does not apply', 'open'] as const
type Row = { readonly id: string; readonly way: string; readonly tests: readonly string[] }

const rowsIn = (markdown: string): Row[] =>
  [...markdown.matchAll(/^\| (V[\d.]+) \| [123] \| [^|]+ \| ([a-z ]+): ([^|]+) \|$/gm)].map(([, id, way, said]) => ({
    id: id!,
    way: way!,
    tests: [...said!.matchAll(/\(\.\.\/\.\.\/([^)]+\.test\.ts)\)/g)].map(([, file]) => file!),
  }))

/** The test files that cite each requirement. */
const citing = Map.groupBy(findProofs(), ({ cited }) => cited)
const filesCiting = (id: string) => [...new Set((citing.get(id) ?? []).map(({ file }) => file))]

const problemsIn = (markdown: string) => {
  const rows = rowsIn(markdown)
  const isHere = (cited: string) => Object.keys(chapters).some((chapter) => cited.startsWith(`${chapter}.`))
  const expected = new Set([...demanded, ...[...citing.keys()].filter(isHere)])
  return [
    ...[...expected]
      .filter((id) => rows.filter((row) => row.id === id).length !== 1)
      .map((id) => `${id} has not exactly one row`),
    ...rows.flatMap(({ id, way, tests }) => [
      ...((ways as readonly string[]).includes(way) ? [] : [`${id} is met by “${way}”`]),
      ...((way === 'tests') === tests.length > 0 ? [] : [`${id} has tests or says so, not both`]),
      ...filesCiting(id)
        .filter((file) => !tests.includes(file))
        .map((file) => `${id} does not link ${file}, which cites it`),
      ...tests
        .filter((file) => !filesCiting(id).includes(file))
        .map((file) => `${id} links ${file}, which does not cite it`),
    ]),
  ]
}

describe('the requirements of ASVS', () => {
  it('are all on the page, with the tests that cite them or a reason', () => {
    expect(problemsIn(page)).toEqual([])
  })

  it('are counted', () => {
    const rows = rowsIn(page)
    const [tests, document, not, open] = ways.map((way) => rows.filter((row) => row.way === way).length)
    expect(page).toContain(
      `Of ${rows.length} requirements ${tests} are proven by tests and ${document} are met by a document; ${not} do not apply, and ${open} are open.`,
    )
  })

  it('would be missed, as would a test', () => {
    const [first = ''] = filesCiting('V6.3.3')
    const row = /^(\| V6\.3\.3 \| 2 \| [^|]+ \|) .*\n/m
    expect(problemsIn(page.replace(row, ''))).toEqual(['V6.3.3 has not exactly one row'])
    expect(problemsIn(page.replace(row, '$1 open: Nobody did it. |\n'))).toEqual([
      `V6.3.3 does not link ${first}, which cites it`,
    ])
    expect(problemsIn(page.replace(row, `$1 tests: [a](../../${first}), [b](../../src/b.test.ts) |\n`))).toEqual([
      'V6.3.3 links src/b.test.ts, which does not cite it',
    ])
  })
})
