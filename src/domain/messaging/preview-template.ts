import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import type { Language } from '../organisation/languages.ts'
import { composeText, cutFor, findWording } from './compose.ts'
import { sms, type MessageChannel, type MessageKind } from './kinds.ts'
import { placeholdersOf } from './placeholders.ts'
import { sampleValues } from './sample-values.ts'
import { smsParts } from './sms-length.ts'
import { requireWhole } from './templates.ts'

type Asked = {
  kind: MessageKind
  channel: MessageChannel
  language: Language
  subject?: string
  text?: string
  department?: Id<'department'> | null
}

const findPlace = async (tx: Tx, asked: Id<'department'> | null | undefined) => {
  const found = await tx
    .selectFrom('department_settings')
    .innerJoin('department', 'department.id', 'department_settings.id')
    .innerJoin('organisation', 'organisation.organisation', 'department.organisation')
    .select(['department.id', 'department_settings.time_zone', 'organisation.country', 'organisation.currency'])
    .$if(typeof asked === 'number', (query) => query.where('department.id', '=', asked!))
    .orderBy('department.archived')
    .orderBy('department.id')
    .limit(1)
    .executeTakeFirst()
  if (found === undefined) throw invalid('department', 'There is no department yet. Add one.', 'required')
  return found
}

/** Composes a message for sample values as it would be sent: of the wording that was sent, or else of the one in use. */
export const previewTemplate = async (
  tx: Tx,
  { now }: Actor,
  { kind, channel, language, subject, text, department }: Asked,
) => {
  const wording = await findWording(tx, kind, channel, language)
  const isTried = text !== undefined && text !== ''
  const used = isTried ? { subject: subject ?? '', text } : wording
  if (isTried) requireWhole({ kind, channel, language, ...used })
  const { id, time_zone: zone, country, currency } = await findPlace(tx, department)
  const values = sampleValues(kind, { language, locale: `${language}-${country}`, zone, currency, now })
  const composed = await composeText(tx, used, { department: id }, values)
  const shown = cutFor(channel, composed.text)
  return {
    subject: composed.subject,
    text: shown,
    wording_subject: wording.subject,
    wording_text: wording.text,
    built_in: wording.isBuiltIn,
    placeholders: placeholdersOf(kind),
    sms_parts: channel === sms ? smsParts(shown) : null,
  }
}
