import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { checkout } from '../services/settings.ts'
import { citedTests } from './cited-tests.ts'

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

/** A name as text of a page: nothing in it is a link, a tag or emphasis. */
export const escaped = (name: string) => name.replaceAll(/[\\`*[\]<]/g, '\\$&')

/** The tests of a rule as a list, by file, with links from a folder of the repository. */
export const proofLines = (proofs: readonly Proof[]) =>
  [...Map.groupBy(proofs, ({ file }) => file)].flatMap(([file, ofFile]) => [
    `- [${basename(file)}](../${file})`,
    ...new Set(ofFile.map(({ name }) => `  - ${escaped(name)}`)),
  ])
