import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { nameOfUser } from '../../api/records.ts'
import { ErrorState } from '../../shared/states.tsx'
import { relativeDateText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { text } from '../../text/en.ts'
import { VisitState } from '../../shared/VisitState.tsx'
import { visitsQuery } from './queries.ts'
import { latest, type Listed, namesOf, Waiting } from './client-lists.tsx'

export const ClientVisits = ({ id, me, most }: Listed) => {
  const { data, error, refetch } = useQuery(visitsQuery(id, most))
  return (
    <section aria-labelledby="visits">
      <h2 id="visits">{most === latest ? text.client.visits : text.records.tabs.visits}</h2>
      {error !== null && data === undefined && (
        <ErrorState error={error} what={text.records.tabs.visits} onRetry={() => void refetch()} />
      )}
      {data?.count === 0 && <p className={page['none']}>{text.client.noVisits}</p>}
      <ul className={page['rows']}>
        {data === undefined && error === null && <Waiting />}
        {data?.results.map((visit) => (
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
    </section>
  )
}
