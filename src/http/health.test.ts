import pino from 'pino'
import { expect, it } from 'vitest'
import { connected } from '../../scripts/database.ts'
import { useApi } from '../../test/support/api.ts'
import { testDatabase } from '../../test/support/database.ts'
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
    body: { status: 'ready', database: 'answers', rate_windows: 'shared', object_store: 'answers' },
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

it('is not ready while its database takes no writes, and again as soon as it does', async () => {
  const database = await testDatabase()
  const setReadOnly = (value: string) =>
    connected(database.superuserUrl, async (client) => {
      await client.query('set default_transaction_read_only = off')
      await client.query(`alter database ${database.name} set default_transaction_read_only = ${value}`)
    })
  await setReadOnly('on')
  const app = await assembleApi({ ...api.options, databaseUrl: database.appUrl, logger: pino({ level: 'silent' }) })
  const ask = async () => {
    const { statusCode, ...ready } = await app.inject('/ready')
    return [statusCode, ready.json().status, ready.json().database]
  }
  expect(await ask()).toEqual([503, 'not ready', 'takes no writes'])
  await setReadOnly('off')
  expect(await ask()).toEqual([200, 'ready', 'answers'])
  await app.close()
  await database.drop()
})

it('is ready without Redis, and says that its rate windows are its own', async () => {
  const app = await assembleApi({ ...api.options, redisUrl: 'redis://127.0.0.1:1', logger: pino({ level: 'silent' }) })
  const ready = await app.inject('/ready')
  expect([ready.statusCode, ready.json().rate_windows]).toEqual([200, 'own'])
  await app.close()
})

it('is ready without the object store, and says that it does not answer', async () => {
  const store = { ...api.options.store, endpoint: 'http://127.0.0.1:1' }
  const app = await assembleApi({ ...api.options, store, logger: pino({ level: 'silent' }) })
  const ready = await app.inject('/ready')
  expect([ready.statusCode, ready.json().object_store]).toEqual([200, 'does not answer'])
  await app.close()
})
