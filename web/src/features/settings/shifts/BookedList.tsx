import { IconAlertTriangleFilled } from '@tabler/icons-react'
import type { Appointment, User } from '../../../api/records.ts'
import { familyNameOf, nameOfUser } from '../../../api/records.ts'
import { dayText, timeText } from '../../../format.ts'
import { ErrorState } from '../../../shared/states.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import classes from './Shifts.module.css'
import type { Booked } from './use-booked.ts'
import { dateOfBooked } from './week.ts'

const nameOf = ({ patients_data, client_data, title, notes }: Appointment) => {
  const pets = (patients_data ?? []).map(({ name }) => name).join(', ')
  const family = client_data ? familyNameOf(client_data) : ''
  if (pets !== '' && family !== '') return settingsText.shifts.booked.pet(pets, family)
  return pets || family || title || notes.split('\n', 1)[0] || settingsText.shifts.booked.unnamed
}

type Props = {
  /** What was asked for, and what of it is concerned. */
  readonly of: Booked
  readonly concerned: readonly Appointment[]
  readonly title: string
  readonly timeZone: string
  /** Of whom, where several people are concerned. */
  readonly people?: readonly User[]
}

const Found = ({ concerned, title, timeZone, people }: Omit<Props, 'of'>) => {
  const words = settingsText.shifts.booked
  const names = new Map(people?.map((person) => [person.url, nameOfUser(person)]))
  const named = (one: Appointment) => {
    const person = names.get(one.user)
    return person === undefined ? nameOf(one) : words.of(person, nameOf(one))
  }
  if (concerned.length === 0) return <p className={classes['quiet']}>{words.none}</p>
  return (
    <div className={classes['booked']}>
      <IconAlertTriangleFilled size={16} aria-hidden="true" />
      <div>
        <strong>{title}</strong>
        <ul>
          {concerned.map((one) => (
            <li key={one.id}>
              <span className={classes['when']}>
                {words.at(dayText(dateOfBooked(one, timeZone)), timeText(one.start, timeZone))}
              </span>
              <span>
                <strong>{named(one)}</strong> {one.reason_data?.name}
              </span>
            </li>
          ))}
        </ul>
        <p>{words.stay}</p>
      </div>
    </div>
  )
}

/** The appointments that a change leaves outside of the shifts: how many, and which. */
export const BookedList = ({ of, ...found }: Props) => {
  const words = settingsText.shifts.booked
  return (
    <div role="status">
      {!of.isAsked ? null : !of.isKnown && of.error !== null ? (
        <ErrorState error={of.error} what={words.what} onRetry={() => void of.refetch()} />
      ) : !of.isSeen ? (
        <p className={classes['quiet']}>{words.unseen}</p>
      ) : of.isKnown ? (
        <Found {...found} />
      ) : (
        <p className={classes['quiet']}>{words.reading}</p>
      )}
    </div>
  )
}
