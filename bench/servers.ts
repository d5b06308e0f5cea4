import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { endProcess, privateDatabase, endWithParent, servicesUrls, startApi, type Urls } from '../proofs/harness.ts'
import { connected, createDatabase, onDatabase } from '../scripts/database.ts'
import { freePort } from '../scripts/services/listening.ts'
import { fillApi, fillPeer, type Size, tokensOf, type Token } from './data.ts'
import { type Environment, inDebian, outputInDebian } from './debian.ts'
import { familyOf } from './measure.ts'

export const apiProcesses = 2
/** Of each process: four for each of two cores together. More of them were slower here. */
export const apiConnections = 4
export const peerWorkers = ['--workers=4', '--worker-class=gthread', '--threads=4']

export type Server = { readonly ports: readonly number[]; readonly pids: readonly number[]; readonly superuser: string }
export type Servers = {
  readonly size: Size
  readonly tokens: readonly Token[]
  readonly urls: Urls
  /** A copy of the database for the smallest transactions. */
  readonly floor: Urls | undefined
  readonly api: Server
  /** Not started where the API is measured without it. */
  readonly peer: Server | undefined
  readonly prefix: string
  readonly stop: () => Promise<void>
}

const startApis = async (urls: Urls, prefix: string): Promise<Server & { stop: () => Promise<void> }> => {
  const ports = await Promise.all(Array.from({ length: apiProcesses }, freePort))
  const children = await Promise.all(
    ports.map((port) =>
      startApi({ databaseUrl: urls.app, port, prefix, env: { FETLOCK_CONNECTIONS: String(apiConnections) } }),
    ),
  )
  return {
    ports,
    pids: children.map(({ pid }) => pid!),
    superuser: urls.superuser,
    stop: async () => void (await Promise.all(children.map((child) => endProcess(child)))),
  }
}

const startPeer = async (environment: Environment, superuser: string) => {
  const port = await freePort()
  const place = ['--chdir=/srv/peer', `--bind=127.0.0.1:${port}`, '--log-level=warning', 'wsgi']
  const [program, args, options] = inDebian(environment, 'gunicorn', [...peerWorkers, '--keep-alive=60', ...place])
  const child = endWithParent(spawn(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] }))
  for (let attempt = 0; ; attempt++) {
    const answered = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (answered) break
    if (attempt > 200 || child.exitCode !== null) throw new Error('The peer did not start.')
    await sleep(100)
  }
  await sleep(1_000)
  return { ports: [port], pids: familyOf(child.pid!), superuser, stop: () => endProcess(child) }
}

const redisClient = () => createClient({ url: process.env['FETLOCK_REDIS_URL']! })
const onRedis = async <T>(work: (client: ReturnType<typeof redisClient>) => Promise<T>) => {
  const client = redisClient()
  await client.connect()
  try {
    return await work(client)
  } finally {
    client.destroy()
  }
}

export const redisPid = () =>
  onRedis(async (client) => Number(/^process_id:(\d+)/m.exec(await client.info('server'))![1]))

/** Clears the rate windows of both servers before a run. */
export const freshWindows = (prefix: string) =>
  onRedis(async (client) => {
    for await (const keys of client.scanIterator({ MATCH: `*${prefix}*`, COUNT: 1000 }))
      if (keys.length > 0) await client.unlink(keys)
  })

/** Makes the database of the peer, with the data of the API's. */
const fillPeerDatabase = async (
  services: Urls,
  urls: Urls,
  name: string,
  prefix: string,
  size: Size,
  seed: number,
  say: (line: string) => void,
) => {
  say('filling the peer’s database with the same')
  await connected(services.superuser, (client) => createDatabase(client, name))
  const environment = {
    PEER_DATABASE_URL: onDatabase(services.owner, name),
    PEER_REDIS_URL: process.env['FETLOCK_REDIS_URL']!,
    PEER_REDIS_PREFIX: prefix,
    PEER_PUBLIC_URL: 'http://127.0.0.1',
    PEER_SECRET_KEY: prefix,
  }
  for (const tables of ['authtoken', '--run-syncdb'])
    await outputInDebian(environment, 'python3', ['/srv/peer/manage.py', 'migrate', tables])
  const superuser = onDatabase(services.superuser, name)
  await fillPeer(urls, superuser, size, seed)
  return { environment, superuser }
}

/** The servers, each over a database with the same data. */
export const startServers = async (
  size: Size,
  seed: number,
  { withPeer, withFloor }: { readonly withPeer: boolean; readonly withFloor: boolean },
  say: (line: string) => void,
): Promise<Servers> => {
  const services = servicesUrls()
  const name = `fetlock_bench_${process.pid}_${size.organisations}`
  const [peerName, floorName, prefix] = [`${name}_peer`, `${name}_floor`, name]
  const drop = async () => {
    await connected(services.superuser, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`drop database if exists ${peerName} with (force)`)
      await client.query(`drop database if exists ${floorName} with (force)`)
    })
    await freshWindows(prefix)
  }
  const stops: (() => Promise<void>)[] = [drop]
  const stop = async () => {
    for (const end of stops.toReversed()) await end()
  }
  try {
    say(`filling the API's database: ${size.organisations} organisations with ${size.patients} patients each`)
    const { urls } = await privateDatabase(services, name)
    await fillApi(urls, size, seed)
    const floor = withFloor ? (await privateDatabase(services, floorName, name)).urls : undefined
    const peerDatabase = withPeer
      ? await fillPeerDatabase(services, urls, peerName, prefix, size, seed, say)
      : undefined
    say('starting the servers')
    const api = await startApis(urls, prefix)
    stops.push(api.stop)
    const peer = peerDatabase && (await startPeer(peerDatabase.environment, peerDatabase.superuser))
    if (peer !== undefined) stops.push(peer.stop)
    return { size, tokens: await tokensOf(urls, size, seed), urls, floor, api, peer, prefix, stop }
  } catch (problem) {
    await stop()
    throw problem
  }
}
