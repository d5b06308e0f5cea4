import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { citedTests } from '../../scripts/conformance/cited-tests.ts'
import { wholePage } from '../../scripts/conformance/pages.ts'
import { chapterOf, chapters } from '../../scripts/conformance/rules.ts'
import { mutants } from '../../proofs/mutants/all.ts'
import { filesCiting } from '../../proofs/mutate/citations.ts'

const sections = chapters.flatMap((chapter) => chapter.sections)
const rules = sections.flatMap((section) => section.rules)
const lines = rules.map(({ line }) => line)

describe('the rules of the specification', () => {
  it('are 344, each once and in the order of the specification', () => {
    expect(lines).toHaveLength(344)
    expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => a - b))
  })

  it('are under headings that are all different', () => {
    const titles = [...chapters, ...sections].map(({ title }) => title)
    expect(titles).toEqual([...new Set(titles)])
  })

  it('are sentences', () => {
    expect(rules.filter(({ text }) => !/^[`\d“\p{Lu}].*[.”)]$/u.test(text))).toEqual([])
  })

  it('are written as a list under each heading, and nothing else is', () => {
    const page = '# Fields\n\nAbout.\n\n## Clients\n\n- **S39** A client has an `id`.\n'
    expect(chapterOf('fields.md', page).sections).toEqual([
      { title: 'Clients', rules: [{ line: 39, text: 'A client has an `id`.' }] },
    ])
    expect(() => chapterOf('fields.md', `${page}- S40: It has a name.\n`)).toThrow('not written as a rule: - S40')
  })

  it('are on the page that npm run conformance writes, with their tests', () => {
    const page = wholePage()
    expect(rules.filter(({ line, text }) => !page.includes(`#### S${line}\n\n${text}\n\n- [`))).toEqual([])
  })

  it('are all proven by a test that cites them', () => {
    const cited = filesCiting()
    expect(lines.filter((line) => !cited.has(line))).toEqual([])
    expect([...cited.keys()].filter((line) => typeof line === 'number' && !lines.includes(line))).toEqual([])
  })

  it('are broken on purpose where a mutant says so', () => {
    expect(mutants.filter(({ line }) => typeof line === 'number' && !lines.includes(line))).toEqual([])
    expect(new Set(mutants.map(({ line }) => line)).size).toBeGreaterThanOrEqual(200)
  })

  it('are ours where a test cites a decision, which has a page', () => {
    const pages = readdirSync('docs/decisions').map((page) => `decision-${Number.parseInt(page, 10)}`)
    const cited = [...filesCiting().keys()].filter((name) => String(name).startsWith('decision-'))
    expect(cited).toContain('decision-47')
    expect(cited.filter((name) => !pages.includes(String(name)))).toEqual([])
  })
})

/** Citations are written with § here, so that nobody takes this file for a proof. */
const inFile = (...source: readonly string[]) => citedTests('x.test.ts', source.join('\n').replaceAll('§', 'S'))

describe('the tests that cite a rule', () => {
  it('are named with their suites and without citations', () => {
    const found = inFile(
      `describe('a client', () => {`,
      `  it('[§40] [§41, §42] has a name', () => {})`,
      `  describe('that is archived', () => it('is found [§45]', () => {}))`,
      `  it('is not cited', () => {})`,
      `})`,
    )
    expect(found).toEqual([
      { name: 'a client: has a name', cites: ['S40', 'S41', 'S42'] },
      { name: 'a client: that is archived: is found', cites: ['S45'] },
    ])
  })

  it('are named once for a table of values, and row by row where the rows cite', () => {
    const found = inFile(
      `const more = [['[§42]', 'country', async () => 'SE']] as const`,
      `it.each([`,
      `  ['[§40]', 'firstname', 'Aino'],`,
      `  ['', 'city', 'Turku'],`,
      `  ...more,`,
      `])('%s [§356] keeps %s as %j', async () => {})`,
      `it.each([1, 2])('[§56] takes type %i', () => {})`,
      `test.each([{ line: '[§97]', type: 1 }])('$line takes $type', () => {})`,
    )
    expect(found).toEqual([
      { name: 'keeps … as …', cites: ['S356'] },
      { name: 'keeps firstname as Aino', cites: ['S40'] },
      { name: 'keeps country as …', cites: ['S42'] },
      { name: 'takes type …', cites: ['S56'] },
      { name: 'takes 1', cites: ['S97'] },
    ])
  })

  it('are named row by row where a name is nothing but values', () => {
    const found = inFile(`it.each([['[§80]', 'name'], ['', '']])('[§359] %s %j', () => {})`)
    expect(found).toEqual([
      { name: 'name', cites: ['S359', 'S80'] },
      { name: '""', cites: ['S359'] },
    ])
  })

  it('include every test of a suite that cites, and of a row of suites', () => {
    const found = inFile(
      `describe.each([['[§335]', 'report'], ['[§337]', 'account']])('%s the %s', () => {`,
      `  it('[§217] has a list', () => {})`,
      `})`,
      `describe('what is gone [§474]', () => { it('is marked', () => {}) })`,
    )
    expect(found).toEqual([
      { name: 'the …: has a list', cites: ['S217'] },
      { name: 'the report: has a list', cites: ['S335'] },
      { name: 'the account: has a list', cites: ['S337'] },
      { name: 'what is gone: is marked', cites: ['S474'] },
    ])
  })

  it('include those whose citation is looked up or calculated', () => {
    const found = inFile(
      `const lines = { client: '[§46]', patient: '[§78]' }`,
      `const cited = { '0 8': '[§272]' }`,
      `describe.each(kinds)('a %s', (kind) => { it(\`\${lines[kind]} is kept\`, () => {}) })`,
      `it.each(pairs.map((pair) => [cited[pair] ?? '', pair]))('%s [§393] goes from %i', () => {})`,
    )
    expect(found).toEqual([
      { name: 'a …: is kept', cites: ['S46'] },
      { name: 'a …: is kept', cites: ['S78'] },
      { name: '… goes from …', cites: ['S393'] },
      { name: '… goes from …', cites: ['S272'] },
    ])
  })

  it('are not those that are switched off', () => {
    expect(inFile(`it.skip('[§40] later', () => {})`, `describe.todo('[§41] later')`, `// it('[§42] no')`)).toEqual([])
  })

  it('must have the citation in their name', () => {
    expect(() => inFile(`const forgotten = ['[§40] nobody']`, `it('works', () => {})`)).toThrow(
      'is not in the name of a test',
    )
  })
})
