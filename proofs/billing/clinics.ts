import { connect } from '../../src/db/pool.ts'
import { inOrganisation, type Tx } from '../../src/db/tx.ts'
import { createRandom, type Random } from '../../src/demo/random.ts'
import { readSpecies } from '../../src/domain/clients/codelists/read.ts'
import { permissions } from '../../src/domain/identity/permissions.ts'
import { createDepartment } from '../../src/domain/organisation/create-department.ts'
import { givenKeys, givenOrganisation, type Urls } from '../harness.ts'

type DepartmentPlan = {
  readonly prefix: string
  /** Finalizing a visit leaves a draft. */
  readonly drafts?: true
  /** The lock date moves by itself. */
  readonly locksItself?: true
}
type Plan = {
  readonly country: string
  readonly currency: string
  readonly time_zone: string
  /** The smallest coin, in cents. */
  readonly cashStep: number
  readonly vat: readonly string[]
  readonly departments: readonly DepartmentPlan[]
}

/** Clinics that differ in whatever money depends on. */
const plans: readonly Plan[] = [
  {
    country: 'FI',
    currency: 'EUR',
    time_zone: 'Europe/Helsinki',
    cashStep: 5,
    vat: ['25.50', '14.00', '10.00', '0.00'],
    departments: [{ prefix: '' }, { prefix: '', drafts: true }, { prefix: '', locksItself: true }],
  },
  {
    country: 'SE',
    currency: 'SEK',
    time_zone: 'Europe/Stockholm',
    cashStep: 100,
    vat: ['25.00', '12.00', '6.00'],
    departments: [{ prefix: 'N' }, { prefix: 'N', drafts: true }, { prefix: 'S' }],
  },
  {
    country: 'DK',
    currency: 'DKK',
    time_zone: 'Europe/Copenhagen',
    cashStep: 50,
    vat: ['25.00', '0.00'],
    departments: [{ prefix: 'K' }, { prefix: 'B', drafts: true }],
  },
  {
    country: 'US',
    currency: 'USD',
    time_zone: 'America/New_York',
    cashStep: 0,
    vat: ['8.88', '0.00'],
    departments: [{ prefix: '' }],
  },
]

const clientsEach = 12
const itemsEach = 4
const applicationsEach = 24

export type Owner = { readonly id: number; readonly patients: readonly number[]; readonly payer: number }
/** A clinic before the load. */
export type Clinic = {
  readonly organisation: number
  readonly cashStep: number
  readonly keys: readonly string[]
  readonly departments: readonly { readonly id: number; readonly locksItself: boolean }[]
  readonly owners: readonly Owner[]
  /** Ids of items by their type. */
  readonly items: Readonly<Record<ItemType, readonly number[]>>
  readonly rates: readonly string[]
  readonly vatGroups: readonly number[]
  readonly accounts: readonly number[]
  readonly pricings: readonly number[]
}
export const itemTypes = [1, 2, 3, 4] as const
export type ItemType = (typeof itemTypes)[number]

const idOf = async (made: Promise<{ readonly id: number }>) => (await made).id

const createDepartments = async (tx: Tx, plan: Plan): Promise<Clinic['departments']> => {
  const departments: Clinic['departments'][number][] = []
  for (const { prefix, drafts = false, locksItself = false } of plan.departments) {
    const id = await createDepartment(tx, undefined, { name: `Department ${departments.length + 1}` })
    await tx
      .updateTable('department_settings')
      .set({
        invoice_prefix: prefix,
        finalize_invoice_with_consultation: !drafts,
        payment_cancel_set_date: drafts,
        automatic_financial_period_lock_enabled: locksItself,
      })
      .where('id', '=', id)
      .execute()
    departments.push({ id, locksItself })
  }
  return departments
}

const createAccounts = async (tx: Tx, count: number) => {
  const accounts: number[] = []
  for (let at = 0; at < count; at++)
    accounts.push(
      await idOf(
        tx
          .insertInto('accountnumber')
          .values({ number: String(3000 + at), description: `Account ${at}` })
          .returning('id')
          .executeTakeFirstOrThrow(),
      ),
    )
  return accounts
}

/** A price with four decimals; those with two or three make half cents more often. */
export const anyPrice = (random: Random) =>
  `${random.int(0, 180)}.${random.pick([random.digits(4), `${random.digits(2)}5`, random.digits(2)])}`

const createItems = async (tx: Tx, random: Random, plan: Plan, accounts: readonly number[]) => {
  const vatGroups: number[] = []
  for (const percentage of plan.vat)
    vatGroups.push(
      await idOf(
        tx
          .insertInto('vatgroup')
          .values({ title: `VAT ${percentage}`, percentage, account_number: random.pick(accounts) })
          .returning('id')
          .executeTakeFirstOrThrow(),
      ),
    )
  const items: Record<ItemType, number[]> = { 1: [], 2: [], 3: [], 4: [] }
  const pricings: number[] = []
  for (const type_code of itemTypes)
    for (let at = 0; at < itemsEach; at++) {
      const item = await idOf(
        tx
          .insertInto('item')
          .values({
            type_code,
            name: `Item ${type_code}.${at}`,
            price: anyPrice(random),
            vat_group: random.pick(vatGroups),
            account_number: random.chance(0.8) ? random.pick(accounts) : null,
            dosage_units: random.pick(['1', '3', '7', '30', '2.5']),
            batch_number_required: type_code === 2 && at === 1,
            reporting_dimension_1: `D${at}`,
            internal_account_number: `9${type_code}`,
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      items[type_code].push(item)
      const pricing = tx
        .insertInto('alternativepricing')
        .values({ item, name: 'Companies', customer_type: 1, percentage_change: '-7.5' })
      if (at % 2 === 0) pricings.push(await idOf(pricing.returning('id').executeTakeFirstOrThrow()))
    }
  return { items, vatGroups, pricings }
}

const createClients = async (tx: Tx, random: Random): Promise<Owner[]> => {
  const species = readSpecies().find(({ code }) => code === 'DOG')!.id
  const owners: Owner[] = []
  for (let at = 0; at < clientsEach; at++) {
    const id = await idOf(
      tx
        .insertInto('client')
        .values({ lastname: `Owner ${at}`, customer_type: at % 3 === 0 ? 1 : 0, street_address: `Street ${at}` })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const patients: number[] = []
    for (let animal = 0; animal < 3; animal++) {
      const herd_size = animal === 2 ? random.int(2, 300) : null
      patients.push(
        await idOf(
          tx
            .insertInto('patient')
            .values({ client: id, name: `Animal ${animal}`, species, herd_size })
            .returning('id')
            .executeTakeFirstOrThrow(),
        ),
      )
    }
    const payer = await idOf(
      tx
        .insertInto('alternative_payer')
        .values({ client: id, organization_name: 'Insurer' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    owners.push({ id, patients, payer })
  }
  return owners
}

/** Some clinics, the same for the same seed. */
export const createClinics = async (urls: Urls, seed: number): Promise<Clinic[]> => {
  const clinics: Clinic[] = []
  for (const [at, plan] of plans.entries()) {
    const { country, currency, time_zone } = plan
    const organisation = await givenOrganisation(urls, `Clinic ${country}`, { country, currency, time_zone })
    const keys = await givenKeys(urls, organisation, applicationsEach, permissions)
    const random = createRandom(seed * 10 + at)
    const { db, close } = connect(urls.app, { max: 1 })
    const made = await inOrganisation(db, organisation, async (tx) => {
      const accounts = await createAccounts(tx, 5)
      return {
        departments: await createDepartments(tx, plan),
        accounts,
        ...(await createItems(tx, random, plan, accounts)),
        owners: await createClients(tx, random),
      }
    })
    await close()
    clinics.push({ organisation, cashStep: plan.cashStep, rates: plan.vat, keys, ...made })
  }
  return clinics
}
