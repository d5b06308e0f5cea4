import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { afterAll } from 'vitest'
import { freePort } from '../../scripts/services/listening.ts'
import { assembleApi, type ApiOptions } from '../../src/app/api.ts'
import { logTo } from '../../src/commands/log.ts'
import { resourceRegistry } from '../../src/app/resources.ts'
import { connect } from '../../src/db/pool.ts'
import { inOrganisation, type Tx } from '../../src/db/tx.ts'
import { visitRulesOfConsultations } from '../../src/domain/consultations/follow-invoice.ts'
import { registerApplication } from '../../src/domain/identity/applications.ts'
import { createLegacyKey } from '../../src/domain/identity/legacy-keys.ts'
import { permissions } from '../../src/domain/identity/permissions.ts'
import { fingerprint, newSecret } from '../../src/domain/identity/secrets.ts'
import { createOrganisation } from '../../src/domain/organisation/create-organisation.ts'
import { createDepartment } from '../../src/domain/organisation/create-department.ts'
import type { Actor, Permission } from '../../src/kernel/caller.ts'
import { pathsIn } from '../../src/kernel/resource.ts'
import { requireAudited } from './audit.ts'
import { testDatabase } from './database.ts'
import { requireRegisteredCodes } from './problems.ts'
import { testStore } from './store.ts'
import { patientReplyMs } from './until.ts'

const setting = (name: string) => process.env[name] ?? ''
const servedAt = pathsIn(resourceRegistry)

/** Errors go to a file as well if one is named: `npm run mutate` must tell a wrong answer from a program that broke. */
const keepLine = (lines: string[], line: string) => {
  lines.push(line)
  const file = setting('FETLOCK_TEST_ERROR_FILE')
  if (file !== '' && /"level":[56]0/.test(line)) appendFileSync(file, line)
}

export type TestResponse = {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert what they expect of a body
  readonly body: any
  readonly text: string
  readonly bytes: Buffer
}
export type RequestOptions = {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** Sends requests over HTTP, as an integration does, and parses JSON responses. */
const apiClient = (base: string, authorization: string | undefined) => {
  const send = async (
    method: string,
    path: string,
    { headers = {}, body, signal }: RequestOptions = {},
  ): Promise<TestResponse> => {
    const isRaw =
      body === undefined ||
      typeof body === 'string' ||
      body instanceof URLSearchParams ||
      body instanceof FormData ||
      body instanceof Blob
    const response = await fetch(path.startsWith('http') ? path : `${base}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        // The ETag of a compressed response also names its coding.
        'accept-encoding': 'identity',
        ...(authorization === undefined ? {} : { authorization }),
        ...(isRaw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    const parsed = isJson ? JSON.parse(text) : undefined
    if (response.headers.get('content-type')?.includes('problem+json') && isJson) requireRegisteredCodes(parsed)
    return { status: response.status, headers: response.headers, body: parsed, text, bytes }
  }
  return {
    send,
    get: (path: string, options?: RequestOptions) => send('GET', path, options),
    post: (path: string, body?: unknown, options?: RequestOptions) => send('POST', path, { ...options, body }),
    put: (path: string, body?: unknown, options?: RequestOptions) => send('PUT', path, { ...options, body }),
    patch: (path: string, body?: unknown, options?: RequestOptions) => send('PATCH', path, { ...options, body }),
    delete: (path: string, options?: RequestOptions) => send('DELETE', path, options),
  }
}
export type ApiClient = ReturnType<typeof apiClient>

export type Grants = {
  readonly read?: readonly Permission[]
  readonly write?: readonly Permission[]
  readonly scopes?: readonly string[]
}

/** Every permission. */
export const everything: Grants = { write: permissions }
/** Also what the wholesaler scope alone opens. Of registrations and orders it then sees its own. */
export const everythingAndWholesaler: Grants = { ...everything, scopes: ['restapi', 'wholesaler'] }

/** An API with its own database, listening on the loopback interface. */
export const testApi = async ({
  template,
  ...changedOptions
}: Partial<Pick<ApiOptions, 'allowedPrivate' | 'ceilings' | 'databasePatience' | 'organisationRate' | 'webFolder'>> & {
  /** A database and a bucket that these are copies of. */
  readonly template?: string
} = {}) => {
  const database = await testDatabase(template)
  const store = await testStore(database.name, template)
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const lines: string[] = []
  const options = {
    databaseUrl: database.appUrl,
    redisUrl: setting('FETLOCK_REDIS_URL'),
    redisPrefix: database.name,
    redisReplyMs: patientReplyMs,
    publicUrl,
    secretKey: setting('FETLOCK_SECRET_KEY'),
    store: store.settings,
    storeEventSecret: randomUUID(),
    logger: logTo({ write: (line: string) => keepLine(lines, line) }, 'trace'),
    // Some tests send every request as every caller to one organisation.
    organisationRate: 1_000_000,
    ceilings: { applications: 1_000_000 },
    ...changedOptions,
  }
  const app = await assembleApi(options)
  await app.listen({ host: '127.0.0.1', port })
  const owner = connect(database.ownerUrl, { max: 2 })
  const rows = connect(database.appUrl, { max: 4 })

  const givenOrganisation = async (changes: Partial<Parameters<typeof createOrganisation>[1]> = {}) => {
    const id = await createOrganisation(owner.db, {
      name: 'Test clinic',
      country: 'FI',
      currency: 'EUR',
      time_zone: 'Europe/Helsinki',
      ...changes,
    })
    const base = `${publicUrl}/${id}/api/0.1`
    const within = <T>(work: (tx: Tx) => Promise<T>) => inOrganisation(rows.db, id, work)
    const department = await within((tx) => createDepartment(tx, undefined, { name: 'Main' }))
    let applications = 0

    /** An application with a permission group of its own. */
    const givenApplication = ({ read = [], write = [], scopes = ['restapi'] }: Grants = everything) =>
      within(async (tx) => {
        const number = ++applications
        const group = await tx
          .insertInto('permissiongroup')
          .values({ name: `Group ${number}`, read: [...read], write: [...write] })
          .returning('id')
          .executeTakeFirstOrThrow()
        const registered = await registerApplication(tx, undefined, {
          name: `Application ${number}`,
          permission_groups: [group.id],
          scopes,
        })
        return { ...registered, group: group.id }
      })

    const tokenOf = async (
      { client_id, client_secret }: { client_id: string; client_secret: string | null },
      scope?: string,
    ): Promise<string> => {
      const response = await fetch(`${publicUrl}/${id}/oauth2/token/`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope ? { scope } : {}) }),
      })
      const answer = (await response.json()) as { access_token?: string }
      if (answer.access_token === undefined) throw new Error(`No token: ${JSON.stringify(answer)}`)
      return answer.access_token
    }

    /** An access token that acts for a new user, as an authorization code gives it. */
    const userToken = async (
      holding: Grants = everything,
      through?: Pick<Awaited<ReturnType<typeof givenApplication>>, 'client_id' | 'group'>,
    ): Promise<string> => {
      const { client_id, group } = through ?? (await givenApplication(holding))
      const token = newSecret()
      await within(async (tx) => {
        const user = await tx
          .insertInto('user')
          .values({ last_name: 'Staff', email: `staff.${client_id.toLowerCase()}@example.com` })
          .returning('id')
          .executeTakeFirstOrThrow()
        await tx.insertInto('user_permissiongroup').values({ user: user.id, permissiongroup: group }).execute()
        const scope = (holding.scopes ?? ['restapi']).join(' ')
        const payload = JSON.stringify({ accountId: String(user.id), clientId: client_id, scope })
        const expires = new Date(Date.now() + 3_600_000)
        await tx
          .insertInto('oauth_record')
          .values({ model: 'AccessToken', id: fingerprint(token), payload, expires })
          .execute()
      })
      return token
    }

    return {
      id,
      base,
      department,
      within,
      givenApplication,
      tokenOf,
      /** Sends this Authorization header, or none. */
      as: (authorization?: string) => apiClient(base, authorization),
      /** Sends a client-credentials token of a new application with these permissions. */
      caller: async (holding: Grants = everything) => {
        const application = await givenApplication(holding)
        return apiClient(base, `Bearer ${await tokenOf(application, holding.scopes?.join(' '))}`)
      },
      userToken,
      /** Sends an access token of a new user with these permissions, through an application with the same. */
      userCaller: async (holding: Grants = everything) => apiClient(base, `Bearer ${await userToken(holding)}`),
      /** Sends a legacy key of a new application with these permissions. */
      legacyCaller: async (holding: Grants = everything) => {
        const application = await givenApplication(holding)
        const { key } = await within((tx) => createLegacyKey(tx, application.id))
        return apiClient(base, `Token ${key}`)
      },
      url: (resource: string, record: number) => `${base}/${servedAt(resource)}/${record}/`,
    }
  }

  return {
    app,
    database,
    options,
    publicUrl,
    owner,
    rows,
    /** What the API has logged so far: a JSON object per line. */
    logged: () => lines.join(''),
    givenOrganisation,
    /** Closes and drops everything. Every change made meanwhile must be in the audit trail. */
    close: async () => {
      await app.close()
      await Promise.all([owner.close(), rows.close()])
      try {
        await requireAudited(database)
      } finally {
        await Promise.all([database.drop(), store.drop()])
      }
    },
  }
}
export type TestApi = Awaited<ReturnType<typeof testApi>>
export type TestOrganisation = Awaited<ReturnType<TestApi['givenOrganisation']>>

/** An API for this test file, closed after its last test. */
export const useApi = async (changes: Parameters<typeof testApi>[0] = {}): Promise<TestApi> => {
  const api = await testApi(changes)
  afterAll(() => api.close())
  return api
}

/** An API with one organisation, and a caller who may do everything there. */
export const useClinic = async (changes: Parameters<TestApi['givenOrganisation']>[0] = {}) => {
  const api = await useApi()
  const clinic = await api.givenOrganisation(changes)
  return { api, clinic, caller: await clinic.caller() }
}

/** An actor with every permission at a known time, for calling domain functions directly. */
export const actorOf = (organisation: number, changes: Partial<Actor> = {}): Actor => ({
  organisation,
  credential: 'oauth',
  account: 'application:1',
  application: null,
  user: 1,
  actsForUser: false,
  scopes: new Set(['restapi']),
  permissions: new Map(permissions.map((name) => [name, 'write'] as const)),
  clockOffset: 0,
  now: new Date('2026-03-02T09:30:00Z'),
  seal: (secret) => Buffer.from(secret),
  matchesSealed: (sealed, secret) => sealed.equals(Buffer.from(secret)),
  rules: { visits: visitRulesOfConsultations },
  baseUrl: 'https://api.example/',
  ...changes,
})
