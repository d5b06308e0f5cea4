import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { weightsQuery } from '../../api/patientweight.ts'
import type { Patient, PatientWeight, Timeline } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { ErrorState } from '../../shared/states.tsx'
import { dateText, weightText } from '../../format.ts'
import { FindBox } from '../../shared/FindBox.tsx'
import { changeText, whenText } from '../../shared/weights.ts'
import { text } from '../../text/en.ts'
import classes from './HistoryPane.module.css'
import visitPage from './VisitPage.module.css'
import { allPastVisitsQuery, pastVisitsQuery } from '../../api/consultation.ts'

type Entry = Timeline['results'][number]
const maxShown = 4

const wordsOf = ({ visit }: Entry) =>
  [
    visit?.reason,
    visit?.complaint,
    ...(visit?.notes ?? []).map((note) => note.text),
    ...(visit?.diagnoses ?? []).flatMap(({ name, code }) => [name, code]),
    ...(visit?.items ?? []).map(({ name }) => name),
  ]
    .filter((word) => word != null)
    .join('\n')
    .toLowerCase()

const Visit = ({ entry, timeZone }: { readonly entry: Entry; readonly timeZone: string }) => {
  const { visit } = entry
  if (visit === undefined) return null
  const title = visit.reason ?? (visit.complaint?.split('\n', 1)[0] || text.visit.history.visit)
  const words = visit.notes?.map((note) => note.text).join('\n') ?? ''
  return (
    <li>
      <div className={classes['title']}>
        <Link to="/visits/$id/" params={{ id: String(entry.id) }}>
          <strong>{dateText(entry.at, timeZone)}</strong> {title}
        </Link>
        <span>{visit.veterinarian}</span>
      </div>
      {words !== '' && <p>{words}</p>}
      {((visit.diagnoses?.length ?? 0) > 0 || (visit.items?.length ?? 0) > 0) && (
        <p className={classes['tags']}>
          {visit.diagnoses?.map(({ code, name }) => (
            <span key={`${code} ${name}`} className={classes['tag']}>
              {name}
            </span>
          ))}
          {(visit.items?.length ?? 0) > 0 && <span>{text.visit.history.items(visit.items!.length)}</span>}
        </p>
      )}
    </li>
  )
}

const box = { width: 84, height: 22 }

/** The last weights as a line, which says whether they go up or down. */
const Line = ({ weights }: { readonly weights: readonly PatientWeight[] }) => {
  const values = weights.slice(-8).map(({ weight }) => Number(weight))
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const points = values.map((value, index) => ({
    x: 3 + (index / (values.length - 1)) * (box.width - 6),
    y: high === low ? box.height / 2 : 3 + (1 - (value - low) / (high - low)) * (box.height - 6),
  }))
  const last = points.at(-1)!
  return (
    <svg className={classes['line']} width={box.width} height={box.height} aria-hidden="true">
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      <circle cx={last.x} cy={last.y} r="3" />
    </svg>
  )
}

const Weight = ({ patient, timeZone }: { readonly patient: Patient; readonly timeZone: string }) => {
  const { data } = useQuery(weightsQuery(patient.id))
  const weights = data ?? []
  const [before, last] = [weights.at(-2), weights.at(-1)]
  if (data === undefined) return null
  return (
    <div className={classes['weight']}>
      <div>
        <span className={classes['label']}>{text.visit.history.weight}</span>
        <p>
          {last === undefined ? text.visit.history.never : <strong>{weightText(last.weight)} kg</strong>}
          {last !== undefined && <span>{text.visit.vitals.measured(whenText(last.measured, timeZone))}</span>}
          {before !== undefined && last !== undefined && (
            <span>
              {text.patient.since(changeText(before.weight, last.weight), dateText(before.measured, timeZone))}
            </span>
          )}
        </p>
      </div>
      {weights.length > 1 && <Line weights={weights} />}
    </div>
  )
}

/** Opens the visit before or after this one. */
const useNeighbours = (visits: readonly Entry[], current: number) => {
  const navigate = useNavigate()
  useActions(
    useMemo((): readonly Action[] => {
      const at = visits.findIndex(({ id }) => id === current)
      const open = (entry: Entry | undefined) =>
        entry !== undefined && void navigate({ to: '/visits/$id/', params: { id: String(entry.id) } })
      return [
        {
          id: 'earlier',
          title: text.visit.keys.earlier,
          group: 'here',
          keys: '[',
          repeats: true,
          run: () => open(visits[at + 1]),
        },
        {
          id: 'later',
          title: text.visit.keys.later,
          group: 'here',
          keys: ']',
          repeats: true,
          run: () => open(visits[at - 1]),
        },
      ]
    }, [visits, current, navigate]),
  )
}

const none: readonly Entry[] = []

export const HistoryPane = ({
  visit,
  patient,
  timeZone,
}: {
  readonly visit: number
  readonly patient: Patient
  readonly timeZone: string
}) => {
  const { data, error, refetch } = useQuery(pastVisitsQuery(patient.id))
  const [typed, setTyped] = useState('')
  const visits = data?.results ?? none
  useNeighbours(visits, visit)
  const wanted = typed.trim().toLowerCase()
  const isLong = data !== undefined && data.count > visits.length
  const everything = useQuery({ ...allPastVisitsQuery(patient.id), enabled: isLong && wanted !== '' })
  const all = everything.data
  const isRead = !isLong || all !== undefined
  const others = (wanted === '' ? visits : (all ?? visits)).filter(({ id }) => id !== visit)
  const found = wanted === '' ? others : others.filter((entry) => wordsOf(entry).includes(wanted))
  const shown = wanted === '' ? found.slice(0, maxShown) : found
  const isAmong = visits.some(({ id }) => id === visit)
  const rest = (data?.count ?? 0) - (isAmong ? 1 : 0) - shown.length
  return (
    <>
      <div className={visitPage['paneHead']}>
        <h2>{text.visit.panes.history}</h2>
        <span className={classes['caps']}>
          <KeyCap keys="[" /> <KeyCap keys="]" />
        </span>
      </div>
      <div className={classes['scroll']}>
        {others.length > 0 && (
          <div className={classes['find']}>
            <FindBox
              aria-label={text.visit.history.findLabel}
              placeholder={text.visit.history.find}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </div>
        )}
        <Weight patient={patient} timeZone={timeZone} />
        {error !== null && data === undefined && (
          <ErrorState error={error} what={text.visit.panes.history} onRetry={() => void refetch()} />
        )}
        <ul className={classes['visits']}>
          {shown.map((entry) => (
            <Visit key={entry.url} entry={entry} timeZone={timeZone} />
          ))}
        </ul>
        {data !== undefined && others.length === 0 && <p className={classes['none']}>{text.visit.history.none}</p>}
        {wanted !== '' && everything.error !== null && !isRead && (
          <ErrorState
            error={everything.error}
            what={text.visit.panes.history}
            onRetry={() => void everything.refetch()}
          />
        )}
        {everything.isFetching && !isRead && <p className={classes['none']}>{text.palette.searching}</p>}
        {wanted !== '' && isRead && found.length === 0 && (
          <p className={classes['none']}>{text.visit.history.noMatch(typed.trim())}</p>
        )}
        {wanted === '' && rest > 0 && (
          <p className={classes['none']}>
            <Link to="/patients/$id/" params={{ id: String(patient.id) }} search={{ kind: 'visit' }}>
              {text.visit.history.earlier(rest)}
            </Link>
          </p>
        )}
      </div>
    </>
  )
}
