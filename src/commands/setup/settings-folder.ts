import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { settingNames } from '../../app/config.ts'
import { variable } from '../../app/variables.ts'
import { Failure, UsageError } from '../command.ts'

/** Read by `api` and `worker`: nothing in it is secret. */
const settingsFile = 'settings.env'
/** Read by operators' commands besides: where the owner of the tables connects. */
const operatorFile = 'operator.env'
const secretsFolder = 'secrets'

/** These carry a password or are one. */
const secrets = new Set([
  'FETLOCK_OWNER_DATABASE_URL',
  'FETLOCK_DATABASE_URL',
  'FETLOCK_WORKER_DATABASE_URL',
  'FETLOCK_REDIS_URL',
  'FETLOCK_SMTP_URL',
  'FETLOCK_SECRET_KEY',
  'FETLOCK_S3_ACCESS_KEY',
  'FETLOCK_S3_SECRET_KEY',
  'FETLOCK_S3_EVENT_SECRET',
  'FETLOCK_WORKLIST_CLIENT_SECRET',
])
const ownerName = 'FETLOCK_OWNER_DATABASE_URL'
const ofOperators = new Set([ownerName, `${ownerName}_FILE`])

/** It may create roles and databases, so it is used once and never kept. */
export const superuserName = 'FETLOCK_SUPERUSER_DATABASE_URL'

export const isSecret = (name: string) => secrets.has(name)

export type Owner = { readonly uid: number; readonly gid: number }

/** Whom the files are given to: `10001` or `10001:10001`. */
export const ownerFrom = (typed: string | undefined): Owner | undefined => {
  if (typed === undefined) return undefined
  const [, uid, gid] = /^(\d{1,9})(?::(\d{1,9}))?$/.exec(typed) ?? []
  if (uid === undefined) throw new UsageError('--owner takes the number of an account, for example 10001:10001.')
  return { uid: Number(uid), gid: Number(gid ?? uid) }
}

/** Node reads it before any setting: without it the next command would not believe what this one believes. */
const authorities = 'NODE_EXTRA_CA_CERTS'

/** What the environment says about a setting. A secret is taken out of its file, because units read those of the folder alone. */
const settingOfEnvironment = (name: string): readonly (readonly [string, string])[] => {
  if (name === superuserName) return []
  const file = `${name}_FILE`
  if (isSecret(name) && process.env[file]) return [[name, variable(name) ?? '']]
  return [name, file].flatMap((key) => (process.env[key] ? [[key, process.env[key]] as const] : []))
}

/** The settings of the environment, in the form in which a folder keeps them. */
export const settingsOfEnvironment = (): Record<string, string> => ({
  ...Object.fromEntries(settingNames.flatMap(settingOfEnvironment)),
  ...(process.env[authorities] ? { [authorities]: resolve(process.env[authorities]) } : {}),
})

/** Whether an earlier run has written its settings here. */
export const hasFolder = (folder: string) => existsSync(join(folder, settingsFile))

/** The settings of a folder that an earlier run has written. What the environment says goes before them. */
export const loadFolder = (folder: string) => {
  for (const file of [settingsFile, operatorFile]) {
    const path = join(folder, file)
    if (!existsSync(path)) continue
    for (const [name, value] of Object.entries(parseEnv(readFileSync(path, 'utf8')))) {
      const other = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : `${name}_FILE`
      if (process.env[name] === undefined && process.env[other] === undefined) process.env[name] = value
    }
  }
}

const makeFolder = (path: string, mode: number, owner: Owner | undefined) => {
  mkdirSync(path, { recursive: true, mode })
  chmodSync(path, mode)
  if (owner !== undefined) chownSync(path, owner.uid, owner.gid)
}

const write = (path: string, text: string, mode: number, owner: Owner | undefined) => {
  writeFileSync(path, text, { mode })
  chmodSync(path, mode)
  if (owner !== undefined) chownSync(path, owner.uid, owner.gid)
}

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** Writes a secret into its file unless that has it. Answers whether it did. */
const putSecret = (path: string, value: string, owner: Owner | undefined) => {
  const text = `${value}\n`
  if (textOf(path) === text) return false
  rmSync(path, { force: true })
  write(path, text, 0o400, owner)
  return true
}

/** The setting of a line, whether it has the value or the path of a file. */
const settingOf = (line: string) => line.slice(0, line.indexOf('=')).replace(/_FILE$/, '')

/**
 * Writes settings into an env file, each once: what an earlier attempt has written about them goes, everything else stays as it
 * is. Answers whether anything was new.
 */
const putLines = (path: string, lines: readonly string[], owner: Owner | undefined) => {
  const before = textOf(path).trimEnd()
  const known = before === '' ? [] : before.split('\n')
  const added = lines.filter((line) => !known.includes(line))
  if (added.length === 0) return false
  const settings = new Set(added.map(settingOf))
  const kept = known.filter((line) => !settings.has(settingOf(line)))
  write(path, [...kept, ...added].map((line) => `${line}\n`).join(''), 0o644, owner)
  return true
}

/**
 * Writes settings into a folder: secrets into files of their own that only their owner reads, everything else into env files
 * that name those files.
 */
export const writeFolder = (
  folder: string,
  values: Readonly<Record<string, string>>,
  owner: Owner | undefined,
): readonly string[] => {
  if (Object.keys(values).length === 0) return []
  const written: string[] = []
  const lines: Record<string, string[]> = { [settingsFile]: [], [operatorFile]: [] }
  try {
    makeFolder(folder, 0o755, owner)
    makeFolder(join(folder, secretsFolder), 0o700, owner)
    for (const [name, value] of Object.entries(values)) {
      const path = join(folder, secretsFolder, name)
      if (isSecret(name) && putSecret(path, value, owner)) written.push(path)
      lines[ofOperators.has(name) ? operatorFile : settingsFile]!.push(
        isSecret(name) ? `${name}_FILE=${path}` : `${name}=${value}`,
      )
    }
    for (const [file, added] of Object.entries(lines))
      if (putLines(join(folder, file), added, owner)) written.push(join(folder, file))
  } catch (problem) {
    const { code, path = folder } = problem as NodeJS.ErrnoException
    throw new Failure(
      `The settings cannot be written to ${path} (${code}). Run this as root, or choose another folder with --folder.`,
    )
  }
  return written
}
