import { describe, expect, it } from 'vitest'
import { ApiProblem } from '../api/problem.ts'
import { makeSendOnce } from './send-once.ts'

const problem = (status: number) => new ApiProblem({ status, code: 'x', detail: 'x' })

/** Sends that are answered in turn: by a status that is thrown, or by an answer. */
const given = (...answers: readonly (number | string)[]) => {
  const rest = [...answers]
  const sent: string[] = []
  const waits: number[] = []
  let minted = 0
  const once = makeSendOnce({
    send: async (_path, _body, key) => {
      sent.push(key)
      const answer = rest.shift()
      if (typeof answer === 'number') throw problem(answer)
      return answer
    },
    wait: async (times) => void waits.push(times),
    mintKey: () => `key ${++minted}`,
  })
  return { once, sent, waits }
}
const lost = [0, 0, 0]

describe('what is sent once', () => {
  it('is sent again with its key, and waits in between', async () => {
    const { once, sent, waits } = given(0, 503, 'done')
    expect(await once.send('/a/', { item: 1 })).toBe('done')
    expect([sent, waits]).toEqual([
      ['key 1', 'key 1', 'key 1'],
      [1, 2],
    ])
  })

  it('keeps its key when it is given up, until it is answered', async () => {
    const { once, sent } = given(...lost, 'done', 'another')
    await expect(once.send('/a/', { item: 1 })).rejects.toThrow(ApiProblem)
    expect(await once.send('/a/', { item: 1 })).toBe('done')
    expect(await once.send('/a/', { item: 1 })).toBe('another')
    expect(sent).toEqual(['key 1', 'key 1', 'key 1', 'key 1', 'key 2'])
  })

  it('has another key after a refusal, for another body, and on another path', async () => {
    const { once, sent } = given(400, ...lost, 'b', 'c')
    await expect(once.send('/a/', { item: 1 })).rejects.toThrow(ApiProblem)
    await expect(once.send('/a/', { item: 1 })).rejects.toThrow(ApiProblem)
    await once.send('/a/', { item: 2 })
    await once.send('/b/', { item: 1 })
    expect([...new Set(sent)]).toEqual(['key 1', 'key 2', 'key 3', 'key 4'])
  })

  it('is forgotten once it is known what became of it', async () => {
    const { once, sent } = given(...lost, 'done')
    await expect(once.send('/a/', { item: 1 })).rejects.toThrow(ApiProblem)
    once.forget('/a/', (body) => (body as { item: number }).item === 1)
    await once.send('/a/', { item: 1 })
    expect(sent.at(-1)).toBe('key 2')
  })
})
