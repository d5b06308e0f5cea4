import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { Failure } from '../command.ts'

export type RoleUrls = { readonly owner: string; readonly app: string; readonly worker: string }

const rolesFile = new URL('../../../deploy/roles.sql', import.meta.url)
const databaseFile = new URL('../../../deploy/database.sql', import.meta.url)
const roleOf = (part: keyof RoleUrls) => `fetlock_${part}`
const parts = ['owner', 'app', 'worker'] as const

const parseLoosely = (url: string): URL => {
  const parsed = URL.parse(url) ?? URL.parse(url.replace('@/', '@localhost/'))
  if (parsed === null)
    throw new Failure('FETLOCK_SUPERUSER_DATABASE_URL is not a URL, such as postgres://postgres@127.0.0.1/postgres.')
  return parsed
}

/** With peer authentication a socket knows only accounts of the machine, and the roles are none. */
const isSocket = (url: URL) => (url.searchParams.get('host') ?? decodeURIComponent(url.hostname)).startsWith('/')

/** URLs with new passwords for the roles, on the server of a superuser's URL. */
export const newRoleUrls = (superuserUrl: string): RoleUrls => {
  const url = parseLoosely(superuserUrl)
  const port = url.searchParams.get('port') ?? url.port
  if (isSocket(url)) {
    url.search = ''
    url.hostname = '127.0.0.1'
    url.port = port
  }
  url.pathname = '/fetlock'
  const of = (part: keyof RoleUrls) => {
    url.username = roleOf(part)
    url.password = randomBytes(24).toString('hex')
    return url.href
  }
  return { owner: of('owner'), app: of('app'), worker: of('worker') }
}

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether a role can connect: 'no' where it, its password or the database is not there yet. */
export const canConnect = async (url: string): Promise<boolean> => {
  try {
    await withClient(url, (client) => client.query('select 1'))
    return true
  } catch (problem) {
    const { code = '' } = problem as { readonly code?: string }
    // No such role, another password, no such database, no right to connect.
    if (['28000', '28P01', '3D000', '42501'].includes(code)) return false
    throw problem
  }
}

const rolesIn = async (client: pg.Client): Promise<readonly string[]> => {
  const { rows } = await client.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any($1) order by rolname',
    [parts.map(roleOf)],
  )
  return rows.map(({ rolname }) => rolname)
}

/** A role that is there keeps its password: somebody connects with it. */
const makeRoles = async (client: pg.Client, urls: RoleUrls) => {
  const there = await rolesIn(client)
  for (const part of parts)
    await client.query('select set_config($1, $2, false)', [
      `fetlock.${part}_password`,
      there.includes(roleOf(part)) ? '' : decodeURIComponent(parseLoosely(urls[part]).password),
    ])
  await client.query(readFileSync(rolesFile, 'utf8'))
  const { rows } = await client.query<{ superuser: boolean }>(
    'select rolsuper as superuser from pg_roles where rolname = current_user',
  )
  // Whoever creates a database for another role must be a member of it.
  if (!rows[0]!.superuser) await client.query('grant fetlock_owner to current_user')
}

/** The statements of deploy/database.sql for a database of this name. */
const statementsFor = (name: string) =>
  readFileSync(databaseFile, 'utf8')
    .replaceAll(/^--.*$/gm, '')
    .replaceAll(/\bdatabase fetlock\b/g, `database ${pg.escapeIdentifier(name)}`)
    .split(';')
    .filter((statement) => statement.trim() !== '')

const nameIn = (url: string) => decodeURIComponent(parseLoosely(url).pathname.slice(1))

const isThere = async (client: pg.Client, name: string) =>
  (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1

/** The roles of Fetlock that the server has. They belong to all its databases. */
export const rolesThere = (superuserUrl: string): Promise<readonly string[]> =>
  withClient(superuserUrl, (client) => rolesIn(client))

/** Whether the server has the database of these URLs. */
export const hasDatabase = (superuserUrl: string, { owner }: RoleUrls): Promise<boolean> =>
  withClient(superuserUrl, (client) => isThere(client, nameIn(owner)))

const makeEmptyDatabase = async (client: pg.Client, name: string) => {
  if (await isThere(client, name)) return
  for (const statement of statementsFor(name)) await client.query(statement)
}

/** Whether the roles have their default `app.organisation`, which only a superuser can give them. */
const haveDefaults = async (client: pg.Client) => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_roles
     where rolname = any($1) and 'app.organisation=0' = any(rolconfig)`,
    [parts.map(roleOf)],
  )
  return rows[0]!.count === parts.length
}

const withOption = (url: string) => {
  const parsed = parseLoosely(url)
  if (parsed.searchParams.has('options')) return url
  parsed.searchParams.set('options', '-c app.organisation=0')
  // PostgreSQL's own clients do not read + as a space.
  return parsed.href.replace(/options=[^&]*/, 'options=-c%20app.organisation%3D0')
}

/** Makes the roles with the passwords of their URLs, and the database. Returns the URLs that the roles connect with. */
export const makeDatabase = (superuserUrl: string, urls: RoleUrls): Promise<RoleUrls> =>
  withClient(superuserUrl, async (client) => {
    await makeRoles(client, urls)
    await makeEmptyDatabase(client, nameIn(urls.owner))
    if (await haveDefaults(client)) return urls
    return { owner: withOption(urls.owner), app: withOption(urls.app), worker: withOption(urls.worker) }
  })
