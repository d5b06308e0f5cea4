import { randomUUID } from 'node:crypto'
import { inOrganisation, type Tx } from '../../db/tx.ts'
import { parseBody } from '../../kernel/body.ts'
import type { Actor } from '../../kernel/caller.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { view } from '../../kernel/endpoint.ts'
import { invalid, nonField, notFound } from '../../kernel/errors.ts'
import { ref } from '../../kernel/links.ts'
import { weightOne, type Call, type Operation } from '../../kernel/operation.ts'
import { defineResource } from '../../kernel/resource.ts'
import { integer, oneOf, text, timestamp } from '../../kernel/values.ts'
import { requireUnchanged } from '../../kernel/versions.ts'
import { actOnRecord, write } from '../../kernel/writing.ts'
import {
  announceFile,
  findAttachment,
  findAwaited,
  removeAttachment,
  renameAttachment,
  requireOwnAttachment,
} from './attachments.ts'
import { hasContentOf } from './file-content.ts'
import { fileName, fileTypes, largestFile, savedName } from './file-types.ts'
import { copyUpload, expectFile, keepFile, pathOf, refuseFile, requireArrived, wrongContent } from './files.ts'
import { hideOthers, someOwner } from './owners.ts'

const owner = { optional: true, nullable: true, createOnly: true } as const
const oneOfFour = 'Exactly one of `client`, `patient`, `consultation` and `invoice` is sent, and stays for good.'

export const attachment = defineResource({
  name: 'attachment',
  title: 'Attachment',
  about: 'A file of a client, a patient, a consultation or an invoice: a letter, a picture, a laboratory report.',
  permission: someOwner,
  fields: {
    client: ref('client', { ...owner, about: `Whose file it is, if it is about no single animal. ${oneOfFour}` }),
    patient: ref('patient', { ...owner, about: `The animal that the file is about. ${oneOfFour}` }),
    consultation: ref('consultation', { ...owner, about: `The visit that the file belongs to. ${oneOfFour}` }),
    invoice: ref('invoice', {
      ...owner,
      about: `The bill that the file belongs to, for example as a receipt. ${oneOfFour}`,
    }),
    name: fileName(),
    content_type: oneOf(fileTypes, {
      createOnly: true,
      about:
        'The media type; the upload must have the same, and its content is compared with it when it has arrived. Types that a browser would run, such as HTML, are not taken.',
    }),
    size: integer({
      createOnly: true,
      min: 1,
      max: largestFile,
      about: 'Bytes, at most 100 MiB. The upload must have exactly as many.',
    }),
    uploaded: timestamp({
      readOnly: true,
      nullable: true,
      about:
        'When the file had arrived; unless it is being scanned it can be downloaded from then on. Null before, and an attachment that stays so for a day is deleted. Null also for a file that was refused.',
    }),
    scan: oneOf(['not_configured', 'pending', 'clean', 'infected', 'failed'], {
      readOnly: true,
      about:
        'What the virus scanner found. `pending`: it has not looked yet, and `failed`: it could not, and is asked again; the file can be downloaded once it is `clean`. An `infected` file is deleted. `not_configured`: the service had no scanner when the file came.',
    }),
    refusal: text(511, {
      readOnly: true,
      about: 'Why the file was deleted and cannot be downloaded. Empty if it was not.',
    }),
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
  create: {
    rate: 300,
    run: announceFile,
    about:
      'The first of four steps: get a form at `upload/`, send the file with it to the object store, then call `complete/`. Needs the permission to change what the file is attached to.',
  },
  patch: {
    rate: 300,
    run: renameAttachment,
    about: 'Only `name` can be changed, and keeps an ending of its type: another file is another attachment.',
  },
  remove: { rate: 300, run: removeAttachment, about: 'The file itself is deleted from the object store soon after.' },
})

const rate = 300
const actionOf = (action: string, summary: string, about: string) => ({
  name: `attachment.${action}`,
  path: `/attachment/{id}/${action}/`,
  title: 'Attachment',
  summary,
  about,
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

const signed = (url: string) => ({
  url: { type: 'string', format: 'uri', description: url },
  expires: {
    type: 'string',
    format: 'date-time',
    description: 'Until when the object store accepts it: five minutes from now. Ask for another one afterwards.',
  },
})
const inMicroseconds = (moment: Date) => moment.toISOString().replace('Z', '000Z')

const requireNotRefused = (refusal: string) => {
  if (refusal !== '') throw invalid(nonField, refusal, 'wrong_content')
}

/** Changes nothing, so every request gets a new form, also with the same Idempotency-Key: the old one may have expired. */
export const uploadForm: Operation = {
  ...actionOf(
    'upload',
    'Get a form to upload the file with',
    'The form takes a file of exactly the announced size and type, for five minutes, and needs no token. Ask for another whenever one is needed. Refused once the file is there.',
  ),
  ...change,
  sentAlone: 'short_lived',
  answers: {
    200: {
      type: 'object',
      description: 'A form for the object store, to be sent as it is.',
      required: ['url', 'fields', 'expires'],
      properties: {
        ...signed('Where to POST the form as multipart/form-data. Send no `Authorization` header there.'),
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'Send each of these as an entry of the form, and after them the file, as `file`.',
        },
      },
    },
  },
  run: async (call) => {
    const { organisation, upload_key, uploaded, content_type, size, refusal } = await within(call, requireOwnAttachment)
    await requireFit(call)
    requireNotRefused(refusal)
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

type AwaitedFile = NonNullable<Awaited<ReturnType<typeof findAwaited>>>

/**
 * Answers the key of a copy of the upload; a dry run makes none. The content is looked at in the copy, because the upload could
 * be replaced after a look at it.
 */
const takeOver = async (call: Call, upload: AwaitedFile): Promise<string> => {
  const { db, store, who, actor, id, requestHeaders } = call
  const { organisation, content_type: type, size } = upload
  await requireFit(call)
  requireNotRefused(upload.refusal)
  await requireArrived(store, upload)
  const key = requestHeaders.dryRun ? upload.upload_key : await copyUpload(db, store, upload)
  if (await hasContentOf(store, pathOf(organisation, key), { type, size }))
    return requestHeaders.dryRun ? randomUUID() : key
  if (!requestHeaders.dryRun) await inOrganisation(db, actor.organisation, (tx) => refuseFile(tx, id, key), who)
  throw invalid(nonField, wrongContent(type), 'wrong_content')
}

/** Whoever reported the file meanwhile was first, and the upload may be gone already. */
const unlessReported = (call: Call) => async (problem: unknown) => {
  if ((await within(call, findAwaited)) !== undefined) throw problem
  return undefined
}

/** Completes an upload. Requests to the object store come before the transaction, so that no lock is held meanwhile. */
export const completeUpload: Operation = {
  ...actionOf(
    'complete',
    'Report that the file has been uploaded',
    'Checks that the object store has a file of the announced size whose content is of the announced type, and answers the attachment with `uploaded` set. A file of other content is deleted, and the attachment says so in `refusal`. The file cannot be replaced from then on. Repeating it changes nothing. If it is never called, the service looks for the file itself.',
  ),
  ...change,
  sentAlone: 'other_service',
  answers: { 200: 'record' },
  run: async (call) => {
    const awaited = await within(call, findAwaited)
    const key = awaited && (await takeOver(call, awaited).catch(unlessReported(call)))
    const run = async (tx: Tx, _actor: Actor, id: number) => {
      if (key !== undefined && call.requestHeaders.dryRun) await expectFile(tx, key)
      if (key !== undefined) await keepFile(tx, id, key, call.store.scansFiles)
      return id
    }
    const work = actOnRecord(attachment, { rate, summary: '', body: {}, run })
    return write(call, attachment, (tx) => work(tx, call))
  },
}

/** An address and no redirect: a program that follows one would send our token along, and the store refuses two credentials. */
export const downloadAddress = view({
  ...actionOf(
    'download',
    'Get an address to download the file from',
    'Whoever has the address can download the file for five minutes, so neither store nor log it. 404 while the file has not arrived or waits for the virus scanner, and if it was refused.',
  ),
  answers: {
    200: {
      type: 'object',
      description: 'Where the file can be fetched, for a short time.',
      required: ['url', 'expires'],
      properties: signed('Fetch it with GET and without an `Authorization` header: the store refuses two credentials.'),
    },
  },
  run: async (call) => {
    const { organisation, kept_key, content_type: type, ...file } = await within(call, findAttachment)
    if (file.refusal !== '') throw notFound(file.refusal)
    if (kept_key === null) throw notFound('This attachment has no file yet. Upload it and complete it first.')
    if (file.scan === 'pending' || file.scan === 'failed')
      throw notFound('This file is being scanned for viruses. Try again in a moment.')
    const name = savedName(file.name, type)
    const { url, expires } = await call.store.signDownload(pathOf(organisation, kept_key), { name, type })
    return { status: 200, body: JSON.stringify({ url, expires: inMicroseconds(expires) }) }
  },
})
