import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { containerEnvironment, hasImage, imagesFolder, makeBase, podman } from './release/containers.ts'
import { commitOf } from './release/tree.ts'
import { checkout } from './services/settings.ts'

/**
 * Starts deploy/single with real containers and podman-compose, sets it up, uses it from outside as a clinic's manager and its
 * integration would, stops and starts everything, moves it to another folder as an upgrade does, and finds again what was there.
 * No registry is asked: Caddy, Redis and Ceph are Debian's, Caddy's own authority stands for a public one, and Fetlock's image is
 * that of `npm run image -- --debian-packages`.
 */
const [site, files] = ['vet.test', 'files.vet.test']
const folder = join(imagesFolder, 'single')
/** The same folder of the next release: podman-compose names everything after its last part. */
const nextFolder = join(imagesFolder, 'next', 'single')
/** What the trial adds; both tools read a file of this name. */
const override = 'compose.override.yaml'
const neighbours = 'localhost/fetlock-neighbours:12'
const packages = ['ca-certificates', 'caddy', 'redis-server', 'postgresql', 'pgbackrest', 'rclone']
const storePackages = ['ceph-mon', 'ceph-osd', 'ceph-common', 'radosgw']
/** How long one part of it may take to get ready on a busy machine. */
const maxSeconds = 300

let current = folder

const compose = (...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync('podman-compose', args, {
    cwd: current,
    encoding: 'utf8',
    env: containerEnvironment(),
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`podman-compose ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`)
  return stdout
}

const waitFor = async (what: string, isThere: () => boolean) => {
  for (const began = performance.now(); !isThere(); await pause(1_000))
    if (performance.now() - began > maxSeconds * 1_000) throw new Error(`After ${maxSeconds} s: ${what} is not there.`)
  console.log(`  ${what} is there`)
}

const succeeds = (work: () => unknown) => {
  try {
    work()
    return true
  } catch {
    return false
  }
}

/** The volumes of an installation on the same machine have other names. */
const volumePrefix = 'fetlock_trial_'
const volumes = Object.fromEntries(
  ['postgres', 'backups', 'copies', 'trial', 'files', 'certificates', 'caddy', 'sockets'].map((name) => [
    name,
    { name: `${volumePrefix}${name}` },
  ]),
)

const prepare = (version: string) => {
  current = folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'authority'), { recursive: true })
  cpSync(join(checkout, 'deploy/single'), folder, { recursive: true })
  execFileSync('sh', ['prepare.sh', site, files], { cwd: folder, input: 'smtps://nobody:none@mail.vet.test\n' })
  const lines = [
    'FETLOCK_CADDY_OPTIONS=local_certs',
    `FETLOCK_IMAGE=localhost/fetlock:${version}`,
    `FETLOCK_CADDY_IMAGE=${neighbours}`,
    `FETLOCK_REDIS_IMAGE=${neighbours}`,
    'FETLOCK_REDIS_SERVER=redis-server',
    `FETLOCK_STORE_IMAGE=${neighbours}`,
    `FETLOCK_STORE_SCRIPT=${join(checkout, 'scripts/single/ceph.sh')}`,
  ]
  appendFileSync(join(folder, '.env'), lines.map((line) => `${line}\n`).join(''))
  const trusting = {
    environment: { NODE_EXTRA_CA_CERTS: '/authority/root.crt' },
    volumes: ['./authority:/authority:ro'],
  }
  writeFileSync(
    join(folder, override),
    // JSON is YAML.
    JSON.stringify({ services: { api: trusting, worker: trusting, operator: trusting }, volumes }),
  )
}

/** As docs/operating/installing.md has it; both releases are this one. */
const upgrade = () => {
  rmSync(nextFolder, { recursive: true, force: true })
  cpSync(join(checkout, 'deploy/single'), nextFolder, { recursive: true })
  const options = { cwd: nextFolder, env: containerEnvironment(), encoding: 'utf8', maxBuffer: 2 ** 26 } as const
  const { stdout, stderr } = spawnSync('sh', ['upgrade.sh', folder], options)
  current = nextFolder
  // The names of this trial are known to its visitors alone, and nobody has its mail server.
  const wrong = [...stdout.matchAll(/^WRONG +(\w+(?: \w+)*)/gm)].map(([, check]) => check)
  if (!stdout.includes('== How it is now') || wrong.join(', ') !== 'mail, public address')
    throw new Error(`${stdout}\n${stderr}`)
  console.log('  everything is replaced, and doctor finds nothing wrong but the names of this trial')
}

/** A command of the program, in a container of its own beside the others. */
const operator = (...args: readonly string[]) => {
  const lines = compose('run', '--rm', '-T', 'operator', ...args).split('\n')
  // podman-compose prints what it runs on the same stream.
  const json = lines.find((line) => line.startsWith('{'))
  if (json === undefined) throw new Error(`fetlock ${args.join(' ')} printed no JSON:\n${lines.join('\n')}`)
  return JSON.parse(json) as Readonly<Record<string, string | number>>
}

const bucketScript = `
  import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
  import { readFileSync } from 'node:fs'
  const secret = (name) => readFileSync('/run/secrets/' + name, 'utf8')
  const credentials = { accessKeyId: secret('store_access_key'), secretAccessKey: secret('store_secret_key') }
  const endpoint = process.env.FETLOCK_S3_ENDPOINT
  await new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
    .send(new CreateBucketCommand({ Bucket: 'fetlock' }))
  console.log('the bucket ' + 'was made')`

/** Whether the bucket was made: the exit code of podman-compose run does not say so. */
const createBucket = () => {
  const command = ['--entrypoint', 'node', 'operator', '--input-type=module', '-e', bucketScript]
  try {
    return compose('run', '--rm', '-T', ...command).includes('the bucket was made')
  } catch {
    return false
  }
}

const nameOf = (service: string) =>
  podman('ps', '--all', '--format={{.Names}}', `--filter=label=com.docker.compose.service=${service}`).split('\n')[0]!

const isHealthy = (service: string) => succeeds(() => podman('healthcheck', 'run', nameOf(service)))

const startAll = async () => {
  compose('up', '--detach', '--no-build')
  for (const service of ['postgres', 'worker', 'api']) await waitFor(service, () => isHealthy(service))
}

const run = (script: string, env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  execFileSync(process.execPath, [join(checkout, 'scripts/single', script), ...args], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'authority/root.crt'), SITE: site, FILES: files, ...env },
    stdio: 'inherit',
  })

const visit = (env: Readonly<Record<string, string>>, ...args: readonly string[]) => {
  run('visitor.ts', env, ...args)
  run('desk.ts', env)
}

/** Whether nothing but the proxy can be reached from outside. */
const judgePorts = () => {
  const published = podman('ps', '--format={{.Names}} {{.Ports}}').match(/:(\d+)->/g) ?? []
  const ports = [...new Set(published.map((port) => port.slice(1, -2)))].toSorted().join(', ')
  if (ports !== '443, 80') throw new Error(`Published are the ports ${ports}.`)
  console.log('  nothing is published but the ports 80 and 443')
}

const removeAll = () => {
  for (const one of [folder, nextFolder].filter((path) => existsSync(join(path, override)))) {
    current = one
    compose('down', '-t', '5')
  }
  const left = podman('volume', 'ls', '--quiet', `--filter=name=^${volumePrefix}`)
  if (left !== '') podman('volume', 'rm', ...left.split('\n'))
}

const main = async () => {
  const { version } = commitOf()
  if (!hasImage(`localhost/fetlock:${version}`)) throw new Error('First: npm run image -- --debian-packages')
  if (!hasImage(neighbours)) makeBase(neighbours, 'bookworm', [...packages, ...storePackages])
  const recipe = ['--file=deploy/single/postgres/Containerfile', `--build-arg=BASE=${neighbours}`]
  const tag = `--tag=localhost/fetlock-postgres:${version}`
  podman('build', '--isolation=chroot', '--network=host', '--format=docker', ...recipe, tag, checkout)
  removeAll()
  prepare(version)
  console.log('Started for the first time')
  compose('up', '--detach', '--no-build', 'caddy')
  const root = `${files}:/data/caddy/pki/authorities/local/root.crt`
  const certificate = join(folder, 'authority/root.crt')
  await waitFor('the authority of the proxy', () => succeeds(() => podman('cp', root, certificate)))
  // Each process has a user of its own.
  chmodSync(certificate, 0o644)
  compose('up', '--detach', '--no-build', 'postgres', 'redis', 'store', 'backups')
  await waitFor('the bucket', createBucket)
  await startAll()
  const person = ['--first-name', 'Helena', '--last-name', 'Vuorela', '--email', 'helena.vuorela@example.com']
  const clinic = ['--name', 'Harbour Vets', '--country', 'FI', ...person]
  const { organisation, invitation, changed } = operator('setup', ...clinic, '--print-invitation', '--json')
  console.log(`  setup: ${String(changed)}`)
  const about = ['--organisation', String(organisation), '--name', 'Laboratory', '--group', 'Administrators']
  const application = operator('application', 'create', ...about, '--json')
  const env = {
    ORGANISATION: String(organisation),
    CLIENT_ID: String(application['client_id']),
    CLIENT_SECRET: String(application['client_secret']),
    INVITATION: String(invitation),
    DESK: join(folder, 'desk'),
  }
  visit(env)
  judgePorts()
  await waitFor('a backup', () => isHealthy('backups'))
  for (const word of ['files', 'trial'])
    console.log(podman('exec', nameOf('backups'), '/bin/bash', '/fetlock/entrypoint.sh', 'fetlock-backup', word))
  console.log('Stopped and started again')
  compose('down', '-t', '60')
  await startAll()
  visit(env, 'again')
  console.log('Upgraded')
  upgrade()
  visit(env, 'again')
}

try {
  await main()
  removeAll()
} catch (problem) {
  console.error((problem as Error).message)
  console.error(`What was started still runs, for whoever looks why: podman ps; its files are in ${folder}`)
  process.exitCode = 1
}
