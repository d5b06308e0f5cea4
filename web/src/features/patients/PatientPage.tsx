import { Gender } from '@fetlock/sdk'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { attachmentsQuery } from '../../api/attachment.ts'
import { may, useMe } from '../../api/me.ts'
import { isLiving, patientKey, patientQuery } from '../../api/patient.ts'
import { idOf, nameOfClient, type Patient } from '../../api/records.ts'
import { speciesQuery } from '../../api/species.ts'
import { timelineQuery } from '../../api/timeline.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { Heading } from '../../shared/Heading.tsx'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { ShowMore } from '../../shared/ShowMore.tsx'
import { ErrorState } from '../../shared/states.tsx'
import { ageOf, calendarDateText, dateIn } from '../../format.ts'
import { FindBox } from '../../shared/FindBox.tsx'
import { SpeciesIcon } from '../../shared/SpeciesIcon.tsx'
import page from '../../shared/page.module.css'
import { text } from '../../text/en.ts'
import { Changes } from '../../shared/changes/Changes.tsx'
import { CertificateButton } from './CertificateButton.tsx'
import { Contraindications } from './Contraindications.tsx'
import { CustomFields } from '../../shared/edit/CustomFields.tsx'
import { DeathMenu } from './Death.tsx'
import { DeathBanner } from './DeathBanner.tsx'
import { EditGroup } from '../../shared/edit/EditGroup.tsx'
import { patientGroups } from '../../shared/edit/groups.ts'
import { Files } from '../../shared/files/Files.tsx'
import classes from './PatientPage.module.css'
import record from '../../shared/record.module.css'
import { RecordTabs } from '../../shared/RecordTabs.tsx'
import { hasText } from './timeline-text.ts'
import { TimelineList } from './TimelineList.tsx'
import { Weights } from './Weights.tsx'

const factsOf = (patient: Patient, today: string) => {
  const age = patient.date_of_birth === null ? undefined : ageOf(patient.date_of_birth, patient.deceased ?? today)
  return [
    [patient.species, patient.breed].filter(Boolean).join(', '),
    patient.gender === Gender.Unknown ? '' : patient.gender,
    age === undefined ? '' : text.patient.age(age.years, age.months),
    patient.microchip === null ? '' : text.patient.chip(patient.microchip),
    patient.deceased === null ? '' : text.patient.died(calendarDateText(patient.deceased, new Date(0))),
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
  const timeline = useInfiniteQuery(timelineQuery(id, asked[kind]))
  const { data, error, refetch, hasNextPage } = timeline
  const [typed, setTyped] = useState('')
  const entries = data?.pages.flatMap(({ results }) => results) ?? []
  const shown = entries.filter((entry) => hasText(entry, typed))
  return (
    <section aria-label={text.patient.timeline}>
      <div className={classes['filters']}>
        <div className="segments" role="group" aria-label={text.patient.timeline}>
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
        <FindBox
          aria-label={text.patient.find}
          placeholder={text.patient.find}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      {error !== null && data === undefined && (
        <ErrorState error={error} what={text.patient.timeline} onRetry={() => void refetch()} />
      )}
      {data?.pages[0]?.count === 0 && <p className={page['none']}>{text.patient.empty}</p>}
      {typed.trim() !== '' && (
        <p className={page['none']} role="status">
          {shown.length === 0 && entries.length > 0 && text.patient.notFound(typed.trim())}{' '}
          {hasNextPage && text.patient.cut(entries.length)}
        </p>
      )}
      <TimelineList entries={shown} timeZone={timeZone} currency={currency} />
      <ShowMore of={timeline} />
    </section>
  )
}

const Details = ({ patient, mayEdit, timeZone }: { patient: Patient; mayEdit: boolean; timeZone: string }) => {
  const { data } = useQuery(speciesQuery)
  const species = (data ?? []).map(({ id, name }) => [String(id), name] as const)
  const { animal, marks, insurance, notes } = patientGroups(species)
  const { groups } = text.records
  const shared = { record: patient, query: patientKey(patient.id), mayEdit: mayEdit && species.length > 0, timeZone }
  return (
    <>
      <EditGroup {...shared} title={groups.animal} fields={animal} keys="e" />
      <EditGroup {...shared} title={groups.notes} fields={notes} />
      <EditGroup {...shared} title={groups.marks} fields={marks} />
      <EditGroup {...shared} title={groups.insurance} fields={insurance} />
    </>
  )
}

type Of = { readonly client: number; readonly patient: number }

const usePatientKeys = (search: Of, mayAdmit: boolean, mayBook: boolean) => {
  const navigate = useNavigate()
  useActions(
    useMemo(
      (): readonly Action[] => [
        ...(mayBook
          ? [
              {
                id: 'book',
                title: text.records.actions.book,
                group: 'here' as const,
                keys: 'b',
                run: () => void navigate({ to: '/calendar/', search: { book: true, ...search } }),
              },
            ]
          : []),
        ...(mayAdmit
          ? [
              {
                id: 'admit',
                title: text.records.actions.admit,
                group: 'here' as const,
                keys: 'a',
                run: () => void navigate({ to: '/clients/new/', search }),
              },
            ]
          : []),
      ],
      [navigate, search, mayAdmit, mayBook],
    ),
  )
}

export const PatientPage = () => {
  const me = useMe()
  const { time_zone: timeZone, currency } = me.organisation
  const id = Number(useParams({ from: '/patients/$id' }).id)
  const { tab = 'timeline' } = useSearch({ from: '/patients/$id' })
  const { data: patient, error, refetch } = useQuery(patientQuery(id))
  const { data: files } = useQuery(attachmentsQuery('patient', id))
  const mayEdit = may(me, 'General: Patients and clients', 'write')
  const mayCome = patient !== undefined && isLiving(patient)
  const mayAdmit = mayEdit && mayCome && may(me, 'Clinical: Consultations', 'write')
  const owner = patient === undefined ? 0 : idOf(patient.client)
  const mayBook = mayCome && may(me, 'General: Appointments', 'write')
  const search = useMemo(() => ({ client: owner, patient: id }), [owner, id])
  usePatientKeys(search, mayAdmit, mayBook)
  const name = patient?.name ?? ''
  if (error !== null && patient === undefined)
    return <ErrorState isPage error={error} what={text.patient.what} onRetry={() => void refetch()} />
  if (patient === undefined) return null
  return (
    <>
      <div className={`${page['head']} ${page['big']} ${page['tabbed']}`}>
        <span className={page['portrait']}>
          <SpeciesIcon species={patient.species} size={26} />
        </span>
        <div className={page['titles']}>
          <div>
            <Heading title={name || '–'} />
            {patient.critical_notes !== '' && (
              <span className={page['alert']}>
                <IconAlertTriangle size={16} aria-hidden="true" /> {patient.critical_notes.split('\n').join(' · ')}
              </span>
            )}
          </div>
          <ul className={page['facts']}>
            {factsOf(patient, dateIn(new Date(), timeZone)).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
            {patient.client_data != null && (
              <li>
                {text.patient.owner}{' '}
                <Link to="/clients/$id/" params={{ id: String(owner) }}>
                  {nameOfClient(patient.client_data)}
                </Link>
              </li>
            )}
          </ul>
        </div>
        <div className={record['actions']}>
          {mayBook && (
            <Link className="button" to="/calendar/" search={{ book: true, ...search }}>
              {text.records.actions.book} <KeyCap keys="b" />
            </Link>
          )}
          {mayAdmit && (
            <Link className="button primary" to="/clients/new/" search={search}>
              {text.records.actions.admit} <KeyCap keys="a" />
            </Link>
          )}
          {may(me, 'Clinical: Consultations') && <CertificateButton patient={patient} />}
          {mayEdit && <DeathMenu patient={patient} timeZone={timeZone} />}
        </div>
      </div>
      <RecordTabs
        tabs={[
          { name: 'timeline' },
          { name: 'fields' },
          { name: 'files', count: files?.length },
          ...(may(me, 'Settings: Users and permissions') ? [{ name: 'changes' as const }] : []),
        ]}
      />
      {patient.deceased !== null && (
        <DeathBanner patient={patient} died={patient.deceased} mayCancel={may(me, 'General: Appointments', 'write')} />
      )}
      <div className={page['body']}>
        <div className={page['main']}>
          {tab === 'timeline' && <History id={id} timeZone={timeZone} currency={currency} />}
          {tab === 'fields' && (
            <CustomFields
              kind="patient"
              record={patient}
              query={patientKey(id)}
              mayEdit={mayEdit}
              timeZone={timeZone}
            />
          )}
          {tab === 'files' && (
            <Files owner={{ kind: 'patient', id, url: patient.url }} mayAdd={mayEdit} timeZone={timeZone} />
          )}
          {tab === 'changes' && <Changes resource="patient" id={id} timeZone={timeZone} />}
        </div>
        <div className={page['side']}>
          {may(me, 'Clinical: Consultations') && (
            <Contraindications patient={patient} mayEdit={may(me, 'Clinical: Consultations', 'write')} />
          )}
          <Weights patient={patient} timeZone={timeZone} mayWeigh={mayEdit && patient.deceased === null} />
          <Details patient={patient} mayEdit={mayEdit} timeZone={timeZone} />
        </div>
      </div>
    </>
  )
}
