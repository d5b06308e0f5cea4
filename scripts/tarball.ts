import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { imagesFolder, megabytes } from './release/containers.ts'
import { commitOf, makeTree } from './release/tree.ts'

/** Makes the tarball of the commit that is checked out: what docs/operating/installing.md begins with. */
const commit = commitOf()
const tree = makeTree(commit, join(imagesFolder, 'tarball'))
const file = join(imagesFolder, `fetlock-${commit.version}-linux-${process.arch}.tar.gz`)
const archive = ['--create', '--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--format=gnu']
// Neither the name nor the time of a file that gzip would write down.
execFileSync('tar', [...archive, '--use-compress-program=gzip -9 -n', '--file', file, `fetlock-${commit.version}`], {
  cwd: dirname(tree),
})
console.log(`${file}\n${megabytes(statSync(file).size)}, of commit ${commit.id}`)
console.log(`sha256 ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)
