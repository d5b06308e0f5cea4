// @module-tag night
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../support/database.ts'

const root = join(import.meta.dirname, '../..')
/** The page, with its example renamed: the repository may have a resource of this name already. */
const page = readFileSync(join(root, 'docs/adding-a-resource.md'), 'utf8')
  .replaceAll('reason', 'whim')
  .replaceAll('Reason', 'Whim')
const list = 'src/app/resources.ts'

type Step = { readonly path: string; readonly code: string }

/** The numbered steps of the page: the file that each names first, and the code that follows. */
const stepsIn = (text: string): Step[] =>
  [...text.matchAll(/^\*\*\d\. [^\n]*?`([^`\s]+)`[^\n]*\n\n```\w+\n(.*?)^```$/gms)].map(([, path, code]) => ({
    path: path!,
    code: code!,
  }))

const added = (resources: string, line: string) => {
  const [, name] = /\{ (\w+) \}/.exec(line)!
  return `${line}${resources.replace(/^export const resources.*= \[$/m, `$&\n  ${name},`)}`
}

const left = new Set(['node_modules', '.git', '.node', '.services', '.cell', 'dist', 'coverage'])

let copy: string
let database: TestDatabase

beforeAll(async () => {
  // While this run has a database, a run inside it does not drop the template.
  database = await testDatabase()
  copy = mkdtempSync(join(tmpdir(), 'fetlock-adding-'))
  cpSync(root, copy, { recursive: true, filter: (path) => !left.has(relative(root, path)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(async () => {
  rmSync(copy, { recursive: true })
  await database.drop()
})

const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))),
  PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
}

/** Runs a program in the copy and returns its exit code and output. */
const run = (program: string, ...words: readonly string[]) =>
  new Promise<{ readonly ok: boolean; readonly said: string }>((resolve) => {
    execFile(program, words, { cwd: copy, env: environment, maxBuffer: 2 ** 26 }, (problem, out, err) =>
      resolve({ ok: problem === null, said: `${out}${err}` }),
    )
  })
const installed = (name: string) => join(copy, 'node_modules/.bin', name)
const generate = () => run(process.execPath, 'scripts/generate.ts')
const test = (...files: readonly string[]) => run(installed('vitest'), 'run', '--maxWorkers=1', ...files)
const fine = { ok: true, said: expect.any(String) }

/** The page has the migration number that was next when it was written. */
const numbered = (path: string) => {
  const last = readdirSync(join(root, 'migrations')).toSorted().at(-1)!
  return path.replace(/^migrations\/\d+/, `migrations/${String(Number(last.slice(0, 4)) + 1).padStart(4, '0')}`)
}

const write = ({ path, code }: Step) => {
  const file = join(copy, numbered(path))
  writeFileSync(file, path === list ? added(readFileSync(file, 'utf8'), code) : code)
}
const derived = (path: string) => readFileSync(join(copy, path), 'utf8')

describe('docs/adding-a-resource.md', () => {
  const steps = stepsIn(page)
  const own = steps.find(({ path }) => path.endsWith('.test.ts'))!

  it('has four files written by hand', () => {
    expect(steps.map(({ path }) => path)).toEqual([
      expect.stringMatching(/^migrations\/\d{4}_\w+\.sql$/),
      expect.stringMatching(/^src\/domain\/\w+\/\w+\.resource\.ts$/),
      list,
      expect.stringMatching(/^src\/domain\/\w+\/\w+\.test\.ts$/),
    ])
  })

  it('needs all of them', async () => {
    steps.filter(({ path }) => path !== list).forEach(write)
    expect(await generate()).toEqual(fine)
    expect(await test(own.path)).toMatchObject({ ok: false, said: expect.stringContaining('expected 404 to be 201') })
  })

  it('is complete: the rest is generated, compiles and passes the contract tests', async () => {
    steps.filter(({ path }) => path === list).forEach(write)
    expect(await generate()).toEqual(fine)
    expect(derived('src/db/grants.golden.txt')).toContain('\nwhim | fetlock_app: insert, select, update |')
    expect(derived('test/contract/routes.golden.txt')).toContain('\nPOST /whim/ | General: Appointments (write) |')
    expect(await run(installed('tsc'))).toEqual(fine)
    expect(
      await test(
        own.path,
        'test/contract/tenancy.test.ts',
        'test/contract/source-rules.test.ts',
        'test/contract/openapi-prose.test.ts',
      ),
    ).toEqual(fine)
  })
})
