// @module-tag waits
import { describe, expect, it } from 'vitest'
import { ApiProblem } from '../api/problem.ts'
import { makeConfirmedWrites, type Outcome, type WriteStep } from './confirmed-writes.ts'

const problem = (status: number, code = 'other') => new ApiProblem({ status, code, detail: '' })
const step = (body: unknown): WriteStep => ({ path: '/invoicepayment/', body })
const payment = (...bodies: readonly unknown[]) => ({ steps: bodies.map(step), said: 'Paid', amount: '€1.00' })
const kept = (key: string, ...bodies: readonly unknown[]) => JSON.stringify({ ...payment(...bodies), key, answers: [] })
const anna = 'user/1 pay 7'

/** Writes whose answers are given in advance: a problem is thrown, anything else is answered. */
const given = (answers: readonly unknown[], stored: Record<string, string> = {}, isOnline = true) => {
  const sent: [string, unknown][] = []
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
    send: async ({ body }, key) => {
      const answer = answers[sent.push([key, body]) - 1]
      if (answer instanceof Error) throw answer
      return answer
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
  it('has the key of its sheet, and is sent again with it until the answer is definite', async () => {
    const { writes, sent, stored } = given([
      problem(0),
      problem(503),
      problem(409, 'conflict'),
      new SyntaxError('The answer was cut off.'),
      'paid',
    ])
    writes.watch(anna, nothing)
    expect(JSON.parse(stored[`fetlock.write ${anna}`]!)).toMatchObject({ key: 'key 1' })
    const kinds: string[] = []
    writes.subscribe(() => kinds.push(writes.stateOf(anna).kind))
    expect(await writes.submit(anna, payment(1))).toMatchObject({ kind: 'done', answers: ['paid'] })
    expect(sent.map(([key]) => key)).toEqual(Array(5).fill('key 1'))
    expect(kinds).toEqual(['sending', 'checking', 'checking', 'checking', 'checking', 'done'])
    expect(stored).toEqual({})
  })

  it('is sent once, however often it is asked for meanwhile', async () => {
    const { writes, sent } = given(['paid', 'paid twice'])
    const both = await Promise.all([writes.submit(anna, payment(1)), writes.submit(anna, payment(1))])
    expect(both.map(({ answers }) => answers)).toEqual([['paid'], ['paid']])
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

  it('gives each of its steps a key, and goes on with the one whose answer is open', async () => {
    const [one, two] = [{ ...JSON.parse(kept('kept', 1, 2, 3)), answers: ['first'] }, payment(9)]
    const { writes, sent } = given(['second', 'third'], { [`fetlock.write ${anna}`]: JSON.stringify(one) })
    expect(await writes.submit(anna, two)).toMatchObject({ answers: ['first', 'second', 'third'] })
    expect(sent).toEqual([
      ['kept-2', 2],
      ['kept-3', 3],
    ])
  })

  it('goes on after a reload as it was, for the user whose key it has, and says what came of it', async () => {
    const { writes, sent, told, stored } = given(['paid'], {
      [`fetlock.write ${anna}`]: kept('of one', 1),
      'fetlock.write user/12 pay 7': kept('of another', 2),
    })
    writes.resumeOf('user/1')
    expect(writes.stateOf(anna)).toEqual({ kind: 'checking', amount: '€1.00' })
    await expect.poll(() => told).toEqual([{ kind: 'done', answers: ['paid'], said: 'Paid' }])
    expect(sent).toEqual([['of one', 1]])
    expect(Object.keys(stored)).toEqual(['fetlock.write user/12 pay 7'])
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
    const { writes, sent } = given([], {}, false)
    expect(await writes.submit(anna, payment(1))).toMatchObject({ kind: 'refused', error: { code: 'offline' } })
    expect(sent).toEqual([])
  })
})
