import { beforeAll, describe, expect, it } from 'vitest'
import { inOrganisation } from '../../src/db/tx.ts'
import { sessionOf } from '../support/sessions.ts'
import { sessionCookie } from '../../src/oauth/cookies.ts'
import type { TestResponse } from '../support/api.ts'
import { useDemoClinic } from '../support/demo.ts'
import { importByCommand } from '../support/imports.ts'
import { useRateWindows } from '../support/rates.ts'
import { resourceAt, routesIn, routeTable } from '../support/routes.ts'

/** URLs of others' programs: of integrations, of the image archive and of the SMS gateway. They are not part of the API. */
const theirs = new Set([
  'webhook_callback_url',
  'redirect_uris',
  'allowed_origins',
  'imaging_viewer_url',
  'viewer_url',
  'sms_gateway_url',
])

/** The `url` of a webhook is where it posts to, and so is what the audit trail has of a `url`: no other is stored. */
const isWebhook = (page: string) => page.includes('/hook/webhook/')
const isTarget = (name: string, value: unknown, page: string) =>
  name === 'url' && (isWebhook(page) || (typeof value === 'object' && value !== null))

/** Every link in a response, with the name of its field. */
const linksIn = (value: unknown, page: string, name = ''): { readonly name: string; readonly url: string }[] => {
  if (theirs.has(name) || isTarget(name, value, page)) return []
  if (typeof value === 'string') return /^[a-z]+:\/\//.test(value) ? [{ name, url: value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => linksIn(inner, page, Array.isArray(value) ? name : key))
}

/** URLs of files in the object store. */
const isSigned = (url: string) => url.startsWith(api.options.store.endpoint) && url.includes('X-Amz-Signature=')

type Get = (url: string) => Promise<Pick<TestResponse, 'status' | 'body'>>

/** Follows every link from the given URLs, each once, and returns those that do not lead to the record they name. */
const crawl = async (base: string, starts: readonly string[], get: Get) => {
  const problems: string[] = []
  const seen = new Set(starts)
  const names = new Set<string>()
  const queue = [...starts]
  const visit = async (url: string) => {
    const { status, body } = await get(url)
    if (status !== 200) return problems.push(`${url} answers ${status}`)
    const canonical = url
      .replace(/\/department\/(\d+)\/settings\/$/, '/settings/department/$1/')
      .replace(/\/full\/$/, '/')
      // An organisation has one record of these, under its own id.
      .replace(/\/(\d+)(\/api\/0\.1\/settings\/(?:integration|messaging|security)\/)$/, '/$1$2$1/')
    if (typeof body.url === 'string' && !isSigned(body.url) && !isWebhook(url) && body.url !== canonical)
      problems.push(`${url} calls itself ${body.url}`)
    for (const { name, url: found } of linksIn(body, url)) {
      names.add(name)
      if (!found.startsWith(base) && !isSigned(found)) problems.push(`${url} has ${name} ${found}, which is outside`)
      else if (!seen.has(found)) {
        seen.add(found)
        queue.push(found)
      }
    }
  }
  const runner = async () => {
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) await visit(url)
  }
  while (queue.length > 0) await Promise.all(Array.from({ length: 8 }, runner))
  return { problems, seen, names }
}

// The clinic of the demo has no logo, and a file has no links.
const routes = routesIn(routeTable).filter(({ path }) => path !== '/settings/logo/')

const { api, demo } = await useDemoClinic('2026-03-02')
const rates = await useRateWindows(api)
let base: string
let get: Get
let starts: string[]

beforeAll(async () => {
  await importByCommand(api.rows.db, demo.organisation, {
    clients: 'reference,lastname\n1,Brought\n2,\n',
    patients: 'reference,client_reference,name,species\n1,1,Brought,Dog\n',
    phone_numbers: 'client_reference,phone_number,type_code\n1,040 123 4567,1\n',
    weights: 'patient_reference,weight,measured\n1,7,2025-01-01\n',
    opening_balances: 'reference,client_reference,department,amount\n1,1,Small Animal Hospital,-7.00\n',
  })
  base = `${api.publicUrl}/${demo.organisation}/api/0.1/`
  // The session of a manager: some routes are for people only.
  const session = await inOrganisation(api.rows.db, demo.organisation, async (tx) => {
    const manager = await tx.selectFrom('user').select('id').where('email', '=', demo.email).executeTakeFirstOrThrow()
    return sessionOf(tx, manager.id)
  })
  let asked = 0
  get = async (url) => {
    // Presigned URLs of the object store need no credential.
    if (isSigned(url)) return { status: (await fetch(url)).status, body: {} }
    asked += 1
    if (asked % 80 === 0) await rates.empty()
    const answer = await fetch(url, { headers: { cookie: `${sessionCookie}=${session}` } })
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, body: isJson ? await answer.json() : {} }
  }
  // Not reached by links: what is under a record or a list, and the second path of the settings.
  // The `url` of a nested record is its own, not the one under its parent.
  const within = routes.filter(
    ({ method, path }) => method === 'GET' && /\{id\}\/[a-z_]+\/$|^\/\w+\/[a-z_]+\/$/.test(path),
  )
  // Only an upload with many errors has a report of them.
  const first = async (resource: string, path: string) =>
    (await get(`${base}${resource}/`)).body.results.find(
      (record: TestResponse['body']) => !path.endsWith('/error_report/') || record.errors_truncated,
    ).id
  // The root does not lead to what a new clinic still needs.
  starts = [base, `${base}setup/`]
  for (const { path } of within) {
    const resource = resourceAt(path)
    starts.push(`${base}${path.slice(1).replace('{id}', resource === undefined ? '' : await first(resource, path))}`)
  }
})

describe('every link in every answer', () => {
  it('leads to a record of the same organisation whose url is the same', async () => {
    const { problems, seen, names } = await crawl(base, starts, get)
    process.stdout.write(`links: ${seen.size} addresses\n`)
    expect(problems).toEqual([])
    expect(seen.size).toBeGreaterThan(1000)
    expect([...names]).toEqual(
      expect.arrayContaining(['url', 'next', 'previous', 'client', 'phone_numbers', 'patients', 'home_department']),
    )
    const lists = routes.filter(({ method, path }) => method === 'GET' && !path.includes('{id}') && path !== '/')
    expect(lists.filter(({ path }) => !seen.has(`${base}${path.slice(1)}`))).toEqual([])
  })

  it.each([
    [
      'is dead',
      'client',
      (record: { id: number }) => ({ ...record, home_department: `${base}department/99999999/` }),
      'answers 404',
    ],
    [
      'leads outside',
      'client',
      (record: object) => ({ ...record, home_department: 'https://elsewhere.example/1/' }),
      'which is outside',
    ],
    [
      'is another organisation’s',
      'client',
      (record: object) => ({ ...record, home_department: base.replace(/\/\d+\/api/, '/99/api') }),
      'which is outside',
    ],
    [
      'is not the record’s own',
      'client',
      (record: object) => ({ ...record, url: `${base}department/` }),
      'calls itself',
    ],
  ])('is reported when it %s', async (_name, resource, doctor, problem) => {
    const { body } = await get(`${base}${resource}/`)
    const start: string = body.results[0].url
    const doctored: Get = async (url) => {
      const answer = await get(url)
      return url === start ? { ...answer, body: doctor(answer.body) } : { ...answer, body: {} }
    }
    const { problems } = await crawl(base, [start], doctored)
    expect(problems.join('\n')).toContain(problem)
  })
})
