import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import type { Patient } from '../../api/records.ts'
import { timeText } from '../../format.ts'
import { text } from '../../text/en.ts'
import { useCheckInNow } from './check-in.ts'
import type { Present } from './present.ts'
import classes from './NewClient.module.css'

type Props = {
  readonly place: Ref<HTMLDivElement>
  readonly present: Present
  readonly animal: Patient
  readonly timeZone: string
  readonly onCheckedIn: () => void
  /** Admits the animal a second time, because somebody wants that. */
  readonly onSecond: () => void
}

/** Says that the animal is here or expected, with the step that fits. */
export const AlreadyHere = ({ place, present, animal, timeZone, onCheckedIn, onSecond }: Props) => {
  const { write, isBusy } = useCheckInNow(onCheckedIn)
  const name = animal.name || '–'
  const checkIn = ({ appointment }: Extract<Present, { readonly appointment: unknown }>) =>
    write(
      appointment.patients.length > 0
        ? { appointment }
        : { appointment: { ...appointment, patients_data: [animal] }, animals: [animal.url] },
    )
  return (
    <div className={classes['kept']} role="status" ref={place}>
      <span>
        {'visit' in present
          ? text.registration.present.here(name)
          : text.registration.present.booked(
              present.appointment.patients.length > 0 ? name : undefined,
              timeText(present.appointment.start, timeZone),
            )}
      </span>
      {'visit' in present ? (
        <Link className="button small" to="/visits/$id/" params={{ id: String(present.visit.id) }}>
          {text.registration.present.open}
        </Link>
      ) : (
        <button type="button" className="button small" aria-busy={isBusy} onClick={() => void checkIn(present)}>
          {text.records.actions.checkIn(name)}
        </button>
      )}
      <button type="button" className="button small" onClick={onSecond}>
        {'visit' in present ? text.registration.present.second : text.registration.present.apart}
      </button>
    </div>
  )
}
