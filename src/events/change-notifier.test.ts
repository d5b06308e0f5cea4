// @module-tag waits
import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { relayTo } from '../../test/support/relay.ts'
import { changeListener, changeNotifier } from './change-notifier.ts'

const redisUrl = process.env.FETLOCK_REDIS_URL!
const prefix = `test-${randomUUID()}`

const listenAt = (url: string) => {
  const heard: number[] = []
  const problems: unknown[] = []
  const watcher = { failed: (problem: unknown) => void problems.push(problem), worked: () => {} }
  const onChange = (organisations: readonly number[]) => void heard.push(...organisations)
  const listener = changeListener({ redisUrl: url, prefix, onChange, watcher })
  onTestFinished(listener.close)
  return { heard, problems, listener }
}

/** Publishes again and again, because what is published while nobody is connected is lost. */
const givenPublisher = () => {
  const notifier = changeNotifier({ redisUrl, prefix })
  const publishing = setInterval(() => notifier.publish(7), 50)
  onTestFinished(() => {
    clearInterval(publishing)
    notifier.close()
  })
}

describe('a listener for changes', () => {
  it('hears of them from a Redis that was not there at first, and again after the connection was lost', async () => {
    givenPublisher()
    const relay = await relayTo(redisUrl)
    onTestFinished(relay.cut)
    relay.cut()
    const { heard, problems } = listenAt(relay.url)
    await expect.poll(() => problems.length).toBeGreaterThan(1)
    expect(heard).toEqual([])
    await relay.restore()
    await expect.poll(() => heard).toContain(7)

    relay.cut()
    const before = problems.length
    await expect.poll(() => problems.length).toBeGreaterThan(before)
    heard.length = 0
    await relay.restore()
    await expect.poll(() => heard).toContain(7)
  })

  it('reports a Redis that refuses its password, and tries again', async () => {
    const wrong = new URL(redisUrl)
    wrong.password = 'wrong'
    const { problems, listener } = listenAt(wrong.href)
    await expect.poll(() => problems.length).toBeGreaterThan(2)
    expect(problems[0]).toMatchObject({ message: expect.stringContaining('WRONGPASS') })
    expect(listener.isConnected()).toBe(false)
  })
})
