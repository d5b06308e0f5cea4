import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { may, useMe } from '../../api/me.ts'
import { ApiProblem, messageOf } from '../../api/problem.ts'
import type { Consultation, Patient, VitalSigns } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { say } from '../../shared/toasts.ts'
import { typedDecimal, weightText } from '../../format.ts'
import { useFocusAfter } from '../../shared/use-focus-after.ts'
import { useKeyFor } from '../../shared/use-key-for.ts'
import { jumpText, whenText } from '../../shared/weights.ts'
import { text } from '../../text/en.ts'
import { measure, visitKey, vitalsQuery, weigh, weightsQuery } from './queries.ts'
import classes from './Vitals.module.css'

const signs = ['temperature', 'heart_rate', 'respiratory_rate', 'pain_score'] as const
/** A weight that differs by more from the last may be a slip of the finger. */
const plausible = 0.2

type Shown = { readonly visit: Consultation; readonly patient: Patient; readonly isReadOnly: boolean }
type Form = { readonly onDone: () => void }

const leaveOnEscape = (onDone: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return
  event.preventDefault()
  onDone()
}

const typedIn = (event: FormEvent<HTMLFormElement>, name: string) => {
  const given = new FormData(event.currentTarget).get(name)
  return typeof given === 'string' ? given.trim() : ''
}

/** A number and Enter. One that is far from the last is asked about once. */
const WeightForm = ({ patient, last, onDone }: Form & { patient: Patient; last: string | undefined }) => {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const asked = useRef<string>(undefined)
  const keyFor = useKeyFor()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const weight = typedDecimal(typedIn(event, 'weight'))
    if (weight === undefined || Number(weight) === 0) return setProblem(text.visit.vitals.notAWeight)
    const change = last === undefined ? 0 : Math.abs(Number(weight) / Number(last) - 1)
    if (change > plausible && asked.current !== weight) {
      asked.current = weight
      return setProblem(jumpText(weight, last!))
    }
    try {
      await weigh(patient.id, weight, keyFor([patient.url, weight]))
      say(text.visit.vitals.weighed(patient.name, weightText(weight)))
      onDone()
      return await client.invalidateQueries({ queryKey: ['patient', patient.id] })
    } catch (error) {
      return setProblem(messageOf(error))
    }
  }
  return (
    <form className={classes['form']} onSubmit={(event) => void submit(event)} onKeyDown={leaveOnEscape(onDone)}>
      <label>
        {text.visit.vitals.weightField}
        <input name="weight" inputMode="decimal" autoComplete="off" autoFocus aria-invalid={problem !== undefined} />
      </label>
      <button type="submit" className="button small">
        {text.visit.vitals.save}
      </button>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </form>
  )
}

type Sign = (typeof signs)[number]
const words = text.visit.vitals

const VitalsForm = ({ visit, patient, onDone }: Form & Pick<Shown, 'visit' | 'patient'>) => {
  const client = useQueryClient()
  const [problem, setProblem] = useState<{ readonly message: string; readonly sign?: Sign | undefined }>()
  const keyFor = useKeyFor()
  const fail = (form: HTMLFormElement, message: string, sign?: Sign) => {
    setProblem({ message, sign })
    if (sign !== undefined) form.querySelector<HTMLInputElement>(`[name="${sign}"]`)?.select()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = signs.map((sign) => [sign, typedIn(event, sign)] as const).filter(([, given]) => given !== '')
    if (typed.length === 0) return onDone()
    const numbers = typed.map(([sign, given]) => [sign, typedDecimal(given)] as const)
    const wrong = numbers.find(([, number]) => number === undefined)?.[0]
    if (wrong !== undefined) return fail(form, words.notANumber(words.long[wrong]), wrong)
    try {
      const measured = Object.fromEntries(numbers as [string, string][])
      const sent = { consultation: visit.url, patient: patient.url, ...measured }
      await measure(sent, keyFor(sent))
      say(text.visit.vitals.saved)
      onDone()
      return await client.invalidateQueries({ queryKey: [...visitKey(visit.id), 'vitals'] })
    } catch (error) {
      const refused = error instanceof ApiProblem ? signs.find((sign) => error.errors?.[sign] !== undefined) : undefined
      const message = messageOf(error)
      return fail(form, refused === undefined ? message : `${words.long[refused]}: ${message}`, refused)
    }
  }
  return (
    <form className={classes['form']} onSubmit={(event) => void submit(event)} onKeyDown={leaveOnEscape(onDone)}>
      {signs.map((sign, index) => (
        <label key={sign} title={text.visit.vitals.long[sign]}>
          {text.visit.vitals[sign]}
          <input
            name={sign}
            inputMode="decimal"
            autoComplete="off"
            aria-label={text.visit.vitals.long[sign]}
            aria-invalid={problem?.sign === sign}
            autoFocus={index === 0}
          />
        </label>
      ))}
      <button type="submit" className="button small">
        {text.visit.vitals.save}
      </button>
      {problem !== undefined && <p role="alert">{problem.message}</p>}
    </form>
  )
}

/** The last value of each sign in this visit. */
const latestOf = (measured: readonly VitalSigns[]) =>
  signs.map((sign) => ({ sign, value: measured.find((one) => one[sign] !== null)?.[sign] ?? undefined }))

export const Vitals = ({ visit, patient, isReadOnly }: Shown) => {
  const { data: vitals } = useQuery(vitalsQuery(visit.id))
  const { data: weights } = useQuery(weightsQuery(patient.id))
  const me = useMe()
  const timeZone = me.organisation.time_zone
  const mayWeigh = may(me, 'General: Patients and clients', 'write')
  const [open, setOpen] = useState<'weight' | 'vitals'>()
  const latest = weights?.results.at(-1)
  const last = latest?.weight
  const measured = (vitals?.results ?? []).filter((one) => one.patient === patient.url)
  useActions(
    useMemo(
      (): readonly Action[] => [
        ...(isReadOnly
          ? []
          : [
              {
                id: 'vitals',
                title: text.visit.keys.vitals,
                group: 'here' as const,
                keys: 'v',
                run: () => setOpen('vitals'),
              },
            ]),
        ...(mayWeigh
          ? [
              {
                id: 'weigh',
                title: text.visit.keys.weight,
                group: 'here' as const,
                keys: 'w',
                run: () => setOpen('weight'),
              },
            ]
          : []),
      ],
      [isReadOnly, mayWeigh],
    ),
  )
  const [weighing, measuring] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  const focusAfter = useFocusAfter()
  const closeTo = (opener: typeof weighing) => {
    setOpen(undefined)
    focusAfter(() => opener.current)
  }
  return (
    <div className={classes['vitals']}>
      <dl className={classes['values']}>
        <div>
          <dt>
            {text.visit.vitals.weight}
            {latest !== undefined && <span>, {whenText(latest.measured, timeZone)}</span>}
          </dt>
          <dd>
            {last === undefined ? (
              '–'
            ) : (
              <>
                {weightText(last)} <span>{text.visit.vitals.units.weight}</span>
              </>
            )}
          </dd>
        </div>
        {latestOf(measured).map(
          ({ sign, value }) =>
            value !== undefined && (
              <div key={sign}>
                <dt>{text.visit.vitals[sign]}</dt>
                <dd>
                  {value} <span>{text.visit.vitals.units[sign]}</span>
                </dd>
              </div>
            ),
        )}
      </dl>
      <div className={classes['ways']}>
        {mayWeigh && (
          <button ref={weighing} type="button" onClick={() => setOpen('weight')}>
            {text.visit.vitals.weight} <KeyCap keys="w" />
          </button>
        )}
        {!isReadOnly && (
          <button ref={measuring} type="button" onClick={() => setOpen('vitals')}>
            <IconPlus size={16} stroke={1.8} aria-hidden="true" />
            {text.visit.vitals.add} <KeyCap keys="v" />
          </button>
        )}
      </div>
      {open === 'weight' && <WeightForm patient={patient} last={last} onDone={() => closeTo(weighing)} />}
      {open === 'vitals' && <VitalsForm visit={visit} patient={patient} onDone={() => closeTo(measuring)} />}
    </div>
  )
}
