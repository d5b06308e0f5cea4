import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import { requireKnownZone } from './time-zone.ts'

export type SettingsChange = {
  time_zone?: string
  financial_period_lock_date?: string | null
  automatic_financial_period_lock_enabled?: boolean
  automatic_financial_period_lock_monthday?: number
  payment_cancel_set_date?: boolean
  enable_communication_preferences?: boolean
  preferences_valid_months?: number
  invoice_prefix?: string
  additional_reference?: string
  printed_remarks?: string
  iban?: string
  bic?: string
  payment_terms_days?: number
  finalize_invoice_with_consultation?: boolean
  /** The id of an item, not its URL. */
  prescription_fee_item?: number | null
  eprescription_enabled?: boolean
  eprescription_sender_id?: string
  reminder_hours_before?: number | null
  online_booking_client_minutes?: number
}

const requireItem = async (tx: Tx, id: number) => {
  const item = await tx.selectFrom('item').select('id').where('id', '=', id).executeTakeFirst()
  if (item === undefined)
    throw invalid('prescription_fee_item', `There is no item ${id}. Use the id of an item of yours.`, 'does_not_exist')
}

/** Changes a department's settings. The lock date cannot be set by hand while the automatic lock is on. */
export const changeSettings = async (tx: Tx, _actor: Actor, department: number, changes: SettingsChange) => {
  const before = await tx
    .selectFrom('department_settings')
    .select(['time_zone', 'automatic_financial_period_lock_enabled', 'financial_period_lock_date'])
    .where('id', '=', department)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const automatic = changes.automatic_financial_period_lock_enabled ?? before.automatic_financial_period_lock_enabled
  if (
    automatic &&
    changes.financial_period_lock_date !== undefined &&
    changes.financial_period_lock_date !== before.financial_period_lock_date
  )
    throw invalid(
      'financial_period_lock_date',
      'The lock date advances automatically while automatic_financial_period_lock_enabled is true. Turn that off to set it by hand.',
    )
  if (changes.prescription_fee_item != null) await requireItem(tx, changes.prescription_fee_item)
  if (changes.time_zone !== undefined) await requireKnownZone(tx, changes.time_zone)
  if (Object.keys(changes).length > 0)
    await tx.updateTable('department_settings').set(changes).where('id', '=', department).execute()
  // The department shows its time zone, too.
  if (changes.time_zone !== undefined && changes.time_zone !== before.time_zone)
    await touch(tx, 'department', 'id', [department])
}
