import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { done, givenInvoiceOver } from '../../../test/support/billing.ts'
import { asPng, pngOf } from '../../../test/support/png.ts'
import { codesOf } from '../../../test/support/clinic.ts'
import { keysIn } from '../../../test/support/store.ts'

const { api, clinic, caller } = await useClinic()
const put = (bytes: Buffer, as = caller, headers = {}) => as.put('/settings/logo/', asPng(bytes), { headers })
const shown = async () => (await done(caller.get(`/organisation/${clinic.id}/`))).logo as number | null

/** Width and height of the images in a PDF. */
const imagesIn = (pdf: Buffer) => {
  const folder = mkdtempSync(join(tmpdir(), 'logo-'))
  try {
    writeFileSync(join(folder, 'a.pdf'), pdf)
    const list = execFileSync('pdfimages', ['-list', join(folder, 'a.pdf')], { encoding: 'utf8' })
    return list
      .split('\n')
      .slice(2)
      .filter(Boolean)
      .map((line) => line.trim().split(/\s+/))
      .map(([, , kind, width, height]) => `${kind} ${width} × ${height}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the logo', () => {
  it('is put, read with its version, printed on invoices, and removed', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '24.00')
    const print = async () => (await caller.get(`/invoice/${invoice.id}/pdf/`)).bytes
    expect(imagesIn(await print())).toEqual([])
    expect((await put(pngOf({ width: 60, height: 24 }))).status).toBe(204)
    const version = await shown()
    expect(version).toEqual(expect.any(Number))
    const read = await caller.get('/settings/logo/')
    expect(read.headers.get('content-type')).toBe('image/png')
    expect(read.headers.get('etag')).toBe(`"${version}"`)
    expect(read.bytes).toEqual(pngOf({ width: 60, height: 24 }))
    const again = await caller.get('/settings/logo/', { headers: { 'if-none-match': `"${version}"` } })
    expect(again.status).toBe(304)
    expect(imagesIn(await print())).toEqual(['image 60 × 24', 'smask 60 × 24'])
    expect((await done(caller.get(`/invoice/${invoice.id}/printed/`))).logo).toBe(version)
    expect((await caller.delete('/settings/logo/')).status).toBe(204)
    expect(await shown()).toBeNull()
    expect((await caller.get('/settings/logo/')).status).toBe(404)
    expect(imagesIn(await print())).toEqual([])
  })

  it('is another one, with another version, once it is replaced', async () => {
    await put(pngOf({ width: 20 }))
    const first = await shown()
    await put(pngOf({ width: 30 }))
    expect(await shown()).not.toBe(first)
    expect((await caller.get('/settings/logo/')).bytes).toEqual(pngOf({ width: 30 }))
  })

  it('keeps nothing of the file but the image', async () => {
    await put(pngOf({ extra: [['tEXt', 'Comment\0taken at 60.1699, 24.9384']] }))
    expect((await caller.get('/settings/logo/')).bytes).toEqual(pngOf())
  })

  it.each([
    ['a file of another type', Buffer.from('%PDF-1.7')],
    ['a file that is cut off', pngOf().subarray(0, 80)],
    ['more pixels than are printed', pngOf({ width: 1201, colour: 0 })],
    ['an interlaced image', pngOf({ interlace: 1 })],
    ['16 bits for each colour', pngOf({ depth: 16 })],
    ['a palette', pngOf({ colour: 3 })],
    ['fewer lines than it announces', pngOf({ missing: 1 })],
    ['lines that are filtered in no known way', pngOf({ filter: 9 })],
  ])('is refused: %s', async (_what, file) => {
    const before = await shown()
    const answer = await put(file, caller, { accept: 'application/problem+json' })
    expect(answer.status).toBe(400)
    expect(codesOf(answer)).toEqual({ non_field_errors: 'wrong_content' })
    expect(await shown()).toBe(before)
  })

  it('is refused as any other type, and beyond half a megabyte', async () => {
    const jpeg = new Blob([new Uint8Array([0xff, 0xd8, 0xff])], { type: 'image/jpeg' })
    expect((await caller.put('/settings/logo/', jpeg)).status).toBe(415)
    expect((await put(Buffer.alloc(524_289))).status).toBe(413)
  })

  it('is put by whoever may change departments, and read by everybody of the organisation', async () => {
    await put(pngOf())
    const reader = await clinic.caller({ read: ['General: Appointments'] })
    expect((await put(pngOf(), reader)).status).toBe(403)
    expect((await reader.delete('/settings/logo/')).status).toBe(403)
    expect((await reader.get('/settings/logo/')).status).toBe(200)
  })

  it('is not put by a dry run, which leaves nothing in the store', async () => {
    const [before, keys] = [await shown(), await keysIn(api.options.store)]
    const tried = await put(pngOf({ width: 44 }), caller, { prefer: 'dry-run' })
    expect([tried.status, tried.headers.get('preference-applied')]).toEqual([204, 'dry-run'])
    expect(await shown()).toBe(before)
    expect(await keysIn(api.options.store)).toEqual(keys)
  })
})

describe('remarks of the department', () => {
  it('are printed at the foot of invoices that are finalized from then on', async () => {
    const before = await givenInvoiceOver(caller, clinic, '10.00')
    const said = 'At night call 0600 555 099.'
    await done(caller.patch(`/settings/department/${clinic.department}/`, { printed_remarks: said }))
    const after = await givenInvoiceOver(caller, clinic, '10.00')
    const remarksOf = async ({ id }: { id: number }) =>
      (await done(caller.get(`/invoice/${id}/printed/`))).letterhead.remarks
    expect(await remarksOf(before)).toBe('')
    expect(await remarksOf(after)).toBe(said)
  })
})
