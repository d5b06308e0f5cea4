import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { invalid, validationError, InvalidValue, type FieldError, type FieldErrors } from '../../kernel/errors.ts'
import type { ContentType } from './field-types.ts'
import { moveRecord } from './record-kinds.ts'
import { asDefinition, readValue, type Definition, type Kept } from './value-formats.ts'

/** What is sent for one field of a record. */
export type SentValue = { readonly field_id: number; readonly value: unknown }
type NewValue = Kept & { readonly field: number }
type Verdict = { readonly complaints: readonly FieldError[]; readonly values: readonly NewValue[] }
/** The options that a record has in each of its fields. */
type Had = ReadonlyMap<number, readonly number[]>

const definitionsOf = async (tx: Tx, contentType: ContentType): Promise<ReadonlyMap<number, Definition>> => {
  const rows = await tx
    .selectFrom('custom_field')
    .selectAll()
    .where('content_type', '=', contentType)
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.id, asDefinition(row)]))
}

const judge = (definition: Definition, value: unknown, had: Had): NewValue | FieldError => {
  try {
    return { field: definition.id, ...readValue(value, definition, had.get(definition.id)) }
  } catch (problem) {
    if (!(problem instanceof InvalidValue)) throw problem
    return { message: `${definition.name}: ${problem.message}`, code: problem.code }
  }
}

const judgeAll = (
  definitions: ReadonlyMap<number, Definition>,
  contentType: ContentType,
  sent: readonly SentValue[],
  had: Had,
): Verdict => {
  const judged = sent.map(({ field_id, value }, at) => {
    const definition = definitions.get(field_id)
    if (definition === undefined)
      return { message: `There is no ${contentType} field ${field_id}.`, code: 'does_not_exist' }
    if (sent.findIndex((other) => other.field_id === field_id) !== at)
      return { message: `${definition.name}: Send each field once.`, code: 'repeated' }
    return judge(definition, value, had)
  })
  return {
    complaints: judged.filter((one): one is FieldError => 'message' in one),
    values: judged.filter((one): one is NewValue => 'field' in one),
  }
}

/** What a new record lacks: its defaults, and what is required and has none. */
const judgeNew = (
  definitions: ReadonlyMap<number, Definition>,
  contentType: ContentType,
  sent: readonly SentValue[] = [],
): Verdict => {
  const given = new Set(sent.map(({ field_id }) => field_id))
  const lacking = [...definitions.values()].filter(
    ({ id, archived, is_required, default_value }) =>
      !archived && !given.has(id) && (is_required || default_value !== ''),
  )
  const added = lacking.map(({ id, default_value }) => ({ field_id: id, value: default_value }))
  return judgeAll(definitions, contentType, [...sent, ...added], new Map())
}

const asComplaints = ({ complaints }: Verdict, field = 'fields_rel'): FieldErrors =>
  complaints.length > 0 ? { [field]: [...complaints] } : {}

/** Keeps values, one of each field of a record, and answers whether anything is new. */
export const keepValues = async (
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

/** What is wrong with the values of each of some new records, what is required and missing included. */
export const findUnfitValues = async (
  tx: Tx,
  contentType: ContentType,
  records: readonly (readonly SentValue[] | undefined)[],
): Promise<FieldErrors[]> => {
  const definitions = await definitionsOf(tx, contentType)
  return records.map((sent) => asComplaints(judgeNew(definitions, contentType, sent)))
}

/** Gives new records the values that were sent as `field`, and the defaults of the fields that were not. */
export const startValues = async (
  tx: Tx,
  contentType: ContentType,
  records: readonly { readonly id: number; readonly sent: readonly SentValue[] | undefined }[],
  field?: string,
) => {
  const definitions = await definitionsOf(tx, contentType)
  const verdicts = records.map(({ id, sent }) => ({ id, ...judgeNew(definitions, contentType, sent) }))
  const unfit = verdicts.find(({ complaints }) => complaints.length > 0)
  if (unfit !== undefined) throw validationError(asComplaints(unfit, field))
  await keepValues(
    tx,
    contentType,
    verdicts.flatMap(({ id, values }) => values.map((value) => ({ ...value, object_id: id }))),
  )
}

/** Changes the values that are sent, of a record that is held; the record moves if any of them is new. */
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
  const verdict = judgeAll(definitions, contentType, sent, new Map(kept.map(({ field, options }) => [field, options])))
  if (verdict.complaints.length > 0) throw validationError(asComplaints(verdict))
  const values = verdict.values.map((value) => ({ ...value, object_id: id }))
  if (await keepValues(tx, contentType, values)) await moveRecord(tx, contentType, id)
}

/** Removes what a record has in its fields, because the record itself goes. */
export const removeValues = async (tx: Tx, contentType: ContentType, id: number) => {
  await tx
    .deleteFrom('custom_field_value')
    .where('content_type', '=', contentType)
    .where('object_id', '=', id)
    .execute()
}

/** Values under the names of their fields, archived ones included, as they are sent by id. */
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
