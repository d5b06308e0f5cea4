import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { requireEnding, type FileType } from './file-types.ts'
import { discardFileOf } from './files.ts'
import { may, requireMayWrite } from './owners.ts'
import { requireRoom } from './storage.ts'

export type NewAttachment = {
  client?: Id<'client'> | null
  patient?: Id<'patient'> | null
  consultation?: Id<'consultation'> | null
  invoice?: Id<'invoice'> | null
  name: string
  content_type: FileType
  size: number
}

/** Locks a consultation, so that it is not withdrawn while a file is attached to it. */
const holdConsultation = async (tx: Tx, id: Id<'consultation'>) => {
  const held = await tx.selectFrom('consultation').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (held === undefined)
    throw invalid('consultation', 'This consultation has just been withdrawn. Choose another.', 'does_not_exist')
}

/** Creates an attachment before its file is uploaded. */
export const announceFile = async (tx: Tx, actor: Actor, attachment: NewAttachment): Promise<Id<'attachment'>> => {
  requireMayWrite(actor, attachment)
  requireEnding(attachment.name, attachment.content_type)
  await requireRoom(tx, actor, attachment.size)
  if (attachment.consultation != null) await holdConsultation(tx, attachment.consultation)
  const { id } = await tx.insertInto('attachment').values(attachment).returning('id').executeTakeFirstOrThrow()
  return id
}

const find = async (tx: Tx, id: number) =>
  tx.selectFrom('attachment').selectAll().where('id', '=', id).executeTakeFirst()

/** Reads an attachment, for callers who may read the record it is attached to. */
export const findAttachment = async (tx: Tx, actor: Actor, id: number) => {
  const found = await find(tx, id)
  if (found === undefined || !may(actor, found, 'read')) throw recordNotFound('Attachment')
  return found
}

/** Reads an attachment, for callers who may change the record it is attached to. */
export const requireOwnAttachment = async (tx: Tx, actor: Actor, id: number) => {
  const found = await find(tx, id)
  if (found === undefined) throw recordNotFound('Attachment')
  requireMayWrite(actor, found)
  return found
}

/** An attachment that waits for its file and that the caller may complete. */
export const findAwaited = async (tx: Tx, actor: Actor, id: number) => {
  const found = await find(tx, id)
  return found?.uploaded === null && may(actor, found, 'write') ? found : undefined
}

/** Deletes an attachment; the worker deletes its file soon after. */
export const removeAttachment = async (tx: Tx, _actor: Actor, id: number) => {
  const gone = await tx
    .deleteFrom('attachment')
    .where('id', '=', id)
    .returning(['kept_key', 'upload_key', 'refusal'])
    .executeTakeFirst()
  // Another request deleted it first.
  if (gone === undefined) throw recordNotFound('Attachment')
  await discardFileOf(tx, gone)
}

/** Changes the name of a file, which must still end as files of its type do. */
export const renameAttachment = async (tx: Tx, _actor: Actor, id: number, { name }: { name?: string }) => {
  if (name === undefined) return
  const { content_type } = await tx
    .selectFrom('attachment')
    .select('content_type')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  requireEnding(name, content_type as FileType)
  await tx.updateTable('attachment').set({ name }).where('id', '=', id).execute()
}
