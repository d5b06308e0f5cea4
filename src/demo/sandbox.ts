import { sql } from 'kysely'
import { finishChanges, inOrganisation, type Database, type Tx } from '../db/tx.ts'
import { claimFile, expectFile, pathOf } from '../domain/attachments/files.ts'
import { hashPassword } from '../domain/identity/passwords.ts'
import { fingerprint, newSecret } from '../domain/identity/secrets.ts'
import { createOrganisation } from '../domain/organisation/create-organisation.ts'
import type { ObjectStore } from '../gateways/object-store.ts'
import { copyOrganisation, type Replacements } from './copy-organisation.ts'
import { seedDemo, type Seeding } from './seed/seed.ts'

export type Sandboxes = Pick<Seeding, 'owner' | 'app' | 'store' | 'seal'>

/** The organisation that sandboxes are copied from, and the day on which its history ends. */
export type Template = { readonly organisation: number; readonly today: string }

/** The newest template, if there is one. */
export const findTemplate = async (owner: Database): Promise<Template | undefined> => {
  const { rows } = await sql<Template>`
    select organisation, today::text from sandbox_template order by created desc limit 1`.execute(owner)
  return rows[0]
}

/** Seeds a demo clinic for sandboxes to be copied from. Nobody learns its credentials. */
export const createTemplate = async (
  parts: Sandboxes,
  today: string,
  onCount: Seeding['onCount'],
): Promise<Template> => {
  const { organisation } = await seedDemo({
    ...parts,
    seed: 1,
    today,
    name: 'Sandbox template',
    password: newSecret(),
    ...(onCount && { onCount }),
  })
  await parts.owner.insertInto('sandbox_template').values({ organisation, today }).execute()
  return { organisation, today }
}

type Credentials = { readonly client_id: string; readonly client_secret: string }

export type Sandbox = {
  readonly organisation: number
  readonly email: string
  readonly password: string
  readonly integration: Credentials
  readonly wholesaler: Credentials
  /** How many records were created, as the audit trail counts them. */
  readonly records: number
}

/** Keys of the files that the records of an organisation refer to. */
const readFileKeys = async (owner: Database, organisation: number): Promise<string[]> =>
  inOrganisation(owner, organisation, async (tx) => {
    const { rows } = await sql<{ key: string }>`
      select kept_key::text as key from attachment where kept_key is not null
      union all select split_part(report_key, '/', 2) from catalog_upload where report_key is not null`.execute(tx)
    return rows.map(({ key }) => key)
  })

const copyFiles = (store: ObjectStore, keys: readonly string[], from: number, to: number) =>
  Promise.all(keys.map((key) => store.copy(pathOf(from, key), pathOf(to, key))))

/** Columns of the organisation itself that are its own, or are filled in by the copy. */
const ownColumns = [
  'id',
  'organisation',
  'name',
  'sandbox',
  'clock_offset',
  'default_department',
  'created',
  'modified',
]

const readClinic = (owner: Database, organisation: number) =>
  inOrganisation(owner, organisation, async (tx) => {
    const clinic = await tx.selectFrom('organisation').selectAll().executeTakeFirstOrThrow()
    const copied = Object.fromEntries(Object.entries(clinic).filter(([column]) => !ownColumns.includes(column)))
    return { ...(copied as Omit<typeof clinic, 'id' | 'name'>), default_department: clinic.default_department }
  })

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Every person gets the same new password, and files are under the id of the new organisation. */
const replacementsFor = (organisation: number, passwordHash: string): Replacements => {
  const moved = (column: string) => `regexp_replace(r.${column}, '^\\d+/', '${organisation}/')`
  return {
    user: { password_hash: `case when not r.is_virtual then ${literal(passwordHash)} end` },
    catalog_upload: { report_key: moved('report_key'), storage_key: moved('storage_key') },
  }
}

/** Gives an application credentials that only whoever creates the sandbox learns. */
const replaceCredentials = async (tx: Tx, id: number): Promise<Credentials> => {
  const [client_id, client_secret] = [newSecret(), newSecret()]
  await tx
    .updateTable('application')
    .set({ client_id, secret_hash: fingerprint(client_secret) })
    .where('id', '=', id)
    .execute()
  return { client_id, client_secret }
}

const findApplication = async (tx: Tx, scope: string) => {
  const { id } = await tx
    .selectFrom('application')
    .select('id')
    .where(sql<boolean>`${scope} = any(scopes)`)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What makes the copy the sandbox's own: its files and its credentials. */
const makeOwn = async (tx: Tx, keys: readonly string[]) => {
  for (const key of keys) await claimFile(tx, key)
  const integration = await replaceCredentials(tx, await findApplication(tx, 'restapi'))
  const wholesaler = await replaceCredentials(tx, await findApplication(tx, 'wholesaler'))
  const { email } = await tx
    .selectFrom('user')
    .select((row) => row.ref('email').$notNull().as('email'))
    .where('is_virtual', '=', false)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return { integration, wholesaler, email }
}

/** Creates a sandbox: an organisation with everything that the template has, credentials of its own and a clock that can be set. */
export const createSandbox = async (
  { owner, store }: Sandboxes,
  { organisation: from }: Template,
  name: string,
): Promise<Sandbox> => {
  const password = newSecret()
  const passwordHash = await hashPassword(password)
  const keys = await readFileKeys(owner, from)
  const { default_department, ...clinic } = await readClinic(owner, from)
  // Keys are recorded before anything is stored under them, so that no file is forgotten if this fails.
  const organisation = await createOrganisation(owner, { ...clinic, name }, async (tx) => {
    await tx.updateTable('organisation').set({ sandbox: true }).execute()
    for (const key of keys) await expectFile(tx, key)
  })
  await copyFiles(store, keys, from, organisation)
  await copyOrganisation(owner, { from, to: organisation, replacements: replacementsFor(organisation, passwordHash) })
  return inOrganisation(owner, organisation, async (tx) => {
    const filled = await makeOwn(tx, keys)
    await tx.updateTable('organisation').set({ default_department }).execute()
    await finishChanges(tx)
    const { changes: records } = await tx.selectFrom('ledger').select('changes').executeTakeFirstOrThrow()
    return { organisation, password, ...filled, records }
  })
}
