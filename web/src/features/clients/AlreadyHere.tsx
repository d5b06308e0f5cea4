import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Ref, useState } from 'react'
import type { Patient } from '../../api/records.ts'
import { timeText } from '../../format.ts'
import { text } from '../../text/en.ts'
import { checkInNow } from './check-in.ts'
import type { Present } from './present.ts'
import classes from './NewClient.module.css'

const words = text.registration.present

type Shown = {
  readonly place: Ref<HTMLDivElement>
  readonly present: Present
  readonly animal: Patient
  readonly timeZone: string
  readonly onCheckedIn: () => void
  /** Admits the animal a second time, because somebody wants that. */
  readonly onSecond: () => void
}

/** Says that the animal is here or expected, with the step that fits. */
export const AlreadyHere = ({ place, present, animal, timeZone, onCheckedIn, onSecond }: Shown) => {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const name = animal.name || '–'
  const checkIn = async () => {
    if (isBusy || 'visit' in present) return
    const { appointment } = present
    setBusy(true)
    const isNamed = appointment.patients.length > 0
    const isDone = isNamed
      ? await checkInNow(queries, appointment)
      : await checkInNow(queries, { ...appointment, patients_data: [animal] }, [animal.url])
    setBusy(false)
    if (isDone) onCheckedIn()
  }
  return (
    <div className={classes['kept']} role="status" ref={place}>
      <span>
        {'visit' in present
          ? words.here(name)
          : words.booked(
              present.appointment.patients.length > 0 ? name : undefined,
              timeText(present.appointment.start, timeZone),
            )}
      </span>
      {'visit' in present ? (
        <Link className="button small" to="/visits/$id/" params={{ id: String(present.visit.id) }}>
          {words.open}
        </Link>
      ) : (
        <button type="button" className="button small" aria-busy={isBusy} onClick={() => void checkIn()}>
          {text.records.actions.checkIn(name)}
        </button>
      )}
      <button type="button" className="button small" onClick={onSecond}>
        {'visit' in present ? words.second : words.apart}
      </button>
    </div>
  )
}
