import { randomUUID } from 'node:crypto'
import type { Tx } from '../../db/tx.ts'
import { endpoint, view } from '../../kernel/endpoint.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import { prepareWrite } from '../../kernel/idempotency.ts'
import { recordNotFound, weightOne, type ApiResponse, type Operation } from '../../kernel/operation.ts'
import { anyToken } from '../../kernel/resource.ts'
import { etagMatches, etagOf, requireVersion, versionOf } from '../../kernel/versions.ts'
import { write } from '../../kernel/writing.ts'
import { largestLogo, logoIn } from '../organisation/logo-image.ts'
import { findLogo, readLogo } from '../organisation/read-logo.ts'
import { claimFile, discardFile, expectFile, pathOf } from './files.ts'

const shared = { path: '/settings/logo/', title: 'Logo', rate: 300 } as const
const permission = 'Settings: Departments'
const type = 'image/png'
const done: ApiResponse = { status: 204 }

/** Refuses another version than the caller read, and holds it until the change is made. */
const holdLogo = async (tx: Tx, ifMatch: string | undefined) => {
  const before = await tx
    .selectFrom('organisation')
    .select(['logo', 'logo_key'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  requireVersion(before.logo, ifMatch)
  return before.logo_key
}

/** Gives the organisation another logo, or none; the file of the one before is deleted soon. */
const setLogo = async (
  tx: Tx,
  next: { readonly key: string; readonly version: number } | undefined,
  ifMatch: string | undefined,
) => {
  const before = await holdLogo(tx, ifMatch)
  if (before !== null) await discardFile(tx, before)
  await tx
    .updateTable('organisation')
    .set({ logo_key: next?.key ?? null, logo: next?.version ?? null })
    .execute()
}

const requireLogo = (file: Buffer) => {
  const image = logoIn(file)
  if (image === undefined)
    throw invalid(
      nonField,
      'This is not a PNG image of at most 1200 × 1200 pixels, with 8 bits for each colour and not interlaced.',
      'wrong_content',
    )
  return image
}

/** The file is in the store before a transaction says so, so that none is open meanwhile. */
export const putLogo: Operation = {
  ...shared,
  name: 'logo.put',
  method: 'PUT',
  access: 'write',
  summary: 'Put the logo of the organisation',
  about:
    'The body is a PNG image of at most 512 KiB and 1200 × 1200 pixels, with 8 bits for each colour and not interlaced. It replaces the logo there was, and is printed on invoices and receipts from then on, 16 mm high at most. Only the image is kept, without what a camera or a program has written into the file.',
  permission,
  weight: weightOne,
  parameters: {},
  file: { type, bytes: largestLogo },
  answers: { 204: 'nothing' },
  run: async (call) => {
    const { store, actor, requestHeaders } = call
    const { dryRun, ifMatch } = requestHeaders
    const { value } = await call.body()
    const image = requireLogo(value as Buffer)
    const next = { key: randomUUID(), version: versionOf(image) }
    const isNew = await prepareWrite(call, async (tx) => {
      await holdLogo(tx, ifMatch)
      if (!dryRun) await expectFile(tx, next.key)
    })
    if (isNew && !dryRun) await store.put(pathOf(actor.organisation, next.key), image, type)
    return write(call, undefined, async (tx) => {
      if (!dryRun) await claimFile(tx, next.key)
      await setLogo(tx, next, ifMatch)
      return done
    })
  },
}

export const removeLogo = endpoint({
  ...shared,
  name: 'logo.remove',
  method: 'DELETE',
  summary: 'Remove the logo of the organisation',
  about: 'Invoices and receipts are printed without one from then on. Nothing changes where there is none.',
  permission,
  answers: { 204: 'nothing' },
  run: async (tx, _actor, { requestHeaders }) => {
    await setLogo(tx, undefined, requestHeaders.ifMatch)
    return done
  },
})

export const logoFile = view({
  ...shared,
  name: 'logo.retrieve',
  summary: 'Retrieve the logo of the organisation',
  about:
    'The image, whatever `Accept` says. `logo` of the organisation is its `ETag`, so `If-None-Match` answers 304 until there is another one. 404 where there is none.',
  permission: anyToken,
  answers: { 200: type },
  run: async ({ read, store, actor, requestHeaders }) => {
    const logo = await findLogo(read, actor.organisation)
    if (logo === undefined) throw recordNotFound('Logo')
    const headers = { etag: etagOf(logo.version) }
    if (etagMatches(requestHeaders.ifNoneMatch ?? '', logo.version, { weakly: true })) return { status: 304, headers }
    const file = await readLogo(store, logo)
    if (file === undefined) throw recordNotFound('Logo')
    return { status: 200, file, headers }
  },
})
