import { DiagnosisCategory, DiagnosisType, newKey } from '@fetlock/sdk'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Consultation, ConsultationDiagnosis, Patient } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { ErrorState } from '../../shared/states.tsx'
import { showError } from '../../shared/toasts.ts'
import { useWrites } from '../../shared/use-writes.ts'
import { useFocusAfter } from '../../shared/use-focus-after.ts'
import { text } from '../../text/en.ts'
import { Finder } from '../../shared/Finder.tsx'
import finder from '../../shared/Finder.module.css'
import {
  addDiagnoses,
  diagnosesQuery,
  type NewDiagnosis,
  patchDiagnosis,
  removeDiagnosis,
} from '../../api/diagnosis.ts'
import { visitKey } from '../../api/consultation.ts'
import { foundDiagnosesQuery, type KnownDiagnosis } from '../../api/diagnosis.ts'
import classes from './VisitPage.module.css'

type Props = {
  readonly visit: Consultation
  readonly patients: readonly Patient[]
  readonly hasSeveral: boolean
  readonly isReadOnly: boolean
}

type Changes = Partial<Pick<NewDiagnosis, 'category' | 'type'>>
/** What is added after something was removed is not what was added before, whose answer may be missing. */
type Added = { readonly diagnoses: readonly NewDiagnosis[]; readonly removed: number }

const useChanges = (visit: Consultation, known: readonly ConsultationDiagnosis[]) => {
  const client = useQueryClient()
  const [removed, setRemoved] = useState(0)
  const refresh = () => [visitKey(visit.id)]
  const onProblem = (error: unknown) => {
    showError(error)
    void client.invalidateQueries({ queryKey: visitKey(visit.id) })
  }
  const add = useWrites({
    about: () => visit.id,
    send: ({ diagnoses }: Added, key) => addDiagnoses(visit.id, diagnoses, key),
    refresh,
    onProblem,
  })
  const change = useWrites({
    about: ({ one }: { readonly one: ConsultationDiagnosis; readonly changes: Changes }) => one.id,
    send: ({ one, changes }, key) => patchDiagnosis(one, changes, key),
    refresh,
    onProblem,
    // The list is read again: whoever looks at it sees what somebody else has made of it.
    onConflict: () => undefined,
  })
  const remove = useWrites({
    about: ({ id }: ConsultationDiagnosis) => id,
    send: removeDiagnosis,
    refresh,
    onProblem,
    said: ({ variables }) => text.visit.diagnoses.removed(variables.name),
    onDone: () => setRemoved((before) => before + 1),
    undo: ({ variables: { patient, diagnosis, code, name, category, type } }) =>
      addDiagnoses(visit.id, [{ patient, diagnosis, code, name, category, type }], newKey()),
  })
  const categoryFor = (patient: Patient) =>
    known.some((one) => one.patient === patient.url && one.category === DiagnosisCategory.Primary)
      ? DiagnosisCategory.Secondary
      : DiagnosisCategory.Primary
  return {
    /** Of all the animals that are shown, in one request. */
    add: ({ diagnosis, code, name }: KnownDiagnosis, patients: readonly Patient[]) =>
      void add({
        diagnoses: patients.map((patient) => ({
          patient: patient.url,
          diagnosis,
          code,
          name,
          category: categoryFor(patient),
          type: DiagnosisType.Differential,
        })),
        removed,
      }),
    change: (one: ConsultationDiagnosis, changes: Changes) => void change({ one, changes }),
    remove: (one: ConsultationDiagnosis) => void remove(one),
  }
}

const otherCategory = {
  [DiagnosisCategory.Primary]: DiagnosisCategory.Secondary,
  [DiagnosisCategory.Secondary]: DiagnosisCategory.Primary,
} as const
const otherType = {
  [DiagnosisType.Differential]: DiagnosisType.Final,
  [DiagnosisType.Final]: DiagnosisType.Differential,
} as const

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
  readonly onChange: (changes: Changes) => void
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
          <span className={classes['chip']} data-first={one.category === DiagnosisCategory.Primary}>
            {category}
          </span>
          <span className={classes['chip']}>{type}</span>
        </>
      ) : (
        <>
          <button
            type="button"
            className={classes['chip']}
            data-first={one.category === DiagnosisCategory.Primary}
            onClick={() => onChange({ category: otherCategory[one.category] })}
          >
            {category}
            <span className="unseen">, {change(category, one.name)}</span>
          </button>
          <button type="button" className={classes['chip']} onClick={() => onChange({ type: otherType[one.type] })}>
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

export const Diagnoses = ({ visit, patients, hasSeveral, isReadOnly }: Props) => {
  const { data, error, refetch } = useQuery(diagnosesQuery(visit.id))
  const [isAdding, setAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const focusAfter = useFocusAfter()
  const finish = () => {
    setAdding(false)
    focusAfter(() => opener.current)
  }
  const known = data ?? []
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
