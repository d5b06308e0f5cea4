import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mutants } from '../../proofs/mutants/all.ts'
import { proofMutants } from '../../proofs/mutants/of-proofs/all.ts'
import { applyTo, titleOf, type Change } from '../../proofs/mutants/mutant.ts'
import { checkout } from '../../scripts/services/settings.ts'

type Named = readonly [string, Change]

const ofTests = mutants.map((mutant): Named => [titleOf(mutant), mutant])
const ofProofs = Object.entries(proofMutants).flatMap(([proof, broken]) =>
  Object.entries(broken).flatMap(([breaks, changes]) =>
    changes.map((change): Named => [`prove:${proof} ${breaks}`, change]),
  ),
)

const misplaced = (changes: readonly Named[]) =>
  changes.flatMap(([title, change]) => {
    const { problem } = applyTo(readFileSync(join(checkout, change.file), 'utf8'), change)
    return problem === undefined ? [] : [`${title}: ${problem}`]
  })

it('every rule that is broken on purpose is where it is broken, once', () => {
  expect(misplaced(ofTests)).toEqual([])
  expect(misplaced(ofProofs)).toEqual([])
  const elsewhere = { file: 'package.json', find: 'no such text', replace: '' }
  expect(misplaced([['moved', elsewhere]])).toEqual(['moved: the text to find is not in the file'])
})
