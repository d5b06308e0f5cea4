import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { count, findProofs, proofLines, type Proof } from '../conformance/proofs.ts'
import { checkout } from '../services/settings.ts'
import { authentication } from './authentication.ts'
import { logging } from './logging.ts'
import { oauth } from './oauth.ts'
import type { Chapter, Row } from './row.ts'
import { sessions } from './sessions.ts'
import { webFrontend } from './web-frontend.ts'

export const chapters: readonly Chapter[] = [webFrontend, authentication, sessions, oauth, logging]
const rows = chapters.flatMap((chapter) => chapter.rows)

const states = ['proven', 'in part', 'document', 'does not apply', 'open'] as const
type State = (typeof states)[number]

/** A test counts before a document; an `open` beside a test says what is missing. */
const stateOf = (row: Row, proofs: readonly Proof[]): State => {
  const isTested = proofs.some(({ cited }) => cited === `V${row.id}`)
  if (isTested && row.doesNotApply !== undefined) throw new Error(`V${row.id} does not apply, and a test cites it.`)
  if (isTested) return row.open === undefined ? 'proven' : 'in part'
  if (row.doesNotApply !== undefined) return 'does not apply'
  return row.document !== undefined && row.open === undefined ? 'document' : 'open'
}

const inWords: Readonly<Record<State, string>> = {
  proven: 'proven by a test of behaviour',
  'in part': 'proven by a test, except for what is said there',
  document: 'met by a document',
  'does not apply': 'does not apply, for the reason given',
  open: 'open',
}

const documentLine = ({ document }: Row) => {
  if (document === undefined) return []
  if (!existsSync(join(checkout, 'docs', document.page))) throw new Error(`There is no docs/${document.page}.`)
  return [`[${document.page}](../${document.page}): ${document.says}`]
}

const writeRow = (row: Row, proofs: readonly Proof[]) => {
  const state = stateOf(row, proofs)
  const said = [
    ...documentLine(row),
    ...(row.doesNotApply === undefined ? [] : [row.doesNotApply]),
    ...(row.open === undefined ? [] : [row.open]),
    ...(state === 'open' && row.open === undefined ? ['No test proves it yet.'] : []),
  ]
  const tests = proofLines(
    proofs.filter(({ cited }) => cited === `V${row.id}`),
    '../..',
  )
  return [
    '',
    `### V${row.id}: ${state}`,
    '',
    `Level ${row.level}. ${row.asks}`,
    ...said.flatMap((line) => ['', line]),
    ...(tests.length === 0 ? [] : ['', ...tests]),
  ]
}

const summary = (proofs: readonly Proof[]) => [
  `| | ${chapters.map(({ id }) => id).join(' | ')} | together |`,
  `|---|${'---:|'.repeat(chapters.length + 1)}`,
  ...states.map((state) => {
    const counts = chapters.map((chapter) => chapter.rows.filter((row) => stateOf(row, proofs) === state).length)
    return `| ${inWords[state]} | ${[...counts, counts.reduce((sum, each) => sum + each, 0)].join(' | ')} |`
  }),
]

/** Chapters V3, V6, V7, V10 and V16 of ASVS 5.0, levels 1 and 2, row by row. */
export const asvsPage = () => {
  const proofs = findProofs().filter(({ cited }) => cited.startsWith('V'))
  const unlisted = [...new Set(proofs.map(({ cited }) => cited))].filter(
    (cited) => chapters.some(({ id }) => cited.startsWith(`${id}.`)) && !rows.some(({ id }) => cited === `V${id}`),
  )
  if (unlisted.length > 0) throw new Error(`No row is called ${unlisted.join(', ')}: see scripts/asvs.`)
  return [
    '# OWASP ASVS 5.0',
    '',
    'The Application Security Verification Standard, version 5.0, levels 1 and 2 (and rows of level 3 that a test proves), of the chapters about what this service does for accounts: web frontend (V3), authentication (V6), sessions (V7), OAuth and OpenID Connect (V10), logging and errors (V16). What a row asks is in our own words; the standard has its own. A test that proves row 6.3.3 has `[V6.3.3]` in its name. This page is written by `npm run generate` from `scripts/asvs/` and the names of the tests; the build fails while it is out of date.',
    '',
    `${count(rows.length, 'row')}:`,
    '',
    ...summary(proofs),
    '',
    ...chapters.flatMap((chapter) => [
      `## ${chapter.id} ${chapter.title}`,
      ...chapter.rows.flatMap((row) => writeRow(row, proofs)),
      '',
    ]),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}
