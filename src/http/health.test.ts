import pino from 'pino'
import { expect, it } from 'vitest'
import { useApi } from '../../test/support/api.ts'
import { assembleApi } from '../app/api.ts'

const api = await useApi()

const get = async (path: string) => {
  const response = await fetch(`${api.publicUrl}${path}`)
  return { status: response.status, body: await response.json() }
}

it('says that it lives, and that it is ready while its database answers', async () => {
  expect(await get('/live')).toEqual({ status: 200, body: { status: 'live' } })
  expect(await get('/ready')).toEqual({
    status: 200,
    body: { status: 'ready', database: 'answers', rate_windows: 'shared' },
  })
})

it('is not ready while its database does not answer, and lives on', async () => {
  const nowhere = 'postgres://fetlock_app:none@127.0.0.1:1/fetlock'
  const app = await assembleApi({ ...api.options, databaseUrl: nowhere, logger: pino({ level: 'silent' }) })
  const ready = await app.inject('/ready')
  expect([ready.statusCode, ready.json().database]).toEqual([503, 'does not answer'])
  expect((await app.inject('/live')).statusCode).toBe(200)
  await app.close()
})

it('is ready without Redis, and says that its rate windows are its own', async () => {
  const app = await assembleApi({ ...api.options, redisUrl: 'redis://127.0.0.1:1', logger: pino({ level: 'silent' }) })
  const ready = await app.inject('/ready')
  expect([ready.statusCode, ready.json().rate_windows]).toEqual([200, 'own'])
  await app.close()
})
