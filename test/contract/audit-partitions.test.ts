// @module-tag waits
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeAuditPartitions } from '../../src/db/audit-partitions.ts'
import { migrate } from '../../src/db/migrate.ts'
import { processEvents } from '../../src/worker/followers.ts'
import { everything, useApi, type ApiClient, type TestOrganisation } from '../support/api.ts'
import { givenClient } from '../support/clinic.ts'
import { fetlock, jsonOf, settingsFor, useSettings } from '../support/commands.ts'
import { testDatabase, useSuperuser } from '../support/database.ts'
import { useWorkerParts } from '../support/deliveries.ts'
import { openStream } from '../support/events.ts'

const api = await useApi()
const superuser = await useSuperuser(api)
const { db } = useWorkerParts(api)
useSettings(settingsFor(api.database))

const partitions = async (): Promise<readonly string[]> =>
  (
    await superuser.query(
      `select relname as name from pg_inherits join pg_class on oid = inhrelid where inhparent = 'auditevent'::regclass order by 1`,
    )
  ).rows.map(({ name }) => name)

/** Gives the first events of an organisation another time, and seals the chain anew. */
const givenEventsOf = async ({ id }: TestOrganisation, upTo: number, occurred: string) => {
  await superuser.query(`do $$
    declare
      event auditevent;
      sealed bytea := '';
    begin
      update auditevent set occurred = timestamptz '${occurred}' + (sequence / 2) * interval '1 second'
        where organisation = ${id} and sequence <= ${upTo};
      for event in select * from auditevent where organisation = ${id} order by sequence loop
        sealed := audit_link(sealed, event);
        update auditevent set hash = sealed where organisation = ${id} and auditevent.id = event.id;
      end loop;
      update ledger set chain = sealed where organisation = ${id};
    end $$`)
}

const changesOf = async ({ id }: TestOrganisation) =>
  (await superuser.query('select changes::int from ledger where organisation = $1', [id])).rows[0].changes as number

const verify = ({ id }: TestOrganisation, ...more: readonly string[]) =>
  fetlock('audit', 'verify', '--organisation', String(id), ...more)
const dropBefore = (date: string) => fetlock('audit', 'drop-before', '--date', date, '--json')

describe('the audit trail', () => {
  it('has partitions for this quarter and the next two, which the worker makes when they are missing', async () => {
    const [first, second, last] = (await partitions()).filter((name) => /^auditevent_\d{4}q\d$/.test(name))
    expect(await partitions()).toEqual([first, second, last, 'auditevent_default'])
    await superuser.query(`drop table partitions.${last}`)
    expect(await makeAuditPartitions(db)).toEqual([last])
    expect(await makeAuditPartitions(db)).toEqual([])
    const { rows } = await superuser.query(
      `select relname from pg_class where relnamespace = 'partitions'::regnamespace and relkind = 'r'
         and not (relrowsecurity and relforcerowsecurity and relowner = 'fetlock_owner'::regrole)`,
    )
    expect(rows).toEqual([])
  })

  it('keeps what has no partition in the default one, and goes on without a partition for it', async () => {
    const clinic = await api.givenOrganisation()
    const [current] = await partitions()
    const client = new pg.Client({ connectionString: api.database.superuserUrl })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('begin')
    await client.query(`drop table partitions.${current}`)
    await client.query(`select set_config('app.organisation', '${clinic.id}', true)`)
    await client.query(`insert into client (lastname) values ('Late')`)
    await client.query('set constraints all immediate')
    const { rows } = await client.query(
      `select tableoid::regclass::text as place from auditevent where resource = 'client' and organisation = ${clinic.id}`,
    )
    expect(rows).toEqual([{ place: 'partitions.auditevent_default' }])
    expect((await client.query('select make_audit_partitions()')).rows).toEqual([])
    await client.query('rollback')
  })

  it('lets neither role reach a partition, nor drop one', async () => {
    for (const url of [api.database.appUrl, api.database.workerUrl]) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      onTestFinished(() => client.end())
      await expect(client.query('select from partitions.auditevent_default')).rejects.toThrow('permission denied')
      await expect(client.query('select drop_audit_before(now())')).rejects.toThrow('permission denied')
    }
  })
})

describe('the oldest part of the audit trail', () => {
  let clinic: TestOrganisation
  let caller: ApiClient
  let [old, end]: [number, string] = [0, '']
  beforeAll(async () => {
    clinic = await api.givenOrganisation()
    caller = await clinic.caller()
    for (const lastname of ['Aalto', 'Berg', 'Carlsson']) await givenClient(caller, { lastname })
    old = await changesOf(clinic)
    await superuser.query(`call make_audit_partition('auditevent_2020q1')`)
    await superuser.query(`alter table partitions.auditevent_2020q1 owner to fetlock_owner;
      alter table auditevent attach partition partitions.auditevent_2020q1 for values from ('2020-01-01Z') to ('2020-04-01Z')`)
    await givenEventsOf(clinic, old, '2020-02-01Z')
    // Some have no partition: the first came before there was any.
    await superuser.query(
      `update auditevent set occurred = '2019-12-01Z' where organisation = ${clinic.id} and sequence = 1`,
    )
    await givenEventsOf(clinic, 0, '2020-02-01Z')
    await givenClient(caller, { lastname: 'Dahl' })
    const { rows } = await superuser.query(
      `select sequence || ':' || encode(hash, 'hex') as end from auditevent where organisation = $1 and sequence = $2`,
      [clinic.id, old],
    )
    end = rows[0].end
  })

  it('is followed and read like the rest', async () => {
    expect((await verify(clinic)).code).toBe(0)
    const { body } = await caller.get('/events/?after=0')
    expect(body.results.map(({ sequence }: { sequence: number }) => sequence)).toContain(1)
    const seen: number[] = []
    const follower = { name: 'test partitions', resources: ['client'], process: async () => {} }
    for (let count = 1; count > 0; seen.push(count)) count = await processEvents(db, clinic.id, follower)
    expect(seen.reduce((sum, count) => sum + count)).toBe(await changesOf(clinic))
  })

  it('is not dropped while a follower has to process it, nor where it was altered, nor before it is over', async () => {
    await superuser.query(`insert into follower (organisation, name, position) values (${clinic.id}, 'slow', 1)`)
    const lagging = await dropBefore('2021-01-01')
    expect([lagging.code, lagging.err]).toEqual([1, expect.stringContaining('has not processed event')])
    await superuser.query(`delete from follower where name = 'slow'`)
    const alter = (address: string) =>
      superuser.query(`update auditevent set address = $1 where organisation = $2 and sequence = 2`, [
        address,
        clinic.id,
      ])
    const { rows } = await superuser.query(
      `select address from auditevent where organisation = ${clinic.id} and sequence = 2`,
    )
    await alter('192.0.2.1')
    const altered = await dropBefore('2021-01-01')
    expect([altered.code, altered.err]).toEqual([1, expect.stringContaining('was altered')])
    await alter(rows[0].address)
    expect(jsonOf(await dropBefore('2020-03-31'))).toEqual({ dropped: [] })
    expect((await dropBefore('2999-01-01')).err).toContain('future')
    expect((await dropBefore('soon')).code).toBe(2)
    expect(await partitions()).toContain('auditevent_2020q1')
  })

  it('is dropped before a day, and the rest verifies from its last event', async () => {
    expect(jsonOf(await dropBefore('2021-01-01'))).toEqual({
      dropped: [{ partition: 'auditevent_2020q1', ended: '2020-04-01' }],
    })
    expect(await partitions()).not.toContain('auditevent_2020q1')
    const { rows } = await superuser.query(
      `select min(sequence)::int as first from auditevent where organisation = ${clinic.id}`,
    )
    expect(rows).toEqual([{ first: old + 1 }])
    expect(jsonOf(await verify(clinic, '--json'))).toMatchObject({ dropped: old })
    expect((await verify(clinic, '--expect', end)).code).toBe(0)
    const earlier = await verify(clinic, '--expect', `${old - 1}:${'0'.repeat(64)}`)
    expect([earlier.code, earlier.err]).toEqual([1, expect.stringContaining(end)])
    const noted = await superuser.query(
      `select details ->> 'end' as end from security_event where organisation = $1 and kind = 'audit.anchored'`,
      [clinic.id],
    )
    expect(noted.rows).toEqual([{ end }])
    await superuser.query(`update audit_checkpoint set hash = sha256(hash) where organisation = ${clinic.id}`)
    expect((await verify(clinic)).code).toBe(1)
    await superuser.query(
      `update audit_checkpoint set hash = decode('${end.split(':')[1]}', 'hex') where organisation = ${clinic.id}`,
    )
  })

  it('is gone for whoever asks for events from then: a page is refused, and a stream begins anew', async () => {
    const refused = await caller.get(`/events/?after=${old - 1}`, {
      headers: { accept: 'application/problem+json' },
    })
    expect([refused.status, refused.body.code]).toEqual([410, 'events_dropped'])
    expect((await caller.get(`/events/?after=${old}`)).status).toBe(200)
    const authorization = `Bearer ${await clinic.userToken(everything)}`
    const stream = await openStream(`${clinic.base}/events/`, { authorization, 'last-event-id': '0' })
    onTestFinished(() => void stream.leave())
    await expect.poll(() => stream.events.map(({ event }) => event)).toContain('reset')
  })
})

describe('a trail from before it had partitions', () => {
  it('becomes the first of them with its chain as it was, also if the migration was ended, and grows on', async () => {
    const database = await testDatabase('template0')
    onTestFinished(database.drop)
    const migrateBefore = async (end: string) => {
      const folder = mkdtempSync(join(tmpdir(), 'fetlock-migrations-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      cpSync('migrations', folder, { recursive: true, filter: (path) => basename(path) < end || path === 'migrations' })
      await migrate(database.ownerUrl, { folder: pathToFileURL(`${folder}/`) })
    }
    await migrateBefore('0420')
    const client = new pg.Client({ connectionString: database.superuserUrl })
    client.on('error', () => {})
    await client.connect()
    onTestFinished(() => client.end())
    const ask = async (statement: string) => (await client.query({ text: statement, rowMode: 'array' })).rows.flat()
    await client.query(`select set_config('app.organisation', '1', false)`)
    await client.query(`insert into organisation (name, country, currency, time_zone)
      values ('Old Mill Veterinary Surgery', 'FI', 'EUR', 'Europe/Helsinki')`)
    const write = () => client.query(`select write_change('client', 1, 'change', '{}')`)
    await write()
    const before = await ask('select count(*)::int, max(id)::int, max(sequence)::int from auditevent')
    await migrateBefore('0422')
    // Its first step, before it was ended.
    await client.query(
      `alter table partitions.auditevent_default add constraint before_end check (occurred < '2999-01-01') not valid`,
    )
    await migrate(database.ownerUrl)
    expect(
      await ask(`select inhrelid::regclass::text from pg_inherits where inhparent = 'auditevent'::regclass order by 1`),
    ).toEqual(['partitions.auditevent_before', 'partitions.auditevent_default'])
    expect(await ask('select verify_audit()')).toEqual([])
    await write()
    expect(await ask('select count(*)::int, max(id)::int, max(sequence)::int from auditevent')).toEqual(
      before.map((value) => value + 1),
    )
    expect(await ask('select verify_audit()')).toEqual([])
    expect(await ask('select make_audit_partitions()')).toHaveLength(1)
  })
})
