import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { insertField, lockField, updateField, type NewField } from './define-field.ts'
import { selectTypes, type FieldType } from './field-types.ts'
import { mergeOptions, type Option, type SentOption } from './options.ts'

export type NewSetting = NewField & { is_required?: boolean; options?: SentOption[] }

const requireConsistent = (field_type: FieldType, is_required: boolean, options: readonly Option[]) => {
  const isSelect = selectTypes.has(field_type)
  if (!isSelect && options.length > 0)
    throw invalid('options', 'Only fields of the types 6 (Select) and 7 (Multi-select) have options.')
  if (isSelect && is_required && options.every(({ archived }) => archived))
    throw invalid('is_required', 'A required select field needs at least one option. Add options first.')
}

/** Creates a field of the clinic's own, of any type; select fields with their options. */
export const createClinicField = async (
  tx: Tx,
  actor: Actor | undefined,
  { options: sent = [], is_required = false, ...field }: NewSetting,
): Promise<Id<'custom_field'>> => {
  const options = mergeOptions([], sent)
  requireConsistent(field.field_type, is_required, options)
  return insertField(tx, actor, { ...field, is_required, options: JSON.stringify(options), application: null })
}

/** Changes the settings of any field, whoever created it: required or not, options, archived or not. */
export const changeFieldSettings = async (
  tx: Tx,
  actor: Actor | undefined,
  id: number,
  { options: sent, content_type, field_type, ...changes }: Partial<NewSetting>,
) => {
  const before = await lockField(tx, id, {
    ...(content_type !== undefined && { content_type }),
    ...(field_type !== undefined && { field_type }),
  })
  for (const name of ['name', 'default_value'] as const)
    if (before.application !== null && changes[name] !== undefined && changes[name] !== before[name])
      throw invalid(
        name,
        `This field belongs to application ${before.application}, and only that application may change this.`,
      )
  const known = before.options as readonly Option[]
  const options = sent === undefined ? known : mergeOptions(known, sent)
  requireConsistent(before.field_type, changes.is_required ?? before.is_required, options)
  await updateField(tx, actor, before, {
    ...changes,
    ...(sent !== undefined && { options: JSON.stringify(options) }),
  })
}
