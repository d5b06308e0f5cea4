// @module-tag night
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connected, createDatabase, onDatabase } from '../../scripts/database.ts'
import { settingsFor, useSettings } from '../../test/support/commands.ts'
import { partsOf, patternOf } from '../../test/support/documented.ts'
import { superuserUrl, testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { testStore } from '../../test/support/store.ts'
import { runProgram } from './program.ts'

const commandsPage = readFileSync('docs/operating/commands.md', 'utf8')
const importingPage = readFileSync('docs/integrating/importing.md', 'utf8')

type Sample = { readonly command: string; readonly output: string }

/** `$ fetlock …`, perhaps over several lines, and the output up to the next one. */
const samplesIn = (page: string): Sample[] =>
  [...page.matchAll(/^```\n\$ (.*?)^```$/gms)]
    .flatMap(([, block]) => block!.split(/^\$ /m))
    .map((sample) => {
      const [command = ''] = /^([^\n]*\\\n)*[^\n]*/.exec(sample) ?? []
      return { command, output: sample.slice(command.length).trim() }
    })

/** The example files of the page about imports, under the names that the sample of `import` uses. */
const filesIn = (page: string) =>
  [...page.matchAll(/^### (\w+)\n.*?^```\n(.*?)^```$/gms)].map(([, kind, csv]) => [`${kind}.csv`, csv!] as const)

/** These run until they are stopped, or need a machine without Fetlock; serving.test.ts and setup.test.ts run them. */
const isServer = ({ command }: Sample) => /^fetlock (api|worker$|worklist |setup )/.test(command)

/** What is left on a terminal, where counts of progress are overwritten. */
const startOfLine = '\r\u001B[2K'
const onScreen = (printed: string) =>
  printed
    .split('\n')
    .map((line) => line.split(startOfLine).at(-1)!)
    .join('\n')
    .trimEnd()

const run = async (command: string) => {
  const [line = '', limit] = command.replaceAll('\\\n', ' ').split(' | head -')
  const [, ...words] = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([word, quoted]) => quoted ?? word)
  let printed = ''
  const stream = { isTTY: true, write: (text: string) => (printed += text) }
  await runProgram(words, { stdout: stream, stderr: stream })
  const lines = onScreen(printed).split('\n')
  return lines.slice(0, limit === undefined ? lines.length : Number(limit)).join('\n')
}

let database: TestDatabase
let store: Awaited<ReturnType<typeof testStore>>
let folder: string
const checkout = process.cwd()
const empty = () => `${database.name}_samples`
beforeAll(async () => {
  database = await testDatabase()
  await connected(superuserUrl(), (client) => createDatabase(client, empty()))
  store = await testStore(empty())
  for (const [setting, value] of Object.entries(settingsFor(database)))
    useSettings({ [setting]: setting.endsWith('DATABASE_URL') ? onDatabase(value, empty()) : value })
  useSettings({ FETLOCK_S3_BUCKET: store.settings.bucket })
  folder = mkdtempSync(join(tmpdir(), 'fetlock-samples-'))
  for (const [file, csv] of filesIn(importingPage)) writeFileSync(join(folder, file), csv)
  process.chdir(folder)
})
afterAll(async () => {
  process.chdir(checkout)
  rmSync(folder, { recursive: true })
  vi.unstubAllEnvs()
  await store.drop()
  await connected(superuserUrl(), (client) => client.query(`drop database if exists ${empty()} with (force)`))
  await database.drop()
})

it('commands.md has nothing in a block but samples', () => {
  const blocks = [...commandsPage.matchAll(/^```.*?^```$/gms)].map(([block]) => block)
  expect(blocks.filter((block) => !block.startsWith('```\n$ fetlock '))).toEqual([])
})

it('commands.md shows what the program prints', async () => {
  const samples = samplesIn(commandsPage).filter((sample) => !isServer(sample))
  expect(samples.length).toBeGreaterThan(13)
  /** What an abbreviated word of an earlier sample stood for, so that a later command can use it. */
  const inFull = new Map<string, string>()
  for (const { command, output } of samples) {
    const printed = await run(command.replaceAll(/\S+…/g, (word) => inFull.get(word) ?? word))
    expect.soft(`$ ${command}\n${printed}`).toMatch(patternOf(`$ ${command}\n${output}`))
    const words = patternOf(output).exec(printed)?.slice(1) ?? []
    const abbreviated = partsOf(output).filter((part) => part.endsWith('…'))
    for (const [at, word] of words.entries()) inFull.set(abbreviated[at]!, word)
  }
})
