// @module-tag waits
import { describe, expect, it } from 'vitest'
import { ShareExceeded, sharesOf } from './shares.ts'

const patientMs = 60_000

/** Work that goes on until it is told to end. */
const given = (shares: ReturnType<typeof sharesOf>) => {
  const started: string[] = []
  const start = (organisation: number, name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = shares.within(organisation, () => {
      started.push(name)
      return promise
    })
    return { end: resolve, done }
  }
  return { started, start }
}

describe('the share of an organisation', () => {
  it('leaves connections to the others, and what waits for it goes on in its order', async () => {
    const shares = sharesOf({ connections: 2, waiting: 10, waitMs: patientMs })
    const { started, start } = given(shares)
    const first = [start(1, 'a'), start(1, 'b')]
    const waiting = [start(1, 'c'), start(1, 'd')]
    const other = start(2, 'e')
    expect([started, shares.waiting()]).toEqual([['a', 'b', 'e'], 2])
    first[0]!.end()
    await expect.poll(() => started).toEqual(['a', 'b', 'e', 'c'])
    for (const one of [...first, ...waiting, other]) one.end()
    await Promise.all([...first, ...waiting, other].map(({ done }) => done))
    expect([started.length, shares.waiting()]).toEqual([5, 0])
  })

  it('has an end for what waits, in number and in time, and is free again after a failure', async () => {
    const shares = sharesOf({ connections: 1, waiting: 1, waitMs: 1 })
    const { started, start } = given(shares)
    const first = start(1, 'a')
    const [tired, refused] = [start(1, 'b').done, start(1, 'c').done]
    await expect(refused).rejects.toThrow(ShareExceeded)
    await expect(tired).rejects.toThrow(ShareExceeded)
    expect([started, shares.waiting()]).toEqual([['a'], 0])
    first.end()
    await first.done
    await expect(shares.within(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await shares.within(1, async () => 'free')).toBe('free')
  })

  it('of a sandbox is half of it, and one connection at least', async () => {
    const shares = sharesOf({ connections: 3, waiting: 1, waitMs: patientMs })
    shares.isSandbox(1)
    const { started, start } = given(shares)
    const both = [start(1, 'a'), start(1, 'b')]
    expect(started).toEqual(['a'])
    for (const one of both) one.end()
    await Promise.all(both.map(({ done }) => done))
  })
})
