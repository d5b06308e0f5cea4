import { sql } from 'kysely'
import { config } from '../app/config.ts'
import { inOrganisation, type Tx } from '../db/tx.ts'
import { lastOrganisation } from '../secrets/reseal.ts'
import { columns } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectAsSet } from './database.ts'
import { readId } from './option-values.ts'

type Refused = { readonly code: string; readonly refused: number; readonly last: string }

/** What an organisation has of what all share. */
export type Usage = {
  readonly id: number
  readonly name: string
  readonly sandbox: boolean
  readonly bytes: number
  readonly files: number
  readonly uploads: number
  readonly scans: number
  readonly catalogs: number
  readonly deliveries: number
  readonly messages: number
  readonly applications: number
  /** Changes since this day began, in UTC. */
  readonly changes: number
  /** In the last seven days, by the code of the answer. */
  readonly refusals: readonly Refused[]
}

const days = 7

const readUsage = async (tx: Tx): Promise<Usage | undefined> => {
  const { rows } = await sql<Usage>`
    select organisation.id, name, sandbox, coalesce(bytes, 0) as bytes, coalesce(files, 0) as files,
      coalesce(pending, 0) as uploads,
      (select count(*) from file_scan) as scans,
      (select count(*) from catalog_work where not done and (file_key is not null or due < 'infinity')) as catalogs,
      (select count(*) from delivery where status = 0) as deliveries,
      (select count(*) from client_message where status < 3 and due <= now()) as messages,
      (select count(*) from application where not archived) as applications,
      (select count(*) from auditevent where occurred >= current_date) as changes,
      (select coalesce(json_agg(json_build_object('code', code, 'refused', refused, 'last', last) order by refused desc), '[]')
        from (select code, sum(refused)::bigint as refused, max(last) as last from ceiling_refusal
          where day > current_date - ${days}::int group by code) lately) as refusals
    from organisation left join storage_used on storage_used.organisation = organisation.id`.execute(tx)
  return rows[0]
}

/** Of every organisation, or of one. Row security applies to every role, so each is read by itself. */
export const readUsages = async (url: string, only?: number): Promise<readonly Usage[]> => {
  const app = connectAsSet(url, { max: 1, name: 'fetlock command' })
  try {
    const found: Usage[] = []
    const last = only ?? (await lastOrganisation(app.read))
    for (let id = only ?? 1; id <= last; id++) {
      const one = await inOrganisation(app.db, id, readUsage)
      if (one !== undefined) found.push(one)
    }
    return found
  } finally {
    await app.close()
  }
}

const inGigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`
const refusedOf = ({ refusals }: Usage) => refusals.reduce((sum, { refused }) => sum + refused, 0)
const waitingOf = ({ scans, catalogs, deliveries, messages }: Usage) => scans + catalogs + deliveries + messages
const busiestFirst = (a: Usage, b: Usage) =>
  refusedOf(b) - refusedOf(a) || waitingOf(b) - waitingOf(a) || b.bytes - a.bytes || a.id - b.id

const listed = (usages: readonly Usage[]) =>
  columns(
    [
      'Id',
      'Name',
      'Kind',
      'Refused',
      'Stored',
      'Files',
      'Uploads',
      'Scans',
      'Catalogs',
      'Deliveries',
      'Messages',
      'Applications',
      'Changes',
    ],
    usages.map((one) => [
      one.id,
      one.name,
      one.sandbox ? 'sandbox' : 'clinic',
      refusedOf(one),
      inGigabytes(one.bytes),
      one.files,
      one.uploads,
      one.scans,
      one.catalogs,
      one.deliveries,
      one.messages,
      one.applications,
      one.changes,
    ]),
  )

const refusalsOf = (usages: readonly Usage[]) => {
  const rows = usages.flatMap(({ id, refusals }) =>
    refusals.map(({ code, refused, last }) => [id, code, refused, last]),
  )
  return rows.length === 0 ? '' : `\n\n${columns(['Id', 'Refused with', 'Times', 'Last'], rows)}`
}

export const organisationUsage = defineCommand({
  words: 'organisation usage',
  summary: 'Show what each organisation takes of what all share',
  about:
    `Shows how often an organisation was refused in the last ${days} days because it had its share, and with which code; ` +
    'what it stores, what of it waits, how many applications it has and how much it changed today, in UTC. The busiest comes ' +
    'first. Connects with FETLOCK_DATABASE_URL.',
  options: { organisation: { type: 'string', value: 'ID', description: 'this organisation alone' } },
  example: 'fetlock organisation usage',
  prints: 'a line for each organisation, and one for each code that it was refused with.',
  run: async ({ organisation }) => {
    const only = organisation === undefined ? undefined : readId('--organisation', organisation)
    const usages = (await readUsages(config.database(), only)).toSorted(busiestFirst)
    return {
      json: { organisations: usages },
      text: usages.length === 0 ? 'There is no such organisation.' : `${listed(usages)}${refusalsOf(usages)}`,
    }
  },
})
