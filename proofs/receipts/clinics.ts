import { connect } from '../../src/db/pool.ts'
import { inOrganisation, type Tx } from '../../src/db/tx.ts'
import { registerApplication } from '../../src/domain/identity/applications.ts'
import { newSecret } from '../../src/domain/identity/secrets.ts'
import { createDepartment } from '../../src/domain/organisation/create-department.ts'
import { giveToken, givenOrganisation, givenPeople, type Urls } from '../harness.ts'

export type Product = {
  readonly id: number
  readonly code: string
  /** In thousandths. */
  readonly dosageUnits: number
}

/** A clinic with one connected wholesaler, and the Authorization headers of those who act there. */
export type Clinic = {
  readonly organisation: number
  readonly department: number
  readonly wholesaler: number
  /** Of the application that registered the wholesaler. */
  readonly owner: string
  readonly staff: readonly string[]
  readonly products: readonly Product[]
}

/** How many products the batches of lines have. */
export const productsInBatches = 40
/** Each may send 300 requests of a kind in a minute. */
const staffEach = 10
/** Some divide unevenly, so that rounding shows. */
const packages = [1000, 10_000, 12_500, 333, 7]

const givenWholesaler = async (tx: Tx) => {
  const { id: application, client_id } = await registerApplication(tx, undefined, {
    name: 'Wholesaler',
    permission_groups: [],
    scopes: ['wholesaler'],
  })
  const registration = await tx
    .insertInto('available_wholesaler')
    .values({
      application,
      name: 'Wholesaler',
      webhook_callback_url: 'https://wholesaler.example/',
      verification_salt: Buffer.from('sixteen letters.'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const wholesaler = await tx
    .insertInto('wholesaler')
    .values({ name: 'Wholesaler', type: 1, available_wholesaler: registration.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = newSecret()
  await giveToken(tx, token, { clientId: client_id, scope: 'wholesaler' })
  return { wholesaler: wholesaler.id, owner: `Bearer ${token}` }
}

const givenProducts = async (tx: Tx, wholesaler: number, count: number): Promise<Product[]> => {
  const vat = await tx
    .insertInto('vatgroup')
    .values({ title: 'VAT', percentage: '24' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const products = Array.from({ length: count }, (_, at) => ({
    code: `P-${at}`,
    dosageUnits: packages[at % packages.length]!,
  }))
  const rows = await tx
    .insertInto('item')
    .values(
      products.map(({ code, dosageUnits }) => ({
        type_code: 3,
        name: `Product ${code}`,
        price: '1',
        vat_group: vat.id,
        dosage_units: (dosageUnits / 1000).toFixed(3),
        primary_wholesaler: wholesaler,
        primary_wholesaler_code: code,
      })),
    )
    .returning(['id', 'primary_wholesaler_code'])
    .execute()
  const ids = new Map(rows.map(({ id, primary_wholesaler_code }) => [primary_wholesaler_code, id]))
  return products.map((product) => ({ ...product, id: ids.get(product.code)! }))
}

export const givenClinics = async (urls: Urls, count: number, productsEach: number): Promise<Clinic[]> => {
  const { db, close } = connect(urls.app, { max: 1 })
  const clinics: Clinic[] = []
  for (let at = 1; at <= count; at++) {
    const organisation = await givenOrganisation(urls, `Clinic ${at}`)
    const staff = await givenPeople(urls, organisation, staffEach, ['Settings: Stock'])
    clinics.push(
      await inOrganisation(db, organisation, async (tx) => {
        const department = await createDepartment(tx, undefined, { name: 'Main' })
        const connected = await givenWholesaler(tx)
        const products = await givenProducts(tx, connected.wholesaler, productsEach)
        return { organisation, department, staff, products, ...connected }
      }),
    )
  }
  await close()
  return clinics
}
