import { dirname } from 'node:path'
import { mutants } from '../../proofs/mutants/all.ts'
import { escaped, findProofs, proofLines, type Proof } from './proofs.ts'
import { chapters, type Chapter, type Section } from './rules.ts'

const linesOf = ({ rules }: Section) => rules.map(({ line }) => line)
const allLines = chapters.flatMap(({ sections }) => sections.flatMap(linesOf))
const mutantsOf = (line: number) => mutants.filter((mutant) => mutant.line === line)
const proofsOf = (line: number, proofs: readonly Proof[]) => proofs.filter(({ cited }) => cited === `S${line}`)

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** How many of the lines there are, how many a test proves and how many a mutant breaks. */
const counts = (lines: readonly number[], proofs: readonly Proof[]) => [
  lines.length,
  lines.filter((line) => proofsOf(line, proofs).length > 0).length,
  lines.filter((line) => mutantsOf(line).length > 0).length,
]

/** So many folders are named for a section: those with most of its tests. */
const maxFolders = 3

const foldersOf = (lines: readonly number[], proofs: readonly Proof[]) =>
  [
    ...Map.groupBy(
      lines.flatMap((line) => proofsOf(line, proofs)),
      ({ file }) => dirname(file),
    ),
  ]
    .toSorted(([, some], [, others]) => others.length - some.length)
    .slice(0, maxFolders)
    .map(([folder]) => `[${folder.replace(/^(src|test)\//, '')}](../${folder})`)
    .join(', ')

const sectionRow = (page: string, section: Section, proofs: readonly Proof[]) => {
  const lines = linesOf(section)
  const range = lines.length === 1 ? `S${lines[0]}` : `S${lines[0]} to S${lines.at(-1)}`
  const link = `[${section.title}](conformance/${page}#${anchorOf(section.title)})`
  return `| ${[link, range, ...counts(lines, proofs), foldersOf(lines, proofs)].join(' | ')} |`
}

const writeSummary = ({ page, title, sections }: Chapter, proofs: readonly Proof[]) => [
  '',
  `## ${title}`,
  '',
  '| section | lines | rules | proven by a test | broken by a mutant | tests mostly in |',
  '|---|---|---:|---:|---:|---|',
  ...sections.map((section) => sectionRow(page, section, proofs)),
]

/** docs/conformance.md: how many rules of each section are proven, and where. */
export const summaryPage = () => {
  const proofs = findProofs()
  const [rules, proven, broken] = counts(allLines, proofs)
  return [
    '# Conformance',
    '',
    'The API reproduces a contract that integrations were written against: its specification, a document whose lines are numbered. Each line that demands something is a rule; the pages in `docs/conformance/` have it in our words. A test that proves S131 has `[S131]` in its name. `npm run mutate` breaks rules on purpose, one at a time, and a test that cites the rule must fail then ([mutation.md](proofs/mutation.md)).',
    '',
    `Of ${rules} rules ${proven} are proven by a test, and ${broken} are broken by a mutant.`,
    '',
    'This page is written by `npm run generate`. Every rule with the names of its tests and its mutants is on a page that `npm run conformance` writes to `.reports/conformance.md`; the hosted check keeps it with each run on `main`.',
    ...chapters.flatMap((chapter) => writeSummary(chapter, proofs)),
    '',
  ].join('\n')
}

const testsOf = (line: number, proofs: readonly Proof[]) => {
  const ofLine = proofsOf(line, proofs)
  return ofLine.length === 0 ? ['No test proves this yet.'] : proofLines(ofLine)
}

const breaksOf = (line: number) => {
  const breaks = mutantsOf(line).map((mutant) => escaped(mutant.breaks))
  return breaks.length === 0 ? [] : ['', `Broken on purpose: ${breaks.join('; ')}.`]
}

/** Every rule of the specification with the tests that prove it and the mutants that break it. */
export const wholePage = () => {
  const proofs = findProofs()
  return [
    '# Conformance, rule by rule',
    '',
    'What the specification of the API demands, in our own words, and the tests that prove that the service does it. Where tests differ only in their values, one name stands for all of them and … for the values.',
    ...chapters.flatMap(({ title, sections }) => [
      '',
      `## ${title}`,
      ...sections.flatMap((section) => [
        '',
        `### ${section.title}`,
        ...section.rules.flatMap(({ line, text }) => [
          '',
          `#### S${line}`,
          '',
          text,
          '',
          ...testsOf(line, proofs),
          ...breaksOf(line),
        ]),
      ]),
    ]),
    '',
  ].join('\n')
}
