import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createDatabase } from '../../scripts/database.ts'
import { checkout, envFile } from '../../scripts/services/settings.ts'
import { prepareDatabase } from '../../src/app/prepare.ts'
import { copyPrefix, inTemplateQueue, ownerUrl, superuserUrl } from './database.ts'
import { dropStores } from './store.ts'

const templatePrefix = 'fetlock_template_'
const unfinished = `${templatePrefix}unfinished`

/** Creates the template database that test files copy, unless there is one of the same migrations, and drops old ones. */
export default async (project: TestProject) => {
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  const template = `${templatePrefix}${hashOfSchema()}`
  await inTemplateQueue(superuserUrl(), async (client) => {
    await dropOldDatabases(client, template)
    if (!(await databases(client, template)).includes(template)) await buildTemplate(client, template)
    const templates = await databases(client, templatePrefix)
    await dropStores(templatePrefix, (database) => !templates.includes(database))
  })
  await dropStores(copyPrefix, isOld)
  project.provide('testRun', { template, pid: process.pid })
  const ours = `${copyPrefix}${process.pid}_`
  return async () => {
    await inTemplateQueue(superuserUrl(), (client) => dropAll(client, ours))
    await dropStores(ours)
  }
}

const hashOfSchema = () => {
  const folder = join(checkout, 'migrations')
  const migrations = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  const codelists = join(checkout, 'src/domain/clients/codelists')
  const files = [
    ...migrations.map((name) => join(folder, name)),
    join(checkout, 'src/db/migrate.ts'),
    join(codelists, 'species.csv'),
    join(codelists, 'breeds.csv'),
  ]
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

const databases = async (client: pg.Client, prefix: string) => {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  return rows.map(({ datname }) => datname)
}

const drop = async (client: pg.Client, name: string) => {
  await client.query(`alter database ${name} is_template false`)
  await client.query(`drop database ${name} with (force)`)
}

/** Another run may be dropping the same copies. */
const dropCopy = (client: pg.Client, name: string) => client.query(`drop database if exists ${name} with (force)`)

const dropAll = async (client: pg.Client, prefix: string) => {
  for (const name of await databases(client, prefix)) await dropCopy(client, name)
}

/** Runs may overlap: a copy is old when its run's process is gone, a template when no run can still be copying it. */
const dropOldDatabases = async (client: pg.Client, template: string) => {
  for (const name of await databases(client, copyPrefix)) if (isOld(name)) await dropCopy(client, name)
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where starts_with(datname, $1) and datname <> $2
     and (pg_stat_file('base/' || oid || '/PG_VERSION')).modification < now() - interval '6 hours'`,
    [templatePrefix, template],
  )
  for (const { datname } of rows) await drop(client, datname)
}

const isOld = (name: string) => !isAlive(Number(name.slice(copyPrefix.length).split('_')[0]))

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const buildTemplate = async (client: pg.Client, template: string) => {
  if ((await databases(client, unfinished)).length) await drop(client, unfinished)
  await createDatabase(client, unfinished)
  await migrateNaming(ownerUrl(unfinished))
  await client.query(`alter database ${unfinished} rename to ${template}`)
  await client.query(`alter database ${template} with is_template true allow_connections false`)
}

const migrateNaming = async (url: string) => {
  let step = 'Before the first migration'
  try {
    await prepareDatabase(url, { onStep: (line) => (step = line) })
  } catch (error) {
    throw new Error(`${step}: ${(error as Error).message}`, { cause: error })
  }
}
