import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/fields.ts'
import type { NewOrganisation } from './create-organisation.ts'
import type { Language } from './languages.ts'
import { requireKnownZone } from './time-zone.ts'

type OrganisationChange = Partial<Omit<NewOrganisation, 'currency'>> & {
  street_address?: string
  zip_code?: string
  city?: string
  language?: Language
  reference_numbers?: boolean
  reporting_dimension_3_enabled?: boolean
  setup_open?: boolean
  vat_rates_confirmed?: boolean
  default_department?: Id<'department'> | null
}

/** Changes an organisation. */
export const changeOrganisation = async (tx: Tx, _actor: Actor, id: number, changes: OrganisationChange) => {
  if (changes.time_zone !== undefined) await requireKnownZone(tx, changes.time_zone)
  if (Object.keys(changes).length > 0) await tx.updateTable('organisation').set(changes).where('id', '=', id).execute()
}
