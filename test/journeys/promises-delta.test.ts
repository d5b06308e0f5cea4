import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { operations } from '../../src/app/resources.ts'
import { finishChanges } from '../../src/db/tx.ts'
import { testApi, type Answer, type Asker, type TestApi, type TestOrganisation } from '../support/api.ts'
import {
  givenClient,
  givenPatient,
  givenPhoneNumber,
  givenWeight,
  idsIn,
  species,
  twentyAtOnce,
} from '../support/clinic.ts'
import { nameOf } from '../support/routes.ts'
import { fill, rateWindowsOf, type Have } from '../support/samples.ts'
import { someoneWaits } from '../support/writes.ts'

let api: TestApi
let clinic: TestOrganisation
let caller: Asker
let have: Have
let administrator: pg.Client
let rates: Awaited<ReturnType<typeof rateWindowsOf>>
beforeAll(async () => {
  api = await testApi()
  clinic = await api.givenOrganisation()
  caller = await clinic.caller()
  have = await fill(clinic, caller)
  administrator = new pg.Client({ connectionString: api.database.superuserUrl })
  await administrator.connect()
  rates = await rateWindowsOf(api)
})
beforeEach(() => rates.empty())
afterAll(async () => {
  rates.close()
  await administrator.end()
  await api.close()
})

const serverTime = ({ headers }: Answer) => headers.get('x-server-time')
const modifiedOf = async (url: string): Promise<string> => (await caller.get(url)).body.modified
const modifiedIn = ({ body }: Answer): string[] => body.results.map(({ modified }: { modified: string }) => modified)
const since = (moment: string) => `/client/?page_size=1000&modified__gte=${encodeURIComponent(moment)}`

describe('the stamp of a change', () => {
  it('is later than every stamp before it', async () => {
    const stamps: string[] = []
    for (const at of Array.from({ length: 10 }).keys()) {
      stamps.push((await givenClient(caller)).modified)
      stamps.push((await caller.patch(`/client/${have.client}/`, { city: `City ${at}` })).body.modified)
    }
    const crowd = await twentyAtOnce(() => caller.post('/client/', { lastname: 'Crowd' }))
    const together = crowd.map(({ body }) => body.modified as string)
    stamps.push(...together.toSorted())
    expect(new Set(stamps).size).toBe(40)
    expect(stamps).toEqual(stamps.toSorted())
  })

  it('is later than every stamp before it even when the clock has been set back', async () => {
    const here = await api.givenOrganisation()
    const asker = await here.caller()
    const { rows } = await administrator.query<{ stamp: string }>(
      `update ledger set stamp = clock_timestamp() + interval '1 hour' where organisation = $1
       returning to_char(stamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as stamp`,
      [here.id],
    )
    const ahead = rows[0]!.stamp
    const made = await asker.post('/client/', { lastname: 'First' })
    const changed = await asker.patch(made.body.url, { lastname: 'Second' })
    expect(made.body.modified > ahead).toBe(true)
    expect(changed.body.modified > made.body.modified).toBe(true)
    const delta = await asker.get(`/client/?modified__gte=${ahead}`)
    expect(idsIn(delta)).toEqual([made.body.id])
    expect(serverTime(delta)).toBe(changed.body.modified)
    // The other way round the stamp is the clock's own.
    expect(Math.abs(Date.parse((await givenClient(caller)).modified) - Date.now())).toBeLessThan(5_000)
  })

  it('is one for all that a transaction changed', async () => {
    const client = await givenClient(caller)
    const patient = await givenPatient(caller, { client: client.url, weight: '4' })
    const [weight] = (await caller.get(`/patient/${patient.id}/weight/`)).body.results
    expect([weight.modified, await modifiedOf(client.url)]).toEqual([patient.modified, patient.modified])
  })
})

describe('a change of a child', () => {
  type Family = { client: Answer['body']; patient: Answer['body']; phone: Answer['body'] }
  const givenFamily = async (): Promise<Family> => {
    const client = await givenClient(caller)
    const patient = await givenPatient(caller, { client: client.url })
    return { client, patient, phone: await givenPhoneNumber(caller, client) }
  }
  type Moved = readonly (keyof Family)[]

  it.each<[string, Moved, (family: Family) => Promise<unknown>]>([
    ['a phone number added', ['client'], ({ client }) => givenPhoneNumber(caller, client)],
    ['a phone number changed', ['client', 'phone'], ({ phone }) => caller.patch(phone.url, { description: 'Work' })],
    ['a patient added', ['client'], ({ client }) => givenPatient(caller, { client: client.url })],
    ['a patient changed', ['client', 'patient'], ({ patient }) => caller.patch(patient.url, { color: 'Red' })],
    ['a patient weighed', ['client', 'patient'], ({ patient }) => givenWeight(caller, patient)],
    [
      'a patient weighed long ago',
      ['client', 'patient'],
      ({ patient }) => givenWeight(caller, patient, { measured: '2001-01-01T00:00:00Z' }),
    ],
    [
      'patients added in bulk',
      ['client'],
      ({ client }) => caller.post('/patient/bulk/', [{ client: client.url, name: 'Rex', species: species('DOG') }]),
    ],
    [
      'a patient given away',
      ['client', 'patient'],
      async ({ patient }) => caller.patch(patient.url, { client: (await givenClient(caller)).url }),
    ],
  ])('moves what shows it: %s', async (_what, expected, act) => {
    const family = await givenFamily()
    const stamps = async () => {
      const entries = Object.entries(family).map(async ([name, { url }]) => [name, await modifiedOf(url)] as const)
      return Object.fromEntries(await Promise.all(entries))
    }
    const before = await stamps()
    await act(family)
    const after = await stamps()
    const moved = Object.keys(family).filter((name) => after[name]! > before[name]!)
    expect(moved.toSorted()).toEqual([...expected].toSorted())
  })

  it('moves the old owner and the new one', async () => {
    const [old, young] = [await givenClient(caller), await givenClient(caller)]
    const patient = await givenPatient(caller, { client: old.url })
    const given = await caller.patch(patient.url, { client: young.url })
    expect([await modifiedOf(old.url), await modifiedOf(young.url)]).toEqual(Array(2).fill(given.body.modified))
  })
})

describe('x-server-time', () => {
  const lists = operations
    .filter(({ parameters }) => 'modified__gte' in parameters)
    .map((operation) => [nameOf(operation), operation] as const)

  it('is there for nine lists', () => {
    expect(lists.length).toBeGreaterThanOrEqual(9)
  })

  it.each(lists)('is on %s when it is asked for changes, and is no earlier than any', async (_name, operation) => {
    const path = operation.path.replace('{id}', String(have.patient))
    const filters = Object.keys(operation.parameters).filter((name) => /^modified__(gte|gt|lt|lte)$/.test(name))
    for (const filter of filters) {
      const moment = filter.includes('__g') ? '2000-01-01T00:00:00Z' : '2100-01-01T00:00:00Z'
      const answer = await caller.get(`${path}?page_size=1000&${filter}=${moment}`)
      expect(answer.status).toBe(200)
      expect(serverTime(answer)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
      const stamps = modifiedIn(answer)
      expect(stamps.length).toBeGreaterThan(0)
      expect(stamps.filter((stamp) => stamp > serverTime(answer)!)).toEqual([])
    }
    expect(serverTime(await caller.get(path))).toBeNull()
  })

  it('is the newest stamp, so that whoever keeps it misses nothing and gets nothing twice but that', async () => {
    const { url, modified } = await givenClient(caller)
    const answer = await caller.get(since('2000-01-01T00:00:00Z'))
    expect(serverTime(answer)).toBe(modified)
    const next = await caller.patch(url, { city: 'Oulu' })
    expect(idsIn(await caller.get(`/client/?modified__gt=${serverTime(answer)}`))).toEqual([next.body.id])
  })

  it('is on nothing else', async () => {
    const answers = [
      await caller.get('/client/?ordering=-modified'),
      await caller.get('/client/?created__gte=2000-01-01T00:00:00Z'),
      await caller.get(`/client/${have.client}/`),
      await caller.patch(`/client/${have.client}/`, { city: 'Ii' }),
      await caller.get('/'),
      await caller.get('/client/?modified__gte=never'),
    ]
    expect(answers.map(serverTime)).toEqual(Array(6).fill(null))
  })
})

describe('a read of changes', () => {
  /** A write by somebody else, held open in the middle; `commit` lets it go on. */
  const givenOpenWrite = async (lastname: string, { stamped }: { stamped: boolean }) => {
    const here = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const done = clinic.within(async (tx) => {
      const { id } = await tx.insertInto('client').values({ lastname }).returning('id').executeTakeFirstOrThrow()
      if (stamped) await finishChanges(tx)
      here.resolve()
      await gate.promise
      return id
    })
    onTestFinished(() => gate.resolve())
    await here.promise
    return {
      commit: () => {
        gate.resolve()
        return done
      },
    }
  }

  it('waits for a change that is stamped and not committed yet, and shows it', async () => {
    const { modified: start } = await givenClient(caller)
    const open = await givenOpenWrite('Stamped', { stamped: true })
    let answered = false
    const reading = caller.get(since(start)).finally(() => (answered = true))
    await someoneWaits(administrator, 'advisory')
    await sleep(150)
    expect(answered).toBe(false)

    // Who only looks does not wait, and does not see it: a poller like that would lose it for ever.
    const looked = await caller.get('/client/?page_size=1000')
    expect(looked.body.results.some(({ lastname }: { lastname: string }) => lastname === 'Stamped')).toBe(false)
    expect((await caller.get(`/client/${have.client}/`)).status).toBe(200)
    expect(answered).toBe(false)

    const id = await open.commit()
    const delta = await reading
    expect(idsIn(delta)).toContain(id)
    expect(serverTime(delta)).toBe(await modifiedOf(`/client/${id}/`))
  })

  it('does not wait for a change that has no stamp yet, which then gets a later one', async () => {
    const { modified: start } = await givenClient(caller)
    const open = await givenOpenWrite('Unstamped', { stamped: false })
    const first = await caller.get(since(start))
    const id = await open.commit()
    expect(idsIn(first)).not.toContain(id)
    expect(idsIn(await caller.get(`/client/?modified__gt=${serverTime(first)}`))).toEqual([id])
  })

  it('does not wait for another organisation', async () => {
    const open = await givenOpenWrite('Elsewhere', { stamped: true })
    const stranger = await (await api.givenOrganisation()).caller()
    expect((await stranger.get(since('2000-01-01T00:00:00Z'))).status).toBe(200)
    await open.commit()
  })

  it('loses nothing while many write, whether the largest modified is kept or the server’s time', async () => {
    const here = await api.givenOrganisation()
    const poller = await here.caller()
    const wanted = new Set<number>()
    const seen = { byModified: new Set<number>(), byServerTime: new Set<number>() }
    let [kept, told] = ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00Z']
    const poll = async () => {
      const first = await poller.get(`/client/?page_size=1000&modified__gte=${kept}`)
      for (const id of idsIn(first)) seen.byModified.add(id)
      kept = modifiedIn(first).toSorted().at(-1) ?? kept
      const second = await poller.get(`/client/?page_size=1000&modified__gt=${told}`)
      for (const id of idsIn(second)) seen.byServerTime.add(id)
      told = serverTime(second)!
    }
    const written = new AbortController()
    const polling = (async () => {
      while (!written.signal.aborted) {
        await rates.empty()
        await poll()
      }
    })()
    // Straight to the database, with pauses between change and commit that put commits out of order.
    await Promise.all(
      Array.from({ length: 4 }, async (_, writer) => {
        for (const at of Array.from({ length: 40 }).keys())
          wanted.add(
            await here.within(async (tx) => {
              const row = { lastname: `Writer ${writer} ${at}` }
              const { id } = await tx.insertInto('client').values(row).returning('id').executeTakeFirstOrThrow()
              await sql`select pg_sleep(${Math.random() / 100})`.execute(tx)
              return id
            }),
          )
      }),
    ).finally(() => written.abort())
    await polling
    await rates.empty()
    await poll()
    expect(wanted.size).toBe(160)
    expect(wanted.difference(seen.byModified).size).toBe(0)
    expect(wanted.difference(seen.byServerTime).size).toBe(0)
  })
})
