import { IconPhone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { idOf, nameOfClient, type PhoneNumber, type Recall } from '../../api/records.ts'
import { calendarDateText, dateIn, dateText } from '../../format.ts'
import page from '../../shared/page.module.css'
import type { RecallsSearch } from '../../shared/recalls-search.ts'
import { SpeciesIcon } from '../../shared/SpeciesIcon.tsx'
import { recallsText as words } from '../../text/recalls.ts'
import { bookingOf } from './booking.ts'
import classes from './Recalls.module.css'
import { Written } from './written.tsx'

export type Listed = {
  readonly recalls: readonly Recall[]
  readonly search: RecallsSearch
  readonly today: string
  readonly timeZone: string
  readonly reasons: ReadonlyMap<string, number>
  /** In the call list each row has its numbers. */
  readonly phones: ReadonlyMap<string, readonly PhoneNumber[]> | undefined
  readonly mayBook: boolean
  readonly mayCall: boolean
  readonly onCall: (recall: number) => void
}

export const itemOf = ({ item_data: item }: Recall) => item?.print_name || item?.name || ''

type OfRow = Omit<Listed, 'recalls'> & { readonly recall: Recall }

/** What comes next: nothing where they come anyway, a call where nothing can be sent, and else an appointment. */
const Next = ({ recall, search, today, timeZone, reasons, mayBook, mayCall, onCall }: OfRow) => {
  const { id, reason, called, appointment, appointment_data: booked } = recall
  const name = recall.patient_data?.name ?? ''
  if (appointment !== null)
    return (
      <span className={classes['booked']}>
        {booked != null && (
          <Link to="/calendar/" search={{ date: dateIn(new Date(booked.start), timeZone) }}>
            {words.booked(dateText(booked.start, timeZone))}
          </Link>
        )}
      </span>
    )
  return (
    <>
      {mayCall && reason !== '' && called === null && (
        <button type="button" className="button small" aria-label={words.callAbout(name)} onClick={() => onCall(id)}>
          <IconPhone size={14} stroke={1.6} aria-hidden="true" /> {words.call}
        </button>
      )}
      {mayBook && (
        <Link
          className="button small"
          to="/calendar/"
          search={bookingOf(recall, { item: itemOf(recall), reason: reasons.get(recall.item), today, search })}
          aria-label={words.bookFor(name)}
          data-book={id}
        >
          {words.book}
        </Link>
      )}
    </>
  )
}

const Row = (row: OfRow) => {
  const { recall, today, phones, search } = row
  const { id, due, patient, patient_data: animal, client, client_data: owner } = recall
  const numbers = phones?.get(client) ?? []
  return (
    <tr data-chosen={search.call === id}>
      <td className={classes['due']} data-overdue={due < today}>
        {calendarDateText(due)}
      </td>
      <td className={classes['patient']}>
        <SpeciesIcon species={animal?.species ?? null} />{' '}
        <Link to="/patients/$id/" params={{ id: String(idOf(patient)) }} data-row={id}>
          {animal?.name || '–'}
        </Link>
      </td>
      <td className={`${classes['cut']} ${page['context']}`}>
        {owner != null && (
          <Link to="/clients/$id/" params={{ id: String(owner.id) }} title={nameOfClient(owner)}>
            {nameOfClient(owner)}
          </Link>
        )}
      </td>
      <td className={classes['cut']} title={itemOf(recall)}>
        {itemOf(recall)}
      </td>
      {phones !== undefined && (
        <td className={classes['phones']}>
          {numbers.length === 0
            ? words.noPhone
            : numbers.map((phone) => (
                <a key={phone.id} href={`tel:${phone.e164}`}>
                  {phone.phone_number}
                </a>
              ))}
        </td>
      )}
      <td>
        <Written recall={recall} timeZone={row.timeZone} />
      </td>
      <td className={classes['next']}>
        <span>
          <Next {...row} />
        </span>
      </td>
    </tr>
  )
}

/** Who is due, the longest overdue first. */
export const RecallTable = ({ recalls, ...rest }: Listed) => (
  <table className={`${page['table']} ${classes['table']}`}>
    <thead>
      <tr>
        <th scope="col">{words.columns.due}</th>
        <th scope="col">{words.columns.patient}</th>
        <th scope="col">{words.columns.client}</th>
        <th scope="col">{words.columns.item}</th>
        {rest.phones !== undefined && <th scope="col">{words.columns.phone}</th>}
        <th scope="col">{words.columns.written}</th>
        <th scope="col">
          <span className="unseen">{words.columns.action}</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {recalls.map((recall) => (
        <Row key={recall.id} recall={recall} {...rest} />
      ))}
    </tbody>
  </table>
)
