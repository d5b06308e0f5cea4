import { AppointmentType } from '@fetlock/sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Appointment, Department, User } from '../../api/records.ts'
import { dateIn, dayText, timeText } from '../../format.ts'
import type { CalendarSearch } from './search.ts'
import { text } from '../../text/en.ts'
import { BookPanel } from './BookPanel.tsx'
import { CancelPanel } from './CancelPanel.tsx'
import { MovePanel } from './MovePanel.tsx'
import type { Moves } from './moves.ts'
import { cancel } from './offers.ts'
import type { Times } from './times.ts'
import type { Form } from './useForm.ts'
import type { Placing } from './usePlacing.ts'
import { WhoPanel } from './WhoPanel.tsx'

const EditPanel = lazy(() => import('./EditPanel.tsx').then((module) => ({ default: module.EditPanel })))

type Props = {
  readonly form: Form
  readonly placing: Placing
  readonly moves: Moves
  readonly date: string
  readonly today: string
  readonly staff: readonly User[]
  readonly departments: readonly Department[]
  readonly mayFind: boolean
  readonly set: (changes: Partial<CalendarSearch>) => void
  readonly onBooked: (appointment: Appointment) => void
  readonly onCancelled: (appointment: number) => void
}

/** The form that the address says is open. */
export const Panels = ({
  form,
  placing,
  moves,
  date,
  today,
  staff,
  departments,
  mayFind,
  set,
  onBooked,
  onCancelled,
}: Props) => {
  const search = useSearch({ from: '/calendar' })
  const navigate = useNavigate()
  const { chosen, subject, timeZone, close } = form
  const { nameOf, placeOf, place } = placing
  const panelTime = (moment: number) => timeText(new Date(moment), timeZone)
  const times: Times | undefined = chosen && {
    chosen,
    date,
    today,
    staff,
    departments,
    timeZone,
    free: form.free,
    refusal: form.refusal,
    nameOf,
    timeText: panelTime,
    momentText: (moment) => {
      const day = dateIn(new Date(moment), timeZone)
      return day === today ? panelTime(moment) : `${dayText(day)} ${panelTime(moment)}`
    },
    onChange: form.change,
  }
  if (search.book === true)
    return (
      times && (
        <BookPanel
          times={times}
          reason={form.reason}
          coming={search}
          complaint={search.complaint}
          placeOf={placeOf}
          onReason={form.chooseReason}
          onComing={({ client, patient }) => set({ client, patient })}
          onBooked={(made) => {
            if (search.recalls !== undefined) return void navigate({ to: '/recalls/', search: search.recalls })
            close()
            return onBooked(made)
          }}
          onClose={close}
        />
      )
    )
  if (subject === undefined) return null
  const key = subject.id
  if (search.move !== undefined)
    return (
      times && (
        <MovePanel
          key={key}
          entry={subject}
          times={times}
          onMove={(to, tells) => {
            close()
            place(subject, to, tells)
          }}
          onClose={close}
        />
      )
    )
  if (search.edit !== undefined)
    return (
      times && (
        <Suspense>
          <EditPanel key={key} entry={subject} times={times} placeOf={placeOf} onSaved={close} onClose={close} />
        </Suspense>
      )
    )
  if (search.cancel !== undefined)
    return (
      <CancelPanel
        key={key}
        entry={subject}
        place={placeOf(subject.appointment)}
        mayFind={mayFind}
        onCancel={(reason) => {
          close()
          onCancelled(subject.id)
          void cancel(
            moves,
            subject,
            reason,
            text.calendar.wasCancelled(subject.name, placeOf(subject.appointment)),
            placeOf,
          )
        }}
        onClose={close}
      />
    )
  return (
    <WhoPanel
      key={key}
      entry={subject}
      onChoose={({ client, patients, name }) => {
        close()
        void moves.change({
          entry: subject,
          changes: { client, patients: [...patients], type: AppointmentType.Consultation },
          said: text.calendar.clientSet(placeOf(subject.appointment), name),
          placeOf,
        })
      }}
      onClose={close}
    />
  )
}
