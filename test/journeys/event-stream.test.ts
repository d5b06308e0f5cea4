// @module-tag waits
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { assembleApi } from '../../src/app/api.ts'
import { freePort } from '../../scripts/services/listening.ts'
import { useClinic, type ApiClient, type Grants } from '../support/api.ts'
import { done } from '../support/billing.ts'
import {
  givenClient,
  givenConsultation,
  givenItem,
  givenPatient,
  givenPhoneNumber,
  givenRegistration,
  givenRow,
  givenWholesaler,
  twentyAtOnce,
} from '../support/clinic.ts'
import { openStream } from '../support/events.ts'
import { useRateWindows } from '../support/rates.ts'

const { api, clinic, caller } = await useClinic()
const rates = await useRateWindows(api)
beforeEach(() => rates.empty())

const patientsOnly: Grants = { read: ['General: Patients and clients'] }
const authorizationOf = async (holding?: Grants, organisation = clinic) => {
  const application = await organisation.givenApplication(holding)
  return { application, authorization: `Bearer ${await organisation.tokenOf(application)}` }
}
const open = async ({
  holding,
  after,
  lastEventId,
  base = clinic.base,
  authorization,
}: {
  holding?: Grants
  after?: number
  lastEventId?: string
  base?: string
  authorization?: string
} = {}) => {
  const stream = await openStream(`${base}/events/${after === undefined ? '' : `?after=${after}`}`, {
    authorization: authorization ?? (await authorizationOf(holding)).authorization,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  })
  onTestFinished(() => void stream.leave())
  await expect.poll(() => stream.events.length + (stream.status === 200 ? 0 : 1)).toBeGreaterThan(0)
  return stream
}
const now = async (): Promise<number> => (await caller.get('/events/')).body.sequence

describe('events as a page', () => {
  it('start from now, and list every change after a sequence number, in order', async () => {
    const start = await caller.get('/events/')
    expect(start.body).toEqual({ sequence: expect.any(Number), more: false, results: [] })
    const client = await givenClient(caller)
    await caller.patch(client.url, { city: 'Turku' })
    const patient = await givenPatient(caller, { client: client.url })
    const { body } = await caller.get(`/events/?after=${start.body.sequence}`)
    const told = body.results.map(({ resource, id, action }: Record<string, unknown>) => [resource, id, action])
    expect(told).toEqual([
      ['client', client.id, 'create'],
      ['client', client.id, 'change'],
      ['patient', patient.id, 'create'],
    ])
    expect(body).toMatchObject({ sequence: start.body.sequence + 3, more: false })
    const { body: kept } = await caller.get(client.url)
    expect(body.results[0]).toMatchObject({
      sequence: start.body.sequence + 1,
      url: client.url,
      actor: expect.stringContaining('/user/'),
      modified: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    // The patient has touched its client once more.
    expect(body.results[2].modified).toBe(kept.modified)
  })

  it('come in pages that follow each other without a gap', async () => {
    const start = await now()
    await clinic.within(async (tx) => {
      await tx
        .insertInto('client')
        .values(Array.from({ length: 1_100 }, (_, at) => ({ lastname: `Many ${at}` })))
        .execute()
    })
    const seen: number[] = []
    for (let [after, more] = [start, true]; more; ) {
      const { body } = await caller.get(`/events/?after=${after}`)
      seen.push(...body.results.map(({ sequence }: { sequence: number }) => sequence))
      ;({ sequence: after, more } = body)
    }
    expect(seen).toEqual(Array.from({ length: 1_100 }, (_, at) => start + 1 + at))
  })

  it('[security-7] are read at most 600 times a minute from the past, whichever application asks', async () => {
    const there = await api.givenOrganisation()
    await there.within(async (tx) => {
      const many = Array.from({ length: 501 }, (_, at) => ({ lastname: `Many ${at}` }))
      await tx.insertInto('client').values(many).execute()
    })
    const statuses: number[] = []
    let refused: Response | undefined
    for (let round = 0; round < 60 && refused === undefined; round++) {
      const { authorization } = await authorizationOf({}, there)
      await rates.empty()
      const asked = Array.from({ length: 30 }, () =>
        fetch(`${there.base}/events/?after=0`, { headers: { authorization } }),
      )
      for (const response of await Promise.all(asked)) {
        statuses.push(response.status)
        if (response.status === 429) refused = response
        else await response.text()
      }
    }
    // On a slow machine the first have left the window before the last come.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(600)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused?.json()).toEqual({
      detail: expect.stringMatching(
        /^This organisation reads too much of the past at once\. Try again in \d+ seconds\.$/,
      ),
    })
    const newest = await fetch(`${there.base}/events/`, {
      headers: { authorization: (await authorizationOf({}, there)).authorization },
    })
    expect(newest.status).toBe(200)
  })

  it.each([
    ['after=-1', 'A valid integer is required.'],
    ['after=x', 'A valid integer is required.'],
    ['after=999999999', 'There is no event 999999999 yet. Leave it out to start from now.'],
  ])('refuse ?%s', async (query, message) => {
    const { status, body } = await caller.get(`/events/?${query}`)
    expect([status, body]).toEqual([400, { after: [message] }])
  })

  it('contain nothing of a write that was refused, rolled back or a dry run', async () => {
    const start = await now()
    await caller.post('/client/', { email: 'nobody' })
    await caller.post('/client/', { lastname: 'Tried' }, { headers: { prefer: 'dry-run' } })
    await clinic
      .within(async (tx) => {
        await tx.insertInto('client').values({ lastname: 'Undone' }).execute()
        throw new Error('undone')
      })
      .catch(() => {})
    expect((await caller.get(`/events/?after=${start}`)).body).toEqual({ sequence: start, more: false, results: [] })
  })

  it('contain only changes of records that the caller may read', async () => {
    const start = await now()
    await givenClient(caller)
    await caller.post('/department/', { name: 'Branch' })
    await caller.post('/permissiongroup/', { name: 'Somebody', read: [], write: [] })
    const told = async (who: ApiClient) =>
      (await who.get(`/events/?after=${start}`)).body.results.map(({ resource }: { resource: string }) => resource)
    expect(await told(caller)).toEqual(expect.arrayContaining(['client', 'department', 'permissiongroup']))
    expect(new Set(await told(await clinic.caller(patientsOnly)))).toEqual(new Set(['client', 'department', 'user']))
    expect(await told(await clinic.caller({}))).not.toContain('client')
  })

  it('contain nothing of the registrations of another application', async () => {
    const holding: Grants = { write: ['Settings: Integration settings'], scopes: ['restapi', 'wholesaler'] }
    const [mine, theirs] = [await clinic.caller(holding), await clinic.caller(holding)]
    const start = await now()
    const { id } = await givenRegistration(mine)
    const told = async (who: ApiClient) =>
      (await who.get(`/events/?after=${start}`)).body.results.filter(
        ({ resource }: { resource: string }) => resource === 'available_wholesaler',
      )
    expect(await told(mine)).toMatchObject([{ id }])
    expect(await told(theirs)).toEqual([])
  })
})

describe('the links of an event', () => {
  const told = async (who: ApiClient, after: number, resource: string) =>
    (await who.get(`/events/?after=${after}`)).body.results.filter(
      (event: { resource: string }) => event.resource === resource,
    )
  const givenTreated = async () => {
    const patient = await givenPatient(caller)
    const visit = await givenConsultation(caller, { patients: [patient] })
    const item = await givenItem(caller, { type_code: 2 })
    const start = await now()
    const row = await givenRow(caller, visit, { item: item.url })
    return { patient, visit, item, row, start }
  }

  it('are the records that the changed one links to, in the order of its fields', async () => {
    const { patient, visit, item, row, start } = await givenTreated()
    const [event] = await told(caller, start, 'consultationitem')
    expect(event.links).toEqual([visit.url, patient.url, item.url, row.supervising_veterinarian])
    const stream = await open({ after: start })
    await expect.poll(() => stream.changes()).toContainEqual(event)
  })

  it('are also those that the change took away, and those of a record that is gone', async () => {
    const { visit, item, row, start } = await givenTreated()
    await done(caller.delete(`/consultation/${visit.id}/medicines/${row.id}/`))
    const events = await told(caller, start, 'consultationitem')
    const [made, gone] = [events[0], events.at(-1)]
    expect([made.action, gone.action]).toEqual(['create', 'delete'])
    // What was in a table between is gone with the record.
    for (const { links } of [made, gone]) expect(links).toEqual([visit.url, item.url, row.supervising_veterinarian])
    const [one, other] = [await givenClient(caller), await givenClient(caller)]
    await caller.patch(one.url, { invoicing_client: other.url })
    const before = await now()
    await caller.patch(one.url, { invoicing_client: null })
    expect((await told(caller, before, 'client'))[0]).toMatchObject({ url: one.url, links: [other.url] })
  })

  it('are left out for kinds of records that the caller may not read', async () => {
    const { patient, visit, item, row, start } = await givenTreated()
    const treating = await clinic.caller({ read: ['Clinical: Consultations'] })
    const [event] = await told(treating, start, 'consultationitem')
    expect((await treating.get(patient.url)).status).toBe(403)
    expect(event.links).toEqual([visit.url, item.url, row.supervising_veterinarian])
  })

  it('are left out for kinds of which some records are hidden from the caller', async () => {
    const holding: Grants = { write: ['Settings: Integration settings'], scopes: ['restapi', 'wholesaler'] }
    const mine = await clinic.caller(holding)
    const { url } = await givenRegistration(mine)
    const { url: parent } = await givenWholesaler(caller, { available_wholesaler: url })
    const start = await now()
    const department = clinic.url('department', clinic.department)
    await givenWholesaler(caller, { available_wholesaler: url, parent, department })
    const [event] = await told(caller, start, 'wholesaler')
    expect(event.links).toEqual([parent, department])
  })
})

describe('events as a stream', () => {
  it('send their start position first, then each change within moments', async () => {
    const start = await now()
    const stream = await open({ holding: patientsOnly })
    expect(stream.status).toBe(200)
    expect(stream.header('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.header('ratelimit')).toMatch(/r=\d+/)
    expect(stream.events[0]).toMatchObject({ event: 'open', data: { sequence: expect.any(Number) } })
    expect(stream.events[0]!.data.sequence).toBeGreaterThanOrEqual(start)
    const client = await givenClient(caller)
    await expect.poll(() => stream.changes()).toMatchObject([{ resource: 'client', id: client.id }])
    expect(stream.events.at(-1)).toMatchObject({ event: 'change', id: String(stream.changes()[0].sequence) })
  })

  it('resume after Last-Event-ID, with every change meanwhile', async () => {
    const stream = await open()
    const first = await givenClient(caller)
    await expect.poll(() => stream.changes().length).toBe(1)
    stream.leave()
    const second = await givenClient(caller)
    const number = await givenPhoneNumber(caller, second)
    const again = await open({ lastEventId: stream.lastId(), after: 0 })
    const missed = () => again.changes().filter(({ resource }) => resource === 'client' || resource === 'phonenumber')
    await expect.poll(() => missed().length).toBe(2)
    expect(missed().map(({ id }) => id)).toEqual([second.id, number.id])
    expect(stream.changes()[0].id).toBe(first.id)
  })

  it('neither lose nor repeat events while twenty write at once, and keep the order of the commits', async () => {
    const [one, two] = [await open(), await open({ holding: patientsOnly })]
    const made = await twentyAtOnce(() => caller.post('/client/', { lastname: 'Crowd' }))
    const clients = (stream: typeof one) => stream.changes().filter(({ resource }) => resource === 'client')
    await expect.poll(() => [clients(one).length, clients(two).length]).toEqual([20, 20])
    const inOrder = made
      .map(({ body }) => body)
      .toSorted((a, b) => (a.modified < b.modified ? -1 : 1))
      .map(({ id }) => id)
    for (const stream of [one, two]) expect(clients(stream).map(({ id }) => id)).toEqual(inOrder)
  })

  it('advance past events that the caller may not read', async () => {
    const stream = await open({ holding: {} })
    const before = Number(stream.lastId())
    await givenClient(caller)
    await expect.poll(() => Number(stream.lastId())).toBeGreaterThan(before)
    expect(stream.changes().filter(({ resource }) => resource === 'client')).toEqual([])
  })

  it('contain changes of another process, and changes without a notification', async () => {
    const port = await freePort()
    const other = await assembleApi({ ...api.options, publicUrl: `http://127.0.0.1:${port}` })
    await other.listen({ host: '127.0.0.1', port })
    onTestFinished(() => other.close())
    const { authorization } = await authorizationOf()
    const stream = await open({ authorization, base: clinic.base.replace(api.publicUrl, `http://127.0.0.1:${port}`) })
    const { id } = await givenClient(caller)
    await expect.poll(() => stream.changes().at(-1)?.id).toBe(id)
    await clinic.within((tx) => tx.insertInto('client').values({ lastname: 'Quietly' }).execute())
    await expect.poll(() => stream.changes().length).toBe(2)
  })

  it('contain changes while Redis is unreachable too', async () => {
    const port = await freePort()
    const alone = await assembleApi({
      ...api.options,
      redisUrl: `redis://127.0.0.1:${await freePort()}`,
      publicUrl: `http://127.0.0.1:${port}`,
    })
    await alone.listen({ host: '127.0.0.1', port })
    onTestFinished(() => alone.close())
    const { authorization } = await authorizationOf()
    const stream = await open({ authorization, base: clinic.base.replace(api.publicUrl, `http://127.0.0.1:${port}`) })
    const { id } = await givenClient(caller)
    await expect.poll(() => stream.changes().at(-1)?.id).toBe(id)
  })

  it('never cross organisations', async () => {
    const there = await api.givenOrganisation()
    const stream = await open({
      base: there.base,
      authorization: (await authorizationOf(undefined, there)).authorization,
    })
    await givenClient(caller)
    const { id } = await givenClient(await there.caller())
    await expect.poll(() => stream.changes().some(({ resource }) => resource === 'client')).toBe(true)
    expect(stream.changes().filter(({ resource }) => resource === 'client')).toMatchObject([{ id }])
    expect(stream.raw()).not.toContain(clinic.base)
  })

  it('end when the credential is revoked, and contain nothing that happens afterwards', async () => {
    const { application, authorization } = await authorizationOf()
    const stream = await open({ authorization })
    const revoked = await fetch(`${api.publicUrl}/${clinic.id}/oauth2/revoke_token/`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${application.client_id}:${application.client_secret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ token: authorization.replace('Bearer ', '') }),
    })
    expect(revoked.status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await givenClient(caller)
    expect(await stream.ended).toBe('ended')
    expect(stream.changes().filter(({ resource }) => resource === 'client')).toEqual([])
  })

  it('contain no more records of a permission that was revoked', async () => {
    const { application, authorization } = await authorizationOf(patientsOnly)
    const stream = await open({ authorization })
    await caller.patch(`/permissiongroup/${application.group}/`, { read: [] })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await givenClient(caller)
    await caller.post('/department/', { name: 'Annex' })
    await expect.poll(() => stream.changes().some(({ resource }) => resource === 'department')).toBe(true)
    expect(stream.changes().filter(({ resource }) => resource === 'client')).toEqual([])
  })

  it('send keep-alives while nothing happens', async () => {
    const there = await api.givenOrganisation()
    const { authorization } = await authorizationOf(undefined, there)
    const stream = await open({ base: there.base, authorization })
    await expect.poll(() => stream.raw(), { interval: 500 }).toContain(': keep-alive\n\n')
    expect(stream.changes()).toEqual([])
  })

  it('end when the application loses the scope', async () => {
    const { application, authorization } = await authorizationOf()
    const stream = await open({ authorization })
    await clinic.within((tx) =>
      tx
        .updateTable('application')
        .set({ scopes: ['openid'] })
        .where('id', '=', application.id)
        .execute(),
    )
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await givenClient(caller)
    expect(await stream.ended).toBe('ended')
    expect(stream.changes().filter(({ resource }) => resource === 'client')).toEqual([])
  })

  it('are limited to twenty for one account, and closing one allows another', async () => {
    const { authorization } = await authorizationOf()
    const streams = []
    for (let number = 0; number < 20; number++) streams.push(await open({ authorization }))
    const refused = await open({ authorization })
    expect(refused.status).toBe(429)
    expect(refused.header('retry-after')).toBe('5')
    streams[0]!.leave()
    await expect.poll(async () => (await open({ authorization })).status).toBe(200)
  })

  it('[security-7] are limited to two hundred for one organisation, however many applications it has', async () => {
    const streams: Awaited<ReturnType<typeof open>>[] = []
    while (streams.length < 220 && streams.at(-1)?.status !== 429) {
      const { authorization } = await authorizationOf()
      for (let number = 0; number < 20 && streams.at(-1)?.status !== 429; number++)
        streams.push(await open({ authorization }))
    }
    expect(streams.at(-1)?.status).toBe(429)
    expect(streams.length).toBeLessThanOrEqual(201)
    for (const stream of streams) if (stream.status === 200) stream.leave()
  })

  it.each([
    ['Bearer nobody', 401],
    ['', 401],
  ])('are refused with JSON to %s', async (authorization, status) => {
    const response = await fetch(`${clinic.base}/events/`, { headers: { accept: 'text/event-stream', authorization } })
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/json; charset=utf-8'])
  })

  it('end when the process stops, which does not wait for them', async () => {
    const port = await freePort()
    const other = await assembleApi({ ...api.options, publicUrl: `http://127.0.0.1:${port}` })
    await other.listen({ host: '127.0.0.1', port })
    const { authorization } = await authorizationOf()
    const stream = await open({ authorization, base: clinic.base.replace(api.publicUrl, `http://127.0.0.1:${port}`) })
    await other.close()
    expect(await stream.ended).toBe('ended')
  })
})
