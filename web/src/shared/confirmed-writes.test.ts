// @module-tag waits
import { ApiError, type Entry, type ProblemCode } from '@fetlock/sdk'
import { describe, expect, it } from 'vitest'
import { NotDone } from '../api/problem.ts'
import { makeConfirmedWrites, type Outcome } from './confirmed-writes.ts'

const problem = (status: number, code: ProblemCode = 'invalid') => new ApiError({ status, code, detail: '' })
const entryOf = (body: unknown): Entry => ({ name: 'payment', method: 'POST', path: '/invoicepayment/', body })
const payment = (...bodies: readonly unknown[]) => ({ entries: bodies.map(entryOf), said: 'Paid', amount: '€1.00' })
const kept = (key: string, ...bodies: readonly unknown[]) => JSON.stringify({ ...payment(...bodies), key })
const anna = 'user/1 pay 7'
const place = `fetlock.write ${anna}`

/** Writes whose answers are given in advance: a problem is thrown, anything else is answered. */
const given = (answers: readonly unknown[], stored: Record<string, string> = {}, isOnline = true) => {
  const sent: [string, ...unknown[]][] = []
  const told: Outcome[] = []
  let keys = 0
  const writes = makeConfirmedWrites({
    storage: {
      getItem: (name) => stored[name] ?? null,
      setItem: (name, value) => void (stored[name] = value),
      removeItem: (name) => void delete stored[name],
      key: (index) => Object.keys(stored)[index] ?? null,
      get length() {
        return Object.keys(stored).length
      },
    },
    send: async (entries, key) => {
      const answer = answers[sent.push([key, ...entries.map(({ body }) => body)]) - 1]
      if (answer instanceof Error) throw answer
      return { payment: answer }
    },
    wait: async () => {},
    mintKey: () => `key ${++keys}`,
    isOnline: () => isOnline,
    tell: (outcome) => void told.push(outcome),
  })
  return { writes, sent, stored, told }
}
const nothing = () => Promise.resolve()

describe('a write that must take effect once', () => {
  it('is one request, whatever it writes, and is sent again with its key until the outcome is known', async () => {
    const { writes, sent, stored } = given([
      problem(0),
      problem(503),
      problem(409, 'conflict'),
      new SyntaxError('The answer was cut off.'),
      'paid',
    ])
    writes.watch(anna, nothing)
    const kinds: string[] = []
    writes.subscribe(() => kinds.push(writes.stateOf(anna).kind))
    const written = writes.submit(anna, payment(1, 2))
    expect(JSON.parse(stored[place]!)).toMatchObject({ key: 'key 1', entries: [{ body: 1 }, { body: 2 }] })
    expect(await written).toMatchObject({ kind: 'done', answers: { payment: 'paid' } })
    expect(sent).toEqual(Array.from({ length: 5 }, () => ['key 1', 1, 2]))
    expect(kinds).toEqual(['sending', 'checking', 'checking', 'checking', 'checking', 'done'])
    expect(stored).toEqual({})
  })

  it('is sent once, however often it is asked for meanwhile', async () => {
    const { writes, sent } = given(['paid', 'paid twice'])
    const both = await Promise.all([writes.submit(anna, payment(1)), writes.submit(anna, payment(1))])
    expect(both).toEqual([both[1], { kind: 'done', answers: { payment: 'paid' }, said: 'Paid' }])
    expect(sent).toHaveLength(1)
  })

  it('gets another key once it was refused', async () => {
    const { writes, sent } = given([problem(400), 'paid'])
    writes.watch(anna, nothing)
    expect(await writes.submit(anna, payment(1))).toMatchObject({ kind: 'refused', error: { status: 400 } })
    await writes.submit(anna, payment(2))
    expect(sent).toEqual([
      ['key 1', 1],
      ['key 2', 2],
    ])
  })

  it.each([401, 403])('is not refused by a %i after an attempt whose outcome is not known', async (status) => {
    const { writes, sent } = given([problem(0), problem(status), 'paid'])
    expect(await writes.submit(anna, payment(1))).toMatchObject({ kind: 'done' })
    expect(sent).toHaveLength(3)
    const first = given([problem(status)])
    expect(await first.writes.submit(anna, payment(1))).toMatchObject({ kind: 'refused' })
  })

  it('goes on after a reload as it was, for the user whose key it has, and says what came of it', async () => {
    const { writes, sent, told, stored } = given([problem(403), 'paid'], {
      [place]: kept('of one', 1, 2),
      'fetlock.write user/12 pay 7': kept('of another', 3),
    })
    writes.resumeOf('user/1')
    expect(writes.stateOf(anna)).toEqual({ kind: 'checking', amount: '€1.00' })
    await expect.poll(() => told).toEqual([{ kind: 'done', answers: { payment: 'paid' }, said: 'Paid' }])
    expect(sent).toEqual([
      ['of one', 1, 2],
      ['of one', 1, 2],
    ])
    expect(Object.keys(stored)).toEqual(['fetlock.write user/12 pay 7'])
  })

  it('takes the place of what is asked for next, unless that waits for it', async () => {
    const paying = given(['before', 'now'], { [place]: kept('kept', 1) })
    expect(await paying.writes.submit(anna, payment(2))).toMatchObject({ answers: { payment: 'before' } })
    const selling = given(['before', 'now'], { [place]: kept('kept', 1) })
    await selling.writes.idle(anna)
    expect(await selling.writes.submit(anna, payment(2))).toMatchObject({ answers: { payment: 'now' } })
    expect(selling.sent).toEqual([
      ['kept', 1],
      ['key 1', 2],
    ])
  })

  it('shows its outcome once what it changed was read again', async () => {
    const { writes, told } = given(['paid'])
    let seen = ''
    const close = writes.watch(anna, async () => void (seen = writes.stateOf(anna).kind))
    await writes.submit(anna, payment(1))
    expect([seen, writes.stateOf(anna).kind]).toEqual(['sending', 'done'])
    expect(told).toEqual([])
    close()
    expect(writes.stateOf(anna).kind).toBe('open')
  })

  it('is not begun without a connection', async () => {
    const { writes, sent, stored } = given([], {}, false)
    expect(await writes.submit(anna, payment(1))).toMatchObject({ kind: 'refused', error: expect.any(NotDone) })
    expect([sent, stored]).toEqual([[], {}])
  })
})
