import { ImportKind } from '@fetlock/sdk'
import type { ImportedKind } from '../../../api/import.ts'
import { oneOf, readFlag, readId, type Search } from '../../../shared/address.ts'

export const importedKinds: readonly ImportedKind[] = [
  ImportKind.Clients,
  ImportKind.Patients,
  ImportKind.Items,
  ImportKind.PhoneNumbers,
  ImportKind.Weights,
]

export type SetupSearch = {
  /** The import that is shown in the panel. */
  import?: number | undefined
  /** What another file is to be imported as. */
  kind?: ImportedKind | undefined
  /** The rates of VAT are in the panel. */
  rates?: true | undefined
}

export const readSetupSearch = (search: Search): SetupSearch => ({
  import: readId(search['import']),
  kind: oneOf(importedKinds, search['kind']),
  rates: readFlag(search['rates']),
})
