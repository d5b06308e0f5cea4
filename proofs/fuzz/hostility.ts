import type { Random } from '../../src/demo/random.ts'
import { addressHostilities } from './addresses.ts'
import { bodyHostilities } from './bodies.ts'
import type { Draft } from './drafts.ts'
import { headerHostilities } from './headers.ts'
import type { Hostilities } from './spoiling.ts'

const hostilities: Hostilities = { ...bodyHostilities, ...addressHostilities, ...headerHostilities }

export const hostilityNamed = (name: string) => hostilities[name]!
/** A kind of hostility that fits a draft. */
export const pickHostility = (draft: Draft, random: Random): string =>
  random.weighted(
    Object.entries(hostilities)
      .filter(([, { fits }]) => fits(draft))
      .map(([name, { weight }]) => [name, weight] as const),
  )
