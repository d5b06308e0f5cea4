import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { operations } from '../../src/app/resources.ts'
import { finishChanges, type Tx } from '../../src/db/tx.ts'
import { useClinic, type TestResponse, type TestOrganisation } from '../support/api.ts'
import {
  asProblem,
  codesOf,
  givenClient,
  givenPatient,
  givenPhoneNumber,
  givenRegistration,
  givenWeight,
  idsIn,
  species,
  twentyAtOnce,
} from '../support/clinic.ts'
import { useSuperuser } from '../support/database.ts'
import { useRateWindows } from '../support/rates.ts'
import { fillPath, nameOf } from '../support/routes.ts'
import { fill } from '../support/samples/fill.ts'
import { waitForLock } from '../support/writes.ts'

const { api, clinic } = await useClinic()
// Some routes are for people only.
const caller = await clinic.userCaller()
const rates = await useRateWindows(api)
const administrator = await useSuperuser(api)
const have = await fill(clinic, caller)
beforeEach(() => rates.empty())

const serverTime = ({ headers }: TestResponse) => headers.get('x-server-time')
const modifiedOf = async (url: string): Promise<string> => (await caller.get(url)).body.modified
const modifiedIn = ({ body }: TestResponse): string[] =>
  body.results.map(({ modified }: { modified: string }) => modified)
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
    const apiClient = await here.caller()
    const { rows } = await administrator.query<{ stamp: string }>(
      `update ledger set stamp = clock_timestamp() + interval '1 hour' where organisation = $1
       returning to_char(stamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as stamp`,
      [here.id],
    )
    const ahead = rows[0]!.stamp
    const made = await apiClient.post('/client/', { lastname: 'First' })
    const changed = await apiClient.patch(made.body.url, { lastname: 'Second' })
    expect(made.body.modified > ahead).toBe(true)
    expect(changed.body.modified > made.body.modified).toBe(true)
    const delta = await apiClient.get(`/client/?modified__gte=${ahead}`)
    expect(idsIn(delta)).toEqual([made.body.id])
    expect(serverTime(delta)).toBe(changed.body.modified)
    // If the clock has not been set back, the stamp is its time.
    expect(Math.abs(Date.parse((await givenClient(caller)).modified) - Date.now())).toBeLessThan(300_000)
  })

  it('is one for all that a transaction changed', async () => {
    const client = await givenClient(caller)
    const patient = await givenPatient(caller, { client: client.url, weight: '4' })
    const [weight] = (await caller.get(`/patient/${patient.id}/weight/`)).body.results
    expect([weight.modified, await modifiedOf(client.url)]).toEqual([patient.modified, patient.modified])
  })
})

describe('a change of a child', () => {
  type Family = { client: TestResponse['body']; patient: TestResponse['body']; phone: TestResponse['body'] }
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
      'a custom field of a client set',
      ['client'],
      ({ client }) =>
        caller.post(`/client/${client.id}/custom_field_values/`, { field_id: have.custom_fields, value: 'New' }),
    ],
    [
      'a custom field of a patient set',
      ['client', 'patient'],
      ({ patient }) =>
        caller.post('/custom_field_values/', { field: have.custom_field_setting, object_id: patient.id, value: 'New' }),
    ],
    [
      'a custom field sent with a patient',
      ['client', 'patient'],
      ({ patient }) =>
        caller.patch(patient.url, { fields_rel: [{ field_id: have.custom_field_setting, value: 'New' }] }),
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
  ])('touches the records that show it: %s', async (_what, expected, act) => {
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

  it('touches the old owner and the new one', async () => {
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

  it('is on nine lists', () => {
    expect(lists.length).toBeGreaterThanOrEqual(9)
  })

  it.each(lists)('is on %s with modified__gte, and not before any modified', async (_name, operation) => {
    const path = fillPath(operation.path, have)
    const filters = Object.keys(operation.parameters).filter((name) => /^modified__(gte|gt|lt|lte)$/.test(name))
    for (const filter of filters) {
      const moment = filter.includes('__g') ? '2000-01-01T00:00:00Z' : '2100-01-01T00:00:00Z'
      await rates.empty()
      const answer = await caller.get(`${path}?page_size=1000&${filter}=${moment}`)
      expect(answer.status).toBe(200)
      expect(serverTime(answer)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
      const stamps = modifiedIn(answer)
      expect(stamps.length).toBeGreaterThan(0)
      expect(stamps.filter((stamp) => stamp > serverTime(answer)!)).toEqual([])
    }
    expect(serverTime(await caller.get(path))).toBeNull()
  })

  it.each(['2000-01-01T00:00:00', '2000-01-01T02:00:00%2B02:00', '2000-01-01T00:00Z'])(
    'is written like every other moment, however %s was',
    async (moment) => {
      const answer = await caller.get(`/client/?modified__lte=${moment}`)
      expect([answer.status, serverTime(answer)]).toEqual([200, '2000-01-01T00:00:00.000000Z'])
    },
  )

  it('is the newest stamp, so that a client that stores it misses nothing and gets only that stamp twice', async () => {
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
  /** A transaction of another client that stays open until `commit`. */
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

  it('does not wait for a change that is stamped but not committed, and does not miss it later', async () => {
    const { modified: start } = await givenClient(caller)
    const open = await givenOpenWrite('Stamped', { stamped: true })
    const first = await caller.get(since(start))
    const id = await open.commit()
    expect(idsIn(first)).not.toContain(id)
    expect(serverTime(first)! < (await modifiedOf(`/client/${id}/`))).toBe(true)
    const next = await caller.get(since(serverTime(first)!))
    expect(idsIn(next)).toContain(id)
    expect(serverTime(next)).toBe(await modifiedOf(`/client/${id}/`))
  })

  it('pages by id up to the time of its first page, and has the same x-server-time on every page', async () => {
    const { modified: start } = await givenClient(caller, { lastname: 'Walk 1' })
    const others = [await givenClient(caller), await givenClient(caller), await givenClient(caller)]
    const first = await caller.get(`/client/?modified__gte=${start}&page_size=2`)
    await caller.patch(others[0]!.url, { city: 'Oulu' })
    await caller.patch(others[2]!.url, { city: 'Oulu' })
    const pages = [first]
    while (pages.at(-1)!.body.next) pages.push(await caller.get(pages.at(-1)!.body.next))
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200))
    expect(new Set(pages.map(serverTime))).toEqual(new Set([serverTime(first)]))
    const seen = pages.flatMap(idsIn)
    expect(seen).toEqual([...new Set(seen)])
    expect(seen).toContain(others[1]!.id)
    const round = idsIn(await caller.get(since(serverTime(first)!)))
    expect(round).toEqual(expect.arrayContaining([others[0]!.id, others[2]!.id]))
  })

  it('refuses another order than id, in which records would move between pages', async () => {
    const answer = await caller.get(`${since('2020-01-01T00:00:00Z')}&ordering=modified`, asProblem)
    expect(codesOf(answer)).toEqual({ ordering: 'invalid' })
  })

  it('does not wait for a change that has no stamp yet, which then gets a later one', async () => {
    const { modified: start } = await givenClient(caller)
    const open = await givenOpenWrite('Unstamped', { stamped: false })
    const first = await caller.get(since(start))
    const id = await open.commit()
    expect(idsIn(first)).not.toContain(id)
    expect(idsIn(await caller.get(`/client/?modified__gt=${serverTime(first)}`))).toEqual([id])
  })

  it('never sees a later change before an earlier one: the later waits for its stamp', async () => {
    const { modified: start } = await givenClient(caller)
    const open = await givenOpenWrite('Earlier', { stamped: true })
    const later = caller.post('/client/', { lastname: 'Later' })
    await waitForLock(administrator, 'transactionid')
    expect(idsIn(await caller.get(`/client/?modified__gt=${start}`))).toEqual([])
    const id = await open.commit()
    const { body } = await later
    expect(body.modified > (await modifiedOf(`/client/${id}/`))).toBe(true)
    expect(new Set(idsIn(await caller.get(`/client/?modified__gt=${start}`)))).toEqual(new Set([id, body.id]))
  })

  it('lists deleted records once, and none that only a dry run deleted', async () => {
    const registration = await givenRegistration(caller)
    const gone = (): Promise<TestResponse> => caller.get(`/deleted/?modified__gte=${registration.modified}`)
    expect((await caller.delete(registration.url, { headers: { prefer: 'dry-run' } })).status).toBe(204)
    expect(idsIn(await gone())).toEqual([])
    expect((await caller.delete(registration.url)).status).toBe(204)
    const { body, headers } = await gone()
    expect(body.results).toMatchObject([{ resource: 'available_wholesaler', record: registration.id }])
    expect(headers.get('x-server-time')).toBe(body.results[0].modified)
  })

  it('does not wait for another organisation, nor does a write', async () => {
    const open = await givenOpenWrite('Elsewhere', { stamped: true })
    const stranger = await (await api.givenOrganisation()).caller()
    expect((await stranger.get(since('2000-01-01T00:00:00Z'))).status).toBe(200)
    expect((await stranger.post('/client/', { lastname: 'Stranger' })).status).toBe(201)
    await open.commit()
  })

  /** Polls for changes while four clients write and pause before they commit; returns the changes that were missed. */
  const lostWhileWriting = async (here: TestOrganisation) => {
    const poller = await here.caller()
    const made = new Set<number>()
    const seen = { byModified: new Set<number>(), byServerTime: new Set<number>() }
    let [largest, told] = ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00Z']
    const poll = async () => {
      await rates.empty()
      const first = await poller.get(`/client/?page_size=1000&modified__gte=${largest}`)
      for (const id of idsIn(first)) seen.byModified.add(id)
      largest = modifiedIn(first).toSorted().at(-1) ?? largest
      const second = await poller.get(`/client/?page_size=1000&modified__gt=${told}`)
      for (const id of idsIn(second)) seen.byServerTime.add(id)
      told = serverTime(second)!
    }
    const written = new AbortController()
    const polling = (async () => {
      while (!written.signal.aborted) await poll()
    })()
    const write = (lastname: string, seconds: number) =>
      here.within(async (tx) => {
        const { id } = await tx.insertInto('client').values({ lastname }).returning('id').executeTakeFirstOrThrow()
        await sql`select pg_sleep(${seconds})`.execute(tx)
        return id
      })
    const writer = async (name: string) => {
      for (const at of Array.from({ length: 40 }).keys())
        made.add(await write(`${name} ${at}`, ((at * 7 + name.length * 3) % 20) / 1000))
    }
    await Promise.all(['One', 'Two', 'Three', 'Four'].map(writer)).finally(() => written.abort())
    await polling
    await poll()
    expect(made.size).toBe(160)
    return { byModified: made.difference(seen.byModified).size, byServerTime: made.difference(seen.byServerTime).size }
  }

  it('misses nothing while many write, whether the client stores the largest modified or x-server-time', async () => {
    expect(await lostWhileWriting(await api.givenOrganisation())).toEqual({ byModified: 0, byServerTime: 0 })
  })

  it('would miss records if modified were the time of writing', async () => {
    const here = await api.givenOrganisation()
    await administrator.query('alter table client disable trigger keep_change')
    onTestFinished(async () => {
      await administrator.query('delete from client where organisation = $1', [here.id])
      await administrator.query('alter table client enable trigger keep_change')
    })
    const insert = async (tx: Tx, lastname: string) =>
      (await tx.insertInto('client').values({ lastname }).returning('id').executeTakeFirstOrThrow()).id
    const [written, polled] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
    const slow = here.within(async (tx) => {
      written.resolve(await insert(tx, 'Slow'))
      await polled.promise
    })
    const missed = await written.promise
    await here.within((tx) => insert(tx, 'Quick'))
    const poller = await here.caller()
    const largest = modifiedIn(await poller.get('/client/'))
      .toSorted()
      .at(-1)!
    polled.resolve()
    await slow
    expect(idsIn(await poller.get('/client/'))).toContain(missed)
    expect(idsIn(await poller.get(`/client/?modified__gte=${largest}`))).not.toContain(missed)
  })
})
