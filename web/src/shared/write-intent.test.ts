import { ApiError, type ProblemCode } from '@fetlock/sdk'
import { describe, expect, it } from 'vitest'
import { NotDone } from '../api/problem.ts'
import { makeIntent } from './write-intent.ts'

const failing = (refusal: Error): Promise<never> => Promise.reject(refusal)
const problem = (status: number, code: ProblemCode) => new ApiError({ status, code, detail: code })

/** A service that knows a key for what was sent with it first; `lost` is what becomes of the next requests. */
const givenService = () => {
  const known = new Map<string, string>()
  const done: string[] = []
  const keys: string[] = []
  const lost: ('request' | 'answer')[] = []
  const refused = new Set<string>()
  const answer = (wanted: string, key: string) => {
    const before = known.get(key)
    if (before !== undefined && before !== wanted) throw problem(422, 'idempotency_key_reused')
    known.set(key, wanted)
    if (before === undefined && !refused.has(wanted)) done.push(wanted)
    if (lost.shift() === 'answer') throw problem(0, 'no_answer')
    if (refused.has(wanted)) throw problem(400, 'invalid')
    return `${wanted} done`
  }
  const send = async (wanted: string, key: string) => {
    await Promise.resolve()
    keys.push(key)
    if (lost[0] !== 'request') return answer(wanted, key)
    lost.shift()
    throw problem(0, 'no_answer')
  }
  const intent = makeIntent<string, string>()
  return {
    write: (wanted: string) => intent.settle(send, wanted),
    intent,
    isOpen: intent.isOpen,
    done,
    keys,
    lost,
    refused,
  }
}

describe('what somebody wants to happen', () => {
  it('is asked for under the same key until there is an answer, and the next under another', async () => {
    const { write, isOpen, done, keys, lost } = givenService()
    lost.push('answer')
    await expect(write('a')).rejects.toMatchObject({ status: 0 })
    expect(isOpen()).toBe(true)
    expect(await write('a')).toEqual({ variables: 'a', result: 'a done' })
    expect(isOpen()).toBe(false)
    await write('a')
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[1])
    expect(done).toEqual(['a', 'a'])
  })

  it('is not done a second time when it is changed after its answer was lost', async () => {
    const { write, done, lost } = givenService()
    lost.push('answer')
    await expect(write('a')).rejects.toMatchObject({ status: 0 })
    expect(await write('b')).toEqual({ variables: 'a', result: 'a done' })
    expect(done).toEqual(['a'])
    // Whoever was told and asks again means another one.
    expect(await write('b')).toEqual({ variables: 'b', result: 'b done' })
  })

  it('is done as it was changed when the first request never arrived', async () => {
    const { write, done, lost } = givenService()
    lost.push('request')
    await expect(write('a')).rejects.toMatchObject({ status: 0 })
    expect(await write('b')).toEqual({ variables: 'b', result: 'b done' })
    expect(done).toEqual(['b'])
  })

  it('is found among several versions that got no answer', async () => {
    const { write, done, lost } = givenService()
    lost.push('request', 'answer')
    await expect(write('a')).rejects.toMatchObject({ status: 0 })
    await expect(write('b')).rejects.toMatchObject({ status: 0 })
    expect(await write('c')).toEqual({ variables: 'b', result: 'b done' })
    expect(done).toEqual(['b'])
  })

  it('is done anew when the first version was refused, in an answer that was lost', async () => {
    const { write, done, lost, refused } = givenService()
    refused.add('a')
    lost.push('answer')
    await expect(write('a')).rejects.toMatchObject({ status: 0 })
    expect(await write('b')).toEqual({ variables: 'b', result: 'b done' })
    expect(done).toEqual(['b'])
  })

  it('stays open under a key that is still running, and is over once it was refused', async () => {
    const running = problem(409, 'conflict')
    const intent = makeIntent<string, string>()
    const keys: string[] = []
    const sending = (error: ApiError) => (_wanted: string, key: string) => {
      keys.push(key)
      return Promise.reject(error)
    }
    await expect(intent.settle(sending(running), 'a')).rejects.toBe(running)
    expect(intent.isOpen()).toBe(true)
    await expect(intent.settle(sending(problem(400, 'invalid')), 'a')).rejects.toMatchObject({ status: 400 })
    expect(intent.isOpen()).toBe(false)
    expect(keys[0]).toBe(keys[1])
  })

  it.each([
    ['a refusal that comes before the key is looked at', problem(403, 'permission_denied')],
    ['what the app does not send', new NotDone('Already here.')],
  ])('keeps its key after an attempt without an answer, whatever %s says', async (_what, error) => {
    const { write, isOpen, intent, done, keys, lost } = givenService()
    lost.push('answer')
    await expect(write('a')).rejects.toMatchObject({ status: 0 })
    await expect(intent.settle(() => failing(error), 'b')).rejects.toBe(error)
    expect(isOpen()).toBe(true)
    expect(await write('b')).toEqual({ variables: 'a', result: 'a done' })
    expect([done, new Set(keys).size]).toEqual([['a'], 1])
  })

  it.each([problem(403, 'permission_denied'), new NotDone('Already here.')])(
    'is over when it was never sent, or refused at once: %s',
    async (error) => {
      const { isOpen, intent } = givenService()
      await expect(intent.settle(() => failing(error), 'a')).rejects.toBe(error)
      expect(isOpen()).toBe(false)
    },
  )
})
