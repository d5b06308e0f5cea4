import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { may, useMe } from '../../api/me.ts'
import { fieldProblemsOf, messageOf } from '../../api/problem.ts'
import type { Consultation, Patient, VitalSigns } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { useWrite } from '../../shared/use-write.ts'
import { typedDecimal, weightText } from '../../format.ts'
import { useFocusAfter } from '../../shared/use-focus-after.ts'
import { useWeighing } from '../../shared/use-weighing.ts'
import { whenText } from '../../shared/weights.ts'
import { text } from '../../text/en.ts'
import { measure, vitalsQuery } from '../../api/vitalsigns.ts'
import { weightsQuery } from '../../api/patientweight.ts'
import classes from './Vitals.module.css'

const signs = ['temperature', 'heart_rate', 'respiratory_rate', 'pain_score'] as const
type Props = { readonly visit: Consultation; readonly patient: Patient; readonly isReadOnly: boolean }
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

/** A number and Enter. */
const WeightForm = ({ patient, onDone }: Form & { readonly patient: Patient }) => {
  const { submit, problem } = useWeighing(patient, onDone)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    submit(typedIn(event, 'weight'))
  }
  return (
    <form className={classes['form']} onSubmit={send} onKeyDown={leaveOnEscape(onDone)}>
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

const VitalsForm = ({ visit, patient, onDone }: Form & Pick<Props, 'visit' | 'patient'>) => {
  const [problem, setProblem] = useState<{ readonly message: string; readonly sign?: Sign | undefined }>()
  const form = useRef<HTMLFormElement>(null)
  const fail = (message: string, sign?: Sign) => {
    setProblem({ message, sign })
    if (sign !== undefined) form.current?.querySelector<HTMLInputElement>(`[name="${sign}"]`)?.select()
  }
  const { write } = useWrite({
    send: measure,
    refresh: () => [vitalsQuery(visit.id).queryKey],
    said: () => text.visit.vitals.saved,
    onDone,
    onProblem: (error) => {
      const wrong = fieldProblemsOf(error)
      const refused = signs.find((sign) => wrong[sign] !== undefined)
      const message = messageOf(error)
      fail(refused === undefined ? message : text.visit.vitals.wrong(text.visit.vitals.long[refused], message), refused)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = signs.map((sign) => [sign, typedIn(event, sign)] as const).filter(([, given]) => given !== '')
    if (typed.length === 0) return onDone()
    const numbers = typed.map(([sign, given]) => [sign, typedDecimal(given)] as const)
    const wrong = numbers.find(([, number]) => number === undefined)?.[0]
    if (wrong !== undefined) return fail(text.visit.vitals.notANumber(text.visit.vitals.long[wrong]), wrong)
    const measured = Object.fromEntries(numbers.map(([sign, number]) => [sign, Number(number)]))
    return void write({ consultation: visit.url, patient: patient.url, ...measured })
  }
  return (
    <form ref={form} className={classes['form']} onSubmit={submit} onKeyDown={leaveOnEscape(onDone)}>
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

export const Vitals = ({ visit, patient, isReadOnly }: Props) => {
  const { data: vitals } = useQuery(vitalsQuery(visit.id))
  const { data: weights } = useQuery(weightsQuery(patient.id))
  const me = useMe()
  const timeZone = me.organisation.time_zone
  const mayWeigh = may(me, 'General: Patients and clients', 'write')
  const [open, setOpen] = useState<'weight' | 'vitals'>()
  const latest = weights?.at(-1)
  const last = latest?.weight
  const measured = (vitals ?? []).filter((one) => one.patient === patient.url)
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
      {open === 'weight' && <WeightForm patient={patient} onDone={() => closeTo(weighing)} />}
      {open === 'vitals' && <VitalsForm visit={visit} patient={patient} onDone={() => closeTo(measuring)} />}
    </div>
  )
}
