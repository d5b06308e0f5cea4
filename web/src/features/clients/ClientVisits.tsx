import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { nameOfUser } from '../../api/records.ts'
import { ShowMore } from '../../shared/ShowMore.tsx'
import { ErrorState } from '../../shared/states.tsx'
import { relativeDateText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { clientText } from '../../text/client.ts'
import { text } from '../../text/en.ts'
import { VisitState } from '../../shared/VisitState.tsx'
import { visitsQuery } from './queries.ts'
import { latest, type Listed, namesOf, Waiting } from './client-lists.tsx'

export const ClientVisits = ({ id, me, isWhole }: Listed) => {
  const visits = useInfiniteQuery(visitsQuery(id))
  const { data, error, refetch } = visits
  const rows = data?.pages.flatMap(({ results }) => results)
  return (
    <section aria-labelledby="visits">
      <h2 id="visits">{isWhole ? text.records.tabs.visits : clientText.visits}</h2>
      {error !== null && data === undefined && (
        <ErrorState error={error} what={text.records.tabs.visits} onRetry={() => void refetch()} />
      )}
      {rows?.length === 0 && <p className={page['none']}>{clientText.noVisits}</p>}
      <ul className={page['rows']}>
        {data === undefined && error === null && <Waiting />}
        {(isWhole ? rows : rows?.slice(0, latest))?.map((visit) => (
          <li key={visit.id}>
            <span className={page['when']}>{relativeDateText(visit.started, me.organisation.time_zone)}</span>
            <span className={page['what']}>
              <strong>{namesOf(visit.patients_data)}</strong>{' '}
              <Link to="/visits/$id/" params={{ id: String(visit.id) }}>
                {visit.reason_data?.name ?? (visit.complaint.split('\n', 1)[0] || text.patient.titles.visit)}
              </Link>{' '}
              <span className={page['context']}>
                {visit.supervising_veterinarian_data == null ? '' : nameOfUser(visit.supervising_veterinarian_data)}
              </span>
            </span>
            <span className={page['state']}>
              <VisitState status={visit.status} />
            </span>
          </li>
        ))}
      </ul>
      {isWhole && <ShowMore of={visits} />}
    </section>
  )
}
