import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { useClinic } from '../support/api.ts'

/** The commands of a page, and the responses it shows. */
const commandsIn = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/```sh\n(.*?)```(?:\n\n```text\n(.*?)```)?/gs)].map(
    ([, commands = '', answer]) => ({ commands, answer }),
  )

const pages = ['docs/integrating/visits-and-money.md', 'docs/integrating/accounting.md'] as const
const border = '--- the next block ---'

const { clinic } = await useClinic()

describe('the pages about visits and money', () => {
  it('show the responses that the API gives, from one page to the next', async () => {
    const blocks = pages.flatMap(commandsIn)
    const script = ['set -euo pipefail', ...blocks.map(({ commands }) => `${commands}\necho '${border}'`)].join('\n')
    const token = await clinic.tokenOf(await clinic.givenApplication())
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      env: { PATH: process.env.PATH, BASE: clinic.base, AUTH: `Authorization: Bearer ${token}` },
    })
    const answers = stdout.split(`${border}\n`)
    expect(blocks.length).toBeGreaterThan(15)
    for (const [at, { commands, answer = '' }] of blocks.entries())
      expect(`${commands}\n${answers[at]}`).toBe(`${commands}\n${answer}`)
  }, 120_000)
})
