import { sql } from 'kysely'
import type pg from 'pg'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { connected } from '../../scripts/database.ts'
import { createLegacyKey, revokeLegacyKey } from '../../src/domain/identity/legacy-keys.ts'
import { hashPassword } from '../../src/domain/identity/passwords.ts'
import { changePassword } from '../../src/domain/identity/password-links.ts'
import { fingerprint } from '../../src/domain/identity/secrets.ts'
import { everythingAndWholesaler, useApi, type ApiClient, type TestOrganisation } from '../support/api.ts'
import {
  auditedTables,
  expectedEvents,
  findUnaudited,
  readAudited,
  recordedOfRuns,
  requireAudited,
} from '../support/audit.ts'
import { givenClient, givenPermissionGroup, givenUser, twentyAtOnce } from '../support/clinic.ts'
import { useSuperuser } from '../support/database.ts'
import { sampleOf } from '../support/samples/bodies.ts'
import { fill } from '../support/samples/fill.ts'
import type { Have } from '../support/samples/given.ts'
import { carryOut, requestFor, writes } from '../support/writes.ts'

const api = await useApi()
const administrator = await useSuperuser(api)
let clinic: TestOrganisation
let application: Awaited<ReturnType<TestOrganisation['givenApplication']>>
let caller: ApiClient
let have: Have
beforeAll(async () => {
  clinic = await api.givenOrganisation()
  application = await clinic.givenApplication(everythingAndWholesaler)
  // Some routes are for people only.
  caller = clinic.as(`Bearer ${await clinic.userToken(everythingAndWholesaler, application)}`)
  have = await fill(clinic, caller)
  await administrator.query(`set timezone = 'UTC'`)
})

type Event = Readonly<Record<string, unknown>> & {
  readonly resource: string
  readonly changes: Record<string, unknown>
}
const eventsAfter = async (last: number, organisation = clinic.id): Promise<Event[]> =>
  (
    await administrator.query<Event>(
      `select id::int, sequence::int, resource, record::int, action, changes, "user"::int, application::int, credential, address, request,
         occurred from auditevent where organisation = $1 and sequence > $2 order by auditevent.sequence`,
      [organisation, last],
    )
  ).rows
const lastEvent = async () =>
  Number(
    (await administrator.query('select max(sequence) from auditevent where organisation = $1', [clinic.id])).rows[0]
      .max,
  )
/** The user that the access token acts for. */
const actingUser = async () =>
  Number(
    (
      await administrator.query(
        `select (payload ->> 'accountId')::int as "user" from oauth_record where organisation = $1 and model = 'AccessToken'
         and payload ->> 'clientId' = $2 order by expires limit 1`,
        [clinic.id, application.client_id],
      )
    ).rows[0].user,
  )
/** The user that stands for the application where no person does. */
const virtualUser = async () =>
  Number(
    (
      await administrator.query('select "user" from application where organisation = $1 and id = $2', [
        clinic.id,
        application.id,
      ])
    ).rows[0].user,
  )
/** The column of a link holds the id. */
const idIn = (url: string) => Number(/(\d+)\/$/.exec(url)![1])

type Recorded = { readonly action: unknown; readonly changes: Readonly<Record<string, unknown>> }
/** What staff do in two requests, writing an order and sending it, is one request here. */
const isInSteps = (name: string) => name === 'POST /sandbox/place_order/'
/** What is erased is told as events, which would keep the values if they had any. */
const isErasing = (name: string) => /^POST \/(client|user)\/\{id\}\/erase\/$/.test(name)
const withoutValues = (events: ReadonlyMap<string, Recorded>) =>
  new Map([...events].map(([key, { action }]) => [key, { action, changes: {} }]))
/** A record that was created and then changed, as if it had been created so. */
const inOne = ({ action, changes }: Recorded, later: Recorded['changes']): Recorded => ({
  action,
  changes: {
    ...changes,
    ...Object.fromEntries(
      Object.entries(later).map(([field, change]) => [field, { from: null, to: (change as { to: unknown }).to }]),
    ),
  },
})

describe('the audit trail', () => {
  it.each(writes)('records all that %s changed, and nothing else', async (name, operation) => {
    const request = await requestFor(clinic, caller, operation, have)
    const [last, before] = [await lastEvent(), await readAudited(administrator)]
    const answer = await carryOut(caller, request)
    const changed = expectedEvents(before, await readAudited(administrator), await auditedTables(administrator))
    const expected = isErasing(name) ? withoutValues(changed) : changed
    const events = await eventsAfter(last)

    // Join tables, keys and declined hints are audited as a change of one of the records, and compared when the database is closed.
    const between = ['permission_groups', 'patients', 'additional_users', 'charge_hints', 'legacy_key']
    const records = events.filter(({ changes }) => !between.some((field) => field in changes))
    const recorded = new Map<string, Recorded>()
    for (const { resource, record, action, changes } of records) {
      const key = `${resource} ${clinic.id} ${String(record)}`
      const earlier = isInSteps(name) ? recorded.get(key) : undefined
      recorded.set(key, earlier === undefined ? { action, changes } : inOne(earlier, changes))
    }
    const ofRuns = await recordedOfRuns(administrator, clinic.id, last)
    expect(new Map([...recorded, ...ofRuns])).toEqual(expected)
    expect(recorded.size + ofRuns.size).toBe(isInSteps(name) ? expected.size : records.length + ofRuns.size)
    // An invitation, the end of sessions, what queues deliveries or messages, and preferences change no audited record; everything else changes at least one.
    expect(events.length > 0).toBe(
      !/\/(invite|sign_out|message|test|recover|redeliver|send_appointment_confirmation|send_decline|preferences|fail_deliveries)\/$/.test(
        name,
      ),
    )
    for (const event of events)
      expect(event).toMatchObject({
        user: await actingUser(),
        application: application.id,
        credential: 'oauth',
        address: '127.0.0.1',
        request: answer.headers.get('x-request-id'),
      })
    expect(new Set(events.map(({ occurred }) => String(occurred))).size).toBeLessThanOrEqual(1)
  })

  it.each([
    [
      'password_hash',
      'user',
      async () => {
        const user = await givenUser(caller)
        const hash = await hashPassword('a quiet horse in the rain')
        await clinic.within((tx) => changePassword(tx, user.id, hash))
      },
    ],
    ['secret_hash', 'application', () => caller.post(`/application/${have.application}/rotate_secret/`)],
    [
      'verification_salt',
      'available_wholesaler',
      () =>
        caller.patch(`/available_wholesaler/${have.available_wholesaler}/`, {
          verification_salt: 'a secret of sixteen letters',
        }),
    ],
  ])('records that %s of %s changed without its value', async (column, resource, change) => {
    const last = await lastEvent()
    await change()
    const event = (await eventsAfter(last)).findLast((each) => each.resource === resource)
    expect(event?.changes).toEqual({ [column]: 'hidden' })
    const { rows } = await administrator.query('select string_agg(e::text, $1) as all from auditevent e', ['\n'])
    const { rows: secrets } = await administrator.query(
      `select password_hash as secret from "user" where password_hash is not null
       union select secret_hash from application where secret_hash is not null
       union select substr(encode(verification_salt, 'hex'), 1, 40) from available_wholesaler`,
    )
    expect(secrets.length).toBeGreaterThan(2)
    for (const { secret } of secrets) expect(rows[0].all).not.toContain(secret)
  })

  it('records which groups a user joined and left', async () => {
    const [first, second] = [await givenPermissionGroup(caller), await givenPermissionGroup(caller)]
    const user = await givenUser(caller, { permission_groups: [first.url] })
    const changed = async (groups: readonly string[]) => {
      const last = await lastEvent()
      expect((await caller.patch(user.url, { permission_groups: groups })).status).toBe(200)
      return (await eventsAfter(last)).map(({ resource, record, changes }) => [resource, record, changes])
    }
    const group = (from: number | null, to: number | null) => ['user', user.id, { permission_groups: { from, to } }]
    expect(await changed([first.url])).toEqual([])
    expect(await changed([first.url, second.url])).toEqual([group(null, idIn(second.url))])
    expect(await changed([second.url])).toEqual([group(idIn(first.url), null)])
    expect(await changed([])).toEqual([group(idIn(second.url), null)])
  })

  it('records when a key is issued and revoked, once each', async () => {
    const last = await lastEvent()
    const { id } = await clinic.within((tx) => createLegacyKey(tx, application.id))
    await clinic.within((tx) => revokeLegacyKey(tx, id))
    await clinic.within((tx) => revokeLegacyKey(tx, id))
    expect(await eventsAfter(last)).toMatchObject([
      { resource: 'application', record: application.id, changes: { legacy_key: { from: null, to: id } } },
      { resource: 'application', record: application.id, changes: { legacy_key: { from: id, to: null } } },
    ])
  })

  it('distinguishes a legacy key, a user through an application, and the service itself', async () => {
    const last = await lastEvent()
    const { key } = await clinic.within((tx) => createLegacyKey(tx, application.id))
    await clinic.as(`Token ${key}`).post('/client/', { lastname: 'Legacy' })

    const { id: anna } = await givenUser(caller)
    await clinic.within(async (tx) => {
      await tx.insertInto('user_permissiongroup').values({ user: anna, permissiongroup: application.group }).execute()
      const payload = { accountId: String(anna), clientId: application.client_id, scope: 'restapi' }
      const expires = sql<Date>`now() + interval '1 hour'`
      await tx
        .insertInto('oauth_record')
        .values({ model: 'AccessToken', id: fingerprint('hers'), payload: JSON.stringify(payload), expires })
        .execute()
    })
    expect((await clinic.as('Bearer hers').post('/client/', { lastname: 'Anna' })).status).toBe(201)
    await clinic.within((tx) => tx.insertInto('client').values({ lastname: 'Worker' }).execute())

    const made = (await eventsAfter(last)).filter(({ resource }) => resource === 'client')
    const user = await virtualUser()
    expect(made).toMatchObject([
      { credential: 'legacy', user, application: application.id, address: '127.0.0.1' },
      { credential: 'oauth', user: anna, application: application.id, address: '127.0.0.1' },
      { credential: 'service', user: null, application: null, address: '', request: '' },
    ])
  })

  it('is filtered by the id of the request', async () => {
    const made = await caller.post('/client/', { lastname: 'Searched' })
    const list = await caller.get(`/auditevent/?request__is=${made.headers.get('x-request-id')}`)
    const [event, ...more] = list.body.results
    expect(event).toMatchObject({
      resource: 'client',
      record: made.body.id,
      action: 'create',
      changes: { lastname: { from: null, to: 'Searched' } },
    })
    // The defaults of the clinic's custom fields come with the client.
    expect(more.map(({ resource }: Event) => resource)).toEqual(made.body.fields_rel.map(() => 'custom_field_value'))
  })

  it('records every step of a record that changes twice in one transaction, also after it was stamped', async () => {
    const { id } = await givenClient(caller, { city: 'Oulu' })
    const last = await lastEvent()
    await clinic.within(async (tx) => {
      await tx.updateTable('client').set({ city: 'Vaasa' }).where('id', '=', id).execute()
      await tx.updateTable('client').set({ city: 'Turku' }).where('id', '=', id).execute()
      await sql`set constraints all immediate`.execute(tx)
      await tx.updateTable('client').set({ city: 'Kemi' }).where('id', '=', id).execute()
    })
    expect((await eventsAfter(last)).map(({ changes }) => changes['city'])).toEqual([
      { from: 'Oulu', to: 'Vaasa' },
      { from: 'Vaasa', to: 'Turku' },
      { from: 'Turku', to: 'Kemi' },
    ])
  })

  it.each(writes)('records nothing of a dry run of %s', async (_name, operation) => {
    const request = await requestFor(clinic, caller, operation, have)
    const last = await lastEvent()
    await carryOut(caller, request, { prefer: 'dry-run' })
    expect(await eventsAfter(last)).toEqual([])
  })

  it('records nothing of a request that was refused', async () => {
    const reader = await clinic.caller({ read: ['General: Patients and clients'] })
    const last = await lastEvent()
    const refused = [
      await caller.post('/client/', { email: 'nobody' }),
      await caller.patch('/client/999999999/', { city: 'Oulu' }),
      await reader.post('/client/', { lastname: 'A' }),
      await caller.patch(`/client/${have.client}/`, { city: 'Ii' }, { headers: { 'if-match': '"1"' } }),
      await caller.post('/permissiongroup/', { name: 'Group 1' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 404, 403, 412, 400])
    expect(await eventsAfter(last)).toEqual([])
  })

  const changes = writes.filter(([name, { resource }]) => /^(PUT|PATCH) /.test(name) && resource !== undefined)
  it.each(changes)('records nothing of %s with the values it has already', async (_name, operation) => {
    const { method, path, body: file } = await requestFor(clinic, caller, operation, have)
    const sample = sampleOf(clinic, operation.resource!.name, have)
    // A salt or a secret is sealed anew whenever it is sent, so the same one is a change.
    const { verification_salt: _salt, secret: _secret, ...record } = sample
    const body = operation.file ? file : record
    await carryOut(caller, { method, path, body })
    const last = await lastEvent()
    for (const same of method === 'PUT' ? [body] : [body, {}]) await carryOut(caller, { method, path, body: same })
    expect(await eventsAfter(last)).toEqual([])
  })
})

describe('the sequence', () => {
  it('has no gaps, in the order of commits, while twenty write and some roll back', async () => {
    const here = await api.givenOrganisation()
    const askers = [await here.caller(), await here.caller()]
    const written = new AbortController()
    const counts: number[] = []
    // A reader sees 1 to n at any moment: an event committed before an earlier one would leave a gap.
    const watch = async () => {
      while (!written.signal.aborted) {
        const { rows } = await administrator.query(
          'select count(*)::int as count, coalesce(max(sequence), 0)::int as last from auditevent where organisation = $1',
          [here.id],
        )
        expect(rows[0].last).toBe(rows[0].count)
        counts.push(rows[0].count)
      }
    }
    const watching = watch()
    try {
      for (const round of [1, 2, 3, 4])
        await twentyAtOnce((at) => {
          const headers: Readonly<Record<string, string>> = at % 5 === 0 ? { prefer: 'dry-run' } : {}
          return askers[at % 2]!.post('/client/', { lastname: `Writer ${round} ${at}` }, { headers })
        })
    } finally {
      written.abort()
    }
    await watching
    expect(new Set(counts).size).toBeGreaterThan(5)
    const events = await eventsAfter(0, here.id)
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_event, at) => at + 1))
    expect(events.filter(({ resource }) => resource === 'client')).toHaveLength(64)
    const moments = events.map(({ occurred }) => occurred as Date)
    expect(moments.every((moment, at) => at === 0 || moment >= moments[at - 1]!)).toBe(true)
  })

  const invented = `'client', 1, 'change', '{"lastname": {"from": "Berg", "to": "Forged"}}'`
  /** Ways to write what did not happen, as SQL of a session that works for the clinic. */
  const forgeries = [
    `insert into auditevent (sequence, resource, record, action, changes, credential, address, request, occurred, salt, hash)
       select changes + 1, ${invented}, 'session', '', '', stamp, sha256('x'), sha256(chain) from ledger`,
    `select write_change(${invented})`,
    `select erase_changes('client', 1)`,
    'select take_stamp()',
    `insert into deleted (resource, record, modified) values ('client', 1, now())`,
    `update ledger set changes = changes + 1, chain = sha256(chain)`,
    `update ledger set stamp = stamp + interval '1 day'`,
    `update auditevent set address = 'elsewhere'`,
    'delete from auditevent',
    'truncate auditevent',
    'alter table auditevent disable trigger all',
    'drop table auditevent',
    'alter table client disable trigger keep_change',
    `set session_replication_role = 'replica'`,
    // A trigger is not audited by what it does itself, and one of the owner's could be given rows that are not the clinic's.
    'create temporary table client (like client)',
    'create function unaudited() returns trigger language plpgsql as $$ begin return null; end $$',
    'create trigger mine after update on client for each row execute function keep_change_of_patient()',
  ]
  const forgeAs = async (client: pg.Client, text: string) => {
    await client.query(`begin; select set_config('app.organisation', '${clinic.id}', true)`)
    try {
      await client.query(text)
      await client.query('set constraints all immediate')
    } finally {
      await client.query('rollback')
    }
  }

  it.each(['appUrl', 'workerUrl'] as const)('cannot be altered or forged by the role of %s', async (url) => {
    await connected(api.database[url], async (client) => {
      await client.query(`select set_config('app.organisation', $1, false)`, [String(clinic.id)])
      const { rows } = await client.query('select count(*)::int as count from auditevent')
      expect(rows[0].count).toBeGreaterThan(10)
      for (const text of forgeries)
        expect([text, await forgeAs(client, text).catch((problem) => problem.code)]).toEqual([text, '42501'])
    })
  })

  it('could be forged by a role that may write what the owner writes', async () => {
    await administrator.query(`grant insert on auditevent to fetlock_app; grant update on ledger to fetlock_app`)
    try {
      await connected(api.database.appUrl, async (client) => {
        const granted = forgeries.filter((text) => /^(insert into auditevent|update ledger) /.test(text))
        expect(granted).toHaveLength(3)
        for (const text of granted) await forgeAs(client, text)
      })
    } finally {
      await administrator.query(
        `revoke insert on auditevent from fetlock_app; revoke update on ledger from fetlock_app`,
      )
    }
  })

  it('takes its moments from the ledger, whatever a session sets', async () => {
    const { id } = await givenClient(caller)
    const last = await lastEvent()
    await clinic.within(async (tx) => {
      await sql`select set_config('app.stamp', '2001-01-01Z', true)`.execute(tx)
      await tx
        .updateTable('client')
        .set({ city: 'Oulu', modified: new Date(0) })
        .where('id', '=', id)
        .execute()
    })
    const [event] = await eventsAfter(last)
    expect((event!['occurred'] as Date).getTime()).toBeGreaterThan(Date.now() - 3_600_000)
    expect((await caller.get(`/client/${id}/`)).body.modified).toMatch(/^20[2-9]/)
  })
})

describe('the chain', () => {
  const inClinic = async <T>(work: () => Promise<T>): Promise<T> => {
    await administrator.query('begin')
    try {
      await administrator.query(`select set_config('app.organisation', $1, true)`, [String(clinic.id)])
      return await work()
    } finally {
      await administrator.query('rollback')
    }
  }
  const problems = async (): Promise<string[]> =>
    (await administrator.query('select verify_audit() as problem')).rows.map(({ problem }) => problem)
  /** What verify_audit() reports after a superuser has done this. It is rolled back. */
  const foundAfter = (...tampering: readonly string[]): Promise<string[]> =>
    inClinic(async () => {
      for (const text of tampering) {
        const { rowCount } = await administrator.query(text)
        if (rowCount === 0) throw new Error(`Altered nothing: ${text}`)
      }
      return problems()
    })
  const here = 'organisation = organisation()'

  it('is intact after all these tests', async () => {
    expect(await lastEvent()).toBeGreaterThan(20)
    expect(await foundAfter()).toEqual([])
  })

  it.each([
    ['resource', `'patient'`],
    ['record', 'record + 1'],
    ['action', `'delete'`],
    ['changes', `'{}'`],
    ['"user"', 'null'],
    ['application', 'null'],
    ['credential', `'session'`],
    ['address', `'10.0.0.1'`],
    ['request', `'another'`],
    ['occurred', `occurred - interval '1 microsecond'`],
    ['salt', `sha256('x')`],
    ['hash', `sha256('x')`],
  ])('reveals that %s of an event was altered', async (column, value) => {
    // The third event is of the application that fills the clinic, so that nothing is null there already.
    const id = (await eventsAfter(0)).find(({ application: of }) => of === application.id)!['sequence']
    expect(
      await foundAfter(`update auditevent set ${column} = ${value} where ${here} and sequence = ${Number(id)}`),
    ).toContain(`Event ${Number(id)} is not what was written.`)
  })

  it('reveals that an event was deleted, wherever it was', async () => {
    const last = await lastEvent()
    for (const id of [1, 7, last])
      expect(await foundAfter(`delete from auditevent where ${here} and sequence = ${id}`)).not.toEqual([])
    expect(await foundAfter(`delete from auditevent where ${here} and sequence = 7`)).toContain('Event 7 is missing.')
    expect(await foundAfter(`delete from auditevent where ${here} and sequence > ${last - 3}`)).toEqual([
      `Events ${last - 2} to ${last} are missing.`,
    ])
    expect(await foundAfter(`delete from auditevent where ${here}`)).toEqual([`Events 1 to ${last} are missing.`])
  })

  it('reveals that two events were swapped', async () => {
    const swap = `update auditevent set sequence = case sequence when 5 then 6 when 6 then 5 end + 1000000 where ${here} and sequence in (5, 6)`
    const back = `update auditevent set sequence = sequence - 1000000 where ${here} and sequence > 1000000`
    expect(await foundAfter(swap, back)).toContain('Event 5 is not what was written.')
  })

  it('reveals that an event was inserted', async () => {
    const last = await lastEvent()
    const copy = `insert into auditevent select (jsonb_populate_record(e, jsonb_build_object('id', 1000000, 'sequence', ${last + 1}))).*
      from auditevent e where ${here} and sequence = ${last}`
    expect(await foundAfter(copy)).not.toEqual([])
  })

  it.each([7, 'the last'])('reveals that event %s was altered and hashed again', async (which) => {
    const id = which === 7 ? 7 : await lastEvent()
    const found = await foundAfter(
      `update auditevent set address = '10.0.0.1' where ${here} and sequence = ${id}`,
      `update auditevent e set hash = audit_link((select hash from auditevent b where b.organisation = e.organisation
        and b.sequence = e.sequence - 1), e) where ${here} and sequence = ${id}`,
    )
    expect(found).toEqual([
      which === 7 ? 'Event 8 is not what was written.' : 'The end of the chain is not what was written.',
    ])
  })

  const erase = (id: number) => `select erase_changes('client', ${id})`

  it('verifies after the values of a record’s events were erased, which nothing brings back', async () => {
    const { id } = await givenClient(caller, { lastname: 'Forgotten', city: 'Nowhere' })
    await caller.patch(`/client/${id}/`, { lastname: 'Forgotten-Berg' })
    const whole = `select string_agg(e::text, ' ') as text from auditevent e where ${here}`
    const found = await inClinic(async () => {
      const before = (await administrator.query(whole)).rows[0].text
      const { rows } = await administrator.query(erase(id))
      const after = (await administrator.query(whole)).rows[0].text
      expect([before.includes('Forgotten'), after.includes('Forgotten')]).toEqual([true, false])
      expect(rows).toEqual([{ erase_changes: '2' }])
      expect((await administrator.query(erase(id))).rows).toEqual([{ erase_changes: '0' }])
      return problems()
    })
    expect(found).toEqual([])
  })

  it.each([
    ['has values', `changes = '{"lastname": {"from": null, "to": "Other"}}'`],
    ['has another commitment', `commitment = sha256('x')`],
    ['has a salt instead of its commitment', `salt = '', commitment = null`],
    ['is said to be by another', '"user" = null'],
  ])('reveals that an event which was erased %s', async (_how, change) => {
    const { id } = await givenClient(caller)
    const of = `${here} and resource = 'client' and record = ${id}`
    const found = await foundAfter(erase(id), `update auditevent set ${change} where ${of}`)
    expect(found).toEqual([expect.stringMatching(/^Event \d+ is not what was written\.$/)])
  })

  it('is separate for each organisation', async () => {
    const other = await api.givenOrganisation()
    expect(await foundAfter(`update auditevent set address = 'x' where organisation = ${other.id}`)).toEqual([])
  })
})

describe('findUnaudited', () => {
  const withoutTriggers = (text: string, values: readonly unknown[] = []) =>
    connected(api.database.superuserUrl, async (client) => {
      await client.query(`set session_replication_role = 'replica'`)
      return client.query(text, [...values])
    })
  let id: number
  beforeEach(async () => {
    ;({ id } = await givenClient(caller, { city: 'Oulu' }))
  })

  it('finds nothing in what the API wrote', async () => {
    expect(await findUnaudited(api.database)).toEqual([])
  })

  it.each([
    [
      'made',
      `insert into client (organisation, id, lastname) values ($1, 900000 + $2, 'Unseen')`,
      'delete from client where organisation = $1 and id = 900000 + $2',
      /^client 9\d+ of organisation \d+ was created without an event$/,
    ],
    [
      'changed',
      `update client set city = 'Kemi' where organisation = $1 and id = $2`,
      `update client set city = 'Oulu' where organisation = $1 and id = $2`,
      /^client \d+ of organisation \d+ has another city than the audit trail$/,
    ],
    [
      'removed',
      'with gone as (delete from client where organisation = $1 and id = $2 returning *) select * from gone',
      `insert into client (organisation, id, lastname, city, country) select $1, $2, changes #>> '{lastname,to}', 'Oulu', 'FI'
       from auditevent where organisation = $1 and resource = 'client' and record = $2 and action = 'create'`,
      /^client \d+ of organisation \d+ was deleted without an event$/,
    ],
    [
      'put into a group',
      `insert into user_permissiongroup (organisation, "user", permissiongroup)
       select $1::int, u.id, g.id from "user" u, permissiongroup g where u.organisation = $1 and g.organisation = $1
         and $2::bigint > 0 and not exists (select from user_permissiongroup m where m.organisation = $1 and m."user" = u.id
         and m.permissiongroup = g.id) order by u.id desc, g.id limit 1`,
      `delete from user_permissiongroup m where m.organisation = $1 and $2::bigint > 0 and not exists (
         select from auditevent e where e.organisation = $1 and e.resource = 'user' and e.record = m."user"
         and e.changes #>> '{permission_groups,to}' = m.permissiongroup::text)`,
      /^membership of user \d+ in group \d+ of organisation \d+ is audited 0 times$/,
    ],
  ])('finds a row that was %s with triggers disabled', async (_how, act, undo, problem) => {
    expect((await withoutTriggers(act, [clinic.id, id])).rowCount).toBe(1)
    onTestFinished(async () => void (await withoutTriggers(undo, [clinic.id, id])))
    expect(await findUnaudited(api.database)).toEqual([expect.stringMatching(problem)])
    await expect(requireAudited(api.database)).rejects.toThrow('Not audited')
  })
})
