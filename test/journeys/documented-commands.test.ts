import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../support/api.ts'
import { givenClient, givenItem, givenPatient, givenVatGroup } from '../support/clinic.ts'

/** What a page tells the reader to type, and what it says will be answered. */
const commandsIn = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/```sh\n(.*?)```(?:\n\n```text\n(.*?)```)?/gs)].map(
    ([, commands = '', answer]) => ({ commands, answer }),
  )

const pages = ['docs/integrating/visits-and-money.md', 'docs/integrating/accounting.md'] as const
const border = '--- the next block ---'

const api = await useApi()
let environment: Readonly<Record<string, string>>
beforeAll(async () => {
  const clinic = await api.givenOrganisation()
  const token = await clinic.tokenOf(await clinic.givenApplication())
  const caller = clinic.as(`Bearer ${token}`)
  const vat_group = (await givenVatGroup(caller, '24.00', { title: 'General' })).url
  const client = await givenClient(caller)
  environment = {
    BASE: clinic.base,
    AUTH: `Authorization: Bearer ${token}`,
    CLIENT: client.url,
    PATIENT: (await givenPatient(caller, { client: client.url })).url,
    DEPARTMENT: clinic.url('department', clinic.department),
    EXAM: (await givenItem(caller, { type_code: 1, name: 'Examination', price: '40.00', vat_group })).url,
    TABLETS: (await givenItem(caller, { type_code: 2, name: 'Tablets', price: '24.00', dosage_units: '20', vat_group }))
      .url,
  }
})

describe('the pages about visits and money', () => {
  it('say what is answered, from one page to the next', async () => {
    const blocks = pages.flatMap(commandsIn)
    const script = ['set -euo pipefail', ...blocks.map(({ commands }) => `${commands}\necho '${border}'`)].join('\n')
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      env: { PATH: process.env.PATH, ...environment },
    })
    const answers = stdout.split(`${border}\n`)
    expect(blocks.length).toBeGreaterThan(15)
    for (const [at, { commands, answer = '' }] of blocks.entries())
      expect(`${commands}\n${answers[at]}`).toBe(`${commands}\n${answer}`)
  }, 120_000)
})
