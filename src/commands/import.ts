import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inOrganisation, type Database, type Tx } from '../db/tx.ts'
import { importNextRows } from '../domain/importing/import-rows.ts'
import { checkImport, putFile, runImport } from '../domain/importing/imports.ts'
import { kinds, type Kind } from '../domain/importing/kinds.ts'
import { readRefused, writeRefused, type RefusedRow } from '../domain/importing/report.ts'
import { ApiError, type FieldErrors } from '../kernel/errors.ts'
import { config } from '../app/config.ts'
import { resourceRegistry } from '../app/resources.ts'
import { defineCommand, Failure, UsageError } from './command.ts'
import { connectAsSet } from './database.ts'
import type { Progress } from './progress.ts'
import { organisationOption, withinOrganisation } from './organisation-scope.ts'

const maxShown = 10
const optionOf = ({ name }: Kind) => name.replace('_', '-')
const fileOption = { type: 'string', value: 'FILE' } as const

type Given = { readonly kind: Kind; readonly path: string; readonly bytes: Buffer }

const readGiven = (path: string) =>
  readFile(path).catch((problem: NodeJS.ErrnoException) => {
    throw problem.code === 'ENOENT' ? new Failure(`There is no file ${path}.`) : problem
  })

const readFiles = (values: Readonly<Record<string, unknown>>): Promise<Given[]> =>
  Promise.all(
    kinds.flatMap((kind) => {
      const path = values[optionOf(kind)]
      return typeof path === 'string' ? [readGiven(path).then((bytes) => ({ kind, path, bytes }))] : []
    }),
  )

const sentencesOf = (refusal: ApiError) =>
  Object.values([refusal.fields ?? {}].flat()[0] as FieldErrors)
    .flat()
    .map(({ message }) => message)
    .join(' ')

/** Creates the import with its files. */
const stage = async (tx: Tx, files: readonly Given[], progress: Progress) => {
  const name = files.map(({ path }) => basename(path)).join(', ')
  const { id } = await tx
    .insertInto('import')
    .values({ name: name.slice(0, 127) })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { kind, path, bytes } of files) {
    progress.step(`Reading ${path}`)
    await putFile(tx, id, kind, bytes, resourceRegistry).catch((problem: unknown) => {
      throw problem instanceof ApiError ? new Failure(`${path}: ${sentencesOf(problem)}`) : problem
    })
  }
  return id
}

const readState = async (tx: Tx, id: number) => {
  const { state } = await tx.selectFrom('import').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  const files = await tx.selectFrom('import_file').selectAll().where('import', '=', id).execute()
  return { isOver: state !== 'checking' && state !== 'running', files }
}

/** Imports the rows, together with any worker that runs, and returns the counts of each file. */
const importAll = async (db: Database, organisation: number, id: number, progress: Progress) => {
  for (;;) {
    const rows = await inOrganisation(db, organisation, (tx) => importNextRows(tx, id, resourceRegistry))
    const { isOver, files } = await inOrganisation(db, organisation, (tx) => readState(tx, id))
    const done = files.reduce((sum, file) => sum + file.new + file.matched + file.refused, 0)
    progress.count(`${done} of ${files.reduce((sum, file) => sum + file.rows, 0)} rows`)
    if (isOver)
      return kinds.flatMap(({ name }) =>
        files
          .filter(({ kind }) => kind === name)
          .map((file) => ({
            kind: name,
            rows: file.rows,
            new: file.new,
            matched: file.matched,
            refused: file.refused,
          })),
      )
    if (rows === 0) await pause(200)
  }
}

const inColumns = (rows: readonly (readonly (string | number)[])[]) => {
  const widths = rows[0]!.map((_cell, at) => Math.max(...rows.map((row) => String(row[at]).length)))
  const padded = (cell: string | number, at: number) =>
    at === 0 ? String(cell).padEnd(widths[at]!) : String(cell).padStart(widths[at]!)
  return rows.map((row) => row.map(padded).join('  ').trimEnd()).join('\n')
}

const describeRefused = ({ kind, line, reason }: RefusedRow) => `${kind.replace('_', ' ')}, line ${line}: ${reason}`

export const importCommand = defineCommand({
  words: 'import',
  summary: 'Import clients, phone numbers, patients, weights, items and opening balances from another system',
  about:
    'Reads CSV files whose first row names the columns; docs/integrating/importing.md lists them. With --check every row is ' +
    'tried and nothing is saved. Refused rows are written to files of their own, to be corrected ' +
    'and imported again. It can be interrupted and run again safely: what exists already is matched by its reference. A ' +
    'worker, if one runs, shares the work and continues when this is interrupted.',
  options: {
    ...organisationOption,
    clients: { ...fileOption, description: 'the clients' },
    'phone-numbers': { ...fileOption, description: 'their phone numbers' },
    patients: { ...fileOption, description: 'their patients' },
    weights: { ...fileOption, description: 'the weights of the patients' },
    items: { ...fileOption, description: 'what the clinic does and sells' },
    'opening-balances': { ...fileOption, description: 'what the clients owed, or had paid in advance' },
    report: {
      type: 'string',
      value: 'FOLDER',
      description: 'where the refused rows are written; the current folder if not given',
    },
    check: { type: 'boolean', description: 'only show what would be new, matched and refused' },
  },
  example: 'fetlock import --organisation 1 --clients clients.csv --patients patients.csv --check',
  prints:
    'how many rows of each file are new, matched and refused, the first refused rows, and the files with all of them.',
  run: async ({ organisation, check, report = '', ...values }, progress) => {
    const files = await readFiles(values)
    if (files.length === 0)
      throw new UsageError(`Give at least one file: ${kinds.map((kind) => `--${optionOf(kind)} FILE`).join(', ')}.`)
    const start = check ? checkImport : runImport
    const { id, clinic } = await withinOrganisation(organisation, async (tx, found) => {
      const staged = await stage(tx, files, progress)
      await start(tx, { now: new Date() }, staged)
      return { id: staged, clinic: found }
    })
    progress.step(`${check ? 'Checking' : 'Running'} import ${id}`)
    const { db, close } = connectAsSet(config.database(), { max: 1, name: 'fetlock command' })
    try {
      const counts = await importAll(db, clinic.id, id, progress)
      const reports: string[] = []
      const refused: RefusedRow[] = []
      let count = 0
      for (const kind of kinds) {
        const rows = await inOrganisation(db, clinic.id, (tx) => readRefused(tx, id, kind))
        if (rows.length === 0) continue
        const path = join(report, `import-${id}-${optionOf(kind)}-refused.csv`)
        await writeFile(path, writeRefused(kind, rows, resourceRegistry))
        reports.push(path)
        count += rows.length
        refused.push(...rows.slice(0, maxShown - refused.length))
      }
      const header = ['', 'rows', 'new', 'matched', 'refused']
      const lines = counts.map((file) => [file.kind.replace('_', ' '), file.rows, file.new, file.matched, file.refused])
      return {
        json: { organisation: clinic.id, import: id, checked: check, files: counts, reports },
        text: [
          `${check ? 'Checked' : 'Imported'}: import ${id} of ${clinic.name}`,
          inColumns([header, ...lines]),
          ...(refused.length > 0 ? ['', ...refused.map(describeRefused)] : []),
          ...(count > refused.length ? [`… and ${count - refused.length} more`] : []),
          ...reports.map((path) => `Correct them in ${path} and import that file.`),
          ...(check ? ['Nothing was saved. Leave out --check to import.'] : []),
        ].join('\n'),
        ...(count > 0 ? { exitCode: 1 } : {}),
      }
    } finally {
      await close()
    }
  },
})
