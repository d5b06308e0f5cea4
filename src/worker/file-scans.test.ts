import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { useClamav, eicar, eicarName } from '../../test/support/clamav.ts'
import { useClinic, type ApiClient } from '../../test/support/api.ts'
import { givenAttachment, upload } from '../../test/support/clinic.ts'
import { useSuperuser } from '../../test/support/database.ts'
import { useWorkerParts } from '../../test/support/deliveries.ts'
import { keysIn } from '../../test/support/store.ts'
import { assembleApi } from '../app/api.ts'
import { virusScannerAt } from '../gateways/virus-scanner.ts'
import { scanFile, takeScans } from './file-scans.ts'
import { deleteStrayFile, takeStrayFiles } from './stray-files.ts'

const { port } = await useClamav()
const { api, clinic } = await useClinic()
const administrator = await useSuperuser(api)
const parts = useWorkerParts(api)
const scanner = virusScannerAt({ host: '127.0.0.1', port })
const broken = virusScannerAt({ host: '127.0.0.1', port: 1 })

/** An API whose deployment has a scanner. */
const scanning = await assembleApi({ ...api.options, store: { ...api.options.store, scansFiles: true } })
afterAll(() => scanning.close())
const authorization = `Bearer ${await clinic.tokenOf(await clinic.givenApplication())}`
const caller = clinic.as(authorization)
const complete = async ({ url }: { url: string }) =>
  scanning.inject({ method: 'POST', url: `${new URL(url).pathname}complete/`, headers: { authorization } })

const givenScanned = async (content: string) => {
  const attachment = await givenAttachment(caller, { size: Buffer.byteLength(content) })
  await upload(caller, attachment, content)
  const answer = await complete(attachment)
  expect(answer.statusCode).toBe(200)
  return answer.json() as { id: number; url: string; scan: string; uploaded: string }
}
const scanAll = async (by = scanner) => {
  const outcomes: boolean[] = []
  for (const scan of await takeScans(parts.db)) outcomes.push(await scanFile({ ...parts, scanner: by }, scan))
  return outcomes
}
const downloading = async ({ url }: { url: string }, as: ApiClient = caller) => {
  const { status, body } = await as.get(`${url}download/`)
  return [status, body.detail]
}
const being = 'This file is being scanned for viruses. Try again in a moment.'

beforeEach(async () => {
  await administrator.query('delete from file_scan')
})

describe('a file in a deployment with a virus scanner', () => {
  it('[V5.4.3] can be downloaded once the scanner has found nothing in it', async () => {
    const file = await givenScanned('hello')
    expect(file).toMatchObject({ scan: 'pending', uploaded: expect.any(String), refusal: '' })
    expect(await downloading(file)).toEqual([404, being])
    expect(await scanAll()).toEqual([true])
    expect((await caller.get(file.url)).body).toMatchObject({ scan: 'clean', uploaded: file.uploaded, refusal: '' })
    const { body } = await caller.get(`${file.url}download/`)
    expect(await (await fetch(body.url)).text()).toBe('hello')
    expect(await scanAll()).toEqual([])
  })

  it('[V5.4.3] that is infected is deleted, and its attachment and a security event say so', async () => {
    const file = await givenScanned(eicar)
    const { rows } = await administrator.query('select kept_key from attachment where id = $1', [file.id])
    expect(await scanAll()).toEqual([true])
    const refusal = `The virus scanner found ${eicarName} in this file, and it was deleted. Check the computer that it came from.`
    expect((await caller.get(file.url)).body).toMatchObject({ scan: 'infected', uploaded: null, refusal })
    expect(await downloading(file)).toEqual([404, refusal])
    for (let taken = await takeStrayFiles(parts.db); taken.length > 0; taken = await takeStrayFiles(parts.db))
      for (const stray of taken) await deleteStrayFile(parts.db, parts.store, stray)
    expect(await keysIn(api.options.store)).not.toContain(`${clinic.id}/${rows[0].kept_key}`)
    const { body: events } = await caller.get('/securityevent/?kind__is=file.infected&ordering=-id')
    expect(events.results[0]).toMatchObject({ details: { attachment: file.id, signature: eicarName } })
    const again = await complete(file)
    expect([again.statusCode, again.json()]).toEqual([400, { non_field_errors: [refusal] }])
    expect((await caller.delete(file.url)).status).toBe(204)
  })

  it('[V16.5.3] waits while the scanner is out of reach, and is never taken for clean', async () => {
    const file = await givenScanned(eicar)
    expect(await scanAll(broken)).toEqual([false])
    expect((await caller.get(file.url)).body.scan).toBe('failed')
    expect(await downloading(file)).toEqual([404, being])
    expect(await scanAll()).toEqual([])
    await administrator.query('update file_scan set due = now()')
    expect(await scanAll()).toEqual([true])
    expect((await caller.get(file.url)).body.scan).toBe('infected')
  })

  it('that is removed meanwhile is not scanned any more', async () => {
    const file = await givenScanned('hello')
    expect((await caller.delete(file.url)).status).toBe(204)
    expect(await scanAll()).toEqual([])
  })

  it('is settled once, by the worker that has its lease', async () => {
    const file = await givenScanned('hello')
    const [late] = await takeScans(parts.db)
    await administrator.query('update file_scan set due = now()')
    expect(await scanAll()).toEqual([true])
    const infecting = { scan: async () => 'Late' }
    expect(await scanFile({ ...parts, scanner: infecting }, late!)).toBe(true)
    expect((await caller.get(file.url)).body.scan).toBe('clean')
  })
})

describe('a file in a deployment without a scanner', () => {
  it('can be downloaded at once, and says that it was not scanned', async () => {
    const attachment = await givenAttachment(caller)
    await upload(caller, attachment)
    const { body } = await caller.post(`${attachment.url}complete/`)
    expect(body.scan).toBe('not_configured')
    expect((await caller.get(`${attachment.url}download/`)).status).toBe(200)
    expect(await takeScans(parts.db)).toEqual([])
  })
})
