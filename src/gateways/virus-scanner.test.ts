import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eicar, eicarName, useClamav } from '../../test/support/clamav.ts'
import { freePort } from '../../scripts/services/listening.ts'
import { virusScannerAt } from './virus-scanner.ts'

const { port } = await useClamav({ largest: '1M' })
const host = '127.0.0.1'
const scanner = virusScannerAt({ host, port })

const piecesOf = async function* (...pieces: readonly (string | Buffer)[]) {
  for (const piece of pieces) yield Buffer.from(piece)
}
const megabytes = async function* (count: number) {
  for (let sent = 0; sent < count * 16; sent++) yield Buffer.alloc(65_536, 'x')
}

/** A daemon that does this with every connection. */
const givenDaemon = async (behave: (socket: Socket) => void) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    behave(socket)
  })
  server.listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return virusScannerAt({ host, port: (server.address() as AddressInfo).port }, 500)
}
const codeOf = (scanned: Promise<unknown>) =>
  scanned.then(
    () => 'answered',
    (problem: { code?: string }) => problem.code,
  )

describe('the virus scanner', () => {
  it('[V5.4.3] finds a file that is infected, and lets others pass', async () => {
    expect(await scanner.scan(piecesOf(eicar))).toBe(eicarName)
    expect(await scanner.scan(piecesOf('hel', '', 'lo'))).toBeUndefined()
    expect(await scanner.scan(piecesOf(eicar.slice(0, 20), eicar.slice(20)))).toBe(eicarName)
    expect(await scanner.scan(piecesOf())).toBeUndefined()
  })

  it('never takes a file that it could not look at for a clean one', async () => {
    // It closes the connection while we are sending, and its answer may be lost with that.
    expect(await codeOf(scanner.scan(megabytes(8)))).toMatch(/^ESCANNER-(TooLarge|Connection)$/)
    expect(await codeOf(virusScannerAt({ host, port: await freePort() }).scan(piecesOf('x')))).toBe(
      'ESCANNER-Connection',
    )
    expect(await codeOf(virusScannerAt({ path: '/nowhere/clamd.sock' }).scan(piecesOf('x')))).toBe(
      'ESCANNER-Connection',
    )
    const silent = await givenDaemon((socket) => socket.resume())
    expect(await codeOf(silent.scan(piecesOf('x')))).toBe('ESCANNER-Connection')
    const closing = await givenDaemon((socket) => socket.once('data', () => socket.end()))
    expect(await codeOf(closing.scan(piecesOf('x')))).toBe('ESCANNER-Closed')
    for (const answer of ['UNKNOWN COMMAND\0', 'stream: Can’t allocate memory ERROR\0', 'stream: OK but\0']) {
      const odd = await givenDaemon((socket) => socket.once('data', () => socket.end(answer)))
      expect(await codeOf(odd.scan(piecesOf('x')))).toBe('ESCANNER-Answer')
    }
  })

  it('does not answer for a file that could not be read to its end', async () => {
    const broken = async function* () {
      yield Buffer.from('x')
      throw new Error('The object store failed.')
    }
    await expect(scanner.scan(broken())).rejects.toThrow('The virus scanner failed.')
  })
})
