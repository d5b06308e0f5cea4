import { IconFilter } from '@tabler/icons-react'
import type { AuditEvent } from '../../../api/records.ts'
import { timeText } from '../../../format.ts'
import { Change, pairsOf } from '../../../shared/changes/sentences.tsx'
import page from '../../../shared/page.module.css'
import { settingsText } from '../../../text/en-settings.ts'
import classes from './Audit.module.css'
import { ByDay } from './Day.tsx'
import { Head } from './Head.tsx'
import { fromOf, type People, whoChanged } from './people.ts'
import { kindOf, RecordName } from './RecordName.tsx'

/** What stays in view of a change of many fields. */
const maxShown = 4

const What = ({ event, people, timeZone }: { event: AuditEvent; people: People; readonly timeZone: string }) => {
  const reader = { resource: event.resource, staff: people.everyone, timeZone }
  const pairs = event.action === 'change' ? pairsOf(event) : []
  const lines = (from: number, to?: number) =>
    pairs.slice(from, to).map(([name, pair]) => <Change key={name} name={name} pair={pair} reader={reader} />)
  return (
    <>
      {settingsText.audit.actions[event.action]}{' '}
      <RecordName resource={event.resource} id={event.record} isDeleted={event.action === 'delete'} />
      {lines(0, maxShown)}
      {pairs.length > maxShown && (
        <details className={classes['more']}>
          <summary>{settingsText.audit.more(pairs.length - maxShown)}</summary>
          {lines(maxShown)}
        </details>
      )}
    </>
  )
}

type Props = {
  readonly events: readonly AuditEvent[]
  readonly people: People
  readonly timeZone: string
  readonly onRecord: (resource: string, record: number) => void
}

/** Who changed what in which record. */
export const ChangesTable = ({ events, people, timeZone, onRecord }: Props) => (
  <table className={`${page['table']} ${classes['table']}`}>
    <Head />
    <tbody>
      <ByDay events={events} timeZone={timeZone}>
        {(event) => {
          const only = settingsText.audit.onlyThis(kindOf(event.resource), event.record)
          return (
            <tr key={event.id}>
              <td>
                <time dateTime={event.occurred}>{timeText(event.occurred, timeZone)}</time>
              </td>
              <td className={classes['who']}>{whoChanged(people, event)}</td>
              <td className={classes['what']}>
                <What event={event} people={people} timeZone={timeZone} />
              </td>
              <td className={classes['from']}>
                <span>{fromOf(people, event)}</span>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={only}
                  title={only}
                  onClick={() => onRecord(event.resource, event.record)}
                >
                  <IconFilter size={16} stroke={1.6} aria-hidden="true" />
                </button>
              </td>
            </tr>
          )
        }}
      </ByDay>
    </tbody>
  </table>
)
