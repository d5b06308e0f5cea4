import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkout } from '../../scripts/services/settings.ts'

type Misspelt = readonly [from: string, to: string, says: RegExp]

type Programs<Name extends string> = {
  /** The settings of the compiler, from a file of the checkout, and what is different. */
  readonly settings: string
  readonly compilerOptions?: object
  /** What each program begins with. */
  readonly opening: string
  /** What each does then: these compile. */
  readonly right: Readonly<Record<Name, string>>
  /** The same misspelt, and what the compiler says. */
  readonly wrong: Readonly<Record<Name, Misspelt>>
}

/** Tests that each of some programs compiles, and none of them misspelt. */
export const itCompiles = <Name extends string>({
  settings,
  compilerOptions,
  opening,
  right,
  wrong,
}: Programs<Name>) => {
  // Inside node_modules, so that packages are found as installed ones are.
  const cache = join(checkout, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'compile-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const fileOf = (name: string, kind: 'right' | 'wrong') => `${kind}-${name.replaceAll(' ', '-')}.ts`
  const names = Object.keys(right) as Name[]
  let said: string

  beforeAll(async () => {
    const extending = { extends: join(checkout, settings), compilerOptions, include: ['*.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(extending))
    for (const name of names) {
      const [from, to] = wrong[name]
      writeFileSync(join(folder, fileOf(name, 'right')), `${opening}${right[name]}\n`)
      writeFileSync(join(folder, fileOf(name, 'wrong')), `${opening}${right[name].replace(from, to)}\n`)
    }
    const compiler = join(checkout, 'node_modules/.bin/tsc')
    said = await promisify(execFile)(compiler, ['-p', folder, '--pretty', 'false'], { maxBuffer: 2 ** 26 }).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    )
  })

  const saidOf = (file: string) =>
    said
      .split('\n')
      .filter((line) => line.includes(`${file}(`))
      .join('\n')

  it.each(names)('compiles a %s that exists', (name) => expect(saidOf(fileOf(name, 'right'))).toBe(''))

  it.each(names)('does not compile a misspelt %s', (name) =>
    expect(saidOf(fileOf(name, 'wrong'))).toMatch(wrong[name][2]),
  )

  it('compiles nothing else with an error', () => {
    const others = said.split('\n').filter((line) => /error TS/.test(line) && !line.includes('wrong-'))
    expect(others).toEqual([])
  })
}
