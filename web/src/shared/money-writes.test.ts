import { describe, expect, it } from 'vitest'
import { ApiProblem } from '../api/problem.ts'
import { makeMoneyWrites, type MoneyWrite } from './money-writes.ts'

const problem = (status: number, code = 'other') => new ApiProblem({ status, code, detail: '' })

/** Writes whose answers are given in advance: a problem is thrown, anything else is answered. */
const given = (answers: readonly unknown[], kept: Record<string, string> = {}) => {
  const sent: MoneyWrite[] = []
  let keys = 0
  const storage = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => void (kept[name] = value),
    removeItem: (name: string) => void delete kept[name],
  }
  const writes = makeMoneyWrites({
    storage,
    send: async (write) => {
      const answer = answers[sent.push(write) - 1]
      if (answer instanceof Error) throw answer
      return answer
    },
    wait: async () => {},
    mintKey: () => `key ${++keys}`,
  })
  return { writes, sent, kept }
}

describe('a write that moves money', () => {
  it('is sent again with its key until the answer is definite', async () => {
    const { writes, sent, kept } = given([problem(0), problem(503), problem(409, 'conflict'), 'paid'])
    let checks = 0
    expect(await writes.write('a', { path: '/invoicepayment/', body: { paid: '1.00' } }, () => checks++)).toBe('paid')
    expect(sent.map(({ key }) => key)).toEqual(['key 1', 'key 1', 'key 1', 'key 1'])
    expect(checks).toBe(3)
    expect(kept).toEqual({})
  })

  it('is sent once, however often it is asked for meanwhile', async () => {
    const { writes, sent } = given(['paid', 'paid twice'])
    const both = [writes.write('a', { path: '/x/', body: 1 }), writes.write('a', { path: '/x/', body: 1 })]
    expect(await Promise.all(both)).toEqual(['paid', 'paid'])
    expect(sent).toHaveLength(1)
  })

  it('gets another key once it was refused', async () => {
    const { writes, sent, kept } = given([problem(400), 'paid'])
    await expect(writes.write('a', { path: '/x/', body: 1 })).rejects.toMatchObject({ status: 400 })
    expect(kept).toEqual({})
    await writes.write('a', { path: '/x/', body: 2 })
    expect(sent.map(({ key, body }) => [key, body])).toEqual([
      ['key 1', 1],
      ['key 2', 2],
    ])
  })

  it('goes on after the page was reloaded, as it was', async () => {
    const kept = { 'money:a': JSON.stringify({ key: 'kept', path: '/x/', body: 1 }) }
    const { writes, sent } = given(['paid'], kept)
    expect(writes.pending('a')).toEqual({ key: 'kept', path: '/x/', body: 1 })
    expect(await writes.resume('a')).toBe('paid')
    expect(sent).toEqual([{ key: 'kept', path: '/x/', body: 1 }])
    expect(await writes.resume('a')).toBeUndefined()
  })

  it('comes before another one of the same name, if its answer is still open', async () => {
    const kept = { 'money:a': JSON.stringify({ key: 'kept', path: '/x/', body: 1 }) }
    const { writes, sent } = given(['paid'], kept)
    await writes.write('a', { path: '/x/', body: 2 })
    expect(sent).toEqual([{ key: 'kept', path: '/x/', body: 1 }])
  })
})
