import { sql } from 'kysely'
import { contactOf } from '../messaging/contact.ts'
import type { ContentOf } from '../messaging/content.ts'
import { dateIn } from '../messaging/local-time.ts'

/** What a recall says: nothing if the vaccination was withdrawn or repeated since, or its visit moved to a later day. */
export const recallContent: ContentOf = async (tx, { recall, patient }) => {
  const animal = await tx
    .selectFrom('patient')
    .select(['id', 'name', 'client'])
    .where('id', '=', patient!)
    .executeTakeFirstOrThrow()
  const { language, locale, name, ...to } = await contactOf(tx, animal.client)
  const found = await tx
    .selectFrom('recall')
    .innerJoin('item', 'item.id', 'recall.item')
    .select(['recall.due', 'recall.queued', 'recall.replaced_by'])
    .select(sql<string>`coalesce(nullif(item.print_name, ''), item.name)`.as('item'))
    .where('recall.id', '=', recall!)
    .executeTakeFirst()
  const isCurrent = found?.queued != null && found.replaced_by === null
  const hold = found === undefined ? 'cancelled' : isCurrent ? undefined : 'changed'
  return {
    ...(hold && { hold }),
    client: animal.client,
    to,
    language,
    patients: [animal.id],
    values: {
      client: name,
      patients: animal.name,
      item: found?.item ?? '',
      due_date: found === undefined ? '' : dateIn(found.due, locale),
    },
    isQuietAtNight: true,
  }
}
