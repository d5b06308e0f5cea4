import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { freePort } from '../../scripts/services/listening.ts'
import { findProgram } from '../../scripts/services/processes.ts'

/** The harmless text that scanners agree to find. In two parts, so that none finds it in this file. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('')
const signatureName = 'Eicar-Test'
/** How the daemon names what a signature of one’s own finds. */
export const eicarName = `${signatureName}.UNOFFICIAL`

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Starts ClamAV's daemon on a port of its own, with one signature: that of the EICAR text. */
export const startClamav = async ({ largest = '110M', port = 0 } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'fetlock-clamav-'))
  const at = port || (await freePort())
  const signature = `${createHash('md5').update(eicar).digest('hex')}:${eicar.length}:${signatureName}\n`
  await writeFile(join(folder, 'local.hdb'), signature)
  const settings = [
    'Foreground yes',
    `DatabaseDirectory ${folder}`,
    `TemporaryDirectory ${folder}`,
    'TCPAddr 127.0.0.1',
    `TCPSocket ${at}`,
    `StreamMaxLength ${largest}`,
    'MaxFileSize 110M',
    'MaxScanSize 400M',
  ]
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  const program = findProgram('clamd')
  if (program === undefined) throw new Error('ClamAV is not installed. It is in the package clamav-daemon.')
  const daemon = spawn(program, ['--config-file', join(folder, 'clamd.conf')], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [daemon.stdout, daemon.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(daemon, 'exit')
  ended.catch(() => {})
  daemon.on('error', (problem) => (said += problem.message))
  for (let tries = 0; !(await isListening(at)); tries++) {
    if (tries === 300 || daemon.exitCode !== null || daemon.pid === undefined)
      throw new Error(`clamd did not start: ${said}`)
    await pause(100)
  }
  return {
    port: at,
    stop: async () => {
      daemon.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A daemon for this test file, stopped after its last test. */
export const useClamav = async (options: Parameters<typeof startClamav>[0] = {}) => {
  const daemon = await startClamav(options)
  afterAll(daemon.stop)
  return daemon
}
