import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const documents = globSync('**/*.md', { exclude: ['node_modules', '.services', '.node', 'bench/peer', '**/.*'] })
const read = (path: string) => readFileSync(path, 'utf8')

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const anchorsIn = (markdown: string) => [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!))

const leadsSomewhere = (document: string, link: string) => {
  const [path, anchor] = link.split('#') as [string, string?]
  const target = path === '' ? document : join(dirname(document), path)
  return existsSync(target) && (anchor === undefined || anchorsIn(read(target)).includes(anchor))
}

const brokenLinks = (document: string, markdown: string) =>
  [...markdown.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !leadsSomewhere(document, link))

/** The reader of docs/adding-a-resource.md makes these. */
const toBeMade = /reason/
const missingFiles = (markdown: string) =>
  [...markdown.matchAll(/`((?:src|test|proofs|scripts|bench|migrations|deploy|docs)\/[\w./-]+)`/g)]
    .map(([, path]) => path!)
    .filter((path) => !toBeMade.test(path) && !existsSync(path))

it('finds the documents', () => expect(documents.length).toBeGreaterThan(50))

it.each(documents)('%s links to nothing that is missing', (document) => {
  expect(brokenLinks(document, read(document))).toEqual([])
})

it.each(documents)('%s names no file that is missing', (document) => {
  expect(missingFiles(read(document))).toEqual([])
})

/** The decisions that the index does not list by number, title, date and status. */
const unlisted = (index: string) =>
  globSync('docs/decisions/0*.md')
    .map((page) => [page.slice('docs/decisions/'.length), /^# (\d{4}) (.+)$/m.exec(read(page))!] as const)
    .filter(([file, [, number, title]]) => {
      const line = index.split('\n').find((row) => row.startsWith(`| [${number}](${file}) | ${title} | `))
      return !/ \| \d{4}-\d\d-\d\d \| (accepted|superseded by)[^|]* \|$/.test(line ?? '')
    })
    .map(([file]) => file)

it('lists every decision in the index, with its date and status', () => {
  const index = read('docs/decisions/README.md')
  expect(unlisted(index)).toEqual([])
  expect(unlisted(index.replace(/^\| \[0007\].*\n/m, ''))).toEqual(['0007-permissions.md'])
})

/** The cells of every table. */
const cellsIn = (markdown: string) =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((row) => row.split('|').map((cell) => cell.trim()))

/** What is wrong with the table of proofs: one short row for each, with a link to its page. */
const unproven = (markdown: string, proofs: readonly string[]) => {
  const rows = [...markdown.matchAll(/^\| \[prove:([\w-]+)\]\(proofs\/\1\.md\) \|/gm)].map(([, name]) => name!)
  return [
    ...proofs.filter((name) => rows.filter((row) => row === name).length !== 1).map((name) => `${name} needs one row`),
    ...rows.filter((name) => !proofs.includes(name)).map((name) => `there is no prove:${name}`),
    ...cellsIn(markdown).filter((cell) => cell.length > 200),
  ]
}

it('has a short row and a page for every proof', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const proofs = Object.keys(scripts).flatMap((name) =>
    name.startsWith('prove:') ? [name.slice('prove:'.length)] : [],
  )
  const table = read('docs/proofs.md')
  expect(proofs.length).toBeGreaterThan(10)
  expect(unproven(table, proofs)).toEqual([])
  const long = 'x'.repeat(201)
  expect(unproven(`${table.replace(/^\| \[prove:rates\].*\n/m, '')}| ${long} |`, proofs)).toEqual([
    'rates needs one row',
    long,
  ])
  expect(unproven(table, proofs.slice(1))).toEqual([`there is no prove:${proofs[0]}`])
  expect(
    globSync('docs/proofs/*.md').flatMap((page) => cellsIn(read(page)).filter((cell) => cell.length > 200)),
  ).toEqual([])
})

it('would notice a broken link, a missing heading and a missing file', () => {
  const page = 'Read [a](a.md), [b](../README.md#no-such-heading), [c](../README.md#run-it) and `src/no-such-file.ts`.'
  expect(brokenLinks('docs/page.md', page)).toEqual(['a.md', '../README.md#no-such-heading'])
  expect(missingFiles(page)).toEqual(['src/no-such-file.ts'])
})
