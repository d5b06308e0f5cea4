import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { invalid, validationError, InvalidValue, type FieldError, type FieldErrors } from '../../kernel/errors.ts'
import type { ContentType } from './field-types.ts'
import { touchRecord } from './record-kinds.ts'
import { asDefinition, readValue, type Definition, type StoredValue } from './value-formats.ts'

/** The value sent for one field of a record. */
export type SentValue = { readonly field_id: number; readonly value: unknown }
type NewValue = StoredValue & { readonly field: number }
type Validation = { readonly errors: readonly FieldError[]; readonly values: readonly NewValue[] }
/** The options that a record currently has, by field. */
type CurrentOptions = ReadonlyMap<number, readonly number[]>

const definitionsOf = async (tx: Tx, contentType: ContentType): Promise<ReadonlyMap<number, Definition>> => {
  const rows = await tx
    .selectFrom('custom_field')
    .selectAll()
    .where('content_type', '=', contentType)
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.id, asDefinition(row)]))
}

const validateValue = (definition: Definition, value: unknown, current: CurrentOptions): NewValue | FieldError => {
  try {
    return { field: definition.id, ...readValue(value, definition, current.get(definition.id)) }
  } catch (problem) {
    if (!(problem instanceof InvalidValue)) throw problem
    return { message: `${definition.name}: ${problem.message}`, code: problem.code }
  }
}

const validateValues = (
  definitions: ReadonlyMap<number, Definition>,
  contentType: ContentType,
  sent: readonly SentValue[],
  current: CurrentOptions,
): Validation => {
  const results = sent.map(({ field_id, value }, at) => {
    const definition = definitions.get(field_id)
    if (definition === undefined)
      return { message: `There is no ${contentType} field ${field_id}.`, code: 'does_not_exist' }
    if (sent.findIndex((other) => other.field_id === field_id) !== at)
      return { message: `${definition.name}: Send each field once.`, code: 'repeated' }
    return validateValue(definition, value, current)
  })
  return {
    errors: results.filter((one): one is FieldError => 'message' in one),
    values: results.filter((one): one is NewValue => 'field' in one),
  }
}

/** Validates the values of a new record, with defaults for fields that were not sent; required ones without a default are errors. */
const validateNew = (
  definitions: ReadonlyMap<number, Definition>,
  contentType: ContentType,
  sent: readonly SentValue[] = [],
  stored: readonly number[] = [],
): Validation => {
  const given = new Set([...sent.map(({ field_id }) => field_id), ...stored])
  const lacking = [...definitions.values()].filter(
    ({ id, archived, is_required, default_value }) =>
      !archived && !given.has(id) && (is_required || default_value !== ''),
  )
  const added = lacking.map(({ id, default_value }) => ({ field_id: id, value: default_value }))
  return validateValues(definitions, contentType, [...sent, ...added], new Map())
}

const errorsOf = ({ errors }: Validation, field = 'fields_rel'): FieldErrors =>
  errors.length > 0 ? { [field]: [...errors] } : {}

/** Inserts or updates values, one for each field of a record. Returns whether anything changed. */
export const saveValues = async (
  tx: Tx,
  content_type: ContentType,
  values: readonly (NewValue & { readonly object_id: number })[],
): Promise<boolean> => {
  if (values.length === 0) return false
  const { rows } = await sql`
    insert into custom_field_value as v (field, content_type, object_id, value, options)
    select n.field, ${content_type}, n.object_id, n.value, n.options
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as n (field bigint, object_id bigint, value text, options int[])
    on conflict (organisation, field, object_id) do update set value = excluded.value, options = excluded.options
      where v.value <> excluded.value or v.options <> excluded.options
    returning v.id`.execute(tx)
  return rows.length > 0
}

/** The errors in the values of several new records, missing required ones included. */
export const findInvalidValues = async (
  tx: Tx,
  contentType: ContentType,
  records: readonly (readonly SentValue[] | undefined)[],
): Promise<FieldErrors[]> => {
  const definitions = await definitionsOf(tx, contentType)
  return records.map((sent) => errorsOf(validateNew(definitions, contentType, sent)))
}

/** Creates the values of new records: those that were sent, as `field`, and the defaults of the others. */
export const createValues = async (
  tx: Tx,
  contentType: ContentType,
  records: readonly { readonly id: number; readonly sent: readonly SentValue[] | undefined }[],
  field?: string,
) => {
  const definitions = await definitionsOf(tx, contentType)
  const validations = records.map(({ id, sent }) => ({ id, ...validateNew(definitions, contentType, sent) }))
  const invalidRecord = validations.find(({ errors }) => errors.length > 0)
  if (invalidRecord !== undefined) throw validationError(errorsOf(invalidRecord, field))
  await saveValues(
    tx,
    contentType,
    validations.flatMap(({ id, values }) => values.map((value) => ({ ...value, object_id: id }))),
  )
}

/** Completes the values of a record that was made without asking for them: what was sent, and the defaults of the others. */
export const completeValues = async (
  tx: Tx,
  contentType: ContentType,
  id: number,
  sent: readonly SentValue[],
  field: string,
) => {
  const stored = await tx
    .selectFrom('custom_field_value')
    .select('field')
    .where('content_type', '=', contentType)
    .where('object_id', '=', id)
    .execute()
  const validation = validateNew(
    await definitionsOf(tx, contentType),
    contentType,
    sent,
    stored.map((value) => value.field),
  )
  if (validation.errors.length > 0) throw validationError(errorsOf(validation, field))
  await saveValues(
    tx,
    contentType,
    validation.values.map((value) => ({ ...value, object_id: id })),
  )
}

/** Changes the values that were sent, of a locked record, and touches the record if any of them changed. */
export const changeValues = async (tx: Tx, contentType: ContentType, id: number, sent: readonly SentValue[]) => {
  if (sent.length === 0) return
  const definitions = await definitionsOf(tx, contentType)
  const kept = await tx
    .selectFrom('custom_field_value')
    .select(['field', 'options'])
    .where(
      'field',
      'in',
      sent.map(({ field_id }) => field_id),
    )
    .where('object_id', '=', id)
    .execute()
  const validation = validateValues(
    definitions,
    contentType,
    sent,
    new Map(kept.map(({ field, options }) => [field, options])),
  )
  if (validation.errors.length > 0) throw validationError(errorsOf(validation))
  const values = validation.values.map((value) => ({ ...value, object_id: id }))
  if (await saveValues(tx, contentType, values)) await touchRecord(tx, contentType, id)
}

/** Deletes the values of a record that is deleted. */
export const removeValues = async (tx: Tx, contentType: ContentType, id: number) => {
  await tx
    .deleteFrom('custom_field_value')
    .where('content_type', '=', contentType)
    .where('object_id', '=', id)
    .execute()
}

/** Values given by field name, archived fields included, as values by id. */
export const valuesByName = async (
  tx: Tx,
  contentType: ContentType,
  named: Readonly<Record<string, unknown>>,
): Promise<SentValue[]> => {
  const definitions = await definitionsOf(tx, contentType)
  const ids = new Map([...definitions.values()].map(({ id, name }) => [name.toLowerCase(), id]))
  return Object.entries(named).map(([name, value]) => {
    const field_id = ids.get(name.toLowerCase())
    if (field_id === undefined)
      throw invalid(
        'custom_fields',
        `There is no ${contentType} field "${name}". /custom_fields/?content_type__is=${contentType} lists them.`,
        'does_not_exist',
      )
    return { field_id, value }
  })
}
