import type { Tx } from '../../db/tx.ts'
import { hasPermission, type Actor, type Permission } from '../../kernel/caller.ts'
import { created, modified } from '../../kernel/common-fields.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { readOnly, readOnlyOrNull, type Field, type Schema } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { action, defineResource, type AddValue, type Requirement } from '../../kernel/resource.ts'
import { anything, integer, oneOf, text, timestamp } from '../../kernel/values.ts'
import { requireRecord, show } from '../../kernel/writing.ts'
import { checkImport, putFile, requireImportableByApi, runImport, throwCommandOnly } from './imports.ts'
import { kinds } from './kinds.ts'

/** An import creates clients and patients, and decides that another system's records become the clinic's. */
const needed: readonly Permission[] = ['General: Patients and clients', 'Settings: Integration settings']
const permission: Requirement = { all: needed }
const kindNames = kinds.map(({ name }) => name)

const counts = ['rows', 'new', 'matched', 'refused'] as const
const files: Field<unknown, typeof readOnly> = {
  ...anything(),
  type: 'list',
  schema: {
    type: 'array',
    items: {
      type: 'object',
      required: ['kind', ...counts],
      properties: {
        kind: { type: 'string', enum: kindNames },
        ...Object.fromEntries(counts.map((name) => [name, { type: 'integer' }])),
      },
    },
  },
  select: (_column, { row, organisation }) => `(
    select coalesce(json_agg(json_build_object('kind', f.kind, ${counts.map((name) => `'${name}', f."${name}"`).join(', ')})
      order by array_position('{${kindNames.join(',')}}', f.kind)), '[]'::json)
    from import_file f where f.organisation = ${organisation} and f.import = ${row}.id)`,
}

const byApi = (start: typeof runImport) => async (tx: Tx, actor: Actor, id: number) => {
  await requireImportableByApi(tx, id)
  return start(tx, actor, id)
}

export const dataImport = defineResource({
  name: 'import',
  title: 'Import',
  about: 'Files from another system: clients, phone numbers, patients, weights and opening balances.',
  permission,
  fields: {
    name: text(127),
    state: oneOf(['open', 'checking', 'checked', 'running', 'done'], readOnly),
    files,
    started: timestamp(readOnlyOrNull),
    finished: timestamp(readOnlyOrNull),
    created,
    modified,
  },
  filters: { state: ['is'], modified: ['gte'] },
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300 },
  detailActions: {
    check: action({
      summary: 'Try every row and keep nothing',
      body: {},
      rate: 300,
      run: byApi(checkImport),
    }),
    run: action({ summary: 'Import every row', body: {}, rate: 300, run: byApi(runImport) }),
  },
})

const byColumn = (each: Schema): Schema => ({ type: 'object', additionalProperties: each })

const recordUrl: Field<unknown, typeof readOnlyOrNull> = {
  ...anything(),
  options: readOnlyOrNull,
  schema: { type: 'string', format: 'uri' },
  select: (column, { row, base }) =>
    `${base} || case ${row}.kind ${kinds.map(({ name, resource }) => `when '${name}' then '${resource}/'`).join(' ')} end || ${column} || '/'`,
}

/** SQL that hides the rows of files whose records the caller may not see. */
const ofReadableFiles = (actor: Actor, add: AddValue): string | undefined => {
  const hidden = kinds.flatMap(({ name, permission: also }) =>
    also && !hasPermission(actor, also, 'read') ? [name] : [],
  )
  return hidden.length === 0 ? undefined : `r.kind <> all(${add(hidden, 'text[]')})`
}

export const importRow = defineResource({
  name: 'import_row',
  title: 'Import row',
  about: 'A row of one of an import’s files, with its outcome; after a check, the outcome it would have.',
  permission,
  within: { parent: 'import', field: 'import', as: 'rows' },
  fields: {
    import: ref('import', readOnly),
    kind: oneOf(kindNames, readOnly),
    line: integer(readOnly),
    reference: text(255, readOnly),
    cells: { ...anything(), options: readOnlyOrNull, schema: byColumn({ type: 'string' }) },
    outcome: oneOf(['new', 'matched', 'refused'], readOnlyOrNull),
    messages: { ...anything(), schema: byColumn({ type: 'array', items: { type: 'string' } }) },
    record: recordUrl,
  },
  visible: ofReadableFiles,
  filters: { kind: ['is'], outcome: ['is', 'is_null'], line: ['is', 'gte', 'lte'] },
  list: { rate: 100 },
  retrieve: { rate: 300 },
})

const largestFile = 32 * 1024 * 1024

/** One route for each file. A file that cannot be imported through the API is refused with what to do instead. */
export const importFiles = kinds.map((kind) =>
  endpoint({
    name: `import.${kind.name}`,
    method: 'PUT',
    path: `/import/{id}/${kind.name}/`,
    title: 'Import',
    summary: kind.commandOnly
      ? `Refused: a file of ${kind.name.replace('_', ' ')} is imported with the command fetlock import`
      : `Put the file of ${kind.name.replace('_', ' ')} into an import`,
    permission: { all: [...needed, ...(kind.permission ? [kind.permission] : [])] },
    rate: 300,
    resource: dataImport,
    file: { type: 'text/csv', bytes: largestFile },
    answers: kind.commandOnly ? {} : { 200: 'record' },
    run: async (tx, _actor, call) => {
      await requireRecord(call, tx, dataImport)
      if (kind.commandOnly) throwCommandOnly(kind)
      const { value } = await call.body()
      await putFile(tx, call.id, kind, value as Buffer, call.resources)
      return show(call, tx, dataImport, 200, call.id)
    },
  }),
)
