import { oneOf, readFlag, readId, type Search } from '../../shared/address.ts'

export type PrescriptionsSearch = {
  /** Only those that somebody signs themselves. */
  whose?: 'mine' | undefined
  /** The prescription whose panel is open. */
  prescription?: number | undefined
  /** It is being written again. */
  again?: true | undefined
}

export const readPrescriptionsSearch = (search: Search): PrescriptionsSearch => ({
  whose: oneOf(['mine'], search['whose']),
  prescription: readId(search['prescription']),
  again: readFlag(search['again']),
})
