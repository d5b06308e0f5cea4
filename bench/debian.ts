import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { command, findProgram } from '../scripts/services/processes.ts'
import { folder } from '../scripts/services/settings.ts'

const release = 'trixie'
const packages = [
  'gunicorn',
  'python3-django-filters',
  'python3-djangorestframework',
  'python3-phonenumbers',
  'python3-psycopg2',
  'python3-redis',
  'wrk',
]

/** A Debian root directory for the peer and the load generator, kept for the next run. */
export const debian = join(folder, 'bench', release)
const done = join(debian, 'fetlock-bench-complete')

/** The package sources of this machine. */
const mirror = async () => {
  const uris = await command('apt-get', ['indextargets', '--format', '$(REPO_URI) $(ORIGIN)', 'Identifier: Packages'])
  const found = uris.split('\n').find((line) => line.endsWith(' Debian') && !line.includes('security'))
  if (found === undefined) throw new Error('apt is not configured with an archive of Debian.')
  return found.split(' ')[0]!
}

const bootstrap = async (target: string) => {
  const child = spawn(
    'debootstrap',
    ['--variant=minbase', `--include=${packages.join(',')}`, release, target, await mirror()],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const code = await new Promise<number | null>((resolve, reject) => child.once('exit', resolve).once('error', reject))
  if (code !== 0) throw new Error(`debootstrap ended with ${code}: see ${target}/debootstrap/debootstrap.log.`)
}

/** Installs Debian's packages into a folder, once, and copies the peer into it. */
export const prepareDebian = async () => {
  if (process.getuid?.() !== 0) throw new Error('The peer runs in a chroot: run the bench as root.')
  if (!existsSync(done)) {
    if (findProgram('debootstrap') === undefined)
      throw new Error('debootstrap is missing: apt-get install --no-install-recommends debootstrap')
    console.log(`installing Debian ${release} with Django for the peer, once; this takes some minutes …`)
    mkdirSync(join(folder, 'bench'), { recursive: true })
    const unfinished = `${debian}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    await bootstrap(unfinished)
    renameSync(unfinished, debian)
    mkdirSync(done)
  }
  const peer = join(debian, 'srv/peer')
  rmSync(peer, { recursive: true, force: true })
  cpSync(join(import.meta.dirname, 'peer'), peer, { recursive: true })
  cpSync(join(import.meta.dirname, 'load.lua'), join(debian, 'srv/load.lua'))
}

export type Environment = Readonly<Record<string, string | number>>

/** A program of that Debian, run as nobody; its secrets are in its environment, where only root can read them. */
export const inDebian = (environment: Environment, program: string, args: readonly string[]) =>
  [
    'chroot',
    ['--userspec=nobody:nogroup', debian, program, ...args],
    {
      env: {
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)])),
      },
    },
  ] as const

const run = promisify(execFile)
export const outputInDebian = async (...words: Parameters<typeof inDebian>) => {
  const [program, args, options] = inDebian(...words)
  return (await run(program, args, { ...options, maxBuffer: 2 ** 26 })).stdout
}

const installed = () =>
  new Map(
    readFileSync(join(debian, 'var/lib/dpkg/status'), 'utf8')
      .split('\n\n')
      .map((entry) => [/^Package: (.*)$/m.exec(entry)?.[1], /^Version: (.*)$/m.exec(entry)?.[1]] as const),
  )

export const peerVersions = () => {
  const versions = installed()
  const upstream = (name: string) =>
    versions
      .get(name)
      ?.replace(/^\d+:/, '')
      .replace(/[-+].*$/, '')
  return (
    `Django REST Framework ${upstream('python3-djangorestframework')} on Django ${upstream('python3-django')}, ` +
    `gunicorn ${upstream('gunicorn')}, Python ${upstream('python3')}`
  )
}
