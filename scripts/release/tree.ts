import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { checkout } from '../services/settings.ts'
import { billOfMaterials } from '../sbom.ts'

/** Which commit a release is made of. Nothing else goes into it, so that it can be made again. */
export type Commit = { readonly id: string; readonly seconds: number; readonly version: string }

const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: checkout, encoding: 'utf8', maxBuffer: 2 ** 26 }).trimEnd()

export const commitOf = (name = 'HEAD'): Commit => {
  const { version } = JSON.parse(git('show', `${name}:package.json`)) as { version: string }
  return { id: git('rev-parse', name), seconds: Number(git('show', '--no-patch', '--format=%ct', name)), version }
}

/** What runs, and what is read by whoever runs it. */
const delivered = [
  '.dockerignore',
  'CHANGELOG.md',
  'Containerfile',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'bin',
  'deploy',
  'docs',
  'migrations',
  'package-lock.json',
  'package.json',
  'sdk',
  'src',
  'web/package.json',
  'worklist',
]
const withoutTests = ':(exclude,glob)**/*.test.ts'

/** These paths of a commit, or all of it. */
export const extract = ({ id }: Pick<Commit, 'id'>, paths: readonly string[], into: string) => {
  mkdirSync(into, { recursive: true })
  const archive = execFileSync('git', ['archive', id, '--', ...paths], { cwd: checkout, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['--extract', '--directory', into], { input: archive })
}

const run = (program: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) =>
  execFileSync(program, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })

/** Whether what is installed here is what the lock file of a commit names. */
export const hasLockOf = (id: string) =>
  git('rev-parse', `${id}:package-lock.json`) === git('hash-object', 'package-lock.json')

/**
 * The packages that build the app are those of the checkout, each by a link, but for our own, which are of the commit. They are
 * installed by the lock file, so it must be that of the commit.
 */
export const linkPackages = (commit: Pick<Commit, 'id'>, into: string) => {
  if (!hasLockOf(commit.id))
    throw new Error('package-lock.json is not that of the commit. Check the commit out, run "npm ci" and try again.')
  const [from, to] = [join(checkout, 'node_modules'), join(into, 'node_modules')]
  mkdirSync(join(to, '@fetlock'), { recursive: true })
  for (const name of readdirSync(from)) if (name !== '@fetlock') symlinkSync(join(from, name), join(to, name))
  symlinkSync('../../sdk', join(to, '@fetlock/sdk'))
}

const buildApp = (commit: Commit, scratch: string, tree: string) => {
  const folder = join(scratch, 'app')
  extract(commit, ['package.json', 'tsconfig.json', 'sdk', 'web'], folder)
  linkPackages(commit, folder)
  run(
    process.execPath,
    [join(checkout, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'],
    join(folder, 'web'),
  )
  cpSync(join(folder, 'web/dist'), join(tree, 'web/dist'), { recursive: true })
}

const installPackages = (commit: Commit, tree: string) => {
  // Says that no script of a package runs.
  extract(commit, ['.npmrc'], tree)
  const only = ['--omit=dev', '--workspace=worklist', '--include-workspace-root']
  run('npm', ['ci', ...only, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], tree)
  rmSync(join(tree, '.npmrc'))
}

/** Node, as npm has it for this kind of processor, in the version that .nvmrc pins. */
const addNode = (commit: Commit, scratch: string, tree: string): string => {
  const version = git('show', `${commit.id}:.nvmrc`)
  const name = `node-linux-${process.arch}`
  const folder = join(scratch, 'node')
  mkdirSync(folder, { recursive: true })
  run(
    'npm',
    [
      'install',
      '--prefix',
      folder,
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `${name}@${version}`,
    ],
    folder,
  )
  mkdirSync(join(tree, 'node/bin'), { recursive: true })
  copyFileSync(join(folder, 'node_modules', name, 'bin/node'), join(tree, 'node/bin/node'))
  copyFileSync(join(folder, 'node_modules', name, 'LICENSE'), join(tree, 'node/LICENSE'))
  chmodSync(join(tree, 'node/bin/node'), 0o755)
  return version
}

/** npm gives a bill a number of chance and the time of day. */
const addBill = ({ id, seconds, version }: Commit, node: string, tree: string) => {
  const {
    serialNumber: _ofChance,
    metadata,
    ...bill
  } = billOfMaterials() as ReturnType<typeof billOfMaterials> & {
    serialNumber?: string
    metadata?: object
  }
  const own = { type: 'application', 'bom-ref': `node@${node}`, name: 'node', version: node }
  const whole = {
    ...bill,
    metadata: { ...metadata, timestamp: new Date(seconds * 1000).toISOString() },
    components: [...bill.components, own],
  }
  writeFileSync(join(tree, 'bill-of-materials.json'), `${JSON.stringify(whole, undefined, 2)}\n`)
  writeFileSync(join(tree, 'release.json'), `${JSON.stringify({ version, commit: id, node }, undefined, 2)}\n`)
}

/** The image says of what it is made wherever it is built. */
const nameCommit = ({ id, version }: Commit, tree: string) => {
  const path = join(tree, 'Containerfile')
  const named = readFileSync(path, 'utf8')
    .replace('ARG VERSION=unknown', `ARG VERSION=${version}`)
    .replace('ARG COMMIT=unknown', `ARG COMMIT=${id}`)
  writeFileSync(path, named)
}

/** The same modes and times whoever makes it and when. */
const normalise = (path: string, seconds: number) => {
  const found = lstatSync(path)
  if (found.isDirectory()) for (const name of readdirSync(path)) normalise(join(path, name), seconds)
  if (!found.isSymbolicLink()) chmodSync(path, found.isDirectory() || found.mode & 0o100 ? 0o755 : 0o644)
  lutimesSync(path, seconds, seconds)
}

/**
 * Everything that a machine needs to run Fetlock, but for the services: Node, the program, the built app and the packages that
 * run. `folder` is emptied first; the answer is where the tree is in it.
 */
export const makeTree = (commit: Commit, folder: string): string => {
  const [tree, scratch] = [join(folder, `fetlock-${commit.version}`), join(folder, 'scratch')]
  rmSync(folder, { recursive: true, force: true })
  extract(commit, [...delivered, withoutTests], tree)
  buildApp(commit, scratch, tree)
  installPackages(commit, tree)
  addBill(commit, addNode(commit, scratch, tree), tree)
  nameCommit(commit, tree)
  rmSync(scratch, { recursive: true })
  normalise(tree, commit.seconds)
  return tree
}

export type Component = { readonly name: string; readonly version: string }

export const componentsIn = (tree: string): readonly Component[] =>
  (JSON.parse(readFileSync(join(tree, 'bill-of-materials.json'), 'utf8')) as { components: readonly Component[] })
    .components
