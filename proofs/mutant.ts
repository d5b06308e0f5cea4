import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkout } from '../scripts/services/settings.ts'

/** One thing taken out of the program, or put wrong: the text must stand in the file exactly once. */
export type Patch = { readonly file: string; readonly from: string; readonly to: string }

/** A copy of the program with a guard taken away, to see that a proof fails without it; `startApi` starts it by its folder. */
export const makeMutant = async (patches: readonly Patch[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'fetlock-mutant-'))
  for (const part of ['src', 'migrations', 'package.json'])
    await cp(join(checkout, part), join(folder, part), { recursive: true })
  await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  for (const { file, from, to } of patches) {
    const text = await readFile(join(folder, file), 'utf8')
    const [before, after, ...more] = text.split(from)
    if (after === undefined || more.length > 0)
      throw new Error(`${file} has ${more.length === 0 ? 'no' : 'more than one'} place for the patch: ${from}`)
    await writeFile(join(folder, file), before + to + after)
  }
  return { folder, remove: () => rm(folder, { recursive: true }) }
}
