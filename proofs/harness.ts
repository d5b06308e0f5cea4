import { type ChildProcess, fork, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../src/db/pool.ts'
import { inOrganisation, type Tx } from '../src/db/tx.ts'
import { registerApplication } from '../src/domain/identity/applications.ts'
import { createLegacyKey } from '../src/domain/identity/legacy-keys.ts'
import { fingerprint, newSecret } from '../src/domain/identity/secrets.ts'
import type { Permission } from '../src/kernel/caller.ts'
import { createOrganisation, type NewOrganisation } from '../src/domain/organisation/create-organisation.ts'
import { connected, createDatabase, onDatabase } from '../scripts/database.ts'
import { checkout, envFile } from '../scripts/services/settings.ts'

/** The URLs of a database, by role. */
export type Urls = { readonly superuser: string; readonly owner: string; readonly app: string; readonly worker: string }

const setting = (name: string) => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run npm run services first.`)
  return value
}

/** The PostgreSQL of this checkout's services. */
export const servicesUrls = (): Urls => {
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  return {
    superuser: setting('FETLOCK_SUPERUSER_DATABASE_URL'),
    owner: setting('FETLOCK_OWNER_DATABASE_URL'),
    app: setting('FETLOCK_DATABASE_URL'),
    worker: setting('FETLOCK_WORKER_DATABASE_URL'),
  }
}

/**
 * A database of the run's own, with the schema and the codelists of the program in a folder; a copy of another one if that is
 * named.
 */
export const privateDatabase = async (server: Urls, name: string, template?: string, folder = checkout) => {
  await connected(server.superuser, (client) => createDatabase(client, name, template))
  const urls: Urls = {
    superuser: onDatabase(server.superuser, name),
    owner: onDatabase(server.owner, name),
    app: onDatabase(server.app, name),
    worker: onDatabase(server.worker, name),
  }
  if (template === undefined) {
    const program = (await import(join(folder, 'src/app/prepare.ts'))) as typeof import('../src/app/prepare.ts')
    await program.prepareDatabase(urls.owner)
  }
  return {
    urls,
    drop: () => connected(server.superuser, (client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}

type Place = Pick<NewOrganisation, 'country' | 'currency' | 'time_zone'>
const finland: Place = { country: 'FI', currency: 'EUR', time_zone: 'Europe/Helsinki' }

export const givenOrganisation = async ({ owner }: Urls, name: string, place = finland) => {
  const { db, close } = connect(owner, { max: 1 })
  const id = await createOrganisation(db, { name, ...place })
  await close()
  return id
}

/** Applications that may write clients and patients, or what else is named, as the Authorization headers of their keys. */
export const givenKeys = async (
  { app }: Urls,
  organisation: number,
  count: number,
  write: readonly Permission[] = ['General: Patients and clients'],
): Promise<string[]> => {
  const { db, close } = connect(app, { max: 1 })
  const keys = await inOrganisation(db, organisation, async (tx) => {
    const group = await tx
      .insertInto('permissiongroup')
      .values({ name: 'Integrations', read: [], write: [...write] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const made: string[] = []
    for (let at = 1; at <= count; at++) {
      const { id } = await registerApplication(tx, undefined, { name: `App ${at}`, permission_groups: [group.id] })
      made.push(`Token ${(await createLegacyKey(tx, id)).key}`)
    }
    return made
  })
  await close()
  return keys
}

/** Gives out an access token, as the authorization server does: with `accountId` for a person, without for the application. */
export const giveToken = async (
  tx: Tx,
  token: string,
  payload: { readonly clientId: string; readonly scope: string; readonly accountId?: string },
) => {
  const model = payload.accountId === undefined ? 'ClientCredentials' : 'AccessToken'
  const expires = new Date(Date.now() + 24 * 3_600_000)
  await tx
    .insertInto('oauth_record')
    .values({ model, id: fingerprint(token), payload: JSON.stringify(payload), expires })
    .execute()
}

/** Authorization headers of so many people with these permissions, through an application that has them too. */
export const givenPeople = async (
  { app }: Urls,
  organisation: number,
  count: number,
  write: readonly Permission[],
): Promise<string[]> => {
  const { db, close } = connect(app, { max: 1 })
  const headers = await inOrganisation(db, organisation, async (tx) => {
    const group = await tx
      .insertInto('permissiongroup')
      .values({ name: 'Staff', read: [], write: [...write] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { client_id } = await registerApplication(tx, undefined, { name: 'App', permission_groups: [group.id] })
    const made: string[] = []
    for (let at = 1; at <= count; at++) {
      const user = await tx
        .insertInto('user')
        .values({ last_name: 'Staff', email: `staff${at}@example.com` })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('user_permissiongroup').values({ user: user.id, permissiongroup: group.id }).execute()
      const token = newSecret()
      await giveToken(tx, token, { accountId: String(user.id), clientId: client_id, scope: 'restapi' })
      made.push(`Bearer ${token}`)
    }
    return made
  })
  await close()
  return headers
}

export type ApiAt = {
  readonly databaseUrl: string
  readonly port: number
  readonly prefix: string
  /** How long it takes requests after SIGTERM; not at all unless a proof is about that. */
  readonly drainSeconds?: number
  readonly env?: NodeJS.ProcessEnv
  /** Where the program is; this checkout's unless a mutant is tried. */
  readonly folder?: string
  /** The file that what it prints is added to; without one it prints to the terminal. */
  readonly log?: string
}

/** Says every ten seconds how far a long run has come; what it answers ends that. */
export const showProgress = (total: number, done: () => number) => {
  const began = performance.now()
  const telling = setInterval(
    () => console.log(`  ${((performance.now() - began) / 1000).toFixed(0)} s: ${done()} of ${total}`),
    10_000,
  )
  return () => clearInterval(telling)
}

const started = new Set<ChildProcess>()

/** Ends a process when this one ends, however it ends. */
export const endWithParent = <Process extends ChildProcess>(child: Process): Process => {
  started.add(child)
  child.once('exit', () => started.delete(child))
  return child
}
process.once('exit', () => {
  // A child of `startChild` handles SIGTERM, and ends its own children.
  for (const child of started) child.kill(child.connected ? 'SIGTERM' : 'SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

/** Starts a process with what it prints in a file, or as it is for this process. */
export const printingTo = <Process>(
  log: string | undefined,
  start: (output: 'inherit' | number) => Process,
): Process => {
  if (log === undefined) return start('inherit')
  const file = openSync(log, 'a')
  try {
    return start(file)
  } finally {
    closeSync(file)
  }
}

/** A machine that is busy with other things takes its time. */
const startMs = 300_000

/** Starts an API process and waits until it answers. */
export const startApi = async (at: ApiAt): Promise<ChildProcess> => {
  const { databaseUrl, port, prefix, drainSeconds = 0, env = {}, folder = checkout, log } = at
  const settings = {
    ...process.env,
    FETLOCK_DATABASE_URL: databaseUrl,
    FETLOCK_PORT: String(port),
    FETLOCK_PUBLIC_URL: 'http://127.0.0.1',
    FETLOCK_REDIS_PREFIX: prefix,
    FETLOCK_DRAIN_SECONDS: String(drainSeconds),
    FETLOCK_LOG_LEVEL: 'error',
    // One clinic is loaded here as hard as the machine can.
    FETLOCK_ORGANISATION_RATE: '999999',
    ...env,
  }
  const child = printingTo(log, (output) =>
    spawn(process.execPath, [join(folder, 'src/main.ts'), 'api'], {
      env: settings,
      stdio: ['ignore', output, output],
    }),
  )
  endWithParent(child)
  const began = performance.now()
  while (performance.now() - began < startMs && child.exitCode === null) {
    if (
      await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      )
    )
      return child
    await sleep(50)
  }
  child.kill('SIGKILL')
  throw new Error(`The API on port ${port} did not start.`)
}

export const endProcess = (child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve()).kill(signal)
  })

/** Runs a file in a process of its own: `ask` sends it a message and waits for the answer. */
export const startChild = (file: string) => {
  const child = endWithParent(fork(join(import.meta.dirname, file), { stdio: 'inherit' }))
  const ask = <Answer>(message: unknown) =>
    new Promise<Answer>((resolve, reject) => {
      const ended = () => reject(new Error(`${file} ended before it answered.`))
      child.once('exit', ended)
      child.once('message', (answer) => {
        child.off('exit', ended)
        resolve(answer as Answer)
      })
      child.send(message as object, (error) => {
        if (error !== null) reject(error)
      })
    })
  return { child, ask, end: () => endProcess(child) }
}
export type Child = ReturnType<typeof startChild>

/** The other side of `startChild`: answers each message, and exits when the parent disconnects. */
export const answerMessages = <Asked, Answer>(answer: (asked: Asked) => Promise<Answer>) => {
  process.on('message', (asked) => void answer(asked as Asked).then((given) => process.send?.(given as object)))
  process.once('disconnect', () => process.exit())
}
