import { IconAlertTriangleFilled } from '@tabler/icons-react'
import type { SecurityEvent } from '../../../api/records.ts'
import { timeText } from '../../../format.ts'
import page from '../../../shared/page.module.css'
import { settingsText } from '../../../text/en-settings.ts'
import classes from './Audit.module.css'
import { ByDay } from './Day.tsx'
import { Head } from './Head.tsx'
import { detailsOf, fromOf, type People, whoActed } from './people.ts'

const isWorrying = ({ kind }: SecurityEvent) => /failed|throttled|refused|infected/.test(kind)

type Props = {
  readonly events: readonly SecurityEvent[]
  readonly people: People
  readonly timeZone: string
}

/** What happened to accounts and access. */
export const SecurityTable = ({ events, people, timeZone }: Props) => (
  <table className={`${page['table']} ${classes['table']}`}>
    <Head />
    <tbody>
      <ByDay events={events} timeZone={timeZone}>
        {(event) => {
          const { who, whom } = whoActed(people, event)
          return (
            <tr key={event.id}>
              <td>
                <time dateTime={event.occurred}>{timeText(event.occurred, timeZone)}</time>
              </td>
              <td className={classes['who']}>{who}</td>
              <td className={classes['what']}>
                {isWorrying(event) && (
                  <IconAlertTriangleFilled size={15} className={classes['worrying']} aria-hidden="true" />
                )}
                {settingsText.audit.security(event.kind, whom)}
                <p className={classes['details']}>{detailsOf(event)}</p>
              </td>
              <td className={classes['from']}>{fromOf(people, event)}</td>
            </tr>
          )
        }}
      </ByDay>
    </tbody>
  </table>
)
