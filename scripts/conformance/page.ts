import { mutants } from '../../proofs/mutants/all.ts'
import { count, escaped, findProofs, proofLines, type Proof } from './proofs.ts'
import { chapters } from './rules/all.ts'
import type { Chapter, Section } from './rules/rule.ts'

const ofSpecification = /^S\d+$/

const testsOf = (line: number, proofs: readonly Proof[]) => {
  const ofLine = proofs.filter(({ cited }) => cited === `S${line}`)
  return ofLine.length === 0 ? ['No test proves this yet.'] : proofLines(ofLine, '..')
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
      ...testsOf(Number(line), proofs),
      ...breaksOf(Number(line)),
    ]),
  ]),
  '',
]

/** Every rule of the specification in our own words, and the tests that prove it. */
export const conformancePage = () => {
  const proofs = findProofs().filter(({ cited }) => ofSpecification.test(cited))
  const lines = chapters.flatMap(({ sections }) => sections.flatMap(linesOf))
  const cited = new Set(proofs.map((proof) => Number(proof.cited.slice(1))))
  const ofRules = mutants.filter(({ line }) => typeof line === 'number')
  const broken = new Set(ofRules.map(({ line }) => Number(line)))
  const unlisted = [...cited, ...broken].filter((line) => !lines.includes(line))
  if (unlisted.length > 0)
    throw new Error(`No rule has the number ${unlisted.join(', ')}: see scripts/conformance/rules.`)
  const proven = lines.filter((line) => cited.has(line))
  return [
    '# Conformance',
    '',
    'What the specification of the API demands, rule by rule and in our own words, and the tests that prove that the service does it. The number of a rule is its line in the specification: a test that proves S131 has `[S131]` in its name. This page is written by `npm run generate` from `scripts/conformance/rules/` and the names of the tests; the build fails while it is out of date.',
    '',
    '| | |',
    '|---|---|',
    `| rules | ${lines.length} |`,
    `| proven by a test | ${proven.length} |`,
    `| broken on purpose by \`npm run mutate\` | ${broken.size}, by ${count(ofRules.length, 'mutant')} |`,
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
