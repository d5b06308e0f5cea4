import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCodes } from '../src/http/error-codes.ts'
import { migrate } from '../src/db/migrate.ts'
import { type MigrationLocks, watchLocks, written } from '../src/db/migration-locks.ts'
import { listCodes, type ListedCode } from '../src/kernel/error-codes.ts'
import { summaryPage } from './conformance/pages.ts'
import { connected, createDatabase, onDatabase } from './database.ts'
import { grantLines } from './grants.ts'
import { postgresProgram } from './services/postgres.ts'
import { command } from './services/processes.ts'
import { checkout, envFile } from './services/settings.ts'
import { sdkTypes } from './sdk-types.ts'

/** Every derived file and what writes it. `--check` only compares, and names the stale ones. */
const main = async () => {
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  const openapi = await describedByProgram('openapi')
  const derived = {
    ...(await withMigratedDatabase(async (url, locks) => ({
      'migrations/locks.json': written(locks),
      'src/db/tables.ts': await tableTypes(url),
      'schema.sql': await schema(url),
      'src/db/grants.golden.txt': await grants(url),
    }))),
    'openapi.json': openapi,
    ...sdkTypes(openapi),
    'test/contract/routes.golden.txt': await describedByProgram('routes'),
    'docs/integrating/errors.md': withCodeTables(current('docs/integrating/errors.md') ?? ''),
    'docs/conformance.md': summaryPage(),
  }
  const stale = Object.entries(derived).filter(([path, text]) => text !== current(path))
  if (!process.argv.includes('--check')) for (const [path, text] of stale) writeFileSync(join(checkout, path), text)
  else if (stale.length) {
    console.error(`Out of date: ${stale.map(([path]) => path).join(', ')}. Run npm run generate.`)
    process.exitCode = 1
  }
}

const codeTable = (title: string, codes: readonly ListedCode[]) => {
  const rows = codes.map(
    ({ code, statuses, meaning, remedy }) => `| \`${code}\` | ${statuses.join(', ')} | ${meaning} | ${remedy} |`,
  )
  return [`### ${title}`, '', '| code | status | what happened | what to do |', '|---|---|---|---|', ...rows].join('\n')
}

/** The page about errors with the tables of all codes between its two marks. */
const withCodeTables = (page: string) => {
  const codes = listCodes(errorCodes)
  const tables = [
    codeTable(
      'Of the problem as a whole',
      codes.filter(({ of }) => of === 'problem'),
    ),
    codeTable(
      'Of one field',
      codes.filter(({ of }) => of === 'field'),
    ),
  ]
  return page.replace(
    /(<!-- begin codes.*-->\n)[^]*(<!-- end codes -->)/,
    (_all, begin: string, end: string) => `${begin}\n${tables.join('\n\n')}\n\n${end}`,
  )
}

const current = (path: string) =>
  existsSync(join(checkout, path)) ? readFileSync(join(checkout, path), 'utf8') : undefined

const setting = (name: string) => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run npm run services first.`)
  return value
}

const withMigratedDatabase = async <T>(work: (url: string, locks: MigrationLocks) => Promise<T>) => {
  const superuser = setting('FETLOCK_SUPERUSER_DATABASE_URL')
  const name = `fetlock_generate_${process.pid}`
  return connected(superuser, async (client) => {
    await createDatabase(client, name)
    try {
      const { beforeCommit, seen } = watchLocks()
      await migrate(onDatabase(setting('FETLOCK_OWNER_DATABASE_URL'), name), { beforeCommit })
      return await work(onDatabase(superuser, name), seen())
    } finally {
      await client.query(`drop database ${name} with (force)`)
    }
  })
}

const tableTypes = async (url: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'fetlock-tables-'))
  const file = join(folder, 'tables.ts')
  const options = {
    dialect: 'postgres',
    url,
    'out-file': file,
    'log-level': 'error',
    'date-parser': 'string',
    'numeric-parser': 'string',
    'type-mapping': JSON.stringify({ int8: 'number', numeric: 'string', json: 'unknown', jsonb: 'unknown' }),
  }
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  await command(join(checkout, 'node_modules/.bin/kysely-codegen'), flags)
  const text = readFileSync(file, 'utf8')
  rmSync(folder, { recursive: true })
  return text.replace('export interface DB {', 'export interface Tables {')
}

const schema = async (url: string) => {
  const dump = await command(postgresProgram('pg_dump'), ['--schema-only', '--no-owner', url])
  const dependsOnVersion = /^(--|\\(un)?restrict|SET |SELECT pg_catalog\.set_config|COMMENT ON EXTENSION)/
  const lines = dump.split('\n').filter((line) => !dependsOnVersion.test(line))
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

const grants = (url: string) => connected(url, async (client) => `${(await grantLines(client)).join('\n')}\n`)

const describedByProgram = (word: string) => command(process.execPath, [join(checkout, 'src/main.ts'), word])

await main()
