import type { Tx } from '../../db/tx.ts'
import { hasPermission, type Actor, type Permission } from '../../kernel/caller.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { namedEnum } from '../../kernel/enums.ts'
import type { readOnly, readOnlyOrNull, Field, Schema } from '../../kernel/fields.ts'
import { ref, urlOf } from '../../kernel/links.ts'
import { action, defineResource, type AddValue, type Requirement } from '../../kernel/resource.ts'
import { anything, integer, oneOf, text, timestamp } from '../../kernel/values.ts'
import { requireRecord, show } from '../../kernel/writing.ts'
import { checkImport, putFile, requireImportableByApi, runImport, throwCommandOnly } from './imports.ts'
import { kinds, type Kind } from './kinds.ts'
import { maxRows } from './read-rows.ts'

/** An import creates clients and patients, and decides that another system's records become the clinic's. */
const needed: readonly Permission[] = ['General: Patients and clients', 'Settings: Integration settings']
const permission: Requirement = { all: needed }
const kindNames = kinds.map(({ name }) => name)

const counts = {
  rows: 'How many records the file has, without the header and blank lines.',
  new: 'Rows that became a record, or in a check would become one.',
  matched: 'Rows whose record existed already, by its reference or by what identifies it. It is not changed.',
  refused: 'Rows that were not imported. `GET /import/<id>/rows/?outcome__is=refused` says why.',
}
const countNames = Object.keys(counts)
const files: Field<unknown, typeof readOnly> = {
  ...anything({
    about:
      'The files that were uploaded, in the order in which they are imported, with their progress: the three outcomes add up to `rows` once a file is finished.',
  }),
  type: 'list',
  schema: {
    type: 'array',
    items: {
      type: 'object',
      required: ['kind', ...countNames],
      properties: {
        kind: {
          type: 'string',
          ...namedEnum(kindNames, kindNames),
          description: 'What the rows of the file are: the last part of the path it was uploaded to.',
        },
        ...Object.fromEntries(
          Object.entries(counts).map(([name, description]) => [name, { type: 'integer', description }]),
        ),
      },
    },
  },
  select: (_column, { row, organisation }) => `(
    select coalesce(json_agg(json_build_object('kind', f.kind, ${countNames.map((name) => `'${name}', f."${name}"`).join(', ')})
      order by array_position('{${kindNames.join(',')}}', f.kind)), '[]'::json)
    from import_file f where f.organisation = ${organisation} and f.import = ${row}.id)`,
}

const byApi = (start: typeof runImport) => async (tx: Tx, actor: Actor, id: number) => {
  await requireImportableByApi(tx, actor, id)
  return start(tx, actor, id)
}

export const dataImport = defineResource({
  name: 'import',
  title: 'Import',
  about:
    'An import of clients, phone numbers, patients, weights and items from the files of another system: create it, upload the files, `check` them, then `run` it. The worker does the work; poll `state`.',
  permission,
  fields: {
    name: text(127, { about: 'What staff recognise the import by, such as “From the old system, March”.' }),
    state: oneOf(['open', 'checking', 'checked', 'running', 'done'], {
      readOnly: true,
      about:
        'How far it is: `open` takes files, `checking` and `running` are under way, `checked` and `done` have finished. Another file, check or run may follow at any time.',
    }),
    files,
    started: timestamp({
      readOnly: true,
      nullable: true,
      about: 'When the latest check or run was asked for. Null before the first.',
    }),
    finished: timestamp({
      readOnly: true,
      nullable: true,
      about: 'When the latest check or run reached its last row. Null before that.',
    }),
    created,
    modified,
  },
  filters: { state: ['is'], modified: ['gte'] },
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    sentAlone: 'imports',
    about:
      'It has no files yet: upload them with `PUT /import/<id>/clients/` and the like, as CSV in UTF-8. What they contain is deleted seven days after the import last changed.',
  },
  detailActions: {
    check: action({
      sentAlone: 'imports',
      summary: 'Try every row and keep nothing',
      about:
        'Starts a check and answers at once; poll until `state` is `checked`. Every row is carried out and rolled back, so its outcome is the one that a run would have. Ends a run that is under way. Refused without files, for files of opening balances, and for a file of items without `Settings: Items`.',
      body: {},
      rate: 300,
      run: byApi(checkImport),
    }),
    run: action({
      sentAlone: 'imports',
      summary: 'Import every row',
      about:
        'Starts the import and answers at once; poll until `state` is `done`. Each row becomes the record that a POST of it would create, or is matched with one, or refused with its reasons; refused rows do not keep others from being imported. Running again matches what was imported before. Refused without files, for files of opening balances, and for a file of items without `Settings: Items`.',
      body: {},
      rate: 300,
      run: byApi(runImport),
    }),
  },
})

const byColumn = (each: Schema): Schema => ({ type: 'object', additionalProperties: each })

const recordUrl: Field<unknown, typeof readOnlyOrNull & { about: string }> = {
  ...anything(),
  options: {
    readOnly: true,
    nullable: true,
    about:
      'What the row became, or was matched with: the URL of a client, phone number, patient, weight, item or opening balance. Null if it was refused, and after a check if it would be new.',
  },
  schema: { type: 'string', format: 'uri' },
  select: (column, at) =>
    `case ${at.row}.kind ${kinds.map(({ name, resource }) => `when '${name}' then ${urlOf(resource, column, at)}`).join(' ')} end`,
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
    import: ref('import', { readOnly: true, about: 'The import whose file the row is in.' }),
    kind: oneOf(kindNames, { readOnly: true, about: 'Which of the import’s files the row is in.' }),
    line: integer({
      readOnly: true,
      about: 'The line of the file on which the row starts, as an editor counts it: the header is on line 1.',
    }),
    reference: text(255, {
      readOnly: true,
      about:
        'The record’s id in the old system, by which other rows name it; of an item its code. Empty for phone numbers and weights.',
    }),
    cells: {
      ...anything(),
      options: {
        readOnly: true,
        nullable: true,
        about:
          'What the row says, by column, without empty cells. Null if it could not be read, or was deleted after seven days.',
      },
      schema: byColumn({ type: 'string' }),
    },
    outcome: oneOf(['new', 'matched', 'refused'], {
      readOnly: true,
      nullable: true,
      about:
        'What came of the row: a `new` record, one that existed (`matched`), or nothing (`refused`). Null until a check or run has reached it; then that of the latest.',
    }),
    messages: {
      ...anything({
        about:
          'Why the row was refused, by column, in the words of the API; `non_field_errors` for the row as a whole. Empty if it was not.',
      }),
      schema: byColumn({ type: 'array', items: { type: 'string' } }),
    },
    record: recordUrl,
  },
  visible: ofReadableFiles,
  filters: { kind: ['is'], outcome: ['is', 'is_null'], line: ['is', 'gte', 'lte'] },
  list: {
    rate: 100,
    about:
      'Rows of opening balances are shown only to callers who may read `Financial: Invoices`, rows of items to those who may read `Settings: Items`.',
  },
  retrieve: { rate: 300 },
})

const largestFile = 32 * 1024 * 1024

/** The columns in which rows of each file name themselves and others as the old system did. */
const referencesIn: Readonly<Record<Kind['name'], string>> = {
  clients:
    '`reference` is the client’s id in the old system, and `invoicing_client_reference` that of the client who pays for this one. Departments are written by name.',
  phone_numbers: '`client_reference` is the id that the client has in the old system.',
  patients:
    '`reference` is the patient’s id in the old system, and `client_reference` that of its client. Species and breed are written by name or code.',
  weights: '`patient_reference` is the id that the patient has in the old system, and `measured` is required.',
  items:
    '`code` is required and names the item. VAT groups are written by title or percentage, accounts by number, lists of items by name.',
  opening_balances: '',
}

/** One route for each file. A file that cannot be imported through the API is refused with what to do instead. */
export const importFiles = kinds.map((kind) =>
  endpoint({
    name: `import.${kind.name}`,
    method: 'PUT',
    path: `/import/{id}/${kind.name}/`,
    title: 'Import',
    summary: kind.commandOnly
      ? `Refuse a file of ${kind.name.replace('_', ' ')}, which only the command fetlock import takes`
      : `Put the file of ${kind.name.replace('_', ' ')} into an import`,
    about: kind.commandOnly
      ? 'Always answers 400 and says what to do instead: no route makes an invoice, so whoever operates the service imports the file with `fetlock import`.'
      : `Replaces the file of ${kind.name.replace('_', ' ')} that the import has, ends a check or run that is under way, and answers with the import in state \`open\`. The body is CSV in UTF-8; the first row names the columns, in any order. They are the fields that a POST of such a record takes. ${referencesIn[kind.name]} A wrong header is refused with the names that are known. At most ${largestFile / 1024 / 1024} MiB and ${maxRows.toLocaleString('en')} rows.`,
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
      return show(dataImport, 200, call.id)
    },
  }),
)
