// @module-tag waits
import { beforeEach, describe, expect, it } from 'vitest'
import {
  ApiError,
  AttachmentType,
  bearer,
  createClient,
  delta,
  events,
  list,
  pages,
  walk,
  type DeltaPage,
  type DeltaPosition,
  type Schemas,
  type StreamMessage,
} from '@fetlock/sdk'
import { inOrganisation } from '../../src/db/tx.ts'
import { beginGeneration } from '../../src/secrets/generations.ts'
import { useClinic } from '../support/api.ts'
import { givenClient, givenPatient } from '../support/clinic.ts'
import { useInterruptedApi } from '../support/interrupted-api.ts'
import { useRateWindows } from '../support/rates.ts'

const { api, clinic, caller } = await useClinic()
const between = await useInterruptedApi(api.publicUrl)
const rates = await useRateWindows(api)
const token = await clinic.tokenOf(await clinic.givenApplication())
const base = `${between.publicUrl}/${clinic.id}/api/0.1`
const fetlock = createClient({ base, auth: bearer(token) })
const lastnames = ['Aalto', 'Berg', 'Carlsson', 'Dahl', 'Ekman', 'Forss', 'Grön']
for (const lastname of lastnames) await givenClient(caller, { lastname })

beforeEach(async () => {
  await rates.empty()
  between.next()
})

type Client = Schemas['Client']
const collected = async <T>(source: AsyncIterable<T>, most = Infinity): Promise<T[]> => {
  const all: T[] = []
  for await (const one of source) {
    all.push(one)
    if (all.length >= most) break
  }
  return all
}
const namesOf = (clients: readonly Client[]) => clients.map(({ lastname }) => lastname)

describe('a list', () => {
  it('comes page by page, and record by record in its order', async () => {
    const query = { page_size: 3, ordering: '-lastname' } as const
    expect((await collected(pages(fetlock, '/client/', { query }))).map(({ results }) => results.length)).toEqual([
      3, 3, 1,
    ])
    expect(namesOf(await collected(list(fetlock, '/client/', { query })))).toEqual(lastnames.toReversed())
  })

  it('is asked of the client’s own address, whatever `next` says', async () => {
    await collected(list(fetlock, '/client/', { query: { page_size: 3 } }))
    expect(between.seen).toHaveLength(3)
  })

  it('is walked by id while records are added', async () => {
    const found: string[] = []
    for await (const { lastname } of walk(fetlock, '/client/', { query: { page_size: 3, archived__is: false } })) {
      found.push(lastname)
      if (found.length === 2) await givenClient(caller, { lastname: 'Hallman' })
    }
    expect(found).toEqual([...lastnames, 'Hallman'])
    expect(between.seen.every(({ path }) => !path.includes('page='))).toBe(true)
  })

  it('is walked whole, whatever order and page a query in a variable asks for', async () => {
    const query = { page_size: 3, ordering: '-lastname', page: 2 } as const
    expect(await collected(walk(fetlock, '/client/', { query }))).toEqual(await collected(walk(fetlock, '/client/')))
  })

  it('inside a record is walked too', async () => {
    const patient = await givenPatient(caller)
    const path = { id: patient.id as number }
    await fetlock.post('/patient/{id}/weight/', { path, body: { weight: '4.2' } })
    expect(await collected(walk(fetlock, '/patient/{id}/weight/', { path }))).toMatchObject([{ weight: '4.200' }])
  })
})

describe('delta', () => {
  /** A copy as an integration keeps it, with its position. */
  const copyOf = () => {
    const records = new Map<number, Client>()
    let position: DeltaPosition | undefined
    const store = (page: DeltaPage<Client>) => {
      if (page.startsOver) records.clear()
      for (const client of page.records) records.set(client.id, client)
      // Saved as text, as it would be.
      position = JSON.parse(JSON.stringify(page.position)) as DeltaPosition
    }
    const sync = async (most = Infinity) => {
      const received = await collected(
        (async function* () {
          for await (const page of delta(fetlock, '/client/', { from: position, query: { page_size: 3 } })) {
            store(page)
            yield page
          }
        })(),
        most,
      )
      return received
    }
    return { records, sync, position: () => position }
  }
  const current = () => collected(walk(fetlock, '/client/'))

  it('copies everything, then what has changed', async () => {
    const copy = copyOf()
    const rounds = await copy.sync()
    expect(rounds.map(({ startsOver, isComplete }) => [startsOver, isComplete])).toEqual([
      [true, false],
      ...rounds.slice(2).map(() => [false, false]),
      [false, true],
    ])
    expect([...copy.records.values()]).toEqual(await current())
    const { id } = await givenClient(caller, { lastname: 'Changed' })
    const [page] = await copy.sync()
    expect(page!.records.map((one) => one.id)).toContain(id)
    expect(page!.records.length).toBeLessThan(3)
    expect([...copy.records.values()]).toEqual(await current())
  })

  it('resumes in the middle of a round, and misses nothing that changed meanwhile', async () => {
    const copy = copyOf()
    await copy.sync(1)
    expect([copy.records.size, copy.position()?.within !== undefined]).toEqual([3, true])
    const [first] = copy.records.values()
    await caller.patch(`/client/${first!.id}/`, { city: 'Elsewhere' })
    between.next()
    await copy.sync()
    expect(between.seen[0]!.path).toMatch(/id__gt=\d+&modified__lte=/)
    expect(copy.records.get(first!.id)!.city).not.toBe('Elsewhere')
    await copy.sync()
    expect([...copy.records.values()]).toEqual(await current())
  })

  it('starts over after a restore', async () => {
    const copy = copyOf()
    await copy.sync()
    copy.records.set(999_999, {} as Client)
    await inOrganisation(api.owner.db, clinic.id, beginGeneration)
    const [page] = await copy.sync()
    expect(page!.startsOver).toBe(true)
    expect([...copy.records.values()]).toEqual(await current())
  })

  it('says so when something drops its headers', async () => {
    const body = JSON.stringify({ results: [], next: null })
    between.next({ status: 200, headers: { 'content-type': 'application/json' }, body })
    await expect(collected(delta(fetlock, '/client/'))).rejects.toThrow(/x-server-time/)
  })

  it('tells what was deleted', async () => {
    const { url } = await givenClient(caller)
    const body = { client: url, name: 'blood.txt', content_type: AttachmentType.TextPlain, size: 1 }
    const { id } = await fetlock.post('/attachment/', { body })
    await fetlock.delete('/attachment/{id}/', { path: { id } })
    const deleted = (await collected(delta(fetlock, '/deleted/'))).flatMap(({ records }) => records)
    expect(deleted).toMatchObject([{ resource: 'attachment' }])
  })
})

describe('events', () => {
  const stream = () => {
    const ending = new AbortController()
    const messages: StreamMessage[] = []
    const follow = async (after?: string) => {
      for await (const message of events(fetlock, { after, signal: ending.signal })) messages.push(message)
    }
    const kinds = () => messages.map(({ kind }) => kind)
    const changes = () => messages.flatMap((message) => (message.kind === 'change' ? [message.change.id] : []))
    return { messages, follow, kinds, changes, end: () => ending.abort() }
  }

  it('resume where the connection broke, and tell every change once', async () => {
    const told = stream()
    const following = told.follow()
    await expect.poll(told.kinds).toEqual(['open'])
    const made = [(await givenClient(caller)).id]
    await expect.poll(told.changes).toEqual(made)
    between.cut()
    await expect.poll(told.kinds).toContain('lost')
    made.push((await givenClient(caller)).id)
    await expect.poll(told.changes).toEqual(made)
    expect(between.seen.at(-1)!.headers['last-event-id']).toBe(
      String(told.messages.find(({ kind }) => kind === 'change')!.position),
    )
    told.end()
    await following
  })

  it('resume from a saved position', async () => {
    const first = stream()
    const following = first.follow()
    await expect.poll(first.kinds).toEqual(['open'])
    first.end()
    await following
    const { id } = await givenClient(caller)
    const second = stream()
    const resumed = second.follow(first.messages[0]!.position)
    await expect.poll(second.changes).toEqual([id])
    second.end()
    await resumed
  })

  it('throw when they are refused', async () => {
    const stranger = createClient({ base, auth: bearer('nobody') })
    await expect(collected(events(stranger))).rejects.toThrow(ApiError)
  })
})
