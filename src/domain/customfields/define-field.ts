import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { forbidden, invalid, InvalidValue } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { fieldTypes, selectTypes, type ContentType, type FieldType } from './field-types.ts'
import { readDefault } from './value-formats.ts'

export type NewField = {
  name: string
  content_type: ContentType
  field_type: FieldType
  default_value?: string
  archived?: boolean
}

const creatable = Object.entries(fieldTypes)
  .filter(([type]) => !selectTypes.has(Number(type) as FieldType))
  .map(([type, name]) => `${type} (${name})`)
  .join(', ')

const requireDefault = (default_value: string, field_type: FieldType) => {
  try {
    return readDefault(default_value, field_type)
  } catch (problem) {
    throw problem instanceof InvalidValue ? invalid('default_value', problem.message, problem.code) : problem
  }
}

const findByName = (tx: Tx, { content_type, name }: Pick<NewField, 'content_type' | 'name'>) =>
  tx
    .selectFrom('custom_field')
    .select(['id', 'application', 'archived'])
    .where('content_type', '=', content_type)
    .where((where) => where(where.fn<string>('lower', ['name']), '=', where.fn<string>('lower', [where.val(name)])))
    .executeTakeFirst()

const nameTaken = (existing: Awaited<ReturnType<typeof findByName>>, content_type: ContentType, actor?: Actor) => {
  const isOwn = existing !== undefined && existing.application !== null && existing.application === actor?.application
  const next = existing?.archived ? 'It is archived: restore it with PATCH archived false.' : 'Use it or change it.'
  const message = isOwn
    ? `You have a ${content_type} field of this name already, with the id ${existing.id}. ${next}`
    : `There is a ${content_type} field of this name already, perhaps an archived one. Choose another name.`
  return invalid('name', message, 'unique')
}

/** Inserts a definition. The unique index lets one of several concurrent requests have a name. */
export const insertField = async (
  tx: Tx,
  actor: Actor | undefined,
  field: NewField & { application: number | null; is_required?: boolean; options?: string },
): Promise<Id<'custom_field'>> => {
  const default_value = requireDefault(field.default_value ?? '', field.field_type)
  const made = await tx
    .insertInto('custom_field')
    .values({ ...field, default_value })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) throw nameTaken(await findByName(tx, field), field.content_type, actor)
  return made.id
}

/** Defines a field that belongs to the application of the token. */
export const defineField = (tx: Tx, actor: Actor, field: NewField): Promise<Id<'custom_field'>> => {
  if (selectTypes.has(field.field_type))
    throw invalid('field_type', `Only staff can create select fields. Choose one of ${creatable}.`, 'invalid_choice')
  return insertField(tx, actor, { ...field, application: actor.application })
}

/** Refuses a change by anybody but the application that defined the field. */
export const requireOwnField = async (tx: Tx, actor: Actor, id: number) => {
  const { application } = await tx
    .selectFrom('custom_field')
    .select('application')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (application === null || application !== actor.application)
    throw forbidden('Only the application that created this custom field may change it.')
}

/** Locks a definition for a change. The type and content type are fixed at creation; sending the current value is fine. */
export const lockField = async (tx: Tx, id: number, { content_type, field_type }: Partial<NewField>) => {
  const before = await tx
    .selectFrom('custom_field')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (field_type !== undefined && field_type !== before.field_type)
    throw invalid('field_type', `The type is fixed at creation: ${before.field_type}. Create another field.`, 'fixed')
  if (content_type !== undefined && content_type !== before.content_type)
    throw invalid(
      'content_type',
      `The content type is fixed at creation: ${before.content_type}. Create another field.`,
      'fixed',
    )
  return { ...before, content_type: before.content_type as ContentType, field_type: before.field_type as FieldType }
}

type Changes = { name?: string; default_value?: string; archived?: boolean; is_required?: boolean; options?: string }

/** Writes the changes of a locked definition. Names stay unique within the content type. */
export const updateField = async (
  tx: Tx,
  actor: Actor | undefined,
  { id, content_type, field_type }: Pick<NewField, 'content_type' | 'field_type'> & { readonly id: number },
  { default_value, ...changes }: Changes,
) => {
  const values = {
    ...changes,
    ...(default_value !== undefined && { default_value: requireDefault(default_value, field_type) }),
  }
  if (Object.keys(values).length === 0) return
  const namesake = values.name === undefined ? undefined : await findByName(tx, { content_type, name: values.name })
  if (namesake !== undefined && namesake.id !== id) throw nameTaken(namesake, content_type, actor)
  await tx.updateTable('custom_field').set(values).where('id', '=', id).execute()
}

/** Changes the name or default of a definition, archives it or restores it. */
export const changeField = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { content_type, field_type, ...changes }: Partial<NewField>,
) => {
  const before = await lockField(tx, id, {
    ...(content_type !== undefined && { content_type }),
    ...(field_type !== undefined && { field_type }),
  })
  await updateField(tx, actor, before, changes)
}

/** Archives a definition. Its values stay, and its name stays reserved. */
export const archiveField = async (tx: Tx, _actor: Actor, id: number) => {
  await tx
    .updateTable('custom_field')
    .set({ archived: true })
    .where('id', '=', id)
    .where('archived', '=', false)
    .execute()
}
