import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { registerClient } from '../../domain/clients/clients.ts'
import { findPatientErrors, insertPatients, type NewPatient } from '../../domain/clients/patients.ts'
import { addPhoneNumber } from '../../domain/clients/phone-numbers.ts'
import type { Actor } from '../../kernel/caller.ts'
import { validationError } from '../../kernel/errors.ts'
import { linksOf } from '../../kernel/links.ts'
import { timestamp } from '../../kernel/values.ts'
import { createClinicField } from '../../domain/customfields/field-settings.ts'
import type { SentValue } from '../../domain/customfields/values.ts'
import type { DemoClient, DemoClinic, DemoPatient, DemoValue, WithValues } from '../generate/clinic.ts'

/** Called with the progress. */
export type Count = (what: string, done: number, all: number) => void

const batch = 100
const batches = <T>(all: readonly T[], size = batch): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

const moment = timestamp()
/** Timestamps as the API stores them. */
const asStored = (time: string) => moment.parse(time, linksOf('', 0))

/** Ids of the records created so far, by index. */
type Ids = {
  readonly departments: readonly number[]
  readonly fields: readonly number[]
  readonly clients: readonly number[]
}

/** Creates the custom fields. */
export const seedFields = async (tx: Tx, fields: DemoClinic['custom_fields']) => {
  const ids: number[] = []
  for (const { options, ...field } of fields)
    ids.push(await createClinicField(tx, undefined, { ...field, options: options.map((name) => ({ name })) }))
  return ids
}

const toSentValues = (values: readonly DemoValue[], fields: readonly number[]): SentValue[] =>
  values.map(({ field, value }) => ({ field_id: fields[field]!, value }))

const registerDemoClient = async (
  tx: Tx,
  actor: Actor,
  client: WithValues<DemoClient>,
  { departments, fields }: Omit<Ids, 'clients'>,
) => {
  const { phone_numbers, values, tags, created: _created, home_department, communication_preferences, ...own } = client
  const { answered_at } = communication_preferences
  const id = await registerClient(tx, actor, {
    ...own,
    tags_rel: tags,
    fields_rel: toSentValues(values, fields),
    home_department: departments[home_department] ?? null,
    communication_preferences: { ...communication_preferences, answered_at: answered_at && asStored(answered_at) },
  })
  for (const number of phone_numbers) await addPhoneNumber(tx, actor, { ...number, client: id })
  return id
}

/** Creates the clients with their phone numbers, backdated as in the demo. */
export const seedClients = async (
  tx: Tx,
  actor: Actor,
  clients: DemoClinic['clients'],
  known: Omit<Ids, 'clients'>,
  onCount: Count,
): Promise<number[]> => {
  const ids: number[] = []
  for (const client of clients) {
    ids.push(await registerDemoClient(tx, actor, client, known))
    onCount('clients', ids.length, clients.length)
  }
  await sql`update client set created = made.created
    from unnest(${ids}::bigint[], ${clients.map(({ created }) => created)}::timestamptz[]) as made (id, created)
    where client.id = made.id`.execute(tx)
  await sql`update phonenumber set created = client.created from client where client.id = phonenumber.client`.execute(
    tx,
  )
  return ids
}

const toNewPatient = (patient: WithValues<DemoPatient>, { clients, departments, fields }: Ids): NewPatient => {
  const { client, home_department, tags, values, weights: _weights, weight: _weight, ...own } = patient
  return {
    ...own,
    client: clients[client]!,
    home_department: departments[home_department] ?? null,
    tags_rel: tags,
    fields_rel: toSentValues(values, fields),
  }
}

/** Patients are created without a weight, because it would be measured today, and get their weights here. */
const seedWeights = async (tx: Tx, patients: readonly DemoPatient[], ids: readonly number[]) => {
  const rows = patients.flatMap(({ weights }, at) =>
    weights.map(({ weight, measured }) => ({ patient: ids[at]!, weight, measured, created: measured })),
  )
  for (const some of batches(rows, 1000)) await tx.insertInto('patientweight').values(some).execute()
}

const daybreak = 'T06:00:00Z'

/** Creates the patients with all their weights. */
export const seedPatients = async (
  tx: Tx,
  actor: Actor,
  { clients, patients }: DemoClinic,
  known: Ids,
  onCount: Count,
): Promise<number[]> => {
  const ids: number[] = []
  for (const some of batches(patients)) {
    const animals = some.map((patient) => toNewPatient(patient, known))
    const misfits = (await findPatientErrors(tx, animals)).filter((complaints) => Object.keys(complaints).length > 0)
    if (misfits.length > 0) throw validationError(misfits)
    ids.push(...(await insertPatients(tx, actor, animals)))
    onCount('patients', ids.length, patients.length)
  }
  await seedWeights(tx, patients, ids)
  const created = patients.map(({ client, date_of_registration }) => {
    const morning = `${date_of_registration}${daybreak}`
    const { created: owners } = clients[client]!
    return owners > morning ? owners : morning
  })
  await sql`update patient set created = made.created, weight = made.weight
    from unnest(${ids}::bigint[], ${created}::timestamptz[], ${patients.map(({ weight }) => weight)}::numeric[])
      as made (id, created, weight)
    where patient.id = made.id`.execute(tx)
  return ids
}

/** Backdates custom field values to their records, and the fields to the beginning of the clinic. */
export const dateFields = async (tx: Tx) => {
  await sql`update custom_field_value v set created = coalesce(
    (select created from client where id = v.client), (select created from patient where id = v.patient))`.execute(tx)
  await sql`update custom_field set created = (select min(created) from client)`.execute(tx)
}
