import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from '../../scripts/services/settings.ts'
import { copyTree } from './copy.ts'
import { applyTo, type Cited, type Mutant } from '../mutants/mutant.ts'

/** A mutant that cannot be tried and why, or what is wrong with the program without any. */
export type Rejected = { readonly mutant?: Mutant; readonly why: string }

/** Mutants that cannot be tried at all: nothing cites their line, or their text is not in the file exactly once. */
export const findStale = (mutants: readonly Mutant[], files: ReadonlyMap<Cited, readonly string[]>): Rejected[] =>
  mutants.flatMap((mutant) => {
    const path = join(checkout, mutant.file)
    if (!/^(src|migrations)\//.test(mutant.file) || mutant.file.endsWith('.test.ts'))
      return [{ mutant, why: 'it is not in src/ or migrations/' }]
    if (!existsSync(path)) return [{ mutant, why: 'there is no such file' }]
    if (!files.has(mutant.line)) return [{ mutant, why: 'no test cites the line' }]
    const { problem } = applyTo(readFileSync(path, 'utf8'), mutant)
    return problem === undefined ? [] : [{ mutant, why: problem }]
  })

type Placed = { readonly mutant: Mutant; readonly from: number; readonly to: number }

/** Writes as many of the mutants into one copy as do not overlap, and says at which lines they are and which are left. */
const writeTogether = (folder: string, mutants: readonly Mutant[]) => {
  const placed: Placed[] = []
  const left: Mutant[] = []
  for (const [file, ofFile] of Map.groupBy(mutants, (mutant) => mutant.file)) {
    const original = readFileSync(join(checkout, file), 'utf8')
    const inOrder = ofFile
      .map((mutant) => ({ mutant, start: original.indexOf(mutant.find) }))
      .toSorted((a, b) => a.start - b.start)
    let [text, end] = ['', 0]
    for (const { mutant, start } of inOrder) {
      if (start < end) {
        left.push(mutant)
        continue
      }
      text += original.slice(end, start)
      const from = text.split('\n').length
      text += mutant.replace
      placed.push({ mutant, from, to: text.split('\n').length })
      end = start + mutant.find.length
    }
    writeFileSync(join(folder, file), text + original.slice(end))
  }
  return { placed, left }
}

/** The program without its tests. What a mutant leaves unused is no fault of it. */
const project = {
  extends: './tsconfig.json',
  compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
  include: ['src'],
  exclude: ['src/**/*.test.ts'],
}

const compile = (folder: string) => {
  const file = join(folder, 'tsconfig.mutants.json')
  writeFileSync(file, JSON.stringify(project))
  const { stdout } = spawnSync(join(folder, 'node_modules/.bin/tsc'), ['--pretty', 'false', '--project', file], {
    cwd: folder,
    encoding: 'utf8',
  })
  return [...stdout.matchAll(/^(\S+?)\((\d+),\d+\): error (.*)$/gm)].map(([, place, line, message]) => ({
    file: place!,
    line: Number(line),
    message: message!,
  }))
}

/**
 * Mutants of the program that the compiler rejects. They are compiled together, as far as they do not overlap. An error belongs to the last
 * mutant above it in the file, since what a mutant changes is used below it.
 */
export const findUntyped = (mutants: readonly Mutant[]): Rejected[] => {
  const rejected: Rejected[] = []
  let left = mutants
  while (left.length > 0) {
    const copy = copyTree()
    try {
      const written = writeTogether(copy.folder, left)
      for (const { file, line, message } of compile(copy.folder)) {
        const culprit = written.placed.findLast(({ mutant, from }) => mutant.file === file && from <= line)
        const why = `it does not compile: ${file}(${line}) ${message}`
        rejected.push(culprit === undefined ? { why } : { mutant: culprit.mutant, why })
      }
      left = written.left
    } finally {
      copy.remove()
    }
  }
  return rejected
}
