import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { type Daemon, findProgram, launch, runningPid, untilReady } from './processes.ts'
import { folder, portOf, requireFree, type Settings } from './settings.ts'

const home = join(folder, 'redis')

export const redisDaemon: Daemon = { name: 'redis', mark: home, stopSignal: 'SIGTERM' }

const redisServer = () => findProgram('redis-server') ?? findProgram('valkey-server')

export const missingRedis = () => (redisServer() ? [] : ['redis-server'])

export const startRedis = async (settings: Settings) => {
  const url = settings.FETLOCK_REDIS_URL
  if (!runningPid(redisDaemon)) {
    await requireFree(portOf(url))
    mkdirSync(home, { recursive: true, mode: 0o700 })
    const configuration = join(home, 'redis.conf')
    const lines = [
      'bind 127.0.0.1',
      `port ${portOf(url)}`,
      `requirepass ${new URL(url).password}`,
      `dir "${home}"`,
      'set-proc-title no',
    ]
    writeFileSync(configuration, lines.join('\n'), { mode: 0o600 })
    launch(redisDaemon, redisServer() ?? 'redis-server', [configuration])
  }
  await untilReady(redisDaemon, () => ping(url))
}

const ping = async (url: string) => {
  const client = createClient({ url, socket: { reconnectStrategy: false } })
  client.on('error', () => {})
  await client.connect()
  await client.ping()
  client.destroy()
}
