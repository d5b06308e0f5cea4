import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const roles = readFileSync(join(import.meta.dirname, '../deploy/roles.sql'), 'utf8')

export const connected = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const onDatabase = (url: string, database: string) =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href

/** Creates or updates the three roles with the passwords that their URLs carry. */
export const createRoles = async (client: pg.Client, urls: { owner: string; app: string; worker: string }) => {
  for (const [role, url] of Object.entries(urls))
    await client.query('select set_config($1, $2, false)', [`fetlock.${role}_password`, new URL(url).password])
  await client.query(roles)
}

/** As in deploy/database.sql. */
const empty = "template0 encoding 'UTF8' locale_provider libc locale 'C.UTF-8'"

/** Creates a database that fetlock_owner owns and only our roles may enter. */
export const createDatabase = async (client: pg.Client, name: string, template?: string) => {
  await client.query(`create database ${name} owner fetlock_owner template ${template ?? empty}`)
  await client.query(`revoke all on database ${name} from public`)
  await client.query(`grant connect on database ${name} to fetlock_app, fetlock_worker`)
}
