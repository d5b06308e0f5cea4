import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { givenKeys, givenOrganisation, privateDatabase, servicesUrls, startApi, type Urls } from '../proofs/harness.ts'
import { extract, hasLockOf, linkPackages } from './release/tree.ts'
import { freePort } from './services/listening.ts'
import { checkout } from './services/settings.ts'

/**
 * Runs the release before, whose commit is in deploy/previous-release, on a database with the migrations of this checkout: an
 * upgrade migrates while it runs, and going back is starting it again. First its programs start and serve; then its own tests of
 * what a clinic does, and of what integrations see, run with the schema of this checkout in place of its own.
 */
const commit = readFileSync(join(checkout, 'deploy/previous-release'), 'utf8').trim()
/** Its other tests are about its own schema, its commands and its app. */
const tests = process.argv.length > 2 ? process.argv.slice(2) : ['src/domain', 'src/worker', 'test/journeys']
const without = [
  '**/test/journeys/web-*',
  '**/*image-archive*',
  '**/*generated-clients*',
  '**/*documented-commands*',
  '**/*development*',
]

const requireCommit = () => {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: checkout, stdio: 'ignore' })
  } catch {
    throw new Error(`deploy/previous-release names ${commit}, which this checkout does not have: git fetch --unshallow`)
  }
}

const install = (folder: string) => {
  if (hasLockOf(commit)) linkPackages({ id: commit }, folder)
  else execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
}

const ended = (child: ReturnType<typeof spawn>) =>
  new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })

const statusOf = async (url: string, init: RequestInit = {}) => {
  try {
    return (await fetch(url, init)).status
  } catch {
    return undefined
  }
}

/** Its API process and its worker start on the newer schema, say that they are ready, and write. */
const serve = async (folder: string, urls: Urls) => {
  const [port, health] = [await freePort(), await freePort()]
  const organisation = await givenOrganisation(urls, 'Harbour Vets')
  const [authorization = ''] = await givenKeys(urls, organisation, 1)
  const api = await startApi({ databaseUrl: urls.app, port, prefix: `previous_${process.pid}`, folder })
  const settings = {
    FETLOCK_DATABASE_URL: urls.app,
    FETLOCK_WORKER_DATABASE_URL: urls.worker,
    FETLOCK_PUBLIC_URL: 'http://127.0.0.1',
    FETLOCK_SMTP_URL: 'smtp://127.0.0.1:9',
    FETLOCK_HEALTH_PORT: String(health),
    FETLOCK_LOG_LEVEL: 'error',
  }
  const worker = spawn(process.execPath, [join(folder, 'src/main.ts'), 'worker'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  try {
    const base = `http://127.0.0.1:${port}`
    const made = await statusOf(`${base}/${organisation}/api/0.1/client/`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ lastname: 'Virtanen' }),
    })
    if (made !== 201) throw new Error(`The release before answers ${made} where it should register a client.`)
    while ((await statusOf(`http://127.0.0.1:${health}/ready`)) !== 200) {
      if (worker.exitCode !== null) throw new Error('The worker of the release before does not start.')
      await pause(100)
    }
    console.log('Its api and worker start on the newer schema, and write.')
  } finally {
    const children = [api, worker].filter(({ exitCode }) => exitCode === null)
    for (const child of children) child.kill()
    await Promise.all(children.map(ended))
  }
}

const runTests = async (folder: string) => {
  rmSync(join(folder, 'migrations'), { recursive: true })
  cpSync(join(checkout, 'migrations'), join(folder, 'migrations'), { recursive: true })
  const options = ['--tags-filter', '!night', ...without.flatMap((pattern) => ['--exclude', pattern])]
  const vitest = spawn(join(folder, 'node_modules/.bin/vitest'), ['run', ...tests, ...options], {
    cwd: folder,
    stdio: 'inherit',
  })
  return ended(vitest)
}

const main = async () => {
  requireCommit()
  const urls = servicesUrls()
  const folder = mkdtempSync(join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), 'fetlock-previous-'))
  try {
    console.log(`The release before is ${commit.slice(0, 8)}.`)
    extract({ id: commit }, [], folder)
    install(folder)
    const { urls: own, drop } = await privateDatabase(urls, `fetlock_previous_${process.pid}`)
    try {
      await serve(folder, own)
    } finally {
      await drop()
    }
    process.exitCode = (await runTests(folder)) ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
