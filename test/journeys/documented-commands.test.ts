// @module-tag waits
import { execFile } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { demoEnv, demoLines } from '../../scripts/dev/demo.ts'
import { freePort } from '../../scripts/services/listening.ts'
import { inOrganisation } from '../../src/db/tx.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { useDemoClinic } from '../support/demo.ts'
import { useWorkerParts } from '../support/deliveries.ts'
import { blocksIn, filesIn, linkSdk, patternOf } from '../support/documented.ts'

/** The quickstart comes first, because what it shows is that of a clinic in which nothing has happened yet. */
const pages = ['docs/quickstart.md', ...globSync('docs/integrating/*.md').toSorted()]
const read = (page: string) => readFileSync(page, 'utf8')
const pagesWithCommands = pages.filter((page) => blocksIn(read(page)).length > 0)

/** Every page begins with these lines, so that it can be run without another. */
const opening = blocksIn(read('docs/quickstart.md'))[0]!.commands.split('\n').slice(0, 3).join('\n')

const receiver = `127.0.0.1:${await freePort()}`
const { api, demo } = await useDemoClinic(undefined, { allowedPrivate: [receiver] })
const parts = useWorkerParts(api, [receiver])

const dueReminders = (organisation: number) =>
  inOrganisation(api.rows.db, organisation, (tx) =>
    tx
      .selectFrom('appointment_reminder')
      .select('id')
      .where('queued', 'is', null)
      .where('due', '<=', sql<Date>`now()`)
      .execute(),
  )

/** What `npm run dev` runs beside the API. */
const openWorker = async () => {
  const worker = startWorker(parts)
  // At some hours reminders are due already, and would be among the events that a page shows.
  await vi.waitFor(async () => expect(await dueReminders(demo.organisation)).toEqual([]), 600_000)
  return worker
}

/** Runs the commands of a page in one shell, in a folder that has only what `npm run dev` writes there, and the files of the page. */
const outputsOf = async (page: string, env: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'fetlock-page-'))
  try {
    mkdirSync(join(folder, '.services'))
    writeFileSync(join(folder, '.services/demo.env'), env)
    linkSdk(folder)
    for (const [name, text] of filesIn(read(page))) writeFileSync(join(folder, name), text)
    const border = '--- the next block ---'
    const script = blocksIn(read(page)).map(({ commands }) => `${commands}\necho '${border}'`)
    const { stdout } = await promisify(execFile)('bash', ['-c', ['set -euo pipefail', ...script].join('\n')], {
      cwd: folder,
      env: { PATH: process.env.PATH },
    })
    return stdout.split(`${border}\n`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the pages for integrators', () => {
  let worker: Awaited<ReturnType<typeof openWorker>>
  beforeAll(async () => void (worker = await openWorker()))
  afterAll(() => worker.stop())

  it('are the quickstart and the guides', () => expect(pagesWithCommands.length).toBeGreaterThan(4))

  it('show what npm run dev prints', () => {
    const [, shown] = /^```\n(dev .*?)^```$/ms.exec(read('docs/quickstart.md'))!
    const printed = demoLines('http://127.0.0.1:27294', demo).map((line) => `dev    | ${line}\n`)
    expect(printed.join('')).toMatch(patternOf(shown!))
  })

  it.each(pagesWithCommands)('%s shows what its commands print, from a token on', async (page) => {
    const blocks = blocksIn(read(page))
    expect(blocks[0]!.commands).toContain(opening)
    const outputs = await outputsOf(page, demoEnv(api.publicUrl, demo, receiver))
    for (const [at, { commands, output }] of blocks.entries())
      expect(`${commands}\n${outputs[at]}`).toMatch(patternOf(`${commands}\n${output}`))
  })

  it.each(pages)('%s has no command that is not run', (page) => {
    const others = [...read(page).matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].filter(([, language]) => language !== 'sh')
    expect(others.map(([, , text]) => text!).filter((text) => /^(\w+=\$\()?(curl|get|post) /m.test(text))).toEqual([])
  })
})
