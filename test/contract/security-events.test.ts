import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../src/app/resources.ts'
import { connect } from '../../src/db/pool.ts'
import { securityEventKinds } from '../../src/domain/identity/security-events.ts'
import { recordSettingsChanges, watchedSettings } from '../../src/domain/identity/settings-events.ts'
import { processEvents } from '../../src/worker/followers.ts'
import { type ApiClient, type TestOrganisation, useApi } from '../support/api.ts'
import { useSuperuser } from '../support/database.ts'
import { nameOf } from '../support/routes.ts'
import { fill } from '../support/samples/fill.ts'
import type { Have } from '../support/samples/given.ts'
import { carryOut, requestFor, writes } from '../support/writes.ts'

/** The resources through which access is given and taken. Every route that changes one of them leaves a security event. */
const ofAccess = new Set(['user', 'permissiongroup', 'application', 'legacykey', 'legacy_key', 'security_settings'])
const isOfAccess = (name: string) => ofAccess.has(name.split('.', 1)[0]!)

const api = await useApi()
const administrator = await useSuperuser(api)
const worker = connect(api.database.workerUrl, { max: 2 })
afterAll(() => worker.close())
let clinic: TestOrganisation
let caller: ApiClient
let have: Have

/** Settings are followed by the worker, through the audit trail. */
const follow = async () => {
  const follower = { name: 'settings changes', resources: watchedSettings, process: recordSettingsChanges }
  while ((await processEvents(worker.db, clinic.id, follower)) > 0);
}

beforeAll(async () => {
  clinic = await api.givenOrganisation()
  caller = await clinic.userCaller()
  have = await fill(clinic, caller)
})

describe('security events', () => {
  const concerned = writes.filter(([, { name }]) => isOfAccess(name))

  it('are left by the routes of users, groups, applications, keys and security settings', () => {
    const resources = new Set(concerned.map(([, { name }]) => name.split('.', 1)[0]))
    expect([...resources]).toEqual(expect.arrayContaining(['application', 'permissiongroup', 'user']))
    expect(operations.filter(({ name }) => name.startsWith('securityevent.')).map(nameOf)).toHaveLength(2)
  })

  it.each(concerned)('[V16.3.3] [security-2] are left by %s', async (_name, operation) => {
    const request = await requestFor(clinic, caller, operation, have)
    // A setting that has the value already is not changed.
    if (operation.name.startsWith('security_settings.')) {
      const { second_factor_required } = (await caller.get('/settings/security/')).body
      Object.assign(request.body as object, { second_factor_required: !second_factor_required })
    }
    await follow()
    const { rows: before } = await administrator.query('select coalesce(max(id), 0) as id from security_event')
    const answer = await carryOut(caller, request)
    await follow()
    const { rows } = await administrator.query(
      `select kind, request, address, actor is not null or "user" is not null as known from security_event
       where organisation = $1 and id > $2 and request = $3`,
      [clinic.id, before[0].id, answer.headers.get('x-request-id')],
    )
    expect(rows).not.toEqual([])
    for (const { kind, address, known } of rows) {
      expect(securityEventKinds).toContain(kind)
      expect([address, known]).toEqual(['127.0.0.1', true])
    }
  })

  it('are left by no dry run', async () => {
    const count = async () => (await administrator.query('select from security_event')).rowCount
    const before = await count()
    const headers = { prefer: 'dry-run' }
    const person = { last_name: 'Nobody', email: 'nobody@example.com' }
    expect((await caller.post('/user/', person, { headers })).status).toBe(201)
    await follow()
    expect(await count()).toBe(before)
  })
})
