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
import type { Call, Outcome } from '../../kernel/operation.ts'
import type { Fields } from '../../kernel/fields.ts'
import type { Links } from '../../kernel/links.ts'
import { readRecords } from '../../kernel/reading.ts'
import { boolean } from '../../kernel/values.ts'
import { findPatientErrors, insertPatients, type NewPatient } from './patients.ts'

export const maxPatients = 1000
const forcePush = boolean()
type Entry = { readonly input: NewPatient; readonly errors: FieldErrors }

const parseForcePush = (sent: unknown, links: Links) => {
  try {
    return sent === '' || forcePush.parse(sent, links)
  } catch (problem) {
    throw problem instanceof InvalidValue ? invalid('force_push', problem.message, problem.code) : problem
  }
}

/** The body is an array of patients, or an object with `patients` and `force_push`. */
const parseBulkBody = (
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
  if (entries.length > maxPatients)
    throw invalid(nonField, `Send at most ${maxPatients} patients at once.`, 'max_items')
  return { entries, force: parseForcePush(query.get('force_push') ?? named?.force_push ?? false, links) }
}

const parseEntry = (fields: Fields, value: unknown, call: Call): Entry => {
  try {
    return { input: parseBody(fields, { kind: 'json', value }, 'create', call.links) as NewPatient, errors: {} }
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.fields === undefined) throw problem
    return { input: {} as NewPatient, errors: problem.fields as FieldErrors }
  }
}

const isValid = ({ errors }: Pick<Entry, 'errors'>) => Object.keys(errors).length === 0

/** Checks the entries that are valid so far. */
const checkValid = async (
  entries: readonly Entry[],
  check: (inputs: readonly NewPatient[]) => Promise<FieldErrors[]>,
): Promise<Entry[]> => {
  const valid = entries.filter(isValid)
  const found = valid.length === 0 ? [] : await check(valid.map(({ input }) => input))
  const errorsOf = new Map(valid.map((entry, at) => [entry, found[at] ?? {}]))
  return entries.map((entry) => ({ ...entry, errors: errorsOf.get(entry) ?? entry.errors }))
}

/** Registers many patients at once: all or none, or with `force_push` those that are valid. */
export const registerPatients = async (tx: Tx, actor: Actor, call: Call): Promise<Outcome> => {
  const patient = call.resources.get('patient')!
  const { entries, force } = parseBulkBody(await call.body(), call)
  const parsed = entries.map((value) => parseEntry(patient.fields, value, call))
  const linked = await checkValid(parsed, (inputs) => findBrokenLinks(tx, patient.fields, inputs))
  const checked = await checkValid(linked, (inputs) => findPatientErrors(tx, inputs))
  const valid = checked.filter(isValid)
  if (valid.length === 0 || (valid.length < checked.length && !force))
    throw validationError(checked.map(({ errors }) => errors))
  const ids = await insertPatients(
    tx,
    actor,
    valid.map(({ input }) => input),
  )
  const failed = checked.flatMap(({ errors }, index) =>
    isValid({ errors }) ? [] : [{ index, errors: messagesOf(errors) }],
  )
  const status = failed.length === 0 ? 201 : 207
  return {
    status,
    read: async (context) => {
      const created = (await readRecords(context, patient, ids)).join(',')
      const body = failed.length === 0 ? `[${created}]` : `{"created":[${created}],"failed":${JSON.stringify(failed)}}`
      return { status, body }
    },
  }
}
