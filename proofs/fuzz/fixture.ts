import { sql } from 'kysely'
import { connect } from '../../src/db/pool.ts'
import { inOrganisation, type Tx } from '../../src/db/tx.ts'
import { actorIn } from '../../src/demo/actor.ts'
import { recordOpeningBalance } from '../../src/domain/billing/opening-balances.ts'
import { registerApplication } from '../../src/domain/identity/applications.ts'
import { createLegacyKey } from '../../src/domain/identity/legacy-keys.ts'
import { permissions } from '../../src/domain/identity/permissions.ts'
import { newSecret } from '../../src/domain/identity/secrets.ts'
import { startSession } from '../../src/domain/identity/sessions.ts'
import { createDepartment } from '../../src/domain/organisation/create-department.ts'
import { sessionCookie } from '../../src/oauth/cookies.ts'
import { known } from './known.ts'
import { connected } from '../../scripts/database.ts'
import { giveToken, givenOrganisation, type Urls } from '../harness.ts'

type Secret = { readonly client_id: string; readonly client_secret: string | null }
type Headers = Readonly<Record<string, string>>

/** The headers that show who is asking: many who may do everything, and one or a few of every other kind. */
export type Credentials = {
  readonly everything: readonly Headers[]
  /** The application that the known wholesaler belongs to, with its scope. */
  readonly wholesaler: Headers
  /** Somebody who may do everything, through an application. */
  readonly person: Headers
} & Readonly<Record<OtherKind, readonly Headers[]>>
export type OtherKind =
  | 'legacy key'
  | 'no permission'
  | 'scope openid'
  | 'scope wholesaler'
  | 'browser session'
  | 'another organisation’s'

export type Fixture = {
  readonly organisation: number
  readonly elsewhere: number
  readonly credentials: Credentials
  /** Records of the fixture itself, as `user/1`: a request that changes them would change who is asking. */
  readonly spared: ReadonlySet<string>
}

const tokenFor = async (port: number, organisation: number, { client_id, client_secret }: Secret, scope: string) => {
  const response = await fetch(`http://127.0.0.1:${port}/${organisation}/oauth2/token/`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  })
  const { access_token } = (await response.json()) as { access_token?: string }
  if (access_token === undefined) throw new Error(`No token: ${response.status}.`)
  return { authorization: `Bearer ${access_token}` }
}

/** No route makes an opening balance, so one is there. */
const createOpeningBalance = (tx: Tx, organisation: number, user: number) =>
  recordOpeningBalance(
    tx,
    { ...actorIn(organisation, new Date(), (secret) => Buffer.from(secret)), user },
    { client: known.client, department: known.department, amount: '-7.00' },
  )

/** The live catalog of a wholesaler, which has an error report, and the one before it. Answers the live one. */
const offerCatalogs = async (tx: Tx, wholesaler: number): Promise<number> => {
  const accept = async (price: string) => {
    const { id: upload } = await tx
      .insertInto('catalog_upload')
      .values({
        wholesaler,
        filename: 'known.csv',
        content_type: 'text/csv',
        storage_key: 'known.csv',
        status: 'accepted',
        rows_total: 2,
        rows_accepted: 2,
        errors: '[]',
        processed: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const product = { upload, type_code: 2, wholesale_price: price }
    await tx
      .insertInto('catalog_product')
      .values([
        { ...product, line: 2, product_number: 'K-1', product_name: 'Known' },
        { ...product, line: 3, product_number: 'K-2', product_name: 'Another' },
      ])
      .execute()
    return upload
  }
  const [previous_catalog, catalog] = [await accept('1.00'), await accept('2.00')]
  await tx
    .updateTable('catalog_upload')
    .set({ errors: null, errors_truncated: true, error_summary: '[]', report_key: 'report' })
    .where('id', '=', catalog)
    .execute()
  await tx.updateTable('wholesaler').set({ catalog, previous_catalog }).where('id', '=', wholesaler).execute()
  return catalog
}

/** A wholesaler that requests may change, unlike the known one, and an import of its catalog that has ended. */
const importCatalog = async (tx: Tx, available_wholesaler: number) => {
  const { id: wholesaler } = await tx
    .insertInto('wholesaler')
    .values({ name: 'Imported', type: 1, available_wholesaler })
    .returning('id')
    .executeTakeFirstOrThrow()
  const upload = await offerCatalogs(tx, wholesaler)
  const ended = { state: 'done', started: new Date(), finished: new Date() }
  const { id: catalog_import } = await tx
    .insertInto('catalog_import')
    .values({ wholesaler, upload, vat_group: known.vatgroup, ...ended })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('catalog_import_progress').values({ catalog_import, changed: 1 }).execute()
  await tx
    .insertInto('catalog_import_change')
    .values({
      catalog_import,
      item: known.item,
      kind: 'changed',
      product_number: 'K-1',
      name: 'Known',
      occurred: new Date(),
    })
    .execute()
}

/** A wholesaler of an application, which supplies the known item. */
const connectWholesaler = async (tx: Tx, application: number) => {
  const registration = await tx
    .insertInto('available_wholesaler')
    .values({
      application,
      name: 'Known',
      webhook_callback_url: 'https://example.com/',
      verification_salt: Buffer.from('never opened'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('wholesaler')
    .values({ id: known.wholesaler, name: 'Known', type: 1, available_wholesaler: registration.id })
    .execute()
  await offerCatalogs(tx, known.wholesaler)
  await importCatalog(tx, registration.id)
  await tx
    .updateTable('item')
    .set({ primary_wholesaler: known.wholesaler, primary_wholesaler_code: 'K-1' })
    .where('id', '=', known.item)
    .execute()
}

/** An organisation with its applications: as many as asked for that may do everything, and the odd ones. */
const createData = async ({ app }: Urls, organisation: number, many: number) => {
  const { db, close } = connect(app, { max: 1 })
  const made = await inOrganisation(db, organisation, async (tx) => {
    // The other side can be played only in a sandbox.
    await tx.updateTable('organisation').set({ sandbox: true }).execute()
    await createDepartment(tx, undefined, { name: 'Main' })
    // In one of these an invoice is finalized with its visit, in the other it waits.
    for (const id of [known.department, known.office]) {
      await tx
        .insertInto('department')
        .values({ id, name: `Known ${id}`, country: 'FI' })
        .execute()
      await tx
        .insertInto('department_settings')
        .values({ id, time_zone: 'Europe/Helsinki', finalize_invoice_with_consultation: id === known.department })
        .execute()
    }
    await tx.insertInto('client').values({ id: known.client, lastname: 'Known', email: 'known@example.com' }).execute()
    await tx
      .updateTable('message_settings')
      .set({ smtp_host: 'smtp.example.com', mail_from: 'known@example.com' })
      .execute()
    await sql`insert into patient (id, client, name, species)
      select ${known.patient}, ${known.client}, 'Known', min(id) from species`.execute(tx)
    // No request uploads a file, so some are there.
    await sql`insert into attachment (client, name, content_type, size, kept_key, uploaded)
      select ${known.client}, n || '.pdf', 'application/pdf', n, gen_random_uuid(), now()
      from generate_series(1, 40) n`.execute(tx)
    await tx.insertInto('vatgroup').values({ id: known.vatgroup, title: 'Known', percentage: '24' }).execute()
    await tx
      .insertInto('vatgroup')
      .values({ id: known['group without VAT'], title: 'Without', percentage: '0' })
      .execute()
    await tx
      .insertInto('item')
      .values({
        id: known['opening balance'],
        type_code: 1,
        code: 'OPENING-BALANCE',
        name: 'Opening balance',
        price: '0',
        vat_group: known['group without VAT'],
      })
      .execute()
    const items = { procedure: 1, medicine: 2, item: 3, food: 4 } as const
    for (const [name, type_code] of Object.entries(items) as [keyof typeof items, number][])
      await tx
        .insertInto('item')
        .values({ id: known[name], type_code, name: `Known ${name}`, price: '10', vat_group: known.vatgroup })
        .execute()
    await tx
      .updateTable('item')
      .set({ is_vaccine: true, recall_interval_days: 365 })
      .where('id', '=', known.medicine)
      .execute()
    // No request charges this item in a visit, so the visits with the reason have a hint of it.
    await tx.insertInto('reason').values({ id: known.reason, name: 'Known' }).execute()
    await tx
      .insertInto('reason_item')
      .values({ id: known['default item'], reason: known.reason, item: known['opening balance'] })
      .execute()
    for (const content_type of ['client', 'patient'] as const)
      await tx
        .insertInto('custom_field')
        .values({ id: known[`field of a ${content_type}`], name: 'Known', content_type, field_type: 1 })
        .execute()
    const group = await tx
      .insertInto('permissiongroup')
      .values({ name: 'Everything', read: [], write: [...permissions] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const register = (name: string, groups: readonly number[], scopes: readonly string[]) =>
      registerApplication(tx, undefined, { name, permission_groups: groups, scopes })
    const able: Secret[] = []
    const keys: Headers[] = []
    for (let at = 1; at <= many; at++) {
      const application = await register(`Fuzzer ${at}`, [group.id], ['restapi', 'wholesaler'])
      able.push(application)
      if (at === 1) await connectWholesaler(tx, application.id)
      if (at <= 3) keys.push({ authorization: `Token ${(await createLegacyKey(tx, application.id)).key}` })
    }
    const person = await tx
      .insertInto('user')
      .values({ last_name: 'Fuzzer', email: 'fuzzer@example.com' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('user_permissiongroup').values({ user: person.id, permissiongroup: group.id }).execute()
    await createOpeningBalance(tx, organisation, person.id)
    const personal = newSecret()
    await giveToken(tx, personal, { accountId: String(person.id), clientId: able[0]!.client_id, scope: 'restapi' })
    return {
      person: { authorization: `Bearer ${personal}` },
      able,
      keys,
      unable: await register('Fuzzer without permissions', [], ['restapi']),
      signing: await register('Fuzzer that signs in', [group.id], ['openid']),
      wholesaling: await register('Fuzzer of a wholesaler', [], ['wholesaler']),
      session: {
        cookie: `${sessionCookie}=${await startSession(tx, person.id, new Date(), { passwordHash: null, factors: ['password'] })}`,
      },
    }
  })
  await close()
  return made
}

const fixtureRecords = ({ superuser }: Urls) =>
  connected(superuser, async (client) => {
    const { rows } = await client.query<{ name: string }>(`select 'user/' || id as name from "user"
      union all select 'application/' || id from application union all select 'permissiongroup/' || id from permissiongroup`)
    return new Set(rows.map(({ name }) => name))
  })

/** Two organisations with all kinds of callers. The API of the given port hands out the tokens. */
export const prepareFixture = async (urls: Urls, many: number) => {
  const organisation = await givenOrganisation(urls, 'Fuzzed')
  const elsewhere = await givenOrganisation(urls, 'Elsewhere')
  const [ours, theirs] = [await createData(urls, organisation, many), await createData(urls, elsewhere, 1)]
  const spared = await fixtureRecords(urls)
  return async (port: number): Promise<Fixture> => {
    const tokens = (secrets: readonly Secret[], scope: string, of = organisation) =>
      Promise.all(secrets.map((secret) => tokenFor(port, of, secret, scope)))
    return {
      organisation,
      elsewhere,
      spared,
      credentials: {
        everything: await tokens(ours.able, 'restapi'),
        wholesaler: await tokenFor(port, organisation, ours.able[0]!, 'wholesaler'),
        person: ours.person,
        'legacy key': ours.keys,
        'no permission': await tokens([ours.unable], 'restapi'),
        'scope openid': await tokens([ours.signing], 'openid'),
        'scope wholesaler': await tokens([ours.wholesaling], 'wholesaler'),
        'browser session': [ours.session],
        'another organisation’s': await tokens(theirs.able, 'restapi', elsewhere),
      },
    }
  }
}
