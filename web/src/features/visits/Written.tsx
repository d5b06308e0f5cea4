import type { ConsultationNote } from '../../api/records.ts'
import { dateText, timeText } from '../../format.ts'
import { text } from '../../text/en.ts'
import classes from './NotePane.module.css'

/** A note that was written, for whoever only reads it. */
export const Written = ({
  notes,
  timeZone,
}: {
  readonly notes: readonly ConsultationNote[]
  readonly timeZone: string
}) => (
  <>
    {notes.map((note) => (
      <div key={note.url} className={classes['written']}>
        {note.addendum && (
          <h2>
            {text.visit.note.addendum}{' '}
            <time dateTime={note.created}>
              {dateText(note.created, timeZone)} {timeText(note.created, timeZone)}
            </time>
          </h2>
        )}
        <p>{note.text}</p>
      </div>
    ))}
  </>
)
