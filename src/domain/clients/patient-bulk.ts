import type { Tx } from '../../db/tx.ts'
import { findBrokenLinks, parseBody, type Body, type Input } from '../../kernel/body.ts'
import type { Actor } from '../../kernel/caller.ts'
import {
  invalid,
  messagesOf,
  nonField,
  ApiError,
  validationError,
  InvalidValue,
  type FieldErrors,
} from '../../kernel/errors.ts'
import type { ApiResponse, Call } from '../../kernel/operation.ts'
import type { Fields } from '../../kernel/fields.ts'
import type { Links } from '../../kernel/links.ts'
import { readRecords } from '../../kernel/reading.ts'
import { boolean } from '../../kernel/values.ts'
import { readBack } from '../../kernel/writing.ts'
import { findFaults, insertPatients, type NewPatient } from './patients.ts'

export const mostAtOnce = 1000
const forcing = boolean()
type Entry = { readonly input: NewPatient; readonly complaints: FieldErrors }

const isForced = (sent: unknown, links: Links) => {
  try {
    return sent === '' || forcing.parse(sent, links)
  } catch (problem) {
    throw problem instanceof InvalidValue ? invalid('force_push', problem.message, problem.code) : problem
  }
}

/** The patients and whether to keep the good ones: an array, or an object that has both by name. */
const entriesIn = (
  body: Body,
  { query, links }: Call,
): { readonly entries: readonly unknown[]; readonly force: boolean } => {
  const named =
    typeof body.value === 'object' && body.value !== null && 'patients' in body.value
      ? (body.value as Input)
      : undefined
  const entries = named ? named.patients : body.value
  if (body.kind !== 'json' || !Array.isArray(entries))
    throw invalid(nonField, 'Send a JSON array of patients.', 'not_a_list')
  if (entries.length === 0) throw invalid(nonField, 'Send at least one patient.', 'empty')
  if (entries.length > mostAtOnce) throw invalid(nonField, `Send at most ${mostAtOnce} patients at once.`, 'max_items')
  return { entries, force: isForced(query.get('force_push') ?? named?.force_push ?? false, links) }
}

const parseEntry = (fields: Fields, value: unknown, call: Call): Entry => {
  try {
    return { input: parseBody(fields, { kind: 'json', value }, 'create', call.links) as NewPatient, complaints: {} }
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.fields === undefined) throw problem
    return { input: {} as NewPatient, complaints: problem.fields as FieldErrors }
  }
}

const isFine = ({ complaints }: Pick<Entry, 'complaints'>) => Object.keys(complaints).length === 0

/** Applies a check to the entries that have passed so far. */
const checkWith = async (
  entries: readonly Entry[],
  check: (inputs: readonly NewPatient[]) => Promise<FieldErrors[]>,
): Promise<Entry[]> => {
  const fine = entries.filter(isFine)
  const found = fine.length === 0 ? [] : await check(fine.map(({ input }) => input))
  const verdicts = new Map(fine.map((entry, at) => [entry, found[at] ?? {}]))
  return entries.map((entry) => ({ ...entry, complaints: verdicts.get(entry) ?? entry.complaints }))
}

/** Registers many animals at once: all or none, unless the caller asks to keep those that are valid. */
export const registerMany = async (tx: Tx, actor: Actor, call: Call): Promise<ApiResponse> => {
  const patient = call.resources.get('patient')!
  const { entries, force } = entriesIn(await call.body(), call)
  const parsed = entries.map((value) => parseEntry(patient.fields, value, call))
  const linked = await checkWith(parsed, (inputs) => findBrokenLinks(tx, patient.fields, inputs))
  const checked = await checkWith(linked, (inputs) => findFaults(tx, inputs))
  const fine = checked.filter(isFine)
  if (fine.length === 0 || (fine.length < checked.length && !force))
    throw validationError(checked.map(({ complaints }) => complaints))
  const ids = await insertPatients(
    tx,
    actor,
    fine.map(({ input }) => input),
  )
  const created = (await readBack(call, tx, (context) => readRecords(context, patient, ids))).join(',')
  if (fine.length === checked.length) return { status: 201, body: `[${created}]` }
  const failed = checked.flatMap(({ complaints }, index) =>
    isFine({ complaints }) ? [] : [{ index, errors: messagesOf(complaints) }],
  )
  return { status: 207, body: `{"created":[${created}],"failed":${JSON.stringify(failed)}}` }
}
