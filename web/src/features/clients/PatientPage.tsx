import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { may, useMe } from '../../api/me.ts'
import { idOf, nameOfClient, type Patient } from '../../api/records.ts'
import { Heading } from '../../frame/Heading.tsx'
import { ErrorState } from '../../frame/states.tsx'
import { ageOf, dateIn } from '../../format.ts'
import { SpeciesIcon } from '../../shared/SpeciesIcon.tsx'
import page from '../../shared/page.module.css'
import { text } from '../../text/en.ts'
import classes from './PatientPage.module.css'
import { patientQuery, timelineQuery } from './queries.ts'
import { TimelineList } from './TimelineList.tsx'
import { Weights } from './Weights.tsx'

const factsOf = (patient: Patient, today: string) => {
  const age = patient.date_of_birth === null ? undefined : ageOf(patient.date_of_birth, patient.deceased ?? today)
  return [
    [patient.species, patient.breed].filter(Boolean).join(', '),
    patient.gender === 'Unknown' ? '' : patient.gender,
    age === undefined ? '' : text.patient.age(age.years, age.months),
    patient.microchip === null ? '' : text.patient.chip(patient.microchip),
    patient.deceased === null ? '' : text.patient.died(patient.deceased),
  ].filter(Boolean)
}

const kinds = ['all', 'visit', 'prescription', 'imaging', 'invoice'] as const
const asked = {
  all: undefined,
  visit: 'visit,vital,weight',
  prescription: 'prescription',
  imaging: 'imaging',
  invoice: 'invoice',
}

const History = ({
  id,
  timeZone,
  currency,
}: {
  readonly id: number
  readonly timeZone: string
  readonly currency: string
}) => {
  const { kind = 'all' } = useSearch({ from: '/patients/$id' })
  const navigate = useNavigate({ from: '/patients/$id' })
  const { data, error, refetch } = useQuery(timelineQuery(id, asked[kind]))
  return (
    <section aria-label={text.patient.timeline}>
      <div className={classes['kinds']} role="group" aria-label={text.patient.timeline}>
        {kinds.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={kind === name}
            onClick={() =>
              void navigate({
                search: (before) => ({ ...before, kind: name === 'all' ? undefined : name }),
                replace: true,
              })
            }
          >
            {text.patient.kinds[name]}
          </button>
        ))}
      </div>
      {error !== null && data === undefined && (
        <ErrorState error={error} what={text.patient.timeline} onRetry={() => void refetch()} />
      )}
      {data?.count === 0 && <p className={page['none']}>{text.patient.empty}</p>}
      <TimelineList entries={data?.results ?? []} timeZone={timeZone} currency={currency} />
    </section>
  )
}

export const PatientPage = () => {
  const me = useMe()
  const { time_zone: timeZone, currency } = me.organisation
  const id = Number(useParams({ from: '/patients/$id' }).id)
  const { data: patient, error, refetch } = useQuery(patientQuery(id))
  const name = patient?.name ?? ''
  if (error !== null && patient === undefined)
    return <ErrorState isPage error={error} what={text.patient.what} onRetry={() => void refetch()} />
  if (patient === undefined) return null
  const owner = patient.client_data
  return (
    <>
      <div className={`${page['head']} ${page['big']}`}>
        <span className={page['portrait']}>
          <SpeciesIcon species={patient.species} size={26} />
        </span>
        <div className={page['titles']}>
          <div>
            <Heading title={name || '–'} />
            {patient.critical_notes !== '' && (
              <span className={page['alert']}>
                <IconAlertTriangle size={16} aria-hidden="true" /> {patient.critical_notes}
              </span>
            )}
          </div>
          <ul className={page['facts']}>
            {factsOf(patient, dateIn(new Date(), timeZone)).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
            {owner != null && (
              <li>
                {text.patient.owner}{' '}
                <Link to="/clients/$id/" params={{ id: String(idOf(patient.client)) }}>
                  {nameOfClient(owner)}
                </Link>
              </li>
            )}
          </ul>
        </div>
      </div>
      <div className={page['body']}>
        <div className={page['main']}>
          <History id={id} timeZone={timeZone} currency={currency} />
        </div>
        <div className={page['side']}>
          <Weights
            patient={patient}
            timeZone={timeZone}
            mayWeigh={may(me, 'General: Patients and clients', 'write') && patient.deceased === null}
          />
        </div>
      </div>
    </>
  )
}
