// @module-tag waits
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { actorOf, useClinic, type ApiClient } from '../../../test/support/api.ts'
import { givenInvoice } from '../../../test/support/billing.ts'
import {
  givenAttachment,
  givenClient,
  givenConsultation,
  givenFile,
  givenPatient,
  idsIn,
  statusesOf,
  twentyAtOnce,
  upload,
} from '../../../test/support/clinic.ts'
import { useSuperuser } from '../../../test/support/database.ts'
import { keysIn, sendFile } from '../../../test/support/store.ts'
import { contentsOf } from '../../../test/support/writes.ts'
import { assembleApi } from '../../app/api.ts'
import { objectStoreAt } from '../../gateways/object-store.ts'
import { hideOthers } from './owners.ts'

const { api, clinic, caller } = await useClinic()
const administrator = await useSuperuser(api)
const client: { url: string; id: number } = await givenClient(caller)

/** Follows the address that a download answers, as anybody who is given it can. */
const download = async (attachment: { readonly url: string }, as = caller) => {
  const { body } = await as.get(`${attachment.url}download/`)
  const response = await fetch(body.url)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const nameIn = (disposition: string | null) =>
  decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(disposition ?? '')![1]!)

describe('a file', () => {
  it('is announced, uploaded, completed and downloaded, with its name and type', async () => {
    const announced = await givenAttachment(caller, { client: client.url, name: 'referral.txt' })
    expect(announced).toMatchObject({
      client: client.url,
      patient: null,
      name: 'referral.txt',
      size: 5,
      uploaded: null,
    })
    const form = (await caller.post(`${announced.url}upload/`)).body
    expect(Object.keys(form)).toEqual(['url', 'fields', 'expires'])
    expect(Date.parse(form.expires) - Date.now()).toBeGreaterThan(290_000)
    expect(Date.parse(form.expires) - Date.now()).toBeLessThanOrEqual(300_000)
    expect((await sendFile(form, 'hello')).status).toBe(204)

    const completed = await caller.post(`${announced.url}complete/`)
    expect([completed.status, completed.body]).toEqual([
      200,
      { ...announced, uploaded: expect.any(String), modified: expect.any(String) },
    ])
    expect(completed.headers.get('etag')).toBe((await caller.get(announced.url)).headers.get('etag'))
    const { status, headers, text } = await download(announced)
    expect([status, text, headers.get('content-type')]).toEqual([200, 'hello', 'text/plain'])
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="referral.txt"; filename*=UTF-8''referral.txt`,
    )
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  it.each(['Röntgen "vasen" 1.txt', `it's (1)*;=.txt`, '犬 🐕.txt', '100% %41.txt', 'a+b&c#d?.txt', ' padded.txt '])(
    'is saved under its own name: %s',
    async (name) => {
      const file = await givenFile(caller, { name })
      expect(file.name).toBe(name.trim())
      const disposition = (await download(file)).headers.get('content-disposition')
      expect(nameIn(disposition)).toBe(name.trim())
      expect(disposition).toMatch(/^attachment; filename="[\w .()+,-]+"; filename\*=UTF-8''[\w.%!~-]+$/)
    },
  )

  it('is renamed, and nothing else of it changes', async () => {
    const file = await givenFile(caller)
    const other = await givenClient(caller)
    const changes = { name: 'new.txt', client: other.url, content_type: 'image/png', size: 9, uploaded: null }
    const { body } = await caller.patch(file.url, changes)
    expect(body).toEqual({ ...file, name: 'new.txt', modified: expect.any(String) })
    expect(nameIn((await download(file)).headers.get('content-disposition'))).toBe('new.txt')
  })

  it('is found by its record and by whether it is uploaded', async () => {
    const patient = await givenPatient(caller)
    const [awaited, there] = [
      await givenAttachment(caller, { patient: patient.url }),
      await givenFile(caller, { patient: patient.url }),
    ]
    const found = async (query: string) => idsIn(await caller.get(`/attachment/?${query}`))
    expect(await found(`patient__is=${patient.id}`)).toEqual([awaited.id, there.id])
    expect(await found(`patient__is=${patient.id}&uploaded__is_null=true`)).toEqual([awaited.id])
    expect(await found(`patient__is=${patient.id}&uploaded__is_null=false`)).toEqual([there.id])
    expect(await found(`client__is=${client.id}&patient__is=${patient.id}`)).toEqual([])
    expect(await found(`patient__is=${patient.id}&content_type__is=image/png`)).toEqual([])
  })

  it('stays with a record that is archived', async () => {
    const owner = await givenClient(caller)
    const file = await givenFile(caller, { client: owner.url })
    await caller.patch(owner.url, { archived: true })
    expect((await download(file)).text).toBe('hello')
  })

  it('is stored under its organisation and a random key that is never shown', async () => {
    const file = await givenFile(caller, { name: 'secretname.txt' })
    const { rows } = await administrator.query('select kept_key, upload_key from attachment where id = $1', [file.id])
    const { kept_key, upload_key } = rows[0]
    expect(await keysIn(api.options.store)).toContain(`${clinic.id}/${kept_key}`)
    expect(kept_key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    const { body: events } = await caller.get(`/auditevent/?resource__is=attachment&record__is=${file.id}`)
    expect(events.results.map(({ changes }: { changes: Record<string, unknown> }) => changes.kept_key)).toEqual([
      'hidden',
      'hidden',
    ])
    expect(JSON.stringify([events, file])).not.toContain(kept_key)
    expect(JSON.stringify([events, file])).not.toContain(upload_key)
  })
})

describe('an attachment is refused', () => {
  const name = 'Use a plain file name, without slashes or control characters, for example report.pdf.'
  it.each([
    ['of nobody', { client: null }, { non_field_errors: ['Give one of client, patient, consultation, invoice.'] }],
    ['with a path for a name', { name: '../report.pdf' }, { name: [name] }],
    ['with a backslash in its name', { name: 'a\\b.pdf' }, { name: [name] }],
    ['with a line break in its name', { name: 'a\r\nX-Evil: 1.pdf' }, { name: [name] }],
    ['with a name that is read backwards', { name: 'report\u202efdp.exe' }, { name: [name] }],
    ['with dots for a name', { name: '..' }, { name: [name] }],
    ['with a blank name', { name: '  ' }, { name: ['This field may not be blank.'] }],
    ['with a long name', { name: 'x'.repeat(256) }, { name: ['Ensure this field has no more than 255 characters.'] }],
    ['of no bytes', { size: 0 }, { size: ['Ensure this value is greater than or equal to 1.'] }],
    [
      'of more than 100 MiB',
      { size: 104_857_601 },
      { size: ['Ensure this value is less than or equal to 104857600.'] },
    ],
  ])('%s', async (_how, fields, messages) => {
    const body = { client: client.url, name: 'a.pdf', content_type: 'application/pdf', size: 5, ...fields }
    const answer = await caller.post('/attachment/', body)
    expect([answer.status, answer.body]).toEqual([400, messages])
  })

  it('of a client and a patient at once', async () => {
    const patient = await givenPatient(caller)
    const both = { client: client.url, patient: patient.url, name: 'a.txt', content_type: 'text/plain', size: 5 }
    const { status, body } = await caller.post('/attachment/', both)
    expect([status, body]).toEqual([400, { non_field_errors: ['Give one of client, patient, consultation, invoice.'] }])
  })

  it.each([
    'text/html',
    'image/svg+xml',
    'text/javascript',
    'application/xhtml+xml',
    'application/x-msdownload',
    'x',
    '',
  ])('as %s', async (content_type) => {
    const body = { client: client.url, name: 'a', content_type, size: 5 }
    const { status, body: messages } = await caller.post('/attachment/', body)
    expect([status, Object.keys(messages)]).toEqual([400, ['content_type']])
  })
})

describe('the name of a file', () => {
  const message = 'The name of a file of the type application/pdf ends with .pdf.'

  it.each(['report.pdf.exe', 'report', 'report.pdf.', 'report.png'])(
    '[V5.2.2] [security-11] %s is refused for a PDF before anything is uploaded',
    async (name) => {
      const body = { client: client.url, name, content_type: 'application/pdf', size: 5 }
      const answer = await caller.post('/attachment/', body)
      expect([answer.status, answer.body]).toEqual([400, { name: [message] }])
    },
  )

  it('keeps the ending of its type when it is changed', async () => {
    const file = await givenFile(caller)
    const refused = await caller.patch(file.url, { name: 'hello.exe' })
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['name']])
    expect((await caller.patch(file.url, { name: 'Hello.TXT' })).body.name).toBe('Hello.TXT')
  })

  it('from before endings were checked is saved with the one of its type', async () => {
    const file = await givenFile(caller)
    await clinic.within((tx) =>
      tx.updateTable('attachment').set({ name: 'hello.pdf.exe' }).where('id', '=', file.id).execute(),
    )
    expect(nameIn((await download(file)).headers.get('content-disposition'))).toBe('hello.pdf.exe.txt')
  })
})

describe('the content of a file', () => {
  const program = Buffer.from([0x4d, 0x5a, 0x90, 0, 3])
  const refusal =
    'The content of the file is not that of the type application/pdf, and it was deleted. Create an attachment with the type that the file has.'
  const givenDisguised = async () => {
    const attachment = await givenAttachment(caller, { name: 'report.pdf', content_type: 'application/pdf' })
    await upload(caller, attachment, program)
    return attachment
  }

  it('[V5.2.2] [security-11] that is not of its type is refused and deleted, and the attachment and an event say so', async () => {
    const attachment = await givenDisguised()
    const completed = await caller.post(`${attachment.url}complete/`)
    expect([completed.status, completed.body]).toEqual([400, { non_field_errors: [refusal] }])
    expect((await caller.get(attachment.url)).body).toMatchObject({ uploaded: null, refusal })
    const { body: events } = await caller.get('/securityevent/?kind__is=file.refused&ordering=-id')
    expect(events.results[0]).toMatchObject({
      details: { attachment: attachment.id, content_type: 'application/pdf' },
      request: completed.headers.get('x-request-id'),
    })
    const { rows } = await administrator.query(
      `select key from stray_file join attachment on upload_key = key where id = $1 and due <= now()`,
      [attachment.id],
    )
    expect(rows).toHaveLength(1)
    for (const action of ['upload', 'complete']) {
      const again = await caller.post(`${attachment.url}${action}/`)
      expect([again.status, again.body]).toEqual([400, { non_field_errors: [refusal] }])
    }
    const address = await caller.get(`${attachment.url}download/`)
    expect([address.status, address.body]).toEqual([404, { detail: refusal }])
    expect((await caller.delete(attachment.url)).status).toBe(204)
  })

  it('is judged by a dry run too, which changes nothing', async () => {
    const attachment = await givenDisguised()
    const before = await contentsOf(administrator)
    const headers = { prefer: 'dry-run' }
    const { status, body } = await caller.post(`${attachment.url}complete/`, undefined, { headers })
    expect([status, body]).toEqual([400, { non_field_errors: [refusal] }])
    expect(await contentsOf(administrator)).toEqual(before)
  })

  it('is refused once, however many complete at once', async () => {
    const attachment = await givenDisguised()
    const answers = await twentyAtOnce(() => caller.post(`${attachment.url}complete/`))
    expect(new Set(statusesOf(answers))).toEqual(new Set([400]))
    const { body: events } = await caller.get('/securityevent/?kind__is=file.refused&page_size=1000')
    const about = events.results.filter(
      ({ details }: { details: { attachment: number } }) => details.attachment === attachment.id,
    )
    expect(about).toHaveLength(1)
  })
})

describe('the form', () => {
  it.each([
    ['a smaller file', 'hell', {}, 400, 'EntityTooSmall'],
    ['a larger file', 'hello!', {}, 400, 'EntityTooLarge'],
    ['an empty file', '', {}, 400, 'EntityTooSmall'],
    ['another type', 'hello', { 'Content-Type': 'text/html' }, 403, 'AccessDenied'],
    ['another key', 'hello', { key: '1/elsewhere' }, 403, 'AccessDenied'],
    ['another signature', 'hello', { 'X-Amz-Signature': '0'.repeat(64) }, 403, 'AccessDenied'],
  ])('does not take %s', async (_what, bytes, changes, status, code) => {
    const attachment = await givenAttachment(caller)
    const { body: form } = await caller.post(`${attachment.url}upload/`)
    const refused = await sendFile({ ...form, fields: { ...form.fields, ...changes } }, bytes)
    expect([refused.status, refused.text]).toEqual([status, expect.stringContaining(`<Code>${code}</Code>`)])
    expect((await caller.post(`${attachment.url}complete/`)).status).toBe(400)
  })

  it('is refused by the store once it has expired', async () => {
    const store = objectStoreAt(api.options.store, { seconds: 1 })
    const form = await store.signUpload(`${clinic.id}/${randomUUID()}`, { type: 'text/plain', least: 1, most: 5 })
    await pause(2_100)
    const refused = await sendFile(form, 'hello')
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Policy expired')])
    store.close()
  })

  it('is created again for the same file with every request, also with the same Idempotency-Key', async () => {
    const attachment = await givenAttachment(caller)
    const headers = { 'idempotency-key': randomUUID() }
    const ask = () => caller.post(`${attachment.url}upload/`, undefined, { headers })
    const first = await ask()
    await pause(1_100)
    const second = await ask()
    expect(second.body.fields.key).toBe(first.body.fields.key)
    expect(second.body.expires > first.body.expires).toBe(true)
    expect(second.headers.has('idempotency-replayed')).toBe(false)
    expect((await administrator.query('select from idempotency_key')).rowCount).toBe(0)
    for (const { body } of [first, second]) expect((await sendFile(body, 'hello')).status).toBe(204)
  })

  it('changes nothing', async () => {
    const attachment = await givenAttachment(caller)
    const before = await contentsOf(administrator)
    expect((await caller.post(`${attachment.url}upload/`)).status).toBe(200)
    expect(await contentsOf(administrator)).toEqual(before)
  })

  it('is refused once the file is uploaded', async () => {
    const file = await givenFile(caller)
    const { status, body } = await caller.post(`${file.url}upload/`)
    expect([status, body]).toEqual([
      400,
      {
        non_field_errors: [
          'This attachment has its file already, and it cannot be replaced. Create another attachment.',
        ],
      },
    ])
  })
})

describe('completing', () => {
  it.each([[{}], [{ prefer: 'dry-run' }]])('is refused while there is no file, with %j', async (headers) => {
    const attachment = await givenAttachment(caller)
    const before = await contentsOf(administrator)
    const { status, body } = await caller.post(`${attachment.url}complete/`, undefined, { headers })
    expect([status, body]).toEqual([
      400,
      {
        non_field_errors: [
          'The file has not arrived. Ask for a form at upload/, send the file with it, and then complete.',
        ],
      },
    ])
    expect(await contentsOf(administrator)).toEqual(before)
  })

  it('is refused for a file of another size than announced', async () => {
    const attachment = await givenAttachment(caller)
    const store = objectStoreAt(api.options.store)
    const { body: form } = await caller.post(`${attachment.url}upload/`)
    await store.put(form.fields.key, Buffer.from('much more'), 'text/plain')
    store.close()
    const { status, body } = await caller.post(`${attachment.url}complete/`)
    expect([status, body.non_field_errors]).toEqual([
      400,
      ['The file has 9 bytes, and the attachment says 5. Create an attachment with the right size.'],
    ])
  })

  it('twice is harmless', async () => {
    const file = await givenFile(caller)
    const before = await contentsOf(administrator)
    expect((await caller.post(`${file.url}complete/`)).body).toEqual(file)
    expect(await contentsOf(administrator)).toEqual(before)
  })

  it('twenty times at once keeps one file, and leaves every other copy to the worker', async () => {
    const attachment = await givenAttachment(caller)
    await upload(caller, attachment)
    const answers = await twentyAtOnce(() => caller.post(`${attachment.url}complete/`))
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.uploaded)).size).toBe(1)
    expect((await download(attachment)).text).toBe('hello')
    const { rows } = await administrator.query<{ path: string }>(
      `select organisation || '/' || kept_key as path from attachment where kept_key is not null
       union select organisation || '/' || upload_key from attachment where uploaded is null
       union select organisation || '/' || key from stray_file`,
    )
    const known = new Set(rows.map(({ path }) => path))
    expect((await keysIn(api.options.store)).filter((key) => !known.has(key))).toEqual([])
  })

  it('keeps the file: a later upload with the same form changes nothing', async () => {
    const attachment = await givenAttachment(caller)
    const form = await upload(caller, attachment, 'first')
    expect((await caller.post(`${attachment.url}complete/`)).status).toBe(200)
    expect((await sendFile(form, 'other')).status).toBe(204)
    expect((await download(attachment)).text).toBe('first')
    await caller.post(`${attachment.url}complete/`)
    expect((await download(attachment)).text).toBe('first')
  })

  it('answers 503 while the store is unreachable, and succeeds when it is back', async () => {
    const attachment = await givenAttachment(caller)
    await upload(caller, attachment)
    const store = { ...api.options.store, endpoint: 'http://127.0.0.1:1' }
    const lost = await assembleApi({ ...api.options, store })
    const authorization = `Bearer ${await clinic.tokenOf(await clinic.givenApplication())}`
    const url = `${new URL(attachment.url).pathname}complete/`
    const before = await contentsOf(administrator)
    const { statusCode, headers } = await lost.inject({ method: 'POST', url, headers: { authorization } })
    await lost.close()
    expect([statusCode, headers['retry-after']]).toEqual([503, '1'])
    expect(await contentsOf(administrator)).toEqual(before)
    expect((await caller.post(`${attachment.url}complete/`)).body.uploaded).toEqual(expect.any(String))
  })

  it('of one that is removed meanwhile is 404, unless its Idempotency-Key has a response', async () => {
    const attachment = await givenAttachment(caller)
    await upload(caller, attachment)
    const asked = { headers: { 'idempotency-key': randomUUID() } }
    const first = await caller.post(`${attachment.url}complete/`, undefined, asked)
    await caller.delete(attachment.url)
    expect((await caller.post(`${attachment.url}complete/`)).status).toBe(404)
    const again = await caller.post(`${attachment.url}complete/`, undefined, asked)
    expect([again.status, again.text]).toEqual([200, first.text])
  })
})

describe('removing', () => {
  it('succeeds for one of twenty concurrent requests; the others get 404', async () => {
    const file = await givenFile(caller)
    expect(statusesOf(await twentyAtOnce(() => caller.delete(file.url)))).toEqual([204, ...Array(19).fill(404)])
  })

  it('and completing concurrently: one of the two succeeds, without a server error', async () => {
    const attachment = await givenAttachment(caller)
    await upload(caller, attachment)
    const answers = await twentyAtOnce((at) =>
      at % 2 ? caller.post(`${attachment.url}complete/`) : caller.delete(attachment.url),
    )
    expect(statusesOf(answers).filter((status) => ![200, 204, 404].includes(status))).toEqual([])
    expect((await caller.get(attachment.url)).status).toBe(404)
  })
})

describe('a download', () => {
  it('is 404 with what to do while there is no file', async () => {
    const attachment = await givenAttachment(caller)
    const { status, body } = await caller.get(`${attachment.url}download/`)
    expect([status, body]).toEqual([
      404,
      { detail: 'This attachment has no file yet. Upload it and complete it first.' },
    ])
  })

  it('expires after five minutes', async () => {
    const file = await givenFile(caller)
    const { body } = await caller.get(`${file.url}download/`)
    expect(new URL(body.url).searchParams.get('X-Amz-Expires')).toBe('300')
    const { pathname } = new URL(body.url)
    const key = pathname.split('/').slice(2).join('/')
    const statusAfter = async (seconds: number) => {
      const store = objectStoreAt(api.options.store, { seconds })
      const { url } = await store.signDownload(key, { name: 'a.txt', type: 'text/plain' })
      await pause(2_100)
      const { status } = await fetch(url)
      store.close()
      return status
    }
    expect([await statusAfter(300), await statusAfter(1)]).toEqual([200, 403])
  })

  it('of another file, or of the same one with another type, is not possible with its URL', async () => {
    const [one, other] = [await givenFile(caller), await givenFile(caller)]
    const addressOf = async ({ url }: { url: string }) => new URL((await caller.get(`${url}download/`)).body.url)
    const [signed, wanted] = [await addressOf(one), await addressOf(other)]
    const elsewhere = new URL(signed)
    elsewhere.pathname = wanted.pathname
    expect((await fetch(elsewhere)).status).toBe(403)
    const rendered = new URL(signed)
    rendered.searchParams.set('response-content-type', 'text/html')
    expect((await fetch(rendered)).status).toBe(403)
    const plain = new URL(signed)
    plain.search = ''
    expect((await fetch(plain)).status).toBe(403)
  })
})

describe('an attachment', () => {
  it('can be read with read permission for its record, and changed only with write permission', async () => {
    const [file, awaited] = [await givenFile(caller), await givenAttachment(caller)]
    const reader = await clinic.caller({ read: ['General: Patients and clients'] })
    expect((await reader.get(file.url)).status).toBe(200)
    expect((await download(file, reader)).text).toBe('hello')
    for (const path of [`${awaited.url}upload/`, `${awaited.url}complete/`])
      expect((await reader.post(path)).status).toBe(403)
    expect((await reader.patch(file.url, { name: 'b' })).status).toBe(403)
    expect((await reader.delete(file.url)).status).toBe(403)
  })

  it.each([
    ['consultation', 'Clinical: Consultations', givenConsultation],
    ['invoice', 'Financial: Invoices', (as: ApiClient) => givenInvoice(as, clinic)],
  ] as const)('of a %s can be read only with the permission %s', async (kind, permission, given) => {
    const owner = await given(caller)
    const file = await givenFile(caller, { [kind]: owner.url })
    expect(file).toMatchObject({ client: null, patient: null, consultation: null, invoice: null, [kind]: owner.url })
    const [reader, writer] = [await clinic.caller({ read: [permission] }), await clinic.caller({ write: [permission] })]
    expect(idsIn(await reader.get(`/attachment/?${kind}__is=${owner.id}`))).toEqual([file.id])
    expect((await download(file, reader)).text).toBe('hello')
    expect((await reader.patch(file.url, { name: 'b' })).status).toBe(403)
    expect((await writer.patch(file.url, { name: 'b.txt' })).status).toBe(200)
    const another = await givenFile(caller)
    expect(idsIn(await reader.get('/attachment/'))).not.toContain(another.id)
    expect((await reader.get(another.url)).status).toBe(404)
    expect((await reader.get(`${another.url}download/`)).status).toBe(404)
    const body = { client: client.url, name: 'a.txt', content_type: 'text/plain', size: 5 }
    expect((await writer.post('/attachment/', body)).status).toBe(403)
    const receptionist = await clinic.caller({ write: ['General: Patients and clients'] })
    expect((await receptionist.get(file.url)).status).toBe(404)
    expect((await receptionist.delete(file.url)).status).toBe(403)
    expect((await writer.delete(file.url)).status).toBe(204)
  })

  it('is in the audit trail only for callers who may read the record', async () => {
    const [ofClient, ofInvoice] = [
      await givenFile(caller, { client: client.url }),
      await givenFile(caller, { invoice: (await givenInvoice(caller, clinic)).url }),
    ]
    const toldOf = async (as: ApiClient) => {
      const { body } = await as.get('/auditevent/?resource__is=attachment&page_size=1000&ordering=-id')
      return [ofClient, ofInvoice].map(({ id }) =>
        body.results.some((event: { record: number }) => event.record === id),
      )
    }
    const auditor = 'Settings: Users and permissions'
    expect(await toldOf(await clinic.caller({ read: [auditor, 'General: Patients and clients'] }))).toEqual([
      true,
      false,
    ])
    expect(await toldOf(await clinic.caller({ read: [auditor, 'Financial: Invoices'] }))).toEqual([false, true])
    expect(await toldOf(await clinic.caller({ read: [auditor] }))).toEqual([false, false])
    expect(await toldOf(caller)).toEqual([true, true])
  })

  it('prevents its visit from being withdrawn', async () => {
    const visit = await givenConsultation(caller)
    const file = await givenFile(caller, { consultation: visit.url })
    const refused = await caller.delete(visit.url)
    expect([refused.status, refused.body]).toEqual([
      400,
      { non_field_errors: ['Files are attached to this consultation. Remove them first, or finalize it.'] },
    ])
    await caller.delete(file.url)
    expect((await caller.delete(visit.url)).status).toBe(204)
  })

  it('cannot be added to a visit that is withdrawn concurrently: one of the two is refused, without a server error', async () => {
    for (let round = 0; round < 5; round++) {
      const visit = await givenConsultation(caller)
      const body = { consultation: visit.url, name: 'a.txt', content_type: 'text/plain', size: 5 }
      const [attached, withdrawn] = await Promise.all([caller.post('/attachment/', body), caller.delete(visit.url)])
      expect([
        [201, 400],
        [400, 204],
      ]).toContainEqual([attached.status, withdrawn.status])
    }
  })

  it('can be added to a finalized visit', async () => {
    const visit = await givenConsultation(caller)
    for (const status of [5, 6, 10]) await caller.post(`/consultation/${visit.id}/update_status/`, { status })
    expect((await givenFile(caller, { consultation: visit.url })).uploaded).not.toBeNull()
  })

  it('is hidden, with others of its kind, from callers who may not read its record', () => {
    expect(hideOthers(actorOf(clinic.id))).toBeUndefined()
    expect(hideOthers(actorOf(clinic.id, { permissions: new Map() }))).toBe(
      'r.client is null and r.patient is null and r.consultation is null and r.invoice is null',
    )
  })

  it('is not visible to another organisation, nor are the records it can be attached to', async () => {
    const file = await givenFile(caller)
    const elsewhere = await api.givenOrganisation()
    const stranger = await elsewhere.caller()
    const path = `/attachment/${file.id}/`
    const answers = [
      await stranger.get(path),
      await stranger.get(`${path}download/`),
      await stranger.post(`${path}upload/`),
      await stranger.post(`${path}complete/`),
      await stranger.patch(path, { name: 'a' }),
      await stranger.delete(path),
    ]
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      answers.map(() => [404, '{"detail":"No Attachment matches the given query."}']),
    )
    const theirs = { client: elsewhere.url('client', client.id), name: 'a', content_type: 'text/plain', size: 5 }
    expect((await stranger.post('/attachment/', theirs)).body).toEqual({
      client: ['There is no client at this link. Use the url of one that exists in your organisation.'],
    })
  })
})

describe('an upload form or download URL', () => {
  it('is in no log and in no row', async () => {
    const attachment = await givenAttachment(caller)
    const headers = { 'idempotency-key': randomUUID() }
    const form = (await caller.post(`${attachment.url}upload/`, undefined, { headers })).body
    await sendFile(form, 'hello')
    await caller.post(`${attachment.url}complete/`, undefined, { headers: { 'idempotency-key': randomUUID() } })
    const { url } = (await caller.get(`${attachment.url}download/`)).body
    const secrets = [
      form.fields.Policy,
      form.fields['X-Amz-Signature'],
      new URL(url).searchParams.get('X-Amz-Signature'),
      api.options.store.secretKey,
    ]
    const { rows: tables } = await administrator.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    let all = api.logged()
    for (const { name } of tables)
      all += (await administrator.query(`select coalesce(string_agg(x::text, ' '), '') as rows from "${name}" x`))
        .rows[0].rows
    expect(all.length).toBeGreaterThan(10_000)
    expect(all).toContain(`/attachment/:id/upload/`)
    for (const secret of secrets) {
      expect(secret).toMatch(/^\S{20,}$/)
      expect(all).not.toContain(secret)
    }
    for (const word of ['X-Amz', 'AWS4-HMAC']) expect(all).not.toContain(word)
  })
})
