import type { AuditEvent, SecurityEvent } from '../../../api/records.ts'
import { labelOf, pairsOf, sayValue } from '../../../shared/changes/sentences.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { detailsOf, fromOf, type People, whoActed, whoChanged } from './people.ts'
import { kindOf } from './RecordName.tsx'

const changesHead = () => {
  const { columns, fields } = settingsText.audit
  const about = [columns.time, columns.who, columns.what, fields.record, fields.number]
  return [...about, fields.field, fields.before, fields.after, columns.from]
}
const securityHead = () => {
  const { columns, details } = settingsText.audit
  return [columns.time, columns.who, columns.what, details, columns.from]
}

/** A row for each field that was changed, and one for what was created or deleted. */
export const changesAsRows = (events: readonly AuditEvent[], people: People, timeZone: string) => [
  changesHead(),
  ...events.flatMap((event) => {
    const reader = { resource: event.resource, staff: people.everyone, timeZone }
    const about = [
      event.occurred,
      whoChanged(people, event),
      settingsText.audit.actions[event.action],
      kindOf(event.resource),
      String(event.record),
    ]
    const pairs = event.action === 'change' ? pairsOf(event) : []
    const said = pairs.map(([name, pair]) =>
      typeof pair === 'string'
        ? [labelOf(name), pair, pair]
        : [labelOf(name), sayValue(reader, name, pair.from), sayValue(reader, name, pair.to)],
    )
    const from = fromOf(people, event)
    return (said.length === 0 ? [['', '', '']] : said).map((cells) => [...about, ...cells, from])
  }),
]

export const securityAsRows = (events: readonly SecurityEvent[], people: People) => [
  securityHead(),
  ...events.map((event) => {
    const { who, whom } = whoActed(people, event)
    return [event.occurred, who, settingsText.audit.security(event.kind, whom), detailsOf(event), fromOf(people, event)]
  }),
]
