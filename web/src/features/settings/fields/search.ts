import { CustomFieldOwner } from '@fetlock/sdk'
import { oneOf, readFlag, readId, readWord, type Search } from '../../../shared/address.ts'

type FieldsSearch = {
  /** What was looked for. */
  q?: string | undefined
  /** Which records the listed fields stand on; without one they are patients. */
  of?: typeof CustomFieldOwner.Client | typeof CustomFieldOwner.Consultation | undefined
  archived?: true | undefined
  /** The field whose sheet is open. */
  field?: number | undefined
  new?: true | undefined
}

export const readFieldsSearch = (search: Search): FieldsSearch => ({
  q: readWord(search['q']),
  of: oneOf([CustomFieldOwner.Client, CustomFieldOwner.Consultation], search['of']),
  archived: readFlag(search['archived']),
  field: readId(search['field']),
  new: readFlag(search['new']),
})
