import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { weightsQuery } from '../../api/patientweight.ts'
import type { Patient, PatientWeight } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { dateText, weightText } from '../../format.ts'
import listPage from '../../shared/list-page.module.css'
import page from '../../shared/page.module.css'
import { useWeighing } from '../../shared/use-weighing.ts'
import { changeText, whenText } from '../../shared/weights.ts'
import { text } from '../../text/en.ts'
import { placesOf } from './chart.ts'
import classes from './Weights.module.css'

const box = { width: 344, height: 150, left: 32, bottom: 20 }

const Chart = ({ weights, timeZone }: { readonly weights: readonly PatientWeight[]; readonly timeZone: string }) => {
  const measured = weights.map(({ measured: at, weight }) => ({ at: Date.parse(at), weight: Number(weight) }))
  const { ticks, points } = placesOf(measured, box)
  const [first, last] = [weights[0]!, weights.at(-1)!]
  return (
    <svg
      className={classes['chart']}
      viewBox={`0 0 ${box.width} ${box.height}`}
      role="group"
      aria-label={text.patient.weight}
    >
      {ticks.map(({ value, y }) => (
        <g key={value}>
          <line x1={box.left} x2={box.width} y1={y} y2={y} className={classes['grid']} />
          <text x={box.left - 6} y={y + 4} textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} className={classes['line']} />
      {points.map(({ x, y }, index) => (
        <circle
          key={weights[index]!.id}
          cx={x}
          cy={y}
          r={index === points.length - 1 ? 4 : 3}
          className={classes['point']}
          data-last={index === points.length - 1}
          role="img"
          tabIndex={0}
          aria-label={text.patient.weightAt(
            weightText(weights[index]!.weight),
            dateText(weights[index]!.measured, timeZone),
          )}
        >
          <title>
            {text.patient.weightAt(weightText(weights[index]!.weight), dateText(weights[index]!.measured, timeZone))}
          </title>
        </circle>
      ))}
      <text x={box.left} y={box.height - 2}>
        {dateText(first.measured, timeZone)}
      </text>
      <text x={box.width} y={box.height - 2} textAnchor="end">
        {dateText(last.measured, timeZone)}
      </text>
    </svg>
  )
}

const Table = ({ weights, timeZone }: { readonly weights: readonly PatientWeight[]; readonly timeZone: string }) => (
  <dl className={page['pairs']}>
    {weights.toReversed().map(({ id, measured, weight }) => (
      <div key={id}>
        <dt>{dateText(measured, timeZone)}</dt>
        <dd>{text.patient.kilograms(weightText(weight))}</dd>
      </div>
    ))}
  </dl>
)

const Difference = ({
  weights,
  timeZone,
}: {
  readonly weights: readonly PatientWeight[]
  readonly timeZone: string
}) => {
  const [before, last] = weights.slice(-2)
  if (before === undefined) return null
  if (last === undefined) return <span className={page['context']}>{whenText(before.measured, timeZone)}</span>
  const shown = changeText(before.weight, last.weight)
  return <span className={page['context']}>{text.patient.since(shown, dateText(before.measured, timeZone))}</span>
}

/** A number and Enter. */
const WeighForm = ({ patient, onDone }: { readonly patient: Patient; readonly onDone: () => void }) => {
  const { submit, problem, isBusy } = useWeighing(patient, onDone)
  const typed = useRef<HTMLInputElement>(null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    submit(typed.current?.value ?? '')
  }
  return (
    <form className={classes['form']} onSubmit={send}>
      <label htmlFor="new-weight">{text.patient.newWeight}</label>
      <div>
        <input
          ref={typed}
          id="new-weight"
          className={listPage['find']}
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : 'weight-problem'}
          onKeyDown={({ key }) => key === 'Escape' && onDone()}
        />
        <button type="submit" className="button" aria-busy={isBusy}>
          {text.patient.save}
        </button>
      </div>
      {problem !== undefined && (
        <p id="weight-problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

type Props = { readonly patient: Patient; readonly timeZone: string; readonly mayWeigh: boolean }

export const Weights = ({ patient, timeZone, mayWeigh }: Props) => {
  const { data } = useQuery(weightsQuery(patient.id))
  const [isTable, setTable] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const weights = data ?? []
  const last = weights.at(-1)
  useActions(
    useMemo(
      (): readonly Action[] =>
        mayWeigh
          ? [
              {
                id: 'weigh',
                title: text.patient.weighName(patient.name),
                group: 'here',
                keys: 'w',
                run: () => setOpen(true),
              },
            ]
          : [],
      [mayWeigh, patient.name],
    ),
  )
  return (
    <section aria-labelledby="weight">
      <div className={classes['head']}>
        <h2 id="weight">{text.patient.weight}</h2>
        {weights.length > 1 && (
          <button type="button" className="button small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {text.patient.table}
          </button>
        )}
        {mayWeigh && (
          <button type="button" className="button small" onClick={() => setOpen(true)}>
            {text.patient.weigh} <KeyCap keys="w" />
          </button>
        )}
      </div>
      {last === undefined ? (
        data !== undefined && <p className={page['none']}>{text.patient.noWeight}</p>
      ) : (
        <p className={classes['current']}>
          <strong>{text.patient.kilograms(weightText(last.weight))}</strong>{' '}
          <Difference weights={weights} timeZone={timeZone} />
        </p>
      )}
      {isOpen && <WeighForm patient={patient} onDone={() => setOpen(false)} />}
      {weights.length > 1 &&
        (isTable ? <Table weights={weights} timeZone={timeZone} /> : <Chart weights={weights} timeZone={timeZone} />)}
    </section>
  )
}
