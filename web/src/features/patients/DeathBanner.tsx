import { composite, entry } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { clientKey } from '../../api/client.ts'
import { patientKey } from '../../api/patient.ts'
import { type Appointment, idOf, type Patient } from '../../api/records.ts'
import { calendarDateText } from '../../format.ts'
import classes from '../../shared/record.module.css'
import { useWrite } from '../../shared/use-write.ts'
import { text } from '../../text/en.ts'
import { bookedQuery } from './queries.ts'

/** As many as one request may change. */
const maxCancelled = 50

/** Cancels appointments or books them again: all of them or none. */
const setActive = async (appointments: readonly Appointment[], active: boolean, key?: string) => {
  const entries = appointments.map((appointment) =>
    entry(`appointment${appointment.id}`, 'PATCH', '/appointment/{id}/', {
      path: { id: appointment.id },
      body: { active },
      ifMatch: appointment,
    }),
  )
  return Object.values(await composite(api, entries, { key })).map(({ body }) => body!)
}

type Props = { readonly patient: Patient; readonly died: string; readonly mayCancel: boolean }

/** Says that a patient has died. What is still booked for it alone is offered for cancelling; its reminders go with it. */
export const DeathBanner = ({ patient, died, mayCancel }: Props) => {
  const [from] = useState(() => new Date().toISOString())
  const owner = idOf(patient.client)
  const { data } = useQuery({ ...bookedQuery(owner, from), enabled: mayCancel })
  const booked = (data ?? [])
    .filter(({ patients }) => patients.length === 1 && idOf(patients[0]!) === patient.id)
    .slice(0, maxCancelled)
  const { write, isBusy } = useWrite({
    send: (appointments: readonly Appointment[], key) => setActive(appointments, false, key),
    refresh: () => [clientKey(owner), patientKey(patient.id)],
    said: ({ result }) => text.patient.death.cancelled(result.length),
    undo: ({ result }) => setActive(result, true),
  })
  return (
    <div className={classes['banner']} role="status">
      <span>
        <strong>{text.patient.death.banner(patient.name, calendarDateText(died, new Date(0)))}</strong>{' '}
        {patient.reason_of_death}
      </span>
      {booked.length > 0 && (
        <>
          <span>{text.patient.death.booked(booked.length)}</span>
          <button type="button" className="button small" aria-busy={isBusy} onClick={() => void write(booked)}>
            {text.patient.death.cancelAll(booked.length)}
          </button>
        </>
      )}
    </div>
  )
}
