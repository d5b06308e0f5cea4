import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mutants } from '../../proofs/billing/mutants.ts'
import { checkout } from '../../scripts/services/settings.ts'

const placesOf = ({ file, from }: { readonly file: string; readonly from: string }) =>
  readFileSync(join(checkout, file), 'utf8').split(from).length - 1

it('every rule that the billing proof breaks is where it is broken, once', () => {
  const lost = Object.entries(mutants).filter(([, patches]) => patches.some((patch) => placesOf(patch) !== 1))
  expect(lost.map(([name]) => name)).toEqual([])
  expect(placesOf({ file: 'package.json', from: 'no such text' })).toBe(0)
})
