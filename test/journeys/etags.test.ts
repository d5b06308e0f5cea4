import { describe, expect, it, onTestFinished } from 'vitest'
import { resources } from '../../src/app/resources.ts'
import { hasOwnUrl, pathOf, type Resource } from '../../src/kernel/resource.ts'
import { everythingAndWholesaler, useClinic, type TestResponse } from '../support/api.ts'
import { givenClient, givenPhoneNumber, givenRegistration, statusesOf, twentyAtOnce } from '../support/clinic.ts'
import { useSuperuser } from '../support/database.ts'
import { fill } from '../support/samples/fill.ts'
import { carryOut, contentsOf, requestFor, send, waitForLock, writes } from '../support/writes.ts'

const { api, clinic } = await useClinic()
// Some routes are for people only.
const caller = await clinic.userCaller(everythingAndWholesaler)
const administrator = await useSuperuser(api)
const have = await fill(clinic, caller)

/** The ETag that a record's `modified` makes, as an integrator computes it from any row that shows it. */
const tagOf = (modified: string) => {
  const [, seconds, micros] = /^(.*)\.(\d{6})Z$/.exec(modified)!
  return `"${BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(micros!)}"`
}
const etagOf = ({ headers }: TestResponse) => headers.get('etag')
const versioned = resources.filter(({ fields, retrieve }) => retrieve && 'modified' in fields)
const byName = (all: readonly Resource[]) => all.map((resource) => [resource.name, resource] as const)
const path = (resource: Resource) => `/${pathOf(resource)}/${have[resource.name]}/`

/**
 * A deleted record has no version, several have many, and deliveries, messages and what some actions answer instead of a record have none.
 * Of a logo only the image is kept, and RFC 9110 allows an ETag in the answer to a PUT only where everything was.
 */
const isVersionless = (name: string) =>
  /^DELETE |^POST \/(composite|patient\/bulk|hook\/queue\/.*|hook\/webhook\/\{id\}\/(test|recover))\/$/.test(name) ||
  /^POST \/(order\/\{id\}\/(set_wholesaler_reference_number|mark_delivered)|receiptline\/\w+)\/$/.test(name) ||
  /^POST \/(invoice\/\{id\}\/send|appointment\/\{id\}\/send_appointment_confirmation)\/$/.test(name) ||
  /^POST \/(onlinebookingclient\/\{id\}\/send_decline|(client|user)\/\{id\}\/erase|message)\/$/.test(name) ||
  /^POST \/(wholesaler\/\{id\}\/(receipts|catalog_upload_url)|sandbox\/fail_deliveries)\/$/.test(name) ||
  /^PATCH \/me\/preferences\/$|^PUT \/settings\/logo\/$|\/charge_hints\/{child_id}\/decline\/$/.test(name)

describe('the ETag', () => {
  it('is on ten resources', () => {
    expect(versioned.length).toBeGreaterThanOrEqual(10)
    expect(tagOf('1970-01-01T00:00:01.000002Z')).toBe('"1000002"')
  })

  it.each(byName(versioned))('of %s is its modified in microseconds, whatever is exposed', async (_name, resource) => {
    const flags = (resource.exposes ?? []).map((name) => `expose_${name}=true`)
    for (const query of ['', ...flags, flags.join('&')]) {
      const answer = await caller.get(`${path(resource)}?${query}`)
      expect([answer.status, etagOf(answer)]).toEqual([200, tagOf(answer.body.modified)])
      // Exposed records may have changed by themselves.
      const again = await caller.get(`${path(resource)}?${query}`, { headers: { 'if-none-match': etagOf(answer)! } })
      expect(again.status).toBe(query === '' ? 304 : 200)
    }
  })

  it.each(byName(versioned.filter(({ list }) => list)))(
    'of %s can be computed from its list',
    async (_name, resource) => {
      const list = resource.within
        ? `/${resource.within.parent}/${have[resource.within.parent]}/${resource.within.as}/`
        : `/${pathOf(resource)}/`
      const { results } = (await caller.get(`${list}?page_size=1000`)).body
      const row = results.find(({ id }: { id: number }) => id === have[resource.name])
      expect(etagOf(await caller.get(path(resource)))).toBe(tagOf(row.modified))
    },
  )

  it.each(writes)('of what %s answers is that of the record afterwards', async (name, operation) => {
    const request = await requestFor(clinic, caller, operation, have)
    const answer = await carryOut(caller, request)
    const { modified, id } = answer.body ?? {}
    const { resource } = operation
    const url = resource && hasOwnUrl(resource) && id ? clinic.url(resource.name, id) : answer.body?.url
    expect(modified === undefined).toBe(isVersionless(name))
    expect(etagOf(answer)).toBe(modified === undefined ? null : tagOf(modified))
    expect(etagOf(answer)).toBe(url === undefined ? null : etagOf(await caller.get(url)))
  })

  it('is at both addresses of a department’s settings', async () => {
    const [one, other] = [`/settings/department/${have.department}/`, `/department/${have.department}/settings/`]
    const [first, second] = [await caller.get(one), await caller.get(other)]
    expect([etagOf(first), etagOf(second)]).toEqual(Array(2).fill(tagOf(first.body.modified)))
    expect((await caller.get(other, { headers: { 'if-none-match': etagOf(first)! } })).status).toBe(304)
  })

  it.each(['/codelist/species/', '/codelist/breeds/'])(
    'is not on records of %s, which have no version',
    async (list) => {
      const { results } = (await caller.get(`${list}?page_size=1`)).body
      const answer = await caller.get(results[0].url, { headers: { 'if-none-match': '*' } })
      expect([answer.status, etagOf(answer)]).toEqual([200, null])
    },
  )

  it('is not on HTML pages, whose content is not that of the version', async () => {
    const url = `/client/${have.client}/`
    const etag = etagOf(await caller.get(url))!
    const page = await caller.get(url, { headers: { accept: 'text/html', 'if-none-match': etag } })
    expect([page.status, etagOf(page), page.headers.get('content-type')]).toEqual([
      200,
      null,
      expect.stringMatching('html'),
    ])
  })
})

type Tags = readonly [what: string, tags: (etag: string) => string]
const matching: readonly Tags[] = [
  ['the tag', (etag) => etag],
  ['a list that has the tag', (etag) => `"1", ${etag},"2"`],
  ['*', () => '*'],
]
const weak: readonly Tags[] = [
  ['the weak tag', (etag) => `W/${etag}`],
  ['a list that has the weak tag', (etag) => `W/"1",W/${etag}`],
]
const others: readonly Tags[] = [
  ['an older tag', (etag) => `"${BigInt(etag.replaceAll('"', '')) - 1n}"`],
  ['a list without the tag', () => '"1", "2"'],
  ['part of the tag', (etag) => `${etag.slice(0, -3)}"`],
]
const malformed: readonly Tags[] = [
  ['the tag without its quotes', (etag) => etag.replaceAll('"', '')],
  ['nothing', () => ''],
]

describe('If-None-Match', () => {
  it.each([...matching, ...weak])('with %s answers 304 without a body', async (_what, tags) => {
    const url = `/client/${have.client}/`
    const etag = etagOf(await caller.get(url))!
    for (const method of ['GET', 'HEAD']) {
      const answer = await caller.send(method, url, { headers: { 'if-none-match': tags(etag) } })
      expect([answer.status, answer.text, etagOf(answer)]).toEqual([304, '', etag])
    }
  })

  it.each(others)('with %s answers the record', async (_what, tags) => {
    const url = `/client/${have.client}/`
    const { headers, body } = await caller.get(url)
    const answer = await caller.get(url, { headers: { 'if-none-match': tags(headers.get('etag')!) } })
    expect([answer.status, answer.body]).toEqual([200, body])
  })

  it('answers the record once a child has touched it', async () => {
    const client = await givenClient(caller)
    const etag = etagOf(await caller.get(client.url))!
    await givenPhoneNumber(caller, client)
    expect((await caller.get(client.url, { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  it('shows nothing of a record that the caller may not see', async () => {
    const elsewhere = await api.givenOrganisation()
    const stranger = await elsewhere.caller()
    const answer = await stranger.get(`/client/${have.client}/`, { headers: { 'if-none-match': '*' } })
    expect([answer.status, etagOf(answer)]).toEqual([404, null])
  })
})

describe('If-Match', () => {
  // A key has no versions: all that can be done to it is to revoke it, once or again.
  const changing = writes.filter(([name]) =>
    /^(PUT|PATCH|DELETE) (?!\/(?:me|legacykey)\/)|\/(rotate_secret|invite|complete|check|run)\/$/.test(name),
  )
  const actingOn = (url: string) =>
    url.replace(
      /(rotate_secret|invite|complete|check|run|clients|phone_numbers|patients|weights|items|opening_balances)\/$/,
      '',
    )

  it('is evaluated by ten routes', () => {
    expect(changing.length).toBeGreaterThanOrEqual(10)
  })

  it.each(changing)('lets %s through only while the record is as it was read', async (_name, operation) => {
    const request = await requestFor(clinic, caller, operation, have)
    await administrator.query('update message set sent = now()')
    const read = await caller.get(actingOn(request.path))
    const before = await contentsOf(administrator)
    for (const [what, tags] of [...others, ...weak]) {
      const refused = await send(caller, request, { 'if-match': tags(etagOf(read)!) })
      expect([what, refused.status, Object.keys(refused.body)]).toEqual([what, 412, ['detail']])
    }
    for (const [what, tags] of malformed) {
      const refused = await send(caller, request, { 'if-match': tags(etagOf(read)!) })
      expect([what, refused.status, Object.keys(refused.body)]).toEqual([what, 400, ['If-Match']])
    }
    expect(await contentsOf(administrator)).toEqual(before)
    await carryOut(caller, request, { 'if-match': etagOf(read)! })
    expect(await contentsOf(administrator)).not.toEqual(before)
  })

  it.each(matching)('with %s lets a change through', async (_what, tags) => {
    const client = await givenClient(caller)
    const headers = { 'if-match': tags(tagOf(client.modified)) }
    const answer = await caller.patch(client.url, { city: 'Oulu' }, { headers })
    expect([answer.status, answer.body.city]).toEqual([200, 'Oulu'])
    const registration = await givenRegistration(caller)
    const removal = { 'if-match': tags(tagOf(registration.modified)) }
    expect((await caller.delete(registration.url, { headers: removal })).status).toBe(204)
  })

  it('is evaluated after the 404 of a missing record, and before the body is validated', async () => {
    const headers = { 'if-match': '"1"' }
    expect((await caller.patch('/client/999999999/', { city: 'Oulu' }, { headers })).status).toBe(404)
    expect((await caller.patch(`/client/${have.client}/`, { email: 'none' }, { headers })).status).toBe(412)
  })

  it('is stale once a child has touched the record', async () => {
    const client = await givenClient(caller)
    await givenPhoneNumber(caller, client)
    const headers = { 'if-match': tagOf(client.modified) }
    expect((await caller.patch(client.url, { city: 'Oulu' }, { headers })).status).toBe(412)
  })

  it('lets one of twenty concurrent changes through', async () => {
    const client = await givenClient(caller)
    const headers = { 'if-match': tagOf(client.modified) }
    const answers = await twentyAtOnce((at) => caller.patch(client.url, { city: `City ${at}` }, { headers }))
    expect(statusesOf(answers)).toEqual([200, ...Array(19).fill(412)])
    const winner = answers.find(({ status }) => status === 200)!
    expect((await caller.get(client.url)).text).toBe(winner.text)
  })

  it('lets one of two changes through that have both waited for the lock', async () => {
    const client = await givenClient(caller)
    const headers = { 'if-match': tagOf(client.modified) }
    await administrator.query('begin')
    onTestFinished(async () => void (await administrator.query('rollback')))
    await administrator.query('select from client where id = $1 for update', [client.id])
    const changes = ['Oulu', 'Vaasa'].map((city) => caller.patch(client.url, { city }, { headers }))
    await waitForLock(administrator, 'transactionid')
    await waitForLock(administrator, 'tuple')
    await administrator.query('commit')
    expect(statusesOf(await Promise.all(changes))).toEqual([200, 412])
  })

  it('is what stops the others: without it all twenty are let through', async () => {
    const client = await givenClient(caller)
    const answers = await twentyAtOnce((at) => caller.patch(client.url, { city: `City ${at}` }))
    expect(statusesOf(answers)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(etagOf)).size).toBe(20)
  })
})
