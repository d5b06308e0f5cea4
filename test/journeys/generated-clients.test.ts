// @module-tag night
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoEnv } from '../../scripts/dev/demo.ts'
import { checkout } from '../../scripts/services/settings.ts'
import { filesIn } from '../support/documented.ts'
import { useDemoClinic } from '../support/demo.ts'

const page = readFileSync(join(checkout, 'docs/integrating/generated-clients.md'), 'utf8')
/** The files that the page prints, by name, and its commands with what they print. */
const files = filesIn(page)
const commands = [...page.matchAll(/^```bash\n(.*?)^```\n\n```text\n(.*?)^```$/gms)].map(([, run, prints]) => ({
  run: run!,
  prints: prints!,
}))

const { api, demo } = await useDemoClinic()
// Inside node_modules, so that the packages of this checkout are found as installed ones are.
const cache = join(checkout, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'generated-clients-'))

beforeAll(async () => {
  mkdirSync(join(folder, '.services'))
  writeFileSync(join(folder, '.services/demo.env'), demoEnv(api.publicUrl, demo))
  for (const [name, text] of files) if (!name.startsWith('quickstart')) writeFileSync(join(folder, name), text)
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (script: string) =>
  promisify(execFile)('bash', ['-c', `set -euo pipefail\n${script}`], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    maxBuffer: 2 ** 24,
  })

const programs = files.filter(([name]) => name.startsWith('quickstart'))

describe('a client that is generated from the description', () => {
  it('is made by two generators', () => expect([programs.length, commands.length]).toEqual([2, 2]))

  it.each(programs.map(([name, text], at) => ({ name, text, ...commands[at]! })))(
    'compiles and completes the quickstart: $name',
    async ({ name, text, run: script, prints }) => {
      writeFileSync(join(folder, name), text)
      expect((await run(script)).stdout.replaceAll(/^(?!paid|create|change).*\n/gm, '')).toBe(prints)
    },
  )

  it('does not compile with a field that the description has not', async () => {
    const [, text] = programs[0]!
    writeFileSync(join(folder, 'quickstart.ts'), text.replace('payment_type: 0', 'payment_kind: 0'))
    await expect(run('npx tsc --noEmit')).rejects.toMatchObject({
      stdout: expect.stringContaining("'payment_kind' does not exist"),
    })
  })
})
