import { config } from '../app/config.ts'
import { prepareDatabase } from '../app/prepare.ts'
import { variable } from '../app/variables.ts'
import { defineCommand, Failure, table } from './command.ts'
import { reportOf } from './doctor.ts'
import { profileOption } from './organisation.ts'
import { confirmationOf } from './profiles/profile.ts'
import type { Progress } from './progress.ts'
import { askingOn, type Asking } from './setup/ask.ts'
import { firstOrganisation } from './setup/first-organisation.ts'
import { canConnect, hasDatabase, makeDatabase, newRoleUrls, rolesThere } from './setup/make-database.ts'
import { completeSettings } from './setup/settings.ts'
import {
  hasFolder,
  loadFolder,
  ownerFrom,
  settingsOfEnvironment,
  superuserName,
  writeFolder,
} from './setup/settings-folder.ts'

const text = { type: 'string' } as const
const defaultFolder = '/etc/fetlock'

const settingOf = {
  owner: 'FETLOCK_OWNER_DATABASE_URL',
  app: 'FETLOCK_DATABASE_URL',
  worker: 'FETLOCK_WORKER_DATABASE_URL',
} as const

/** What an attempt leaves that ended before its settings were written. The roles own rights of the whole server. */
const dropping =
  'drop owned by fetlock_owner, fetlock_app, fetlock_worker; drop role fetlock_owner, fetlock_app, fetlock_worker.'

const askForSuperuser = async (asking: Asking | undefined): Promise<string> => {
  const given = variable(superuserName)
  if (given !== undefined) return given
  if (asking === undefined)
    throw new Failure(
      `The roles and the database are not there yet. Set ${superuserName} to the URL of a role that may create them, for example ` +
        'postgres://postgres:password@127.0.0.1/postgres. It is used once and stored nowhere.',
    )
  return asking.ask({
    text: 'PostgreSQL, as a role that may create roles and databases; it is used once and stored nowhere',
    isSecret: true,
    otherwise: 'postgres://postgres@/postgres?host=/run/postgresql',
  })
}

/** Makes the roles and the database unless the roles can connect to it. Returns the URLs that are new. */
const ensureDatabase = async (asking: Asking | undefined): Promise<Record<string, string>> => {
  const names = Object.values(settingOf)
  const given = names.filter((name) => variable(name) !== undefined)
  if (given.length > 0 && given.length < names.length)
    throw new Failure(`Set ${names.filter((name) => !given.includes(name)).join(' and ')} too, or none of the three.`)
  const isNew = given.length === 0
  if (!isNew && (await canConnect(config.ownerDatabase())) && (await canConnect(config.database()))) return {}
  const superuserUrl = await askForSuperuser(asking)
  const urls = isNew
    ? newRoleUrls(superuserUrl)
    : { owner: config.ownerDatabase(), app: config.database(), worker: config.workerDatabase() }
  if (isNew && (await hasDatabase(superuserUrl, urls)))
    throw new Failure(
      'PostgreSQL has a database of this name already, whose settings are not here, and new passwords would stop what uses it. ' +
        `Give its settings with --folder or as ${names.join(', ')}. If it is left over from an attempt, drop it and the roles, and run this again: ${dropping}`,
    )
  const there = isNew ? await rolesThere(superuserUrl) : []
  if (there.length > 0)
    throw new Failure(
      `PostgreSQL has ${there.join(', ')} already, whose passwords are not here, and new ones would stop what uses them. ` +
        `Give the settings with --folder or as ${names.join(', ')}. If the roles are left over from an attempt, drop them and run this again: ${dropping}`,
    )
  const made = await makeDatabase(superuserUrl, urls)
  if (!isNew) {
    for (const [part, name] of Object.entries(settingOf))
      if (!(await canConnect(made[part as keyof typeof settingOf])))
        throw new Failure(
          `PostgreSQL refuses the role of ${name}, perhaps because its password is another one. setup replaces no password: ` +
            'correct the setting, or give the role that password with "alter role", and run this again.',
        )
    return {}
  }
  const values = { [settingOf.owner]: made.owner, [settingOf.app]: made.app, [settingOf.worker]: made.worker }
  Object.assign(process.env, values)
  return values
}

/** Creates the bucket if the store says that it is not there. What else is wrong with the store, doctor says. */
const ensureBucket = async (): Promise<boolean> => {
  const { createBucket, faultOfStore } = await import('../gateways/object-store.ts')
  const settings = config.objectStore()
  if ((await faultOfStore(settings)) !== 'NoSuchBucket') return false
  await createBucket(settings).catch((problem: Error) => {
    throw new Failure(
      `The object store did not create the bucket ${settings.bucket} (${problem.name}). Create it there, then run this again.`,
    )
  })
  return true
}

type Steps = { readonly changed: string[]; readonly progress: Progress; readonly asking: Asking | undefined }

/** From nothing to a migrated database and a bucket; what is there stays as it is. */
const ensureServices = async (
  { folder = defaultFolder, owner, 'public-url': publicUrl }: Readonly<Record<string, string | undefined>>,
  { changed, progress, asking }: Steps,
) => {
  const fileOwner = ownerFrom(owner)
  const environment = settingsOfEnvironment()
  loadFolder(folder)
  const settings = await completeSettings({ FETLOCK_PUBLIC_URL: publicUrl }, asking)
  // Where somebody else keeps all settings, none are kept here.
  const isComplete = Object.keys(settings).length === 0 && variable(settingOf.app) !== undefined && !hasFolder(folder)
  const written = new Set(isComplete ? [] : writeFolder(folder, { ...environment, ...settings }, fileOwner))
  progress.step('Looking at the database')
  const urls = await ensureDatabase(asking)
  for (const path of writeFolder(folder, urls, fileOwner)) written.add(path)
  changed.push(...[...written].map((path) => `wrote ${path}`))
  if (Object.keys(urls).length > 0) changed.push('made the roles and the database')
  const applied = await prepareDatabase(config.ownerDatabase(), { onStep: progress.step })
  if (applied.length > 0) changed.push(`applied ${applied.length} migrations`)
  if (await ensureBucket()) changed.push(`created the bucket ${config.objectStore().bucket}`)
}

export const setupCommand = defineCommand({
  words: 'setup',
  summary: 'Set up a deployment from nothing to its first sign-in',
  about:
    'Takes its settings from the environment, from files and from a folder that it has written before, and asks at a terminal for what ' +
    'is missing. Generates the secret key and passwords, makes the roles, the database and the bucket, writes the settings, ' +
    'migrates, creates the first clinic with its manager, who is invited, and checks everything as doctor does. Run again it ' +
    'changes nothing. FETLOCK_SUPERUSER_DATABASE_URL is needed only where the roles or the database are not there.',
  options: {
    'public-url': { ...text, value: 'URL', description: 'the address that everybody opens' },
    folder: {
      ...text,
      value: 'PATH',
      description: `where new settings are written; ${defaultFolder} if not given`,
    },
    owner: { ...text, value: 'UID:GID', description: 'whom these files belong to, if not to whoever runs this' },
    name: { ...text, value: 'NAME', description: 'what the clinic is called' },
    country: { ...text, value: 'CODE', description: 'ISO 3166-1 alpha-2 code, for example FI' },
    currency: { ...text, value: 'CODE', description: 'ISO 4217 code if not that of the country’s profile' },
    'time-zone': { ...text, value: 'ZONE', description: 'IANA time zone if not that of the country’s profile' },
    department: { ...text, value: 'NAME', description: 'what its first location is called' },
    ...profileOption,
    'first-name': { ...text, value: 'NAME', description: 'first name of whoever manages the clinic' },
    'last-name': { ...text, value: 'NAME', description: 'last name' },
    email: { ...text, value: 'ADDRESS', description: 'e-mail address that they sign in with' },
    'print-invitation': { type: 'boolean', description: 'print the link of the invitation instead of sending it' },
  },
  example:
    'fetlock setup --public-url https://vet.example --name "Harbour Vets" --country FI \\\n' +
    '  --first-name Helena --last-name Vuorela --email helena.vuorela@example.com',
  prints: 'what was changed, what doctor found, what to confirm, and the address to open.',
  run: async ({ 'print-invitation': isPrinted, ...values }, progress) => {
    const asking = process.stdin.isTTY ? askingOn(process.stdin, process.stderr) : undefined
    const changed: string[] = []
    try {
      await ensureServices(values, { changed, progress, asking })
      const first = await firstOrganisation(values, { asking, isPrinted })
      if (first.isNew) changed.push(`created organisation ${first.id} with its manager`)
      const { examine } = await import('./doctor/doctor.ts')
      const findings = await examine({ moment: 'installing', disks: [], onStep: progress.step })
      const isWrong = findings.some(({ state }) => state === 'bad')
      const address = `${config.publicUrl()}/${first.id}/`
      const isSent = first.isNew && first.invitation === undefined
      return {
        json: {
          changed,
          organisation: first.id,
          address,
          invitation: first.invitation ?? null,
          healthy: !isWrong,
          findings,
        },
        text: [
          ...(changed.length === 0
            ? ['Everything was set up already. Nothing was changed.']
            : changed.map((line) => `- ${line}`)),
          '',
          reportOf(findings),
          '',
          ...(first.profile === undefined ? [] : [confirmationOf(first.profile), '']),
          table([
            ['Organisation', `${first.id} (${first.name})`],
            ['Address', address],
            ...(first.invitation === undefined ? [] : ([['Invitation', first.invitation]] as const)),
          ]),
          isSent
            ? 'Start "fetlock api" and "fetlock worker": the worker sends the invitation.'
            : 'Start "fetlock api" and "fetlock worker", unless they run.',
        ].join('\n'),
        ...(isWrong ? { exitCode: 1 } : {}),
      }
    } finally {
      asking?.close()
    }
  },
})
