import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { changeRecord } from '../../api/change.ts'
import type { Values } from '../../api/versions.ts'
import { messageOf } from '../../api/problem.ts'
import { type Appointment, idOf, type Patient } from '../../api/records.ts'
import { request } from '../../api/request.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { Dialog } from '../../shared/Dialog.tsx'
import { say, sayProblem } from '../../shared/toasts.ts'
import { calendarDateText, dateIn } from '../../format.ts'
import edit from '../../shared/edit/edit.module.css'
import { text } from '../../text/en.ts'
import { FieldInput } from '../../shared/edit/FieldInput.tsx'
import { bodyOf, type Field, valuesOf } from '../../shared/edit/fields.ts'
import { patientAppointmentsQuery } from './queries.ts'
import classes from '../../shared/record.module.css'

const change = async (patient: Patient, mine: Values) => {
  const changed = await changeRecord<Patient>({
    path: `/patient/${patient.id}/`,
    before: patient,
    mine,
    read: valuesOf,
    toBody: bodyOf,
  })
  return changed.kind === 'saved' ? changed.record : changed.now
}

const fields: readonly Field[] = [
  { name: 'deceased', label: text.patient.death.day, kind: 'date' },
  { name: 'reason_of_death', label: text.patient.death.reason, kind: 'text' },
]

const useRefresh = ({ id }: Patient) => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['patient', id] })
}

const DeathForm = ({ patient, timeZone, onDone }: { patient: Patient; timeZone: string; onDone: () => void }) => {
  const refresh = useRefresh(patient)
  const [draft, setDraft] = useState({
    deceased: dateIn(new Date(), timeZone),
    reason_of_death: patient.reason_of_death,
  })
  const [problem, setProblem] = useState<string>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      const now = await change(patient, draft)
      onDone()
      say(text.patient.death.done(patient.name), {
        undo: async () => {
          await change(now, { deceased: null, reason_of_death: patient.reason_of_death })
          await refresh()
        },
      })
      await refresh()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <Dialog label={text.patient.death.title(patient.name)} onClose={onDone}>
      <form className={classes['dialog']} noValidate onSubmit={(event) => void save(event)}>
        <h2>{text.patient.death.title(patient.name)}</h2>
        {fields.map((field, index) => (
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
          <button type="submit" className="button primary">
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

/** Marks a patient as deceased, and takes that back. */
export const DeathMenu = ({ patient, timeZone }: { readonly patient: Patient; readonly timeZone: string }) => {
  const [isOpen, setOpen] = useState(false)
  const refresh = useRefresh(patient)
  const isDead = patient.deceased !== null
  const action = useMemo((): Action => {
    const revive = async () => {
      const { deceased, reason_of_death } = patient
      const now = await change(patient, { deceased: null, reason_of_death: '' })
      say(text.patient.death.undone(patient.name), {
        undo: async () => {
          await change(now, { deceased, reason_of_death })
          await refresh()
        },
      })
      await refresh()
    }
    return isDead
      ? {
          id: 'not deceased',
          title: text.patient.death.undo,
          group: 'here',
          run: () => void revive().catch(sayProblem),
        }
      : { id: 'deceased', title: text.patient.death.mark, group: 'here', run: () => setOpen(true) }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the refresh is of the same patient
  }, [patient, isDead])
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

const setActive = ({ id, modified }: Appointment, active: boolean) =>
  request<Appointment>('PATCH', `/appointment/${id}/`, { body: { active }, ifModified: modified })

/** Says that a patient has died. What is still booked for it alone is offered for cancelling; its reminders go with it. */
export const DeathBanner = ({
  patient,
  died,
  mayCancel,
}: {
  readonly patient: Patient
  readonly died: string
  readonly mayCancel: boolean
}) => {
  const queries = useQueryClient()
  const [from] = useState(() => new Date().toISOString())
  const { data } = useQuery({ ...patientAppointmentsQuery(idOf(patient.client), from), enabled: mayCancel })
  const booked = (data?.results ?? []).filter(
    ({ patients }) => patients.length === 1 && idOf(patients[0]!) === patient.id,
  )
  const cancelAll = async () => {
    const cancelled: Appointment[] = []
    for (const appointment of booked) cancelled.push(await setActive(appointment, false))
    const refresh = () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['client', idOf(patient.client)] }),
        queries.invalidateQueries({ queryKey: ['patient', patient.id] }),
      ])
    say(text.patient.death.cancelled(cancelled.length), {
      undo: async () => {
        for (const appointment of cancelled) await setActive(appointment, true)
        await refresh()
      },
    })
    await refresh()
  }
  return (
    <div className={classes['banner']} role="status">
      <span>
        <strong>{text.patient.death.banner(patient.name, calendarDateText(died, new Date(0)))}</strong>{' '}
        {patient.reason_of_death}
      </span>
      {booked.length > 0 && (
        <>
          <span>{text.patient.death.booked(booked.length)}</span>
          <button type="button" className="button small" onClick={() => void cancelAll().catch(sayProblem)}>
            {text.patient.death.cancelAll(booked.length)}
          </button>
        </>
      )}
    </div>
  )
}
