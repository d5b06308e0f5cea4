import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkout } from '../../scripts/services/settings.ts'
import { applyTo, type Change } from '../mutants/mutant.ts'

const filesOfTree = () => {
  const { stdout, status } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: checkout,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error('git ls-files failed: run this in a checkout of the repository.')
  return stdout.split('\0').filter((name) => name !== '' && existsSync(join(checkout, name)))
}

/** A copy of the working tree, uncommitted changes included, with the packages of this checkout. */
export const copyTree = () => {
  const folder = mkdtempSync(join(tmpdir(), 'fetlock-mutate-'))
  for (const name of filesOfTree()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    cpSync(join(checkout, name), join(folder, name))
  }
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  const remove = () => {
    process.off('exit', remove)
    rmSync(folder, { recursive: true, force: true })
  }
  // However the run ends.
  process.once('exit', remove)
  return { folder, remove }
}

/** Makes a change in a copy; what it answers takes the change back. */
export const applyIn = (folder: string, change: Change) => {
  const path = join(folder, change.file)
  const original = readFileSync(path, 'utf8')
  const applied = applyTo(original, change)
  if (applied.text === undefined) throw new Error(`${change.file}: ${applied.problem}.`)
  writeFileSync(path, applied.text)
  return () => writeFileSync(path, original)
}

/** Does something with a copy in which a rule is broken, to see that a proof fails then; `startApi` starts it by its folder. */
export const withChanges = async <T>(
  changes: readonly Change[],
  work: (folder: string) => T | Promise<T>,
): Promise<T> => {
  const { folder, remove } = copyTree()
  try {
    for (const change of changes) applyIn(folder, change)
    return await work(folder)
  } finally {
    remove()
  }
}
