import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { messageOf } from '../../api/problem.ts'
import type { Patient, PatientWeight } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { say } from '../../shared/toasts.ts'
import { dateText, typedDecimal, weightText } from '../../format.ts'
import listPage from '../../shared/list-page.module.css'
import page from '../../shared/page.module.css'
import { useKeyFor } from '../../shared/use-key-for.ts'
import { changeText, jumpText, whenText } from '../../shared/weights.ts'
import { text } from '../../text/en.ts'
import { placesOf } from './chart.ts'
import { weigh, weightsQuery } from './queries.ts'
import classes from './Weights.module.css'

const box = { width: 344, height: 150, left: 32, bottom: 20 }
/** A weight that differs by more from the last may be a slip of the finger. */
const plausible = 0.2

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
          aria-label={`${weightText(weights[index]!.weight)} kg, ${dateText(weights[index]!.measured, timeZone)}`}
        >
          <title>{`${weightText(weights[index]!.weight)} kg, ${dateText(weights[index]!.measured, timeZone)}`}</title>
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
        <dd>{weightText(weight)} kg</dd>
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

/** A number and Enter. One that is far from the last is asked about once. */
const WeighForm = ({ patient, last, onDone }: { patient: Patient; last: string | undefined; onDone: () => void }) => {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const asked = useRef<string>(undefined)
  const keyFor = useKeyFor()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget).get('weight')
    const weight = typedDecimal(typeof given === 'string' ? given : '')
    if (weight === undefined || Number(weight) === 0) return setProblem(text.patient.notANumber)
    const change = last === undefined ? 0 : Math.abs(Number(weight) / Number(last) - 1)
    if (change > plausible && asked.current !== weight) {
      asked.current = weight
      return setProblem(jumpText(weight, last!))
    }
    try {
      await weigh(patient.id, weight, keyFor(weight))
      say(text.patient.weighed(patient.name, weightText(weight)))
      onDone()
      await client.invalidateQueries({ queryKey: ['patient', patient.id] })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <form className={classes['form']} onSubmit={(event) => void submit(event)}>
      <label htmlFor="new-weight">{text.patient.newWeight}</label>
      <div>
        <input
          id="new-weight"
          name="weight"
          className={listPage['find']}
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : 'weight-problem'}
          onKeyDown={({ key }) => key === 'Escape' && onDone()}
        />
        <button type="submit" className="button">
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

type Shown = { readonly patient: Patient; readonly timeZone: string; readonly mayWeigh: boolean }

export const Weights = ({ patient, timeZone, mayWeigh }: Shown) => {
  const { data } = useQuery(weightsQuery(patient.id))
  const [isTable, setTable] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const weights = data?.results ?? []
  const last = weights.at(-1)
  useActions(
    useMemo(
      (): readonly Action[] =>
        mayWeigh
          ? [
              {
                id: 'weigh',
                title: `${text.patient.weigh} ${patient.name}`,
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
          <strong>{weightText(last.weight)} kg</strong> <Difference weights={weights} timeZone={timeZone} />
        </p>
      )}
      {isOpen && <WeighForm patient={patient} last={last?.weight} onDone={() => setOpen(false)} />}
      {weights.length > 1 &&
        (isTable ? <Table weights={weights} timeZone={timeZone} /> : <Chart weights={weights} timeZone={timeZone} />)}
    </section>
  )
}
