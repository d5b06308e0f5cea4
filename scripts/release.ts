import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  createReadStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { imagesFolder, megabytes, podman } from './release/containers.ts'
import { notesFor, type Reader } from './release/notes.ts'
import { commitOf } from './release/tree.ts'
import { checkout } from './services/settings.ts'

/**
 * Makes a release of the commit that is checked out, in .images/release: everything that docs/operating/installing.md begins
 * with, and what tells others about it. Options are those of `npm run image`.
 */
const folder = join(imagesFolder, 'release')
const commit = commitOf()
const name = `fetlock-${commit.version}`
const platform = `linux-${process.arch}`

const run = (script: string, ...args: readonly string[]) =>
  execFileSync(process.execPath, [join(checkout, 'scripts', script), ...args], { stdio: 'inherit' })

const fromCommit = (path: string) =>
  execFileSync('git', ['show', `${commit.id}:${path}`], { cwd: checkout, maxBuffer: 2 ** 26 })

const addNotes = () => {
  const changelog = fromCommit('CHANGELOG.md').toString()
  for (const reader of ['integrators', 'operators'] satisfies Reader[])
    writeFileSync(join(folder, `${name}-notes-for-${reader}.md`), notesFor(reader, changelog, commit.version))
}

const addProgram = () => {
  run('tarball.ts')
  const archive = `${name}-${platform}.tar.gz`
  copyFileSync(join(imagesFolder, archive), join(folder, archive))
  copyFileSync(
    join(imagesFolder, 'tarball', name, 'bill-of-materials.json'),
    join(folder, `${name}-bill-of-materials.json`),
  )
  writeFileSync(join(folder, `${name}-compose.yaml`), fromCommit('deploy/single/compose.yaml'))
}

const addImage = () => {
  run('image.ts', ...process.argv.slice(2))
  const archive = join(folder, `${name}-image-${platform}.tar`)
  podman('save', '--format=docker-archive', `--output=${archive}`, `localhost/fetlock:${commit.version}`)
  // Neither the name nor the time of a file that gzip would write down.
  execFileSync('gzip', ['-6', '-n', archive])
}

const hashOf = async (file: string) => {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part as Buffer)
  return hash.digest('hex')
}

const addSums = async () => {
  const files = readdirSync(folder).toSorted()
  const lines: string[] = []
  for (const file of files) lines.push(`${await hashOf(join(folder, file))}  ${file}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
// First, because a version that is not in the changelog is not released.
addNotes()
addProgram()
addImage()
await addSums()
console.log(`\nRelease ${commit.version} of commit ${commit.id}, in ${folder}:`)
for (const file of readdirSync(folder)) console.log(`  ${file}, ${megabytes(statSync(join(folder, file)).size)}`)
console.log(readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd())
