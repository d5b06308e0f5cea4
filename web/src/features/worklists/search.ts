import { Modality } from '@fetlock/sdk'
import { oneOf, readFlag, readId, type Search } from '../../shared/address.ts'

export type PrescriptionsSearch = {
  /** Only those that somebody signs themselves. */
  whose?: 'mine' | undefined
  /** The prescription whose panel is open. */
  prescription?: number | undefined
  /** It is being written again. */
  again?: true | undefined
}

export type ImagingSearch = {
  /** Only those for which somebody is responsible themselves. */
  whose?: 'mine' | undefined
  modality?: Modality | undefined
  /** The order whose panel is open. */
  order?: number | undefined
}

export const readImagingSearch = (search: Search): ImagingSearch => ({
  whose: oneOf(['mine'], search['whose']),
  modality: oneOf(Object.values(Modality), search['modality']),
  order: readId(search['order']),
})

/** Of how many days charges are looked for; without one it is a week. */
export const otherDays = [1, 14, 31] as const
export type ChargesSearch = { days?: (typeof otherDays)[number] | undefined }

export const readChargesSearch = (search: Search): ChargesSearch => ({ days: oneOf(otherDays, search['days']) })

export const readPrescriptionsSearch = (search: Search): PrescriptionsSearch => ({
  whose: oneOf(['mine'], search['whose']),
  prescription: readId(search['prescription']),
  again: readFlag(search['again']),
})
