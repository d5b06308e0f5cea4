import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, InvalidValue } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import type { ContentType } from './field-types.ts'
import { holdRecord, touchRecord, requireMayChange } from './record-kinds.ts'
import { asDefinition, readValue, type Definition, type StoredValue } from './value-formats.ts'
import { saveValues } from './values.ts'

const findField = async (tx: Tx, id: number) =>
  tx.selectFrom('custom_field').selectAll().where('id', '=', id).executeTakeFirst()

const requireValue = (sent: unknown, definition: Definition, current: readonly number[]): StoredValue => {
  try {
    return readValue(sent, definition, current)
  } catch (problem) {
    throw problem instanceof InvalidValue ? invalid('value', problem.message, problem.code) : problem
  }
}

/** Sets one value of a record that is held: the one it has is changed, never a second one made. */
const setLocked = async (
  tx: Tx,
  contentType: ContentType,
  object_id: number,
  definition: Definition,
  sent: unknown,
) => {
  const find = () =>
    tx
      .selectFrom('custom_field_value')
      .select(['id', 'options'])
      .where('field', '=', definition.id)
      .where('object_id', '=', object_id)
  const kept = requireValue(sent, definition, (await find().executeTakeFirst())?.options ?? [])
  if (await saveValues(tx, contentType, [{ ...kept, field: definition.id, object_id }]))
    await touchRecord(tx, contentType, object_id)
  return (await find().executeTakeFirstOrThrow()).id
}

/** Sets a value of a record of one kind. */
export const setValueOf = async (
  tx: Tx,
  contentType: ContentType,
  object_id: number,
  { field_id, value }: { readonly field_id: number; readonly value: unknown },
): Promise<Id<'custom_field_value'>> => {
  const field = await findField(tx, field_id)
  if (field?.content_type !== contentType)
    throw invalid(
      'field_id',
      `There is no ${contentType} field ${field_id}. /custom_fields/?content_type__is=${contentType} lists them.`,
      'does_not_exist',
    )
  await holdRecord(tx, contentType, object_id)
  return setLocked(tx, contentType, object_id, asDefinition(field), value)
}

/** Sets a value of a record whose kind follows from the field. */
export const setValue = async (
  tx: Tx,
  actor: Actor,
  { field: id, object_id, value }: { readonly field: number; readonly object_id: number; readonly value: unknown },
): Promise<Id<'custom_field_value'>> => {
  const field = await findField(tx, id)
  if (field === undefined)
    throw invalid('field', `There is no custom field ${id}. /custom_fields/ lists them.`, 'does_not_exist')
  const contentType = field.content_type as ContentType
  requireMayChange(actor, contentType)
  if (!(await holdRecord(tx, contentType, object_id)))
    throw invalid(
      'object_id',
      `There is no ${contentType} ${object_id}, and the field is one of a ${contentType}.`,
      'does_not_exist',
    )
  return setLocked(tx, contentType, object_id, asDefinition(field), value)
}
