// @module-tag waits
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { statementsForAll } from '../../src/worker/all-organisations.ts'
import { giveUpBookings } from '../../src/worker/abandoned-bookings.ts'
import { takeAwaitedFiles } from '../../src/worker/catalog-files.ts'
import { findCatalogImports } from '../../src/worker/catalog-imports.ts'
import { takeArrivedCatalogs } from '../../src/worker/catalogs.ts'
import { oldestDueClientMessage, takeClientMessages } from '../../src/worker/client-messages.ts'
import { noTurns } from '../../src/worker/lanes.ts'
import { oldestDueDelivery, takeDeliveries } from '../../src/worker/deliveries.ts'
import { takeScans } from '../../src/worker/file-scans.ts'
import { findRunningImports } from '../../src/worker/imports.ts'
import { oldestDue, takeMessages } from '../../src/worker/messages.ts'
import { deleteOldCatalogs } from '../../src/worker/old-catalogs.ts'
import { queueRecalls } from '../../src/worker/recalls.ts'
import { queueReminders } from '../../src/worker/reminders.ts'
import { takeStrayFiles } from '../../src/worker/stray-files.ts'
import { listErasures } from '../../src/worker/erasures.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { useApi } from '../support/api.ts'
import { useSuperuser } from '../support/database.ts'
import { useWorkerParts } from '../support/deliveries.ts'
import { fill } from '../support/samples/fill.ts'
import { fillBehind } from '../support/samples/fill-behind.ts'

type Statement = { readonly text: string; readonly columns: readonly string[] }

const api = await useApi()
const superuser = await useSuperuser(api)
const parts = useWorkerParts(api)
let tenantTables: ReadonlySet<string>

beforeAll(async () => {
  const { rows } = await superuser.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'organisation'`,
  )
  tenantTables = new Set(rows.map(({ name }) => name))
  for (const name of ['Here', 'There']) {
    const organisation = await api.givenOrganisation({ name })
    await fillBehind(api, organisation, await fill(organisation, await organisation.userCaller()))
  }
})

type Asked = string | { readonly text: string }
type Query = (this: pg.Client, asked: Asked, ...rest: unknown[]) => unknown

/** Keeps every statement that the worker's role sends outside a transaction, which is where no organisation is set. */
const recordUnbound = () => {
  const sent: Statement[] = []
  const busy = new WeakSet<pg.Client>()
  const original = Reflect.get(pg.Client.prototype, 'query') as Query
  const recording: Query = function (this: pg.Client, asked, ...rest) {
    const text = typeof asked === 'string' ? asked : asked.text
    const answer = original.call(this, asked, ...rest)
    if (this.user !== 'fetlock_worker') return answer
    if (text === 'begin') busy.add(this)
    else if (text === 'commit' || text === 'rollback') busy.delete(this)
    else if (!busy.has(this))
      void Promise.resolve(answer as Promise<pg.QueryResult>).then(
        ({ fields }) => sent.push({ text, columns: fields.map(({ name }) => name) }),
        () => {},
      )
    return answer
  }
  Reflect.set(pg.Client.prototype, 'query', recording)
  onTestFinished(() => void Reflect.set(pg.Client.prototype, 'query', original))
  return sent
}

const nameOf = ({ text }: Statement) => /^\/\* all organisations: (.+?) \*\//.exec(text)?.[1]

const tablesIn = ({ text }: Statement) =>
  [...text.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)"?/gi)].flatMap(([, table]) =>
    tenantTables.has(table!) ? [table!] : [],
  )

/** What is wrong with a statement that is sent while no organisation is set. */
const complaintsAbout = (statement: Statement): readonly string[] => {
  const tables = tablesIn(statement)
  if (tables.length === 0) return []
  const name = nameOf(statement)
  if (name === undefined) return [`reads ${tables[0]} of all organisations without a name: ${statement.text}`]
  const allowed: readonly string[] | undefined = statementsForAll[name as keyof typeof statementsForAll]
  if (allowed === undefined) return [`is not listed: ${name}`]
  return statement.columns.filter((column) => !allowed.includes(column)).map((column) => `${name} shows ${column}`)
}

describe('the worker', () => {
  it('reads all organisations only with the listed statements, which show ids and what leasing needs', async () => {
    const sent = recordUnbound()
    const worker = startWorker(parts)
    const { db } = parts
    const allowance = noTurns(1)
    const everywhere = { ...parts, onFailure: () => {}, shouldContinue: () => true }
    // Those that a worker sends only when there is something to do, or when it is asked for its metrics.
    await Promise.all([
      takeMessages(db),
      takeClientMessages(db, 1, allowance),
      takeDeliveries(db, 1, allowance),
      takeStrayFiles(db),
      takeScans(db),
      takeAwaitedFiles(db),
      takeArrivedCatalogs(db),
      findCatalogImports(db),
      findRunningImports(db),
      queueReminders(everywhere),
      queueRecalls(everywhere),
      giveUpBookings(everywhere),
      listErasures(everywhere, () => {}),
      deleteOldCatalogs(db, parts.app, () => {}),
      oldestDue(db),
      oldestDueClientMessage(db),
      oldestDueDelivery(db),
    ])
    const unseen = () => Object.keys(statementsForAll).filter((name) => !sent.some((one) => nameOf(one) === name))
    await expect.poll(unseen).toEqual([])
    await worker.stop()
    expect([...new Set(sent.flatMap(complaintsAbout))]).toEqual([])
  })

  it.each([
    ['select name from organisation', ['name'], 'reads organisation of all organisations without a name'],
    ['update message set sent = now() where id = 1', [], 'reads message of all organisations without a name'],
    ['/* all organisations: find clients */ select id from client', ['id'], 'is not listed: find clients'],
    [
      '/* all organisations: lease deliveries */ update delivery set attempts = 1 returning body',
      ['body'],
      'lease deliveries shows body',
    ],
  ])('would be reported for %s', (text, columns, complaint) => {
    expect(complaintsAbout({ text, columns }).join()).toContain(complaint)
  })
})
