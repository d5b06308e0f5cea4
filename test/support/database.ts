import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { connected, createDatabase, onDatabase } from '../../scripts/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testRun: TestRun
  }
}

/** From the global setup: the template database to copy, and the process whose exit makes the copies stale. */
export type TestRun = { template: string; pid: number }

export type TestDatabase = {
  name: string
  appUrl: string
  workerUrl: string
  ownerUrl: string
  superuserUrl: string
  drop: () => Promise<void>
}

export const copyPrefix = 'fetlock_test_'
const copyingLock = 4_471_902

/** PostgreSQL copies a template for one session at a time and refuses the others, so they queue for an advisory lock. */
export const inTemplateQueue = <T>(superuserUrl: string, work: (client: pg.Client) => Promise<T>) =>
  connected(superuserUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [copyingLock])
    return work(client)
  })

const setting = (name: string) => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run npm run services first.`)
  return value
}

export const superuserUrl = () => setting('FETLOCK_SUPERUSER_DATABASE_URL')
export const ownerUrl = (database: string) => onDatabase(setting('FETLOCK_OWNER_DATABASE_URL'), database)

const urlsOf = (name: string) => ({
  name,
  appUrl: onDatabase(setting('FETLOCK_DATABASE_URL'), name),
  workerUrl: onDatabase(setting('FETLOCK_WORKER_DATABASE_URL'), name),
  ownerUrl: ownerUrl(name),
  superuserUrl: onDatabase(superuserUrl(), name),
})

/**
 * A template like the migrated one, with something more in it. The first who needs it makes it, and leaves with it what whoever
 * copies it must know.
 */
export const templateWith = async <T>(
  what: string,
  fill: (database: ReturnType<typeof urlsOf>) => Promise<T>,
): Promise<{ readonly name: string; readonly known: T }> => {
  const { template } = inject('testRun')
  const name = `${template}_${what}`
  return connected(superuserUrl(), async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rows } = await client.query<{ known: string }>(
      `select shobj_description(oid, 'pg_database') as known from pg_database where datname = $1 and datistemplate`,
      [name],
    )
    if (rows[0] !== undefined) return { name, known: JSON.parse(rows[0].known) as T }
    await client.query(`drop database if exists ${name} with (force)`)
    await inTemplateQueue(superuserUrl(), (copying) => createDatabase(copying, name, template))
    const known = await fill(urlsOf(name))
    await client.query(`comment on database ${name} is ${pg.escapeLiteral(JSON.stringify(known))}`)
    await client.query(`alter database ${name} with is_template true allow_connections false`)
    return { name, known }
  })
}

/** How long a test waits for a lock, and for a statement: on a busy machine twenty writes of one record take longer than is served. */
const patiently = (name: string) =>
  ['fetlock_app', 'fetlock_worker'].flatMap((role) =>
    ['lock_timeout', 'statement_timeout'].map(
      (limit) => `alter role ${role} in database ${name} set ${limit} = '${limit === 'lock_timeout' ? 60 : 90}s'`,
    ),
  )

/** A new, migrated database. What a file does not drop is dropped when the run ends. */
export const testDatabase = async (from?: string): Promise<TestDatabase> => {
  const { template, pid } = inject('testRun')
  const name = `${copyPrefix}${pid}_${randomBytes(4).toString('hex')}`
  await inTemplateQueue(superuserUrl(), async (client) => {
    await createDatabase(client, name, from ?? template)
    await client.query(patiently(name).join(';'))
  })
  return {
    ...urlsOf(name),
    drop: () =>
      connected(
        superuserUrl(),
        async (client) => void (await client.query(`drop database if exists ${name} with (force)`)),
      ),
  }
}

/** A connection as superuser for this test file: it passes row security and may do anything. Closed after the last test. */
export const useSuperuser = async ({ database }: { readonly database: Pick<TestDatabase, 'superuserUrl'> }) => {
  const client = new pg.Client({ connectionString: database.superuserUrl })
  await client.connect()
  afterAll(() => client.end())
  return client
}
