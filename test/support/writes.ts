import type pg from 'pg'
import { operations } from '../../src/app/resources.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import type { TestResponse, RequestOptions, ApiClient, TestOrganisation } from './api.ts'
import { fillPath, nameOf } from './routes.ts'
import { bodyFor } from './samples/bodies.ts'
import { freshFor } from './samples/fill.ts'
import type { Have, Marks } from './samples/given.ts'
import { sessionOf } from './sessions.ts'
import { until } from './until.ts'

/** Whether a route has a success response. */
const succeeds = (answers: Operation['answers']) => Object.keys(answers).length > 0

const changeNothing = ['attachment.upload', 'message.preview', 'message_template.preview', 'message_settings.test']

/**
 * Every route that changes something, by its line in the route table. A form to upload with, a preview and a test message are
 * write access, and change nothing; nor does a route that only says what to do instead.
 */
export const writes: readonly (readonly [name: string, operation: Operation])[] = operations
  .filter(({ access, name, answers }) => access === 'write' && !changeNothing.includes(name) && succeeds(answers))
  .map((operation) => [nameOf(operation), operation])

/** Differs from the values of `fill`, so that a change changes something. */
const other: Partial<Marks> = { word: 'Another', day: '2021-03-04', amount: '13.25', phone: '+358 45 333 4444' }

export type Request = { readonly method: string; readonly path: string; readonly body?: unknown }

/** A request that succeeds at this route. Records that it deletes or changes the status of are created first. */
export const requestFor = async (
  organisation: TestOrganisation,
  as: ApiClient,
  operation: Operation,
  have: Have,
): Promise<Request> => {
  const { method, path } = operation
  const own = await freshFor(organisation, as, operation, have)
  // Somebody who is signed in, so that there is something to end.
  if (operation.name === 'user.sign_out') await organisation.within((tx) => sessionOf(tx, own.user!))
  const body = bodyFor(organisation, operation, own, method === 'PUT' ? { ...other, word: 'Replaced' } : other)
  return { method, path: fillPath(path, own), ...(body === undefined ? {} : { body }) }
}

/** Sends a request with these headers. */
export const send = (as: ApiClient, { method, path, body }: Request, headers: RequestOptions['headers'] = {}) =>
  as.send(method, path, { headers, ...(body === undefined ? {} : { body }) })

/** Sends a request that has to succeed. */
export const carryOut = async (
  as: ApiClient,
  request: Request,
  headers: RequestOptions['headers'] = {},
): Promise<TestResponse> => {
  const answer = await send(as, request, headers)
  if (answer.status >= 300)
    throw new Error(`${request.method} ${request.path} answered ${answer.status}: ${answer.text}`)
  return answer
}

/**
 * A hash of all rows of every table as text, by table: what is the same before and after has not changed. Security events are
 * left out: a refusal or an export leaves one, and changes nothing else.
 */
export const contentsOf = async (administrator: pg.Client): Promise<Readonly<Record<string, string>>> => {
  const { rows: tables } = await administrator.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'security_event' order by 1`,
  )
  const parts = tables.map(
    ({
      name,
    }) => `select '${name}' as name, md5(coalesce(string_agg(md5(x::text), '' order by md5(x::text)), '')) as hash
      from "${name}" x`,
  )
  const { rows } = await administrator.query<{ name: string; hash: string }>(parts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

/** Resolves when a session waits for a lock of this type. */
export const waitForLock = async (administrator: pg.Client, kind: string, count = 1) => {
  await until(async () => {
    const { rows } = await administrator.query<{ count: string }>(
      `select count(*) from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and l.locktype = $1 and a.datname = current_database()`,
      [kind],
    )
    return Number(rows[0]?.count) >= count
  })
}
