import { sql } from 'kysely'
import { inOrganisation, type Database, type Tx } from '../db/tx.ts'

/** Tables whose rows are not copied, and why. */
export const notCopied: Readonly<Record<string, string>> = {
  organisation: 'is created first',
  ledger: 'counts the changes of each organisation',
  audit_checkpoint: 'which events of each organisation are no longer kept',
  auditevent: 'tells what happened in each organisation, and here its records are created now',
  deleted: 'what the template deleted was never here',
  follower: 'how far the worker has read the audit trail',
  suffix: 'the search index, which triggers fill',
  security_event: 'tells what happened in each organisation',
  file_scan: 'files that wait for the virus scanner',
  storage_used: 'counted by a trigger when files are',
  ceiling_refusal: 'tells what was refused to each organisation',
  session: 'sign-ins',
  oauth_record: 'tokens',
  password_link: 'links in e-mails',
  email_link: 'links in e-mails',
  email_change: 'what people asked for in the template',
  second_factor: 'what the staff of the template sign in with',
  recovery_code: 'codes that somebody may know',
  pending_sign_in: 'sign-ins',
  factor_mark: 'browsers of the staff of the template',
  passkey_challenge: 'sign-ins',
  security_settings: 'every organisation is created with its own',
  legacy_key: 'credentials that somebody may know',
  idempotency_key: 'responses to requests that nobody sent here',
  message: 'e-mails that were sent, or would be sent a second time',
  client_message: 'messages that were sent, or would be sent a second time',
  message_settings: 'servers with their passwords; every organisation is created with empty ones',
  delivery: 'what was posted names the template',
  delivery_attempt: 'what was posted names the template',
  stray_file: 'files that no record refers to',
  catalog_work: 'files that the worker is reading',
  sandbox_state: 'what was played in another sandbox',
  sandbox_template: 'which organisations are templates',
}

type Table = {
  readonly name: string
  readonly columns: readonly string[]
  /** The tables that a column refers to, by column; a column that may be null can be filled in later. */
  readonly links: readonly { readonly column: string; readonly to: string; readonly nullable: boolean }[]
}

/** SQL that replaces a value of the row `r`, by table and column. */
export type Replacements = Readonly<Record<string, Readonly<Record<string, string>>>>

const readTables = async (tx: Tx): Promise<Table[]> => {
  const { rows } = await sql<Table>`
    select c.relname as name,
      array(select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' order by a.attnum)::text[] as columns,
      coalesce((select json_agg(json_build_object('column', a.attname, 'to', target.relname, 'nullable', not a.attnotnull))
        from pg_constraint k join pg_class target on target.oid = k.confrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid and a.attname <> 'organisation'
          and exists (select from pg_attribute o where o.attrelid = k.confrelid and o.attname = 'organisation')), '[]') as links
    from pg_class c join pg_attribute o on o.attrelid = c.oid and o.attname = 'organisation' and o.attgenerated = ''
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by c.relname`.execute(tx)
  return rows.filter(({ name }) => !(name in notCopied))
}

/** A table with the columns that refer to tables after it, which are filled in last. */
type Step = { readonly table: Table; readonly later: readonly string[] }

/** The tables in an order in which the rows that others refer to come first. */
const inOrderOfLinks = (tables: readonly Table[]): Step[] => {
  const steps: Step[] = []
  const left = new Map(tables.map((table) => [table.name, table]))
  const openLinks = ({ links }: Table) => links.filter(({ to }) => left.has(to))
  const isInCircle = (table: Table, from = table, seen = new Set<string>()): boolean =>
    openLinks(from).some(({ to }) => {
      if (to === table.name) return true
      if (seen.has(to)) return false
      seen.add(to)
      return isInCircle(table, left.get(to), seen)
    })
  const canBeFirst = (table: Table) => openLinks(table).every(({ nullable }) => nullable) && isInCircle(table)
  while (left.size > 0) {
    const next = left.values().find((table) => openLinks(table).length === 0) ?? left.values().find(canBeFirst)
    if (next === undefined) throw new Error(`No row can come first among ${[...left.keys()].join(', ')}.`)
    steps.push({ table: next, later: openLinks(next).map(({ column }) => column) })
    left.delete(next.name)
  }
  return steps
}

const quoted = (name: string) => `"${name}"`
const list = (values: readonly string[]) => values.join(', ')
const setting = (organisation: number) => `perform set_config('app.organisation', '${organisation}', true);`

export type Copying = { readonly from: number; readonly to: number; readonly replacements: Replacements }

/** Reads the rows of one organisation into an array and does something with them in the other: no statement sees both. */
const betweenOrganisations = (tx: Tx, { from, to }: Copying, table: string, condition: string, statement: string) =>
  sql
    .raw(
      `do $copy$ declare kept ${quoted(table)}[]; moment timestamptz; begin
        ${setting(from)} select array_agg(r) into kept from ${quoted(table)} r where ${condition};
        ${setting(to)} moment := stamp_of_transaction(); ${statement}; end $copy$`,
    )
    .execute(tx)

const copyRows = async (tx: Tx, copying: Copying, { table, later }: Step) => {
  const { name, columns, links } = table
  const replaced = copying.replacements[name] ?? {}
  const gone = links.filter(({ to }) => to in notCopied && to !== 'organisation').map(({ column }) => column)
  const valueOf = (column: string) => {
    if (column === 'organisation') return String(copying.to)
    // As the audit trail will stamp it: otherwise every row would be written twice.
    if (column === 'modified') return 'moment'
    if (later.includes(column) || gone.includes(column)) return 'null'
    return replaced[column] ?? `r.${quoted(column)}`
  }
  await betweenOrganisations(
    tx,
    copying,
    name,
    'true',
    `insert into ${quoted(name)} (${list(columns.map(quoted))}) select ${list(columns.map(valueOf))} from unnest(kept) r`,
  )
}

const fillIn = async (tx: Tx, copying: Copying, { table: { name }, later }: Step) => {
  const names = [...new Set(later)]
  const changes = names.map((column) => `${quoted(column)} = r.${quoted(column)}`)
  await betweenOrganisations(
    tx,
    copying,
    name,
    `num_nonnulls(${list(names.map((column) => `r.${quoted(column)}`))}) > 0`,
    `update ${quoted(name)} filled set ${list(changes)} from unnest(kept) r where filled.id = r.id`,
  )
}

/** Tables that have a row in every organisation from the start: it is left as it is. */
const isStarted = async (tx: Tx, { name }: Table) => {
  const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Copies the records of one organisation into another that has none, under the same ids: a key is unique together with the
 * organisation, and sequences are beyond the ids of all organisations. What is copied is created as everything else is: row
 * security, foreign keys, search index and audit trail see each row. A transaction for each table: within one, PostgreSQL keeps
 * every version of a row, and the ledger's has one for each change.
 */
export const copyOrganisation = async (owner: Database, copying: Copying) => {
  const within = <T>(work: (tx: Tx) => Promise<T>) => inOrganisation(owner, copying.to, work)
  const steps = await within(async (tx) => {
    const tables: Table[] = []
    for (const table of await readTables(tx)) if (!(await isStarted(tx, table))) tables.push(table)
    return inOrderOfLinks(tables)
  })
  for (const step of steps) await within((tx) => copyRows(tx, copying, step))
  for (const step of steps) if (step.later.length > 0) await within((tx) => fillIn(tx, copying, step))
}
