import { createRandom } from '../../src/demo/random.ts'
import { connect } from '../../src/db/pool.ts'
import { inOrganisation, type Tx } from '../../src/db/tx.ts'
import { permissions } from '../../src/domain/identity/permissions.ts'
import { createDepartment } from '../../src/domain/organisation/create-department.ts'
import { importByCommand } from '../../test/support/imports.ts'
import { givenKeys, givenOrganisation, givenPeople, type Urls } from '../harness.ts'
import { personOf } from './people.ts'

/** A clinic before the load. */
export type Clinic = {
  readonly organisation: number
  /** Authorization headers of applications, and of people who may erase clients. */
  readonly keys: readonly string[]
  readonly people: readonly string[]
  readonly department: number
  /** Where finalizing a visit leaves a draft. */
  readonly drafting: number
  readonly user: number
  readonly item: number
  /** A custom field of clients. */
  readonly field: number
}

const countries = [
  { country: 'FI', currency: 'EUR', time_zone: 'Europe/Helsinki' },
  { country: 'IE', currency: 'EUR', time_zone: 'Europe/Dublin' },
] as const
const [applicationsEach, peopleEach] = [20, 8]

const idOf = async (made: Promise<{ readonly id: number }>) => (await made).id

const createClinic = async (tx: Tx, smtp: number) => {
  const department = await createDepartment(tx, undefined, { name: 'Main' })
  const drafting = await createDepartment(tx, undefined, { name: 'Drafting' })
  await tx
    .updateTable('department_settings')
    .set({ finalize_invoice_with_consultation: false })
    .where('id', '=', drafting)
    .execute()
  await tx
    .updateTable('message_settings')
    .set({ smtp_host: '127.0.0.1', smtp_port: smtp, mail_from: 'clinic@clinic.example' })
    .execute()
  const user = tx.insertInto('user').values({ last_name: 'Vet', email: 'vet@clinic.example' }).returning('id')
  const vat_group = await idOf(
    tx.insertInto('vatgroup').values({ title: 'VAT', percentage: '24.00' }).returning('id').executeTakeFirstOrThrow(),
  )
  const item = tx
    .insertInto('item')
    .values({ type_code: 3, name: 'Bandage', price: '10.0000', vat_group, dosage_units: '1' })
    .returning('id')
  const field = tx
    .insertInto('custom_field')
    .values({ name: 'Known from', content_type: 'client', field_type: 1 })
    .returning('id')
  return {
    department,
    drafting,
    user: await idOf(user.executeTakeFirstOrThrow()),
    item: await idOf(item.executeTakeFirstOrThrow()),
    field: await idOf(field.executeTakeFirstOrThrow()),
  }
}

export const givenClinics = async (urls: Urls, smtp: number): Promise<Clinic[]> => {
  const clinics: Clinic[] = []
  for (const place of countries) {
    const organisation = await givenOrganisation(urls, `Clinic ${place.country}`, place)
    const keys = await givenKeys(urls, organisation, applicationsEach, permissions)
    const people = await givenPeople(urls, organisation, peopleEach, permissions)
    const { db, close } = connect(urls.app, { max: 1 })
    const made = await inOrganisation(db, organisation, (tx) => createClinic(tx, smtp))
    await close()
    clinics.push({ organisation, keys, people, ...made })
  }
  return clinics
}

/** Which clinic a person is a client of. */
export const clinicOf = (clinics: readonly Clinic[], number: number) => clinics[number % clinics.length]!

/** Imports some of the people from the files of another system; answers their clients, by the person. */
export const importPeople = async (
  { app }: Urls,
  clinics: readonly Clinic[],
  seed: number,
  count: number,
): Promise<ReadonlyMap<number, number>> => {
  const random = createRandom(seed)
  const clients = new Map<number, number>()
  const { db, close } = connect(app, { max: 1 })
  for (const { organisation } of clinics) {
    const people = Array.from({ length: count }, (_, at) => at + 1)
      .filter((number) => clinicOf(clinics, number).organisation === organisation)
      // At least one of each clinic.
      .filter((_, at) => at === 0 || random.chance(0.2))
      .map((number) => personOf(seed, number))
    const rows = people.map(({ word, email }) =>
      [word('reference'), word('firstname'), word('lastname'), email, word('street')].join(),
    )
    await importByCommand(db, organisation, {
      clients: `reference,firstname,lastname,email,street_address\n${rows.join('\n')}\n`,
      phone_numbers: `client_reference,phone_number,type_code\n${people
        .map(({ word, phone }) => `${word('reference')},${phone},1`)
        .join('\n')}\n`,
    })
    const made = await inOrganisation(db, organisation, (tx) =>
      tx.selectFrom('client').select(['id', 'lastname']).execute(),
    )
    for (const { number, word } of people)
      clients.set(number, made.find(({ lastname }) => lastname === word('lastname'))!.id)
  }
  await close()
  return clients
}
