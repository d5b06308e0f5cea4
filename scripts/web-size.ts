import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checkout } from './services/settings.ts'

/** What a browser loads, in kB compressed with gzip. */
const budgets = { first: 32, shell: 220, styles: 40, route: 40 }
/** What is loaded at once: the screen, which has the page that opens first. */
const firstParts = ['src/screen.tsx']
/** What the frame loads as soon as it is drawn, whatever page is open. */
const nextParts = ['src/frame/kept-work.ts']

type Chunk = {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  readonly isEntry?: boolean
  readonly isDynamicEntry?: boolean
  readonly dynamicImports?: readonly string[]
}

const dist = join(checkout, 'web/dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
const sizeOf = (file: string) => gzipSync(readFileSync(join(dist, file))).length / 1000

/** A chunk with everything that it imports at once. */
const withImports = (name: string, found = new Set<string>()): Set<string> => {
  if (found.has(name)) return found
  found.add(name)
  for (const other of manifest[name]?.imports ?? []) withImports(other, found)
  return found
}
const scripts = (names: Iterable<string>) => [...new Set([...names].map((name) => manifest[name]!.file))]
const styles = (names: Iterable<string>) => [...new Set([...names].flatMap((name) => manifest[name]!.css ?? []))]
const sum = (files: readonly string[]) => files.reduce((total, file) => total + sizeOf(file), 0)

const entry = Object.keys(manifest).find((name) => manifest[name]!.isEntry)!
const shell = withImports(entry)
for (const part of firstParts) for (const name of withImports(part)) shell.add(name)
const opens = (chunks: Iterable<string>, part: string) =>
  [...chunks].some((name) => manifest[name]!.dynamicImports?.includes(part))
/** What is on the page before a part of it is opened that loads by itself, such as a sheet: the page that it belongs to. */
const pageOf = (part: string) =>
  opens(shell, part) ? undefined : routes.find((page) => opens(shell, page) && opens(withImports(page), part))
const loadedBefore = (name: string) => {
  const page = pageOf(name)
  const parts = nextParts.includes(name) ? [] : [...nextParts, ...(page === undefined ? [] : [page])]
  return new Set([...shell, ...parts.flatMap((part) => [...withImports(part)])])
}
const routes = Object.keys(manifest).filter((name) => manifest[name]!.isDynamicEntry && !firstParts.includes(name))

const measured = [
  { what: 'what asks before the frame is there', kB: sum(scripts(withImports(entry))), budget: budgets.first },
  { what: 'frame and first page', kB: sum(scripts(shell)), budget: budgets.shell },
  { what: 'their styles', kB: sum(styles(shell)), budget: budgets.styles },
  ...routes.map((name) => {
    const before = loadedBefore(name)
    const own = [...withImports(name)].filter((other) => !before.has(other))
    return { what: name, kB: sum([...scripts(own), ...styles(own)]), budget: budgets.route }
  }),
]
for (const { what, kB, budget } of measured) {
  console.log(`${kB.toFixed(1).padStart(6)} of ${budget} kB  ${what}`)
  if (kB > budget) process.exitCode = 1
}
if (process.exitCode === 1) console.error('The app has become larger than its budget: see web/README.md.')
