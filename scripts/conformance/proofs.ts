import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { checkout } from '../services/settings.ts'
import { citedTests } from './cited-tests.ts'

/** So many tests of a file are named for a rule; the others are counted. */
const mostNamed = 6

/** A test and one of the rules that it proves. */
export type Proof = { readonly cited: string; readonly file: string; readonly name: string }

export const findProofs = () =>
  globSync('{src,test}/**/*.test.ts', { cwd: checkout })
    .toSorted()
    .flatMap((file): Proof[] =>
      citedTests(file, readFileSync(join(checkout, file), 'utf8')).flatMap(({ name, cites }) =>
        cites.map((cited) => ({ cited, file, name })),
      ),
    )

export const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`

/** A name as text of a page: nothing in it is a link, a tag or emphasis. */
export const escaped = (name: string) => name.replaceAll(/[\\`*[\]<]/g, '\\$&')

/** The tests of a rule as a list, by file; `root` leads from the page to the repository. */
export const proofLines = (proofs: readonly Proof[], root: string) =>
  [...Map.groupBy(proofs, ({ file }) => file)].flatMap(([file, ofFile]) => {
    const names = [...new Set(ofFile.map(({ name }) => escaped(name)))]
    const shown = names.length === mostNamed + 1 ? names : names.slice(0, mostNamed)
    const more = names.length - shown.length
    return [
      `- [${basename(file)}](${root}/${file})`,
      ...shown.map((name) => `  - ${name}`),
      ...(more === 0 ? [] : [`  - and ${more} more`]),
    ]
  })
