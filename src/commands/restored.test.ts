// @module-tag waits
import { afterAll, describe, expect, it, vi } from 'vitest'
import { useClinic } from '../../test/support/api.ts'
import { asProblem, codesOf, givenClient } from '../../test/support/clinic.ts'
import { fetlock, jsonOf, settingsFor, useSettings } from '../../test/support/commands.ts'
import { openStream } from '../../test/support/events.ts'

const { api, clinic, caller } = await useClinic()
const other = await api.givenOrganisation()
useSettings(settingsFor(api.database))
afterAll(() => {
  vi.unstubAllEnvs()
})

const ledgerOf = () => clinic.within((tx) => tx.selectFrom('ledger').selectAll().executeTakeFirstOrThrow())
const delta = () => caller.get('/client/?modified__gte=2000-01-01T00:00:00Z')

describe('restored', () => {
  it('begins a generation in every organisation, which delta sync shows', async () => {
    await givenClient(caller)
    const before = await delta()
    expect(before.headers.get('x-generation')).toBe('1')
    expect((await caller.get('/client/')).headers.get('x-generation')).toBeNull()
    expect(jsonOf(await fetlock('restored', '--json'))).toMatchObject({ organisations: 2, ids_skipped: 1_000_000 })
    expect((await delta()).headers.get('x-generation')).toBe('2')
    const there = await other.caller()
    const theirs = await there.get('/client/?modified__gte=2000-01-01T00:00:00Z')
    expect(theirs.headers.get('x-generation')).toBe('2')
  })

  it('gives no id and no number of an event again that may have been given out since the backup [security-14]', async () => {
    const client = await givenClient(caller)
    const { body: last } = await caller.get('/events/')
    const organisation = await api.givenOrganisation()
    await fetlock('restored')
    const next = await givenClient(caller)
    expect(next.id).toBeGreaterThan(client.id + 1_000_000)
    expect((await api.givenOrganisation()).id).toBeGreaterThan(organisation.id + 100)
    const { body } = await caller.get('/events/')
    expect(body.sequence).toBeGreaterThan(last.sequence + 10_000_000)
  })

  it('tells whoever asks for events after an earlier one to read everything again [security-14]', async () => {
    await givenClient(caller)
    const { body: last } = await caller.get('/events/')
    await fetlock('restored')
    const refused = await caller.get(`/events/?after=${last.sequence}`, asProblem)
    expect([refused.status, codesOf(refused)]).toEqual([400, { after: 'restored' }])
    const [, position] = /after=(\d+)/.exec(refused.text)!
    const client = await givenClient(caller)
    const { body } = await caller.get(`/events/?after=${position}`)
    expect(body.results).toMatchObject([{ resource: 'client', id: client.id, sequence: Number(position) + 1 }])
    // From the beginning everything is still there, without gaps.
    const { body: all } = await caller.get('/events/?after=0')
    const numbers = all.results.map(({ sequence }: { sequence: number }) => sequence)
    expect(numbers[0]).toBeGreaterThan(last.sequence)
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('resets a stream that resumes after an earlier event', async () => {
    await givenClient(caller)
    const { body: last } = await caller.get('/events/')
    await fetlock('restored')
    const { body: now } = await caller.get('/events/')
    const application = await clinic.givenApplication()
    const stream = await openStream(`${clinic.base}/events/`, {
      authorization: `Bearer ${await clinic.tokenOf(application)}`,
      'last-event-id': String(last.sequence),
    })
    try {
      await expect.poll(() => stream.events.map(({ event }) => event)).toEqual(['open', 'reset'])
      expect(stream.events[1]!.data.sequence).toBeGreaterThanOrEqual(now.sequence)
      const client = await givenClient(caller)
      await expect.poll(() => stream.changes()).toMatchObject([{ resource: 'client', id: client.id }])
    } finally {
      stream.leave()
    }
  })

  it('is recorded in the audit trail, which still verifies', async () => {
    const { generation } = await ledgerOf()
    await fetlock('restored')
    const { body } = await caller.get('/auditevent/?resource__is=organisation&ordering=-id')
    expect(body.results[0]).toMatchObject({
      record: clinic.id,
      changes: { generation: { from: generation, to: generation + 1 } },
      credential: 'service',
    })
    expect((await fetlock('audit', 'verify', '--organisation', String(clinic.id))).code).toBe(0)
  })
})
