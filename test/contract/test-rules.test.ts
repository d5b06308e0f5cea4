import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const tests = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}', 'worklist/*.test.ts'], {
  cwd: root,
})
  .filter((path) => !path.endsWith('test-rules.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** What a test does, by which `npm run test:busy` and `npm run nightly` choose it. */
const tagged = {
  browser: /playwright-core|\buseClinicApp\b|\bopenChromium\b/,
  waits:
    /\.poll\(|\bwaitFor\b|\.findBy|\.findAllBy|\b(sleep|pause|setTimeout|until\w*)\(|performance\.now|\bdescribeCombobox\b/,
  timed: /\bexpectWithin\b/,
} as const

const untagged = (found: readonly { readonly path: string; readonly text: string }[]) =>
  found.flatMap(({ path, text }) =>
    Object.entries(tagged)
      .filter(([tag, words]) => words.test(text) !== text.includes(`// @module-tag ${tag}\n`))
      .map(([tag]) => `${path}: ${tag}`),
  )

describe('a test', () => {
  it('has the tags of what it does, and no other', () => {
    expect(untagged(tests)).toEqual([])
  })

  it.each([
    ['polls and is not tagged', 'await expect.poll(look).toBe(1)\n'],
    ['is tagged and does not wait', '// @module-tag waits\nexpect(1).toBe(1)\n'],
  ])('is reported when it %s', (_what, text) => {
    expect(untagged([{ path: 'some.test.ts', text }])).toEqual(['some.test.ts: waits'])
  })

  it('is never run again because it failed', () => {
    const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8')
    expect([config, ...tests.map(({ text }) => text)].filter((text) => /\bretry:/.test(text))).toEqual([])
  })
})
