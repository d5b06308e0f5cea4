import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { patientKey, changePatient } from '../../api/patient.ts'
import { messageOf } from '../../api/problem.ts'
import type { Patient } from '../../api/records.ts'
import { dateIn } from '../../format.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { Dialog } from '../../shared/Dialog.tsx'
import edit from '../../shared/edit/edit.module.css'
import { FieldInput } from '../../shared/edit/FieldInput.tsx'
import type { Field } from '../../shared/edit/fields.ts'
import classes from '../../shared/record.module.css'
import { useWrite } from '../../shared/use-write.ts'
import { text } from '../../text/en.ts'

type Death = Pick<Patient, 'deceased' | 'reason_of_death'>

/** Says when a patient died, or that it lives; Undo brings back what was there before. */
const useDeath = (patient: Patient, onDone?: () => void, onProblem?: (error: unknown) => void) => {
  const { deceased, reason_of_death, name } = patient
  return useWrite({
    send: (death: Death, key) => changePatient(patient, death, key),
    refresh: () => [patientKey(patient.id)],
    said: ({ variables }) =>
      variables.deceased === null ? text.patient.death.undone(name) : text.patient.death.done(name),
    undo: ({ result }) => changePatient(result, { deceased, reason_of_death }),
    onDone: () => onDone?.(),
    ...(onProblem && { onProblem }),
  })
}

const fieldsOf = (): readonly Field[] => [
  { name: 'deceased', label: text.patient.death.day, kind: 'date' },
  { name: 'reason_of_death', label: text.patient.death.reason, kind: 'text' },
]

type FormProps = { readonly patient: Patient; readonly timeZone: string; readonly onDone: () => void }

const DeathForm = ({ patient, timeZone, onDone }: FormProps) => {
  const [draft, setDraft] = useState({
    deceased: dateIn(new Date(), timeZone),
    reason_of_death: patient.reason_of_death,
  })
  const [problem, setProblem] = useState<string>()
  const { write, isBusy } = useDeath(patient, onDone, (error) => setProblem(messageOf(error)))
  const save = (event: FormEvent) => {
    event.preventDefault()
    void write(draft)
  }
  return (
    <Dialog label={text.patient.death.title(patient.name)} onClose={onDone}>
      <form className={classes['dialog']} noValidate onSubmit={save}>
        <h2>{text.patient.death.title(patient.name)}</h2>
        {fieldsOf().map((field, index) => (
          <FieldInput
            key={field.name}
            id={`death-${field.name}`}
            field={field}
            draft={draft}
            problem={index === 0 ? problem : undefined}
            onChange={(name, value) => setDraft((before) => ({ ...before, [name]: value }))}
          />
        ))}
        <div className={edit['buttons']}>
          <button type="submit" className="button primary" aria-busy={isBusy}>
            {text.patient.death.confirm}
          </button>
          <button type="button" className="button" onClick={onDone}>
            {text.records.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

type MenuProps = { readonly patient: Patient; readonly timeZone: string }

/** Marks a patient as deceased, and takes that back. */
export const DeathMenu = ({ patient, timeZone }: MenuProps) => {
  const [isOpen, setOpen] = useState(false)
  const { write } = useDeath(patient)
  const isDead = patient.deceased !== null
  const action = useMemo(
    (): Action =>
      isDead
        ? {
            id: 'not deceased',
            title: text.patient.death.undo,
            group: 'here',
            run: () => void write({ deceased: null, reason_of_death: '' }),
          }
        : { id: 'deceased', title: text.patient.death.mark, group: 'here', run: () => setOpen(true) },
    [isDead, write],
  )
  useActions(useMemo(() => [action], [action]))
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <button type="button" className="button" aria-label={text.records.actions.more}>
            <IconDots size={18} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={action.run}>{action.title}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && <DeathForm patient={patient} timeZone={timeZone} onDone={() => setOpen(false)} />}
    </>
  )
}
