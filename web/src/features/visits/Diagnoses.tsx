import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { ApiProblem, isRefusal } from '../../api/problem.ts'
import type { Consultation, ConsultationDiagnosis, Patient } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { ErrorState } from '../../shared/states.tsx'
import { say, sayProblem } from '../../shared/toasts.ts'
import { useFocusAfter } from '../../shared/use-focus-after.ts'
import { text } from '../../text/en.ts'
import { Finder } from './Finder.tsx'
import finder from './Finder.module.css'
import {
  addDiagnosis,
  diagnosesQuery,
  type NewDiagnosis,
  patchDiagnosis,
  removeDiagnosis,
  visitKey,
} from './queries.ts'
import { foundDiagnosesQuery, type KnownDiagnosis } from './finder-queries.ts'
import classes from './VisitPage.module.css'

const [primary, secondary, differential] = [0, 1, 0]

type Shown = {
  readonly visit: Consultation
  readonly patients: readonly Patient[]
  readonly hasSeveral: boolean
  readonly isReadOnly: boolean
}

/** Adds a diagnosis: one whose answer was lost is sent again with its key, one that was added can be added again. */
const useAddOnce = (visit: Consultation) => {
  const keys = useRef(new Map<string, string>())
  return async (diagnosis: NewDiagnosis) => {
    const sent = JSON.stringify(diagnosis)
    const key = keys.current.get(sent) ?? crypto.randomUUID()
    keys.current.set(sent, key)
    try {
      await addDiagnosis(visit.id, diagnosis, key)
      keys.current.delete(sent)
    } catch (error) {
      if (isRefusal(error)) keys.current.delete(sent)
      throw error
    }
  }
}

const useChanges = (visit: Consultation, known: readonly ConsultationDiagnosis[]) => {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: visitKey(visit.id) })
  const act = (work: Promise<unknown>) => void work.catch(sayProblem).finally(() => void refresh())
  const addOnce = useAddOnce(visit)
  const categoryFor = (patient: Patient) =>
    known.some((one) => one.patient === patient.url && one.category === primary) ? secondary : primary
  return {
    add: ({ diagnosis, code, name }: KnownDiagnosis, patients: readonly Patient[]) =>
      act(
        Promise.all(
          patients.map((patient) =>
            addOnce({
              patient: patient.url,
              diagnosis,
              code,
              name,
              category: categoryFor(patient),
              type: differential,
            }),
          ),
        ),
      ),
    change: (one: ConsultationDiagnosis, changes: { category?: number; type?: number }) =>
      act(
        patchDiagnosis(one, changes).catch((error: unknown) => {
          // The list is read again: whoever looks at it sees what somebody else has made of it.
          if (!(error instanceof ApiProblem) || error.status !== 412) throw error
        }),
      ),
    remove: (one: ConsultationDiagnosis) =>
      act(
        removeDiagnosis(one).then(() =>
          say(text.visit.diagnoses.removed(one.name), {
            undo: async () => {
              const { patient, diagnosis, code, name, category, type } = one
              await addOnce({
                patient,
                diagnosis,
                code,
                name,
                category,
                type,
              })
              await refresh()
            },
          }),
        ),
      ),
  }
}

const Line = ({
  one,
  owner,
  isReadOnly,
  onChange,
  onRemove,
}: {
  readonly one: ConsultationDiagnosis
  readonly owner: string
  readonly isReadOnly: boolean
  readonly onChange: (changes: { category?: number; type?: number }) => void
  readonly onRemove: () => void
}) => {
  const { categories, types, change, remove } = text.visit.diagnoses
  const [category, type] = [categories[one.category], types[one.type]]
  return (
    <li className={classes['line']}>
      <span className={classes['what']}>
        {one.name} <span className={classes['code']}>{[one.code, owner].filter(Boolean).join(' · ')}</span>
      </span>
      {isReadOnly ? (
        <>
          <span className={classes['chip']} data-first={one.category === primary}>
            {category}
          </span>
          <span className={classes['chip']}>{type}</span>
        </>
      ) : (
        <>
          <button
            type="button"
            className={classes['chip']}
            data-first={one.category === primary}
            onClick={() => onChange({ category: 1 - one.category })}
          >
            {category}
            <span className="unseen">, {change(category, one.name)}</span>
          </button>
          <button type="button" className={classes['chip']} onClick={() => onChange({ type: 1 - one.type })}>
            {type}
            <span className="unseen">, {change(type, one.name)}</span>
          </button>
          <button type="button" className={classes['small']} onClick={onRemove}>
            <IconX size={15} stroke={1.8} aria-hidden="true" />
            <span className="unseen">{remove(one.name)}</span>
          </button>
        </>
      )}
    </li>
  )
}

export const Diagnoses = ({ visit, patients, hasSeveral, isReadOnly }: Shown) => {
  const { data, error, refetch } = useQuery(diagnosesQuery(visit.id))
  const [isAdding, setAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const focusAfter = useFocusAfter()
  const finish = () => {
    setAdding(false)
    focusAfter(() => opener.current)
  }
  const known = data?.results ?? []
  const shown = known.filter((one) => patients.some(({ url }) => url === one.patient))
  const { add, change, remove } = useChanges(visit, known)
  useActions(
    useMemo(
      (): readonly Action[] =>
        isReadOnly
          ? []
          : [
              {
                id: 'diagnosis',
                title: text.visit.keys.diagnosis,
                group: 'here',
                keys: 'd',
                run: () => setAdding(true),
              },
            ],
      [isReadOnly],
    ),
  )
  return (
    <section className={classes['block']} aria-labelledby="diagnoses">
      <div className={classes['blockHead']}>
        <h2 id="diagnoses">{text.visit.diagnoses.title}</h2>
        {!isReadOnly && (
          <button ref={opener} type="button" className={classes['quiet']} onClick={() => setAdding(true)}>
            <IconPlus size={16} stroke={1.8} aria-hidden="true" />
            {text.visit.diagnoses.add} <KeyCap keys="d" />
          </button>
        )}
      </div>
      {error !== null && data === undefined && (
        <ErrorState error={error} what={text.visit.diagnoses.what} onRetry={() => void refetch()} />
      )}
      <ul className={classes['lines']}>
        {shown.map((one) => (
          <Line
            key={one.url}
            one={one}
            owner={hasSeveral ? (patients.find(({ url }) => url === one.patient)?.name ?? '') : ''}
            isReadOnly={isReadOnly}
            onChange={(changes) => change(one, changes)}
            onRemove={() => remove(one)}
          />
        ))}
      </ul>
      {shown.length === 0 && !isAdding && data !== undefined && (
        <p className={classes['none']}>{text.visit.diagnoses.none}</p>
      )}
      {isAdding && (
        <Finder
          autoFocus
          label={text.visit.diagnoses.find}
          placeholder={text.visit.diagnoses.placeholder}
          query={foundDiagnosesQuery}
          show={({ name, code }) => (
            <>
              <span>{name}</span>
              <span className={finder['context']}>{code}</span>
            </>
          )}
          onChoose={(found) => {
            finish()
            add(found, patients)
          }}
          onLeave={(isByKey) => (isByKey ? finish() : setAdding(false))}
        />
      )}
    </section>
  )
}
