import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../scripts/services/listening.ts'
import { findProgram } from '../../scripts/services/processes.ts'

/** Where Debian keeps the plugin that serves the archive by DICOMweb. */
const plugin = ['/usr/share/orthanc/plugins/libOrthancDicomWeb.so', '/usr/lib/orthanc/libOrthancDicomWeb.so']

/** Starts an image archive on the loopback interface, with nothing in it. */
export const startOrthanc = async () => {
  const program = findProgram('Orthanc')
  const dicomWeb = plugin.find((path) => existsSync(path))
  if (program === undefined || dicomWeb === undefined)
    throw new Error('Orthanc is not installed. It is in the packages orthanc and orthanc-dicomweb.')
  const home = mkdtempSync(join(tmpdir(), 'fetlock-orthanc-'))
  const port = await freePort()
  const settings = {
    Name: 'Archive of a test',
    StorageDirectory: join(home, 'images'),
    IndexDirectory: join(home, 'images'),
    HttpPort: port,
    HttpServerEnabled: true,
    HttpBindAddresses: ['127.0.0.1'],
    RemoteAccessAllowed: false,
    AuthenticationEnabled: false,
    DicomServerEnabled: false,
    Plugins: [dicomWeb],
    DicomWeb: { Enable: true, Root: '/dicom-web/' },
  }
  writeFileSync(join(home, 'orthanc.json'), JSON.stringify(settings))
  const child = spawn(program, [join(home, 'orthanc.json')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (some) => (said += String(some)))
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${url}/dicom-web/studies`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`Orthanc did not start: ${said}`)
    await pause(50)
  }
  return {
    url,
    /** Sends a DICOM file to the archive. */
    store: async (file: Uint8Array<ArrayBuffer>) => {
      const answer = await fetch(`${url}/instances`, { method: 'POST', body: file })
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(home, { recursive: true })
    },
  }
}
