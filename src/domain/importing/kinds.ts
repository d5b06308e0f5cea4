import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor, Permission } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/fields.ts'
import { recordOpeningBalance } from '../billing/opening-balances.ts'
import type { NewClient } from '../clients/clients.ts'
import type { NewPatient } from '../clients/patients.ts'
import { addPhoneNumber, e164For, phoneTypeOf, type NewPhoneNumber } from '../clients/phone-numbers.ts'
import type { NewWeight } from '../clients/weigh-patient.ts'
import type { NewItem } from '../items/items.ts'

/** One of the files of an import. */
export type Kind = {
  readonly name: 'clients' | 'phone_numbers' | 'patients' | 'weights' | 'items' | 'opening_balances'
  /** The resource of which each row is a POST. */
  readonly resource: string
  /** The permission needed to import it and to see its rows, in addition to those that every import needs. */
  readonly permission?: Permission
  /** One of its records in a sentence. */
  readonly one: string
  /** The column that names each row as the old system did; other rows refer to it. */
  readonly namedBy?: 'reference' | 'code'
  /** Imported only by the command `fetlock import`: no route makes an invoice. */
  readonly commandOnly?: true
  /** Makes its record, where no route does. */
  readonly make?: (tx: Tx, actor: Actor, input: never) => Promise<number>
  /** Columns that are required here although the API's fields are optional. */
  readonly wanted?: readonly string[]
  /** The only fields that have columns, where not all do. */
  readonly only?: readonly string[]
  /** What further columns add to a new record. Each cell is refused in its own column. */
  readonly adds?: Readonly<Record<string, (tx: Tx, actor: Actor, record: number, cell: string) => Promise<unknown>>>
  /** The existing records that a row without a known reference is matched with. */
  readonly findSame: (tx: Tx, input: never) => Promise<readonly number[]>
  /** What they are matched by, for the message when several match. */
  readonly sameBy: string
}

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

/** Whether no row was imported as this record yet. One that has a reference is another record of the old system. */
const hasNoReference = (kind: Kind['name'], id: string) =>
  sql<boolean>`not exists (select from import_reference i where i.kind = ${kind} and i.record = ${sql.ref(id)})`

/** Most clients have one number; which kind of line it is can be told from it. */
const addNumber = async (tx: Tx, actor: Actor, record: number, phone_number: string) => {
  const client = record as Id<'client'>
  const type_code = phoneTypeOf(await e164For(tx, client, phone_number))
  await addPhoneNumber(tx, actor, { client, phone_number, type_code })
}

const clients: Kind = {
  name: 'clients',
  resource: 'client',
  one: 'client',
  namedBy: 'reference',
  adds: { phone_number: addNumber },
  sameBy: 'name and e-mail address',
  findSame: async (tx, { email = '', firstname = '', lastname = '', organization_name = '' }: NewClient) => {
    if (email === '') return []
    const isSame = (column: 'firstname' | 'lastname' | 'organization_name', text: string) =>
      sql<boolean>`lower(${sql.ref(column)}) = lower(${text})`
    const same = await tx
      .selectFrom('client')
      .select('id')
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .where(isSame('firstname', firstname))
      .where(isSame('lastname', lastname))
      .where(isSame('organization_name', organization_name))
      .where('archived', '=', false)
      .where(hasNoReference('clients', 'client.id'))
      .orderBy('id')
      .execute()
    return idsOf(same)
  },
}

const phoneNumbers: Kind = {
  name: 'phone_numbers',
  resource: 'phonenumber',
  one: 'phone number',
  sameBy: 'number',
  findSame: async (tx, { client, phone_number }: NewPhoneNumber) => {
    const same = await tx
      .selectFrom('phonenumber')
      .select('id')
      .where('client', '=', client)
      .where('e164', '=', await e164For(tx, client, phone_number))
      .orderBy('id')
      .limit(1)
      .execute()
    return idsOf(same)
  },
}

const patients: Kind = {
  name: 'patients',
  resource: 'patient',
  one: 'patient',
  namedBy: 'reference',
  sameBy: 'microchip or register number',
  findSame: async (tx, { client, microchip, register_number = '' }: NewPatient) => {
    const same = await tx
      .selectFrom('patient')
      .select('id')
      .where('client', '=', client)
      .where((eb) =>
        eb.or([
          eb.and([eb('microchip', '=', microchip ?? ''), eb('microchip', '<>', '')]),
          eb.and([eb('register_number', '=', register_number), eb('register_number', '<>', '')]),
        ]),
      )
      .where('archived', '=', false)
      .where(hasNoReference('patients', 'patient.id'))
      .orderBy('id')
      .execute()
    return idsOf(same)
  },
}

const weights: Kind = {
  name: 'weights',
  resource: 'patientweight',
  one: 'weight',
  wanted: ['measured'],
  sameBy: 'weight and moment',
  findSame: async (tx, { patient, weight, measured }: NewWeight) => {
    const same = await tx
      .selectFrom('patientweight')
      .select('id')
      .where('patient', '=', patient)
      .where('measured', '=', sql<Date>`${measured}::timestamptz`)
      .where('weight', '=', weight)
      .orderBy('id')
      .limit(1)
      .execute()
    return idsOf(same)
  },
}

const items: Kind = {
  name: 'items',
  resource: 'item',
  permission: 'Settings: Items',
  one: 'item',
  namedBy: 'code',
  wanted: ['code'],
  only: [
    'code',
    'name',
    'type_code',
    'vat_group',
    'price',
    'price_with_vat',
    'wholesale_price',
    'unit',
    'package_description',
    'dosage_units',
    'barcode',
    'print_name',
    'item_list',
    'account_number',
    'instructions',
    'controlled_substance',
    'is_vaccine',
    'recall_interval_days',
    'batch_number_required',
    'alert_level',
  ],
  sameBy: 'code',
  findSame: async (tx, { code = '' }: NewItem) => {
    const same = await tx
      .selectFrom('item')
      .select('id')
      .where('code', '=', code)
      .where('archived', '=', false)
      .where(hasNoReference('items', 'item.id'))
      .orderBy('id')
      .execute()
    return idsOf(same)
  },
}

/** Matched by reference only: two debts of one client may be the same in everything else. */
const openingBalances: Kind = {
  name: 'opening_balances',
  resource: 'openingbalance',
  permission: 'Financial: Invoices',
  commandOnly: true,
  one: 'opening balance',
  namedBy: 'reference',
  sameBy: 'reference',
  findSame: async () => [],
  make: recordOpeningBalance,
}

/** In the order in which they are imported: what a row refers to is imported before it. */
export const kinds: readonly Kind[] = [clients, phoneNumbers, patients, weights, items, openingBalances]
/** The kind of file that records of a resource are referred to in. */
export const referenceKindOf = (resource: string) => kinds.find((kind) => kind.namedBy && kind.resource === resource)
