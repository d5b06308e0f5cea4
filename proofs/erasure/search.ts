import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { connected } from '../../scripts/database.ts'
import { postgresProgram } from '../../scripts/services/postgres.ts'
import { objectStoreAt, type StoreSettings } from '../../src/gateways/object-store.ts'
import { codesIn, naming, personOf, type Named } from './people.ts'

/** A word or number of a person, and where it is. */
export type Found = { readonly place: string; readonly number: number; readonly field: Named }
/** Whose each code is. */
export type Index = ReadonlyMap<string, Omit<Found, 'place'>>

export const indexOf = (seed: number, clients: number): Index =>
  new Map(
    Array.from({ length: clients }, (_, at) => personOf(seed, at + 1)).flatMap(({ number, codes }) =>
      [...codes].map(([code, field]) => [code, { number, field }] as const),
    ),
  )

const findIn = (index: Index, place: string, text: string): Found[] =>
  [...codesIn(text)].flatMap((code) => {
    const known = index.get(code)
    return known === undefined ? [] : [{ place, ...known }]
  })

type Table = {
  readonly table: string
  readonly name: string
  readonly columns: readonly string[]
  readonly values: string
}

/**
 * Every column of every table of every schema, as the catalog has them: what is new is searched too. Values are read in their
 * text, whatever their type, and bytes as the letters that they are. Of the audit trail it is told to which resource they belong.
 */
export const searchDatabase = (url: string, index: Index) =>
  connected(url, async (client) => {
    const { rows: tables } = await client.query<Table>(
      `select format('%I.%I', space.nspname, class.relname) as table, class.relname as name, array_agg(attname::text) as columns,
        string_agg(format('(%L %s, %s)', attname, case class.relname when 'auditevent' then '|| '' of '' || resource' end,
          format(case when atttypid = 'bytea'::regtype then 'encode(%I, ''escape'')' else '%I::text' end, attname)), ', ') as values
       from pg_attribute join pg_class class on class.oid = attrelid join pg_namespace space on space.oid = class.relnamespace
       where class.relkind in ('r', 'p', 'm') and not class.relispartition and attnum > 0 and not attisdropped
         and space.nspname not in ('pg_catalog', 'information_schema') and space.nspname not like 'pg_toast%'
       group by 1, 2 order by 1`,
    )
    const found: Found[] = []
    for (const { table, name, values } of tables) {
      const { rows } = await client.query<{ column: string; text: string }>(
        `select told.name as column, told.text from ${table}, lateral (values ${values}) told (name, text) where told.text ~* $1`,
        [naming],
      )
      for (const { column, text } of rows) found.push(...findIn(index, `${name}.${column}`, text))
    }
    return { found, columns: tables.flatMap(({ columns }) => columns).length }
  })

/** A dump as SQL, as an operator makes it. */
export const searchDump = async (url: string, index: Index): Promise<Found[]> => {
  const dump = spawn(postgresProgram('pg_dump'), [url], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(dump, 'exit')
  const found: Found[] = []
  for await (const line of createInterface({ input: dump.stdout, crlfDelay: Infinity }))
    found.push(...findIn(index, 'dump', line))
  const [code] = await ended
  if (code !== 0) throw new Error(`pg_dump ended with ${code}.`)
  return found
}

const textOf = (bytes: Buffer) =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-'
    ? execFileSync('pdftotext', ['-', '-'], { input: bytes, encoding: 'utf8' })
    : bytes.toString('latin1')

/** Every object of a bucket, by its key and its content; of PDFs the text. */
export const searchBucket = async (settings: StoreSettings, index: Index) => {
  const store = objectStoreAt(settings)
  const found: Found[] = []
  let [objects, pdfs] = [0, 0]
  for await (const key of store.keysUnder('')) {
    objects++
    const content = await store.read(key)
    const bytes = content === undefined ? Buffer.alloc(0) : await buffer(content)
    if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') pdfs++
    found.push(...findIn(index, 'bucket', `${key} ${textOf(bytes)}`))
  }
  store.close()
  return { found, objects, pdfs }
}

/** What processes printed, from a position in each file on. */
export const searchLogs = (logs: readonly { readonly path: string; readonly from: number }[], index: Index) => {
  const texts = logs.map(({ path, from }) => readFileSync(path).subarray(from).toString('utf8'))
  return { found: texts.flatMap((text) => findIn(index, 'log', text)), lines: texts.join('').split('\n').length }
}

/** How often something was found where, most first. */
export const countPlaces = (found: readonly Found[]) => {
  const counts = new Map<string, number>()
  for (const { place, field } of found) {
    const where = `${place} (${field})`
    counts.set(where, (counts.get(where) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)
}
