import { useNavigate } from '@tanstack/react-router'
import type { Patient } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import classes from './VisitPage.module.css'

const from = '/visits/$id'

/** Whose notes and charges are shown, where a visit has several patients. */
export const PatientTabs = ({
  patients,
  chosen,
}: {
  readonly patients: readonly Patient[]
  readonly chosen: number | undefined
}) => {
  const navigate = useNavigate({ from })
  const choose = (patient: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, patient }), replace: true })
  return (
    <div className={`segments ${classes['patients']}`} role="group" aria-label={text.visit.patients}>
      <button type="button" aria-pressed={chosen === undefined} onClick={() => choose(undefined)}>
        {text.visit.allPatients}
      </button>
      {patients.map(({ id, name }) => (
        <button key={id} type="button" aria-pressed={chosen === id} onClick={() => choose(id)}>
          {name || '–'}
        </button>
      ))}
    </div>
  )
}
