import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { mutants } from '../../proofs/mutants/all.ts'
import { checkout } from '../services/settings.ts'
import { citedTests } from './cited-tests.ts'
import { chapters } from './rules/all.ts'
import type { Chapter, Section } from './rules/rule.ts'

/** So many tests of a file are named for a rule; the others are counted. */
const mostNamed = 6

type Proof = { readonly line: number; readonly file: string; readonly name: string }

const findProofs = () =>
  globSync('{src,test}/**/*.test.ts', { cwd: checkout })
    .toSorted()
    .flatMap((file): Proof[] =>
      citedTests(file, readFileSync(join(checkout, file), 'utf8')).flatMap(({ name, lines }) =>
        lines.map((line) => ({ line, file, name })),
      ),
    )

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`

/** A name as text of a page: nothing in it is a link, a tag or emphasis. */
const escaped = (name: string) => name.replaceAll(/[\\`*[\]<]/g, '\\$&')

const proofLines = (proofs: readonly Proof[]) => {
  if (proofs.length === 0) return ['No test proves this yet.']
  return [...Map.groupBy(proofs, ({ file }) => file)].flatMap(([file, ofFile]) => {
    const names = [...new Set(ofFile.map(({ name }) => escaped(name)))]
    const shown = names.length === mostNamed + 1 ? names : names.slice(0, mostNamed)
    const more = names.length - shown.length
    return [
      `- [${basename(file)}](../${file})`,
      ...shown.map((name) => `  - ${name}`),
      ...(more === 0 ? [] : [`  - and ${more} more`]),
    ]
  })
}

const breaksOf = (line: number) => {
  const breaks = mutants.filter((mutant) => mutant.line === line).map((mutant) => escaped(mutant.breaks))
  return breaks.length === 0 ? [] : ['', `Broken on purpose: ${breaks.join('; ')}.`]
}

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const linesOf = ({ rules }: Section) => Object.keys(rules).map(Number)

const contents = chapters.flatMap(({ title, sections }) => [
  `- [${title}](#${anchorOf(title)})`,
  ...sections.map((section) => {
    const lines = linesOf(section)
    const range = lines.length === 1 ? `S${lines[0]}` : `S${lines[0]} to S${lines.at(-1)}`
    return `  - [${section.title}](#${anchorOf(section.title)}): ${range}`
  }),
])

const writeChapter = ({ title, sections }: Chapter, proofs: readonly Proof[]) => [
  `## ${title}`,
  ...sections.flatMap((section) => [
    '',
    `### ${section.title}`,
    ...Object.entries(section.rules).flatMap(([line, rule]) => [
      '',
      `#### S${line}`,
      '',
      rule,
      '',
      ...proofLines(proofs.filter((proof) => proof.line === Number(line))),
      ...breaksOf(Number(line)),
    ]),
  ]),
  '',
]

/** Every rule of the specification in our own words, and the tests that prove it. */
export const conformancePage = () => {
  const proofs = findProofs()
  const lines = chapters.flatMap(({ sections }) => sections.flatMap(linesOf))
  const unlisted = [...proofs, ...mutants].map(({ line }) => line).filter((line) => !lines.includes(line))
  if (unlisted.length > 0)
    throw new Error(`No rule has the number ${unlisted.join(', ')}: see scripts/conformance/rules.`)
  const proven = lines.filter((line) => proofs.some((proof) => proof.line === line))
  const broken = new Set(mutants.map(({ line }) => line))
  return [
    '# Conformance',
    '',
    'What the specification of the API demands, rule by rule and in our own words, and the tests that prove that the service does it. The number of a rule is its line in the specification: a test that proves S131 has `[S131]` in its name. This page is written by `npm run generate` from `scripts/conformance/rules/` and the names of the tests; the build fails while it is out of date.',
    '',
    '| | |',
    '|---|---|',
    `| rules | ${lines.length} |`,
    `| proven by a test | ${proven.length} |`,
    `| broken on purpose by \`npm run mutate\` | ${broken.size}, by ${count(mutants.length, 'mutant')} |`,
    '',
    'A mutant is a change to the program that breaks one rule; a test that cites the rule must fail then ([proofs.md](proofs.md#mutation)). Where tests differ only in their values, one name stands for all of them and … for the values.',
    '',
    ...contents,
    '',
    ...chapters.flatMap((chapter) => writeChapter(chapter, proofs)),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}
