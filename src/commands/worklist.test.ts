// @module-tag waits
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../scripts/services/listening.ts'
import { checkout } from '../../scripts/services/settings.ts'
import { useClinic } from '../../test/support/api.ts'
import { givenReferral } from '../../test/support/clinic.ts'
import { fetlock, useSettings } from '../../test/support/commands.ts'
import { askWorklist } from '../../test/support/dicom.ts'

const { clinic, caller } = await useClinic()
afterEach(() => vi.unstubAllEnvs())

const base = `${clinic.base}/`
const credentials = async (grants?: Parameters<typeof clinic.givenApplication>[0]) => {
  const { client_id, client_secret } = await clinic.givenApplication(grants)
  return { FETLOCK_WORKLIST_CLIENT_ID: client_id, FETLOCK_WORKLIST_CLIENT_SECRET: client_secret! }
}

/** Starts it in a process of its own, and waits until it answers or has ended. */
const start = async (args: readonly string[], settings: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [join(checkout, 'src/main.ts'), 'worklist', '--api', base, ...args], {
    env: { PATH: process.env['PATH'], ...settings },
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (some) => (said.out += String(some)))
  child.stderr.on('data', (some) => (said.err += String(some)))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  while (!said.out.includes('answering') && child.exitCode === null) await pause(50)
  return { child, said, ended }
}

describe('fetlock worklist', () => {
  it('answers the stations that are named, until SIGTERM', async () => {
    const { id } = await givenReferral(caller, { modality: 'CT' })
    const port = await freePort()
    const settings = await credentials()
    const args = ['--station', 'SCANNER=CT', '--station', 'XRAY1=DX,CR', '--ae-title', 'CLINIC', '--port', `${port}`]
    const { child, said, ended } = await start(args, settings)
    const ask = (calling: string) => askWorklist(port, ['AccessionNumber'], { calling, called: 'CLINIC' })
    try {
      const accession = `IM${String(id).padStart(8, '0')}`
      expect((await ask('SCANNER')).map((answer) => answer['00080050'])).toEqual([accession])
      expect(await ask('XRAY1')).toEqual([])
      await expect(ask('OTHER')).rejects.toThrow('Calling AE Title Not Recognized')
    } finally {
      child.kill('SIGTERM')
    }
    expect(await ended).toBe(0)
    expect(said.err).toBe('')
    const lines = said.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ msg }) => msg)).toEqual([
      'answering worklist queries',
      'answered a query',
      'answered a query',
      'refused an association',
      'stopping',
      'stopped',
    ])
    expect(lines[0]).toMatchObject({ host: '127.0.0.1', port, title: 'CLINIC' })
    expect(said.out).not.toContain(settings.FETLOCK_WORKLIST_CLIENT_SECRET)
  })

  it('says at the start what is missing', async () => {
    const station = ['--station', 'XRAY1']
    const wrong = { FETLOCK_WORKLIST_CLIENT_ID: 'nobody', FETLOCK_WORKLIST_CLIENT_SECRET: 'nothing' }
    useSettings(wrong)
    const run = (...args: readonly string[]) => fetlock('worklist', '--api', base, ...station, ...args)
    expect(await run()).toMatchObject({
      code: 1,
      err: expect.stringContaining('The API refused the application (401)'),
    })
    useSettings(await credentials({ read: ['General: Patients and clients'] }))
    expect((await run()).err).toContain('(403): This needs the permission Clinical: Diagnostic imaging (read)')
    useSettings(await credentials())
    const taken = new URL(base).port
    expect((await run('--port', taken)).err).toBe(
      `Port 127.0.0.1:${taken} is taken by another program. Choose another with --port.\n`,
    )
    const nowhere = `http://127.0.0.1:1/1/api/0.1/`
    expect((await fetlock('worklist', '--api', nowhere, ...station)).err).toMatch(
      /^http:\/\/127\.0\.0\.1:1\/1\/api\/0\.1\/ cannot be read: .*Check --api\.\n$/,
    )
    useSettings({ FETLOCK_WORKLIST_CLIENT_ID: '', FETLOCK_WORKLIST_CLIENT_SECRET: '' })
    expect((await run()).err).toContain('Set FETLOCK_WORKLIST_CLIENT_ID, FETLOCK_WORKLIST_CLIENT_SECRET.')
  })

  it.each([
    [['--api', 'https://vet.example/'], '--api takes the address'],
    [['--api', 'ftp://vet.example/1/api/0.1/'], '--api takes the address'],
    [
      ['--api', 'http://vet.example/1/api/0.1/'],
      '--api would send passwords and records to vet.example in the clear. Use https',
    ],
    [[], 'Name at least one device'],
    [['--station', 'XRAY1=DX,XY'], 'write XRAY1, or XRAY1=DX,CR'],
    [['--station', 'A=B=C'], 'write XRAY1, or XRAY1=DX,CR'],
    [['--station', 'A TITLE THAT IS TOO LONG'], 'an AE title of 1 to 16 characters'],
    [['--station', 'RÖNTGEN'], 'an AE title of 1 to 16 characters'],
    [['--station', 'XRAY1', '--ae-title', ''], 'an AE title of 1 to 16 characters'],
    [['--station', 'XRAY1', '--port', '70000'], '--port must be between 0 and 65535'],
  ])('refuses %j', async (args, sentence) => {
    const given = args.includes('--api') ? args : ['--api', base, ...args]
    const { code, err } = await fetlock('worklist', ...given, ...(args.includes('--api') ? ['--station', 'X'] : []))
    expect([code, err]).toEqual([2, expect.stringContaining(sentence)])
  })
})
