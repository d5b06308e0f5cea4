import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { email, type MessageChannel, type MessageKind } from './kinds.ts'
import type { Language } from '../organisation/languages.ts'
import { requireKnownPlaceholders } from './placeholders.ts'

type Wording = { subject?: string; text: string }
type NewTemplate = Wording & { kind: MessageKind; channel: MessageChannel; language: Language }

/** Refuses a wording that could not be sent as it is. */
export const requireWhole = ({ kind, channel, subject = '', text }: NewTemplate) => {
  if (channel === email && subject.trim() === '') throw invalid('subject', 'An e-mail needs a subject.', 'required')
  if (channel !== email && subject !== '')
    throw invalid('subject', 'An SMS has no subject. Leave it out.', 'no_subject')
  requireKnownPlaceholders(kind, 'subject', subject)
  requireKnownPlaceholders(kind, 'text', text)
}

/** Stores the clinic's own wording of a message. */
export const addTemplate = async (tx: Tx, _actor: Actor, template: NewTemplate): Promise<number> => {
  requireWhole(template)
  const { id } = await tx.insertInto('message_template').values(template).returning('id').executeTakeFirstOrThrow()
  return id
}

export const changeTemplate = async (tx: Tx, _actor: Actor, id: number, changes: Partial<Wording>) => {
  const before = await tx
    .selectFrom('message_template')
    .select(['kind', 'channel', 'language', 'subject', 'text'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // Another request deleted it first.
  if (before === undefined) throw recordNotFound('Message template')
  requireWhole({ ...before, ...changes } as NewTemplate)
  if (Object.keys(changes).length > 0)
    await tx.updateTable('message_template').set(changes).where('id', '=', id).execute()
}

/** Removes a wording: from now on the built-in one is sent. */
export const removeTemplate = async (tx: Tx, _actor: Actor, id: number) => {
  await tx.deleteFrom('message_template').where('id', '=', id).execute()
}
