// @module-tag waits
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { requireFreePort, requireMailServer } from '../../scripts/dev/ports.ts'
import { keepRunning } from '../../scripts/dev/processes.ts'
import { watchSources } from '../../scripts/dev/watching.ts'

const program = (version: string) => `console.log('running ${version}')\nsetInterval(() => {}, 1000)\n`
const broken = 'const = \n'

describe('npm run dev restarts what it runs', () => {
  let folder: string
  let running: ReturnType<typeof keepRunning>
  let watching: ReturnType<typeof watchSources>
  let said: string[]
  const at = (name: string) => join(folder, name)
  const untilSaid = (line: string) => vi.waitFor(() => expect(said.join('\n')).toContain(line), 600_000)

  const inPlace = (name: string, text: string) => writeFileSync(at(name), text)
  const renamedOver = (name: string, text: string) => {
    writeFileSync(at(`.${name}.new`), text)
    renameSync(at(`.${name}.new`), at(name))
  }
  const deletedAndCreated = async (name: string, text: string) => {
    rmSync(at(name))
    await pause(400)
    writeFileSync(at(name), text)
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fetlock-dev-'))
    said = []
    inPlace('main.ts', program('first'))
    running = keepRunning({ args: ['main.ts'], cwd: folder, env: process.env, say: (line) => said.push(line) })
    watching = watchSources(folder, () => void running.restart())
    await untilSaid('running first')
  })
  afterEach(async () => {
    watching.close()
    await running.stop()
    rmSync(folder, { recursive: true })
  })

  it.each([
    ['written in place', inPlace],
    ['replaced by a rename', renamedOver],
    ['deleted and created', deletedAndCreated],
  ] as const)('when a file is %s, each time', async (_how, save) => {
    for (const version of ['second', 'third', 'fourth']) {
      await save('main.ts', program(version))
      await untilSaid(`running ${version}`)
    }
  })

  it.each([
    ['in place', inPlace],
    ['by a rename', renamedOver],
  ] as const)('when a syntax error is corrected %s', async (_how, save) => {
    save('main.ts', broken)
    await untilSaid('It starts again when a source file is saved.')
    save('main.ts', program('second'))
    await untilSaid('running second')
  })

  it('when a file in a new folder changes', async () => {
    mkdirSync(at('part'))
    inPlace('part/word.ts', "export const word = 'one'\n")
    inPlace(
      'main.ts',
      "import { word } from './part/word.ts'\nconsole.log('word', word)\nsetInterval(() => {}, 1000)\n",
    )
    await untilSaid('word one')
    inPlace('part/word.ts', "export const word = 'two'\n")
    await untilSaid('word two')
  })

  it('but not when a test, a document or an editor’s own file is saved', async () => {
    for (const name of ['main.test.ts', 'README.md', '.main.ts.swp', 'main.ts~']) inPlace(name, 'anything')
    await pause(1000)
    expect(said).toEqual(['running first'])
  })
})

describe('npm run dev says which port is taken', () => {
  let taken: Server
  const listenAs = async (greet: (socket: Socket) => void) => {
    taken = createServer(greet).listen(0, '127.0.0.1')
    await once(taken, 'listening')
    return (taken.address() as AddressInfo).port
  }
  afterEach(() => taken.close())

  it('for the API', async () => {
    const port = await listenAs((socket) => socket.destroy())
    await expect(requireFreePort(String(port))).rejects.toThrow(
      `Port ${port} is taken by another program, perhaps by another npm run dev. Stop it, or choose another port for the API: FETLOCK_PORT=8000 npm run dev`,
    )
  })

  it('for mail, unless it is a mail server', async () => {
    const port = await listenAs((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await expect(requireMailServer(`smtp://127.0.0.1:${port}`)).rejects.toThrow(
      `Port ${port}, on which mail is caught, is taken by a program that is no mail server. Stop it, or choose another port for mail: FETLOCK_SMTP_URL=smtp://127.0.0.1:2525 npm run dev`,
    )
    taken.close()
    const mail = await listenAs((socket) => socket.end('220 mail.example ESMTP\r\n'))
    await expect(requireMailServer(`smtp://127.0.0.1:${mail}`)).resolves.toBeUndefined()
  })
})
