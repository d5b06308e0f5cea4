import { randomUUID } from 'node:crypto'
import { inOrganisation, type Tx } from '../../db/tx.ts'
import { parseBody } from '../../kernel/body.ts'
import type { Actor } from '../../kernel/caller.ts'
import { created, modified } from '../../kernel/common-fields.ts'
import { view } from '../../kernel/endpoint.ts'
import { invalid, nonField, notFound } from '../../kernel/errors.ts'
import { ref } from '../../kernel/links.ts'
import { weightOne, type Call, type Operation } from '../../kernel/operation.ts'
import { defineResource } from '../../kernel/resource.ts'
import { integer, oneOf, timestamp } from '../../kernel/values.ts'
import { requireUnchanged } from '../../kernel/versions.ts'
import { actOnRecord } from '../../kernel/writing.ts'
import { announceFile, findAttachment, findAwaited, removeAttachment, requireOwnAttachment } from './attachments.ts'
import { fileName, fileTypes, largestFile } from './file-types.ts'
import { copyUpload, expectFile, keepFile, pathOf, requireArrived, type Upload } from './files.ts'
import { hideOthers, someOwner } from './owners.ts'

const owner = { optional: true, nullable: true, createOnly: true } as const

export const attachment = defineResource({
  name: 'attachment',
  title: 'Attachment',
  about: 'A file of a client, a patient, a consultation or an invoice: a letter, a picture, a laboratory report.',
  permission: someOwner,
  fields: {
    client: ref('client', owner),
    patient: ref('patient', owner),
    consultation: ref('consultation', owner),
    invoice: ref('invoice', owner),
    name: fileName(),
    content_type: oneOf(fileTypes, { createOnly: true }),
    size: integer({ createOnly: true, min: 1, max: largestFile }),
    // Null until the file is there.
    uploaded: timestamp({ readOnly: true, nullable: true }),
    created,
    modified,
  },
  filters: {
    client: ['is', 'in', 'is_null'],
    patient: ['is', 'in', 'is_null'],
    consultation: ['is', 'in', 'is_null'],
    invoice: ['is', 'in', 'is_null'],
    content_type: ['is', 'in'],
    uploaded: ['is_null', 'gte', 'lt'],
    created: ['gte', 'lt'],
    modified: ['gte', 'gt', 'lt'],
  },
  ordering: ['name', 'created', 'modified'],
  exposes: ['client', 'patient', 'consultation', 'invoice'],
  visible: hideOthers,
  requireOwn: async (tx, actor, id) => void (await requireOwnAttachment(tx, actor, id)),
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, run: announceFile },
  patch: { rate: 300 },
  remove: { rate: 300, run: removeAttachment },
})

const rate = 300
const actionOf = (action: string, summary: string) => ({
  name: `attachment.${action}`,
  path: `/attachment/{id}/${action}/`,
  title: 'Attachment',
  summary,
  permission: someOwner,
  rate,
  resource: attachment,
  parameters: {},
})
const change = { method: 'POST', access: 'write', weight: weightOne, body: {} } as const

const within = <T>({ db, actor, id }: Call, find: (tx: Tx, actor: Actor, id: number) => Promise<T>) =>
  inOrganisation(db, actor.organisation, (tx) => find(tx, actor, id))

/** Checks the version and the body before any request to the object store. */
const requireFit = async (call: Call) => {
  await within(call, (tx, _actor, id) => requireUnchanged(tx, attachment, id, call.requestHeaders.ifMatch))
  parseBody({}, await call.body(), 'create', call.links)
}

const signed = { url: { type: 'string', format: 'uri' }, expires: { type: 'string', format: 'date-time' } } as const
const inMicroseconds = (moment: Date) => moment.toISOString().replace('Z', '000Z')

/** Changes nothing, so every request gets a new form, also with the same Idempotency-Key: the old one may have expired. */
export const uploadForm: Operation = {
  ...actionOf('upload', 'Get a form to upload the file with'),
  ...change,
  answers: {
    200: {
      type: 'object',
      required: ['url', 'fields', 'expires'],
      properties: { ...signed, fields: { type: 'object', additionalProperties: { type: 'string' } } },
    },
  },
  run: async (call) => {
    const { organisation, upload_key, uploaded, content_type, size } = await within(call, requireOwnAttachment)
    await requireFit(call)
    if (uploaded !== null)
      throw invalid(
        nonField,
        'This attachment has its file already, and it cannot be replaced. Create another attachment.',
        'already_uploaded',
      )
    const allowed = { type: content_type, least: size, most: size }
    const { url, fields, expires } = await call.store.signUpload(pathOf(organisation, upload_key), allowed)
    return { status: 200, body: JSON.stringify({ url, fields, expires: inMicroseconds(expires) }) }
  },
}

/** Answers the key of a copy of the upload; a dry run makes none. */
const takeOver = async (call: Call, upload: Upload): Promise<string> => {
  await requireFit(call)
  await requireArrived(call.store, upload)
  return call.requestHeaders.dryRun ? randomUUID() : copyUpload(call.db, call.store, upload)
}

/** Whoever reported the file meanwhile was first, and the upload may be gone already. */
const unlessReported = (call: Call) => async (problem: unknown) => {
  if ((await within(call, findAwaited)) !== undefined) throw problem
  return undefined
}

/** Completes an upload. Requests to the object store come before the transaction, so that no lock is held meanwhile. */
export const completeUpload: Operation = {
  ...actionOf('complete', 'Report that the file has been uploaded'),
  ...change,
  answers: { 200: 'record' },
  run: async (call) => {
    const awaited = await within(call, findAwaited)
    const key = awaited && (await takeOver(call, awaited).catch(unlessReported(call)))
    const run = async (tx: Tx, _actor: Actor, id: number) => {
      if (key !== undefined && call.requestHeaders.dryRun) await expectFile(tx, key)
      if (key !== undefined) await keepFile(tx, id, key)
      return id
    }
    return actOnRecord(attachment, { rate, summary: '', body: {}, run })(call)
  },
}

/** An address and no redirect: a program that follows one would send our token along, and the store refuses two credentials. */
export const downloadAddress = view({
  ...actionOf('download', 'Get an address to download the file from'),
  answers: { 200: { type: 'object', required: ['url', 'expires'], properties: signed } },
  run: async (call) => {
    const { organisation, kept_key, name, content_type } = await within(call, findAttachment)
    if (kept_key === null) throw notFound('This attachment has no file yet. Upload it and complete it first.')
    const { url, expires } = await call.store.signDownload(pathOf(organisation, kept_key), { name, type: content_type })
    return { status: 200, body: JSON.stringify({ url, expires: inMicroseconds(expires) }) }
  },
})
