import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import pg from 'pg'
import { createClient } from '@redis/client'
import { freePort } from '../../scripts/services/listening.ts'
import { sealer } from '../../src/secrets/seal.ts'
import { connect } from '../../src/db/pool.ts'
import { inOrganisation, type Tx } from '../../src/db/tx.ts'
import { identifier } from '../../src/domain/identity/identify.ts'
import { originFinder } from '../../src/domain/identity/origins.ts'
import { hashPassword } from '../../src/domain/identity/passwords.ts'
import { createOrganisation } from '../../src/domain/organisation/create-organisation.ts'
import type { Permission } from '../../src/kernel/caller.ts'
import { plainError, ApiError } from '../../src/kernel/errors.ts'
import { rateWindows } from '../../src/rates/rate-windows.ts'
import { mountOAuth } from '../../src/sign-in/mount.ts'
import { readCookies, sessionCookie } from '../../src/oauth/cookies.ts'
import { requireAudited } from './audit.ts'
import { testDatabase } from './database.ts'
import { patientReplyMs } from './until.ts'

export const silentLog = { error: () => {}, warn: () => {}, info: () => {} }
export const password = 'a quiet horse in the rain'
export const sealing = sealer(Buffer.from('only for tests '.repeat(4)).toString('base64'))

export type Practice = Awaited<ReturnType<typeof openPractice>>

/** A database with two organisations, its connections and rate windows of its own. */
export const openPractice = async () => {
  const database = await testDatabase()
  const app = connect(database.appUrl)
  const worker = connect(database.workerUrl)
  const administrator = new pg.Client({ connectionString: database.superuserUrl })
  // Dropping the database ends this connection too; without a listener that would end the test run.
  administrator.on('error', () => {})
  await administrator.connect()
  const redisUrl = process.env['FETLOCK_REDIS_URL'] ?? ''
  const prefix = `test:${crypto.randomUUID()}`
  const rates = await rateWindows({ redisUrl, prefix, processes: 1, replyMs: patientReplyMs })
  const redis = await createClient({ url: redisUrl }).connect()
  const owner = connect(database.ownerUrl, { max: 1 })
  const market = { country: 'FI', currency: 'EUR', time_zone: 'Europe/Helsinki' }
  await createOrganisation(owner.db, { name: 'Northgate Veterinary Clinic', ...market })
  await createOrganisation(owner.db, { name: 'Harbour Animal Hospital', ...market })
  await owner.close()
  const within = <T>(work: (tx: Tx) => Promise<T>, organisation = 1) => inOrganisation(app.db, organisation, work)
  return {
    database,
    ...app,
    worker,
    administrator,
    rates,
    within,
    givenGroup: (name: string, read: readonly Permission[], write: readonly Permission[] = [], organisation = 1) =>
      within(
        async (tx) =>
          (
            await tx
              .insertInto('permissiongroup')
              .values({ name, read: [...read], write: [...write] })
              .returning('id')
              .executeTakeFirstOrThrow()
          ).id,
        organisation,
      ),
    givenUser: (email: string, groups: readonly number[] = [], organisation = 1, secret: string | null = password) =>
      within(async (tx) => {
        const password_hash = secret === null ? null : await hashPassword(secret)
        const { id } = await tx
          .insertInto('user')
          .values({ email, first_name: 'Anna', last_name: 'Berg', password_hash })
          .returning('id')
          .executeTakeFirstOrThrow()
        for (const permissiongroup of groups)
          await tx.insertInto('user_permissiongroup').values({ user: id, permissiongroup }).execute()
        return id
      }, organisation),
    /** Empties the rate windows, as if a minute had passed. */
    passAMinute: async () => {
      const keys = await redis.keys(`${prefix}:*`)
      if (keys.length > 0) await redis.del(keys)
    },
    /** The delay after wrong passwords is over; how many there were stays known. */
    endDelays: async () => {
      for (const key of await redis.keys(`${prefix}:*`))
        if ((await redis.type(key)) === 'hash' && (await redis.hExists(key, 'until'))) await redis.hSet(key, 'until', 0)
    },
    /** Every row of every table as text. */
    everything: async () => {
      const { rows } = await administrator.query<{ name: string }>(
        `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
      )
      const dumps: string[] = []
      for (const { name } of rows) {
        const dump = await administrator.query<{ row: string }>(`select x::text as row from ${name} x`)
        dumps.push(...dump.rows.map(({ row }) => row))
      }
      return dumps.join('\n')
    },
    close: async () => {
      await rates.close()
      redis.destroy()
      await app.close()
      await worker.close()
      await administrator.end()
      try {
        await requireAudited(database)
      } finally {
        await database.drop()
      }
    },
  }
}

/** What identifies callers there. */
export const partsOf = ({ read, rates, db }: Pick<Practice, 'read' | 'rates' | 'db'>) => ({
  read,
  rates,
  within: <T>(organisation: number, work: (tx: Tx) => Promise<T>) => inOrganisation(db, organisation, work),
})

/** Starts the authorization server on a port of its own, with a route that returns the caller. */
export const serve = async (
  practice: Practice,
  at: { readonly port?: number; readonly secretKeys?: readonly string[]; readonly host?: string } = {},
) => {
  const port = at.port ?? (await freePort())
  const url = `http://${at.host ?? '127.0.0.1'}:${port}`
  const server: FastifyInstance = fastify({ logger: false })
  const identify = identifier(partsOf(practice))
  const { db, rates } = practice
  await mountOAuth(server, {
    db,
    rates,
    publicUrl: url,
    secretKeys: at.secretKeys ?? ['only for tests '.repeat(4)],
    sealing,
    applicationsAt: originFinder(practice.read, () => performance.now()),
    log: silentLog,
  })
  server.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof ApiError)) throw error
    return reply.code(error.status).headers(error.headers).send(plainError(error))
  })
  const whoIsAsking = async (request: FastifyRequest) => {
    const { organisation } = request.params as { organisation: string }
    const caller = await identify({
      organisation: Number(organisation),
      authorization: request.headers.authorization,
      session: readCookies(request.headers.cookie, false).get(sessionCookie),
      address: request.ip,
    })
    return { ...caller, scopes: [...caller.scopes].toSorted(), permissions: Object.fromEntries(caller.permissions) }
  }
  server.route({ method: 'GET', url: '/:organisation/whoami/', handler: whoIsAsking })
  await server.listen({ port, host: '127.0.0.1' })
  return { url, port, server, identify, close: () => server.close() }
}

type Jarred = { value: string; path: string }

export type BrowserResponse = { status: number; url: string; text: string; headers: Headers }

/** A browser without scripts: keeps cookies by path, follows redirects inside the site, and fills in forms. */
export const browser = (origin: string) => {
  const jar = new Map<string, Jarred>()

  const keep = (header: string) => {
    const [pair = '', ...attributes] = header.split('; ')
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const path = attributes.find((attribute) => attribute.toLowerCase().startsWith('path='))?.slice(5) ?? '/'
    const isGone = attributes.some(
      (attribute) => /^max-age=0$/i.test(attribute) || /expires=Thu, 01 Jan 1970/i.test(attribute),
    )
    if (isGone) jar.delete(`${name} ${path}`)
    else jar.set(`${name} ${path}`, { value: `${name}=${value}`, path })
  }

  const request = async (url: string, init: RequestInit = {}): Promise<BrowserResponse> => {
    const { pathname } = new URL(url)
    const cookie = [...jar.values()]
      .filter(({ path }) => pathname.startsWith(path))
      // As browsers do: of two cookies with one name, a server takes the first.
      .toSorted((one, other) => other.path.length - one.path.length)
      .map(({ value }) => value)
      .join('; ')
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie && { cookie }), ...init.headers },
    })
    for (const header of response.headers.getSetCookie()) keep(header)
    const location = response.headers.get('location')
    if (location === null)
      return { status: response.status, url, text: await response.text(), headers: response.headers }
    const next = new URL(location, url)
    await response.body?.cancel()
    if (next.origin !== origin) return { status: response.status, url: next.href, text: '', headers: response.headers }
    return request(next.href)
  }

  return {
    jar,
    open: (url: string, headers: Readonly<Record<string, string>> = {}) =>
      request(new URL(url, origin).href, { headers }),
    /** Submits the first form of a page, with its hidden fields and these values. */
    submit: (
      page: BrowserResponse,
      fields: Readonly<Record<string, string>>,
      headers: Readonly<Record<string, string>> = {},
    ) => {
      const action = /<form[^>]* action="([^"]*)"/.exec(page.text)?.[1]
      if (action === undefined) throw new Error(`No form on ${page.url}: ${page.status} ${page.text}`)
      const body = new URLSearchParams()
      for (const [tag] of page.text.matchAll(/<input type="hidden"[^>]*>/g))
        body.set(/name="([^"]*)"/.exec(tag)?.[1] ?? '', /value="([^"]*)"/.exec(tag)?.[1] ?? '')
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      return request(new URL(action, origin).href, { method: 'POST', body, headers })
    },
    cookie: (name: string) =>
      [...jar.values()].find(({ value }) => value.startsWith(`${name}=`))?.value.slice(name.length + 1),
  }
}
