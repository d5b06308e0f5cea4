import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { type Place, previewQuery, type Wording } from '../../../api/messagetemplate.ts'
import { fieldProblemsOf, messageOf } from '../../../api/problem.ts'
import { useSettled } from '../../../shared/useSettled.ts'
import { settingsText } from '../../../text/en-settings.ts'
import words from '../words/Words.module.css'
import classes from './Messages.module.css'

/** What the service refuses of a wording, in its words. */
const problemIn = (error: unknown) =>
  Object.values(fieldProblemsOf(error))
    .flatMap((found) => found.map(({ message }) => message))
    .join(' ') || messageOf(error)

/** The message as the service composes it, for a client that does not exist. */
export const MessagePreview = ({ place, wording }: { readonly place: Place; readonly wording: Wording }) => {
  const { preview, parts, length } = settingsText.messages
  const id = useId()
  const { subject, text } = wording
  const asked = useSettled(
    useMemo(() => ({ subject, text }), [subject, text]),
    250,
  )
  const { data, error } = useQuery({ ...previewQuery(place, asked), enabled: asked.text.trim() !== '' })
  return (
    <section className={words['preview']} aria-labelledby={id} aria-live="polite">
      <h3 id={id}>{preview}</h3>
      {error !== null ? (
        <p className={classes['problem']}>{problemIn(error)}</p>
      ) : (
        data !== undefined && (
          <div lang={place.language}>
            {data.subject !== '' && <p className={classes['subject']}>{data.subject}</p>}
            <p className={classes['message']}>{data.text}</p>
          </div>
        )
      )}
      {error === null && data !== undefined && data.sms_parts !== null && (
        <p className={classes['length']}>{length([...data.text].length, parts(data.sms_parts))}</p>
      )}
    </section>
  )
}
