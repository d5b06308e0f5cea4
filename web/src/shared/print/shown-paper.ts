import type { Consultation, Patient } from '../../api/records.ts'
import type { Animal } from './read-certificate.ts'
import { overPage } from '../over-page.ts'

/** Something to print, with what it is about. */
export type Paper =
  | {
      readonly kind: 'labels'
      readonly visit: Consultation
      /** All animals of the visit. */
      readonly patients: readonly Patient[]
      /** The rows of the medicines, by their ids. */
      readonly rows: readonly number[]
    }
  | {
      readonly kind: 'certificates'
      readonly animals: readonly Animal[]
      /** Only what was given in this visit; otherwise all that the clinic knows of. */
      readonly visit?: number
    }
  | { readonly kind: 'label size' }

/**
 * `show` prints something, from any page. It stands beside the page and not in it, because the width of the paper is for a moment
 * that of the window: a page that draws itself anew for it would take the paper away.
 */
export const { show: printPaper, hide: endPrinting, useShown: useShownPaper } = overPage<Paper>()
