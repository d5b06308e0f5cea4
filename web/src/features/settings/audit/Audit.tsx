import { IconDownload, IconHistory, IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { auditQuery, readAudit } from '../../../api/auditevent.ts'
import { useMe } from '../../../api/me.ts'
import { readSecurity, securityQuery } from '../../../api/securityevent.ts'
import { dateIn } from '../../../format.ts'
import { saveCsv } from '../../../shared/csv.ts'
import { Heading } from '../../../shared/Heading.tsx'
import listPage from '../../../shared/list-page.module.css'
import page from '../../../shared/page.module.css'
import { ShowMore } from '../../../shared/ShowMore.tsx'
import { EmptyState, ErrorState } from '../../../shared/states.tsx'
import { showError } from '../../../shared/toasts.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { changesAsRows, securityAsRows } from './audit-csv.ts'
import classes from './Audit.module.css'
import { AuditBar } from './AuditBar.tsx'
import { ChangesTable } from './ChangesTable.tsx'
import { type AuditSearch, filterOf } from './filter.ts'
import { type People, usePeople } from './people.ts'
import { SecurityTable } from './SecurityTable.tsx'

type ListProps = {
  readonly search: AuditSearch
  readonly person: string | undefined
  readonly people: People
  readonly timeZone: string
}

const Empty = () => (
  <EmptyState
    title={settingsText.audit.none}
    hint={settingsText.audit.noneHint}
    icon={<IconHistory size={22} stroke={1.6} aria-hidden="true" />}
  />
)

const ChangesList = ({
  search,
  person,
  people,
  timeZone,
  onRecord,
}: ListProps & { readonly onRecord: (resource: string, record: number) => void }) => {
  const asked = useInfiniteQuery(auditQuery(filterOf(search, person, timeZone)))
  const events = asked.data?.pages.flatMap(({ results }) => results)
  if (asked.error !== null && events === undefined)
    return <ErrorState error={asked.error} what={settingsText.audit.what} onRetry={() => void asked.refetch()} />
  if (events === undefined) return null
  if (events.length === 0) return <Empty />
  return (
    <>
      <ChangesTable events={events} people={people} timeZone={timeZone} onRecord={onRecord} />
      <div className={listPage['pager']}>
        <ShowMore of={asked} />
      </div>
    </>
  )
}

const SecurityList = ({ search, person, people, timeZone }: ListProps) => {
  const { day } = search
  const asked = useInfiniteQuery(securityQuery(filterOf({ day }, person, timeZone)))
  const events = asked.data?.pages.flatMap(({ results }) => results)
  if (asked.error !== null && events === undefined)
    return <ErrorState error={asked.error} what={settingsText.audit.what} onRetry={() => void asked.refetch()} />
  if (events === undefined) return null
  if (events.length === 0) return <Empty />
  return (
    <>
      <SecurityTable events={events} people={people} timeZone={timeZone} />
      <div className={listPage['pager']}>
        <ShowMore of={asked} />
      </div>
    </>
  )
}

/** Saves everything that is asked for as a file, not only the pages that are shown. */
const useCsv = ({ search, person, people, timeZone }: Omit<ListProps, 'people'> & { people: People | undefined }) => {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    if (isBusy || people === undefined) return
    setBusy(true)
    try {
      const { day = dateIn(new Date(), timeZone) } = search
      if (search.view === 'security') {
        const events = await readSecurity(filterOf({ day: search.day }, person, timeZone))
        saveCsv(`security-${day}`, securityAsRows(events, people))
      } else {
        const events = await readAudit(filterOf(search, person, timeZone))
        saveCsv(`audit-${day}`, changesAsRows(events, people, timeZone))
      }
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return { save: () => void save(), isBusy }
}

/** Who did what, when and from where: the changes of all records, and what happened to accounts. */
export const Audit = (): ReactNode => {
  const { time_zone: timeZone } = useMe().organisation
  const search = useSearch({ from: '/settings/audit' })
  const navigate = useNavigate({ from: '/settings/audit' })
  const people = usePeople()
  const person = people?.everyone.find(({ id }) => id === search.person)?.url
  const csv = useCsv({ search, person, people, timeZone })
  const change = (changes: AuditSearch) => void navigate({ search: (before) => ({ ...before, ...changes }) })
  const shared = { search, person, timeZone }
  return (
    <>
      <div className={page['head']}>
        <Heading title={settingsText.audit.title} />
        <span className={page['context']}>{settingsText.audit.context}</span>
        <button type="button" className={`button ${classes['headEnd']}`} aria-busy={csv.isBusy} onClick={csv.save}>
          <IconDownload size={18} stroke={1.6} aria-hidden="true" /> {settingsText.audit.csv}
        </button>
      </div>
      <AuditBar search={search} people={people} today={dateIn(new Date(), timeZone)} onChange={change} />
      {search.record !== undefined && search.resource !== undefined && search.view === undefined && (
        <p className={classes['only']}>
          {settingsText.audit.onlyThis(settingsText.audit.records[search.resource] ?? search.resource, search.record)}
          <button
            type="button"
            className="button small"
            onClick={() => change({ resource: undefined, record: undefined })}
          >
            <IconX size={15} aria-hidden="true" /> {settingsText.audit.all}
          </button>
        </p>
      )}
      <div className={listPage['scroll']} tabIndex={0} role="region" aria-label={settingsText.audit.what}>
        {people !== undefined &&
          (search.view === 'security' ? (
            <SecurityList {...shared} people={people} />
          ) : (
            <ChangesList {...shared} people={people} onRecord={(resource, record) => change({ resource, record })} />
          ))}
      </div>
    </>
  )
}
