import { nameOfUser } from '../../../api/records.ts'
import { DateField } from '../../../shared/DateField.tsx'
import listPage from '../../../shared/list-page.module.css'
import { settingsText } from '../../../text/en-settings.ts'
import classes from './Audit.module.css'
import type { AuditSearch } from './filter.ts'
import type { People } from './people.ts'

type Props = {
  readonly search: AuditSearch
  readonly people: People | undefined
  readonly today: string
  readonly onChange: (changes: AuditSearch) => void
}

const views = ['changes', 'security'] as const
const kinds = () =>
  Object.entries(settingsText.audit.records).toSorted(([, one], [, other]) => one.localeCompare(other))

/** What is listed: whose, of which day, and of which kind of record. */
export const AuditBar = ({ search, people, today, onChange }: Props) => {
  const { view = 'changes' } = search
  const everyone = (people?.everyone ?? []).toSorted((one, other) => nameOfUser(one).localeCompare(nameOfUser(other)))
  return (
    <div className={listPage['bar']}>
      <div className="segments" role="group" aria-label={settingsText.audit.view}>
        {views.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={view === one}
            onClick={() => onChange({ view: one === 'changes' ? undefined : one })}
          >
            {settingsText.audit.views[one]}
          </button>
        ))}
      </div>
      {view === 'changes' && (
        <select
          className={classes['select']}
          aria-label={settingsText.audit.kind}
          value={search.resource ?? ''}
          onChange={({ target }) => onChange({ resource: target.value || undefined, record: undefined })}
        >
          <option value="">{settingsText.audit.anything}</option>
          {kinds().map(([resource, name]) => (
            <option key={resource} value={resource}>
              {name.replace(/^./, (letter) => letter.toUpperCase())}
            </option>
          ))}
          {search.resource !== undefined && settingsText.audit.records[search.resource] === undefined && (
            <option value={search.resource}>{search.resource}</option>
          )}
        </select>
      )}
      <select
        className={classes['select']}
        aria-label={settingsText.audit.who}
        value={search.person ?? ''}
        onChange={({ target }) => onChange({ person: Number(target.value) || undefined })}
      >
        <option value="">{settingsText.audit.anybody}</option>
        {everyone.map((one) => (
          <option key={one.id} value={one.id}>
            {nameOfUser(one)}
          </option>
        ))}
      </select>
      <DateField
        isInline
        isOptional
        id="audit-day"
        label={settingsText.audit.day}
        value={search.day ?? ''}
        today={today}
        onChange={(day) => onChange({ day: day || undefined })}
      />
    </div>
  )
}
