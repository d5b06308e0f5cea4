import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestResponse } from '../support/api.ts'
import { useDemoClinic } from '../support/demo.ts'
import { inFolder, makeDicom } from '../support/dicom.ts'
import { startOrthanc } from '../support/orthanc.ts'

type Body = TestResponse['body']

const { api, demo } = await useDemoClinic()
let archive: Awaited<ReturnType<typeof startOrthanc>>
beforeAll(async () => {
  archive = await startOrthanc()
})
afterAll(() => archive.stop())

/** A radiograph of four pixels, as a device makes it from an entry of the worklist. */
const radiograph = (patient: Body, accession: string, study: string) => `
(0008,0005) CS [ISO_IR 192]
(0008,0016) UI =DigitalXRayImageStorageForPresentation
(0008,0018) UI [${study}.1.1]
(0008,0050) SH [${accession}]
(0008,0060) CS [DX]
(0010,0010) PN [Owner^${patient.name}]
(0010,0020) LO [${patient.id}]
(0020,000d) UI [${study}]
(0020,000e) UI [${study}.1]
(0020,0011) IS [1]
(0020,0013) IS [1]
(0028,0002) US 1
(0028,0004) CS [MONOCHROME2]
(0028,0010) US 2
(0028,0011) US 2
(0028,0100) US 8
(0028,0101) US 8
(0028,0102) US 7
(0028,0103) US 0
(7fe0,0010) OB 00\\7f\\ff\\10
`

const makeImage = (patient: Body, accession: string, study: string) =>
  inFolder(async (folder) => {
    const [text, file] = [join(folder, 'image.txt'), join(folder, 'image.dcm')]
    await writeFile(text, radiograph(patient, accession, study))
    await makeDicom(text, file)
    return new Uint8Array(await readFile(file))
  })

it('[S438] the viewer link of a patient opens exactly that patient’s study in a real image archive', async () => {
  const { organisation, integration } = demo
  const base = `${api.publicUrl}/${organisation}`
  const basic = Buffer.from(`${integration.client_id}:${integration.client_secret}`).toString('base64')
  const token = await fetch(`${base}/oauth2/token/`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token } = (await token.json()) as { access_token: string }
  const send = async (path: string, method = 'GET', body?: object): Promise<Body> => {
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    return (await fetch(`${base}/api/0.1${path}`, init)).json()
  }
  const viewer = `${archive.url}/dicom-web/studies?PatientID=`
  await send('/settings/integration/', 'PATCH', { imaging_viewer_url: viewer })
  const { results: orders } = await send('/diagnosticimaging_worklist/?expose_patient')
  expect(orders.length).toBeGreaterThan(1)
  for (const [at, order] of orders.entries())
    await archive.store(await makeImage(order.patient_data, order.accession_number, `2.25.1000${at}`))
  for (const [at, order] of orders.entries()) {
    expect(order.viewer_url).toBe(`${viewer}${order.patient_data.id}`)
    const answer = await fetch(order.viewer_url, { headers: { accept: 'application/dicom+json' } })
    const studies = (await answer.json()) as Body[]
    expect(studies.map((study) => study['0020000D'].Value)).toEqual([[`2.25.1000${at}`]])
    expect(studies[0]['00100020'].Value).toEqual([String(order.patient_data.id)])
    expect(studies[0]['00080050'].Value).toEqual([order.accession_number])
  }
})
