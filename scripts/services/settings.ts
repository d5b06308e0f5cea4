import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { listening } from './listening.ts'

export const checkout = resolve(import.meta.dirname, '../..')
export const folder = join(checkout, '.services')
export const envFile = join(folder, 'env')
const homeFile = join(folder, 'home')

/** The names, ports and secrets of the services, as in `.services/env`. */
export type Settings = ReturnType<typeof freshSettings>

const password = () => randomBytes(18).toString('hex')

const freshSettings = (firstPort: number) => {
  const at = (place: number) => `127.0.0.1:${firstPort + place}`
  const postgres = (role: string, database: string) => `postgres://${role}:${password()}@${at(0)}/${database}`
  return {
    FETLOCK_SUPERUSER_DATABASE_URL: postgres('postgres', 'postgres'),
    FETLOCK_OWNER_DATABASE_URL: postgres('fetlock_owner', 'fetlock'),
    FETLOCK_DATABASE_URL: postgres('fetlock_app', 'fetlock'),
    FETLOCK_WORKER_DATABASE_URL: postgres('fetlock_worker', 'fetlock'),
    FETLOCK_REDIS_URL: `redis://:${password()}@${at(1)}`,
    FETLOCK_S3_ENDPOINT: `http://${at(2)}`,
    FETLOCK_S3_ACCESS_KEY: randomBytes(10).toString('hex'),
    FETLOCK_S3_SECRET_KEY: password(),
    FETLOCK_S3_BUCKET: 'fetlock',
    FETLOCK_S3_EVENT_SECRET: password(),
    FETLOCK_PORT: String(firstPort + 4),
    FETLOCK_PUBLIC_URL: `http://${at(4)}`,
    FETLOCK_SMTP_URL: `smtp://${at(5)}`,
    FETLOCK_SECRET_KEY: randomBytes(32).toString('base64'),
  }
}

const portsPerCheckout = 10
export const cephMonitorPort = (settings: Settings) => portOf(settings.FETLOCK_SUPERUSER_DATABASE_URL) + 3

export const portOf = (url: string) => Number(new URL(url).port)

export const hashOfPath = () => createHash('sha256').update(checkout).digest('hex')

const isFree = async (port: number) => {
  const probe = await listening({ port, host: '127.0.0.1', exclusive: true })
  probe?.close()
  return probe !== undefined
}

export const requireFree = async (port: number) => {
  if (await isFree(port)) return
  throw new Error(
    `Port ${port}, which this checkout uses, is taken by another program. ` +
      'Stop that program, or remove .services (with its data) to move to other ports.',
  )
}

/** The first block of ten free ports, searched from a start that depends on the path of the checkout. */
const freePorts = async () => {
  const blocks = 1200
  const start = Number.parseInt(hashOfPath().slice(0, 8), 16)
  for (let step = 0; step < blocks; step++) {
    const first = 20_000 + ((start + step) % blocks) * portsPerCheckout
    const free = await Promise.all(Array.from({ length: portsPerCheckout }, (_, place) => isFree(first + place)))
    if (free.every(Boolean)) return first
  }
  throw new Error('No block of ten free ports between 20000 and 32000.')
}

export const readSettings = (): Settings | undefined =>
  existsSync(envFile) ? (parseEnv(readFileSync(envFile, 'utf8')) as Settings) : undefined

/** Reads `.services/env`, and first creates it or adds settings that are missing. */
export const settle = async (): Promise<Settings> => {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  refuseCopy()
  const kept = readSettings()
  const settings = { ...freshSettings(kept ? portOf(kept.FETLOCK_SUPERUSER_DATABASE_URL) : await freePorts()), ...kept }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(envFile, lines.join(''), { mode: 0o600 })
  writeFileSync(homeFile, checkout)
  return settings
}

const refuseCopy = () => {
  const home = existsSync(homeFile) ? readFileSync(homeFile, 'utf8') : checkout
  if (home === checkout || !existsSync(join(home, '.services'))) return
  throw new Error(`.services was copied here from ${home}. Remove it, and this checkout gets services of its own.`)
}
