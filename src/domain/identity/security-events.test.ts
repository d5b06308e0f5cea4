import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { givenInvoice } from '../../../test/support/billing.ts'
import { idsIn } from '../../../test/support/clinic.ts'
import { useSuperuser } from '../../../test/support/database.ts'
import { inOrganisation } from '../../db/tx.ts'
import { recentSecurityEvents, recordSecurityEvent, type SecurityEvent } from './security-events.ts'

const { api, clinic, caller } = await useClinic()
const administrator = await useSuperuser(api)
const managing = 'Settings: Users and permissions'
const auditor = await clinic.caller({ read: [managing] })

const givenUser = (email: string) =>
  clinic.within(async (tx) => {
    const person = { first_name: 'Anna', last_name: 'Berg', email }
    return (await tx.insertInto('user').values(person).returning('id').executeTakeFirstOrThrow()).id
  })
const record = (event: SecurityEvent) => clinic.within((tx) => recordSecurityEvent(tx, event))
const newest = async (query = '') => (await auditor.get(`/securityevent/?ordering=-id&${query}`)).body.results[0]

describe('a security event', () => {
  it('[V16.2.1] [security-2] says when, what, who, through what and from where', async () => {
    const user = await givenUser('anna@example.com')
    await record({
      kind: 'sign_in.failed',
      user,
      address: '203.0.113.7',
      userAgent: 'Firefox',
      requestId: 'a-request',
      details: { factor: 'password', attempts: 3, known: false },
    })
    const event = await newest('kind__is=sign_in.failed')
    expect(event).toMatchObject({
      kind: 'sign_in.failed',
      user: clinic.url('user', user),
      actor: null,
      application: null,
      address: '203.0.113.7',
      user_agent: 'Firefox',
      request: 'a-request',
      details: { factor: 'password', attempts: 3, known: false },
    })
    expect((await auditor.get(event.url)).body).toEqual(event)
  })

  it('[V16.2.2] has its time in UTC', async () => {
    const before = Date.now()
    await record({ kind: 'sign_out' })
    const { occurred } = await newest('kind__is=sign_out')
    expect(occurred).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/)
    expect(Math.abs(Date.parse(occurred) - before)).toBeLessThan(60_000)
  })

  it('of a request names its caller, address, program and id without being told', async () => {
    const person = { last_name: 'New', email: 'new@example.com' }
    const answer = await caller.post('/user/', person, { headers: { 'user-agent': 'Importer/2' } })
    const event = await newest('kind__is=user.created')
    expect(event).toMatchObject({
      user: answer.body.url,
      actor: expect.stringContaining('/user/'),
      application: expect.stringContaining('/application/'),
      address: '127.0.0.1',
      user_agent: 'Importer/2',
      request: answer.headers.get('x-request-id'),
    })
    expect(event.actor).not.toBe(answer.body.url)
    expect(idsIn(await auditor.get(`/securityevent/?request__is=${event.request}`)).length).toBeGreaterThan(1)
  })

  it('cuts what a caller sends, so that nobody fills the table', async () => {
    await record({
      kind: 'sign_out',
      address: '1'.repeat(500),
      userAgent: 'x'.repeat(10_000),
      requestId: 'y'.repeat(500),
      details: { word: `${'z'.repeat(254)}😀` },
    })
    const { address, user_agent, request, details } = await newest('kind__is=sign_out')
    expect([address.length, user_agent.length, request.length, details.word.length]).toEqual([63, 255, 63, 255])
  })

  it('is found by kind, person, actor, application, address and time', async () => {
    const [user, actor] = [await givenUser('one@example.com'), await givenUser('two@example.com')]
    const { id: application } = await clinic.givenApplication()
    await record({ kind: 'grant.given', user, actor, application, address: '198.51.100.1' })
    const event = await newest('kind__is=grant.given')
    for (const query of [
      'kind__in=grant.given,grant.ended',
      `user__is=${user}`,
      `actor__is=${actor}`,
      `application__is=${application}&kind__is=grant.given`,
      'address__is=198.51.100.1',
      `occurred__gte=${event.occurred}&kind__is=grant.given`,
    ])
      expect([query, idsIn(await auditor.get(`/securityevent/?${query}`))]).toEqual([query, [event.id]])
    expect(idsIn(await auditor.get(`/securityevent/?user__is=${user}&occurred__lt=${event.occurred}`))).toEqual([])
    expect((await auditor.get('/securityevent/?kind__is=nonsense')).status).toBe(400)
    expect(await clinic.within((tx) => recentSecurityEvents(tx, user))).toMatchObject([{ kind: 'grant.given' }])
  })

  it('[V16.4.2] can be read only with the permission for users, and changed by nobody', async () => {
    const { id, url } = await newest()
    const stranger = await clinic.caller({ write: ['General: Patients and clients'] })
    expect((await stranger.get('/securityevent/')).status).toBe(403)
    for (const method of ['PATCH', 'PUT', 'DELETE'])
      expect((await caller.send(method, url, { body: {} })).status).toBe(405)
    expect((await caller.post('/securityevent/', {})).status).toBe(405)
    for (const change of [
      `update security_event set kind = 'sign_out' where id = ${id}`,
      `delete from security_event where id = ${id}`,
    ])
      await expect(
        inOrganisation(api.rows.db, clinic.id, async (tx) => {
          const { CompiledQuery } = await import('kysely')
          await tx.executeQuery(CompiledQuery.raw(change))
        }),
      ).rejects.toThrow('permission denied for table security_event')
  })

  it('is not visible to another organisation', async () => {
    const { id } = await newest()
    const elsewhere = await (await api.givenOrganisation()).caller()
    expect((await elsewhere.get(`/securityevent/${id}/`)).status).toBe(404)
  })
})

describe('what is refused', () => {
  it('[V16.3.2] is recorded with its route, a few times a minute for one caller', async () => {
    const stranger = await clinic.caller({ read: ['General: Patients and clients'] })
    for (let n = 0; n < 15; n++) expect((await stranger.get('/invoice/')).status).toBe(403)
    const { rows } = await administrator.query(
      `select details, application is not null as through, address from security_event where kind = 'access.refused' and details ->> 'operation' = 'invoice.list'`,
    )
    expect(rows).toEqual(
      Array.from({ length: 10 }, () => ({
        details: { operation: 'invoice.list' },
        through: true,
        address: '127.0.0.1',
      })),
    )
  })

  it('is not recorded where nothing was refused, or nothing was found', async () => {
    const count = async () => (await auditor.get('/securityevent/?kind__is=access.refused')).body.count
    const before = await count()
    await caller.get('/invoice/')
    await caller.get('/invoice/999999/')
    await clinic.as('Bearer nonsense').get('/invoice/')
    expect(await count()).toBe(before)
  })
})

describe('an export', () => {
  it('is recorded with who made it', async () => {
    const { url } = await givenInvoice(caller, clinic)
    const printed = await caller.get(`${url}pdf/`)
    expect(printed.status).toBe(200)
    expect(await newest('kind__is=export.made')).toMatchObject({
      user: expect.stringContaining('/user/'),
      application: expect.stringContaining('/application/'),
      details: { operation: 'invoice.pdf' },
      request: printed.headers.get('x-request-id'),
    })
  })
})

describe('a permission group', () => {
  it('that comes to let its members manage users is recorded, person by person', async () => {
    const group = (await caller.post('/permissiongroup/', { name: 'Reception', read: [managing] })).body
    const [anna, robot] = [
      (await caller.post('/user/', { last_name: 'A', email: 'a@example.com', permission_groups: [group.url] })).body,
      (await caller.post('/application/', { name: 'Robot', permission_groups: [group.url] })).body,
    ]
    await caller.patch(group.url, { write: [managing] })
    const events = (await auditor.get('/securityevent/?kind__is=permission.changed&ordering=-id&page_size=5')).body
    expect(events.results.slice(0, 2)).toMatchObject([
      { user: anna.url, details: { group: group.id, manages_users: true } },
      { user: null, details: { group: group.id, fields: 'write' } },
    ])
    expect(robot.id).toEqual(expect.any(Number))
    await caller.patch(group.url, { name: 'Front desk' })
    expect(await newest('kind__is=permission.changed')).toMatchObject({ user: null, details: { fields: 'name' } })
  })
})
