import { afterEach, expect, it } from 'vitest'
import { askedAtMostEvery, type Readiness, serveHealth } from './health.ts'

let opened: Awaited<ReturnType<typeof serveHealth>> | undefined
afterEach(() => opened?.close())

const serve = async (look: () => Readiness) => {
  opened = await serveHealth({ host: '127.0.0.1', port: 0 }, look)
  return `http://127.0.0.1:${opened.port}`
}

it('returns whether it is ready with what it looked at, and lives whatever that is', async () => {
  let isReady = true
  const at = await serve(() => ({ isReady, found: { database: isReady ? 'answers' : 'does not answer' } }))
  const ready = await fetch(`${at}/ready`)
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', database: 'answers' }])
  isReady = false
  const away = await fetch(`${at}/ready`)
  expect([away.status, await away.json()]).toEqual([503, { status: 'not ready', database: 'does not answer' }])
  const live = await fetch(`${at}/live`)
  expect([live.status, await live.json()]).toEqual([200, { status: 'live' }])
})

it('answers nothing else, and nobody who writes', async () => {
  const at = await serve(() => ({ isReady: true, found: {} }))
  const answers = [fetch(`${at}/`), fetch(`${at}/metrics`), fetch(`${at}/ready`, { method: 'POST' })]
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404])
  const head = await fetch(`${at}/ready`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

it('asks again only when the last answer is old enough', async () => {
  let [now, asked] = [0, 0]
  const ask = askedAtMostEvery(
    5_000,
    async () => ++asked,
    () => now,
  )
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  now = 4_999
  expect(await ask()).toBe(1)
  now = 5_000
  expect(await ask()).toBe(2)
})
