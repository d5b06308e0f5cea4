import { useId } from 'react'
import { settingsText } from '../../../text/en-settings.ts'
import type { Typing } from '../words/Inputs.tsx'
import classes from './Messages.module.css'

type Props = { readonly form: Typing; readonly names: readonly string[] }

/** What is filled in when a message is sent. One that is pressed is inserted where the text was being written. */
export const Placeholders = ({ form, names }: Props) => {
  const { placeholders, placeholdersHint, placeholder, insert, meanings } = settingsText.messages
  const id = useId()
  const put = (name: string) => {
    const field = document.getElementById(form.idOf('text'))
    if (!(field instanceof HTMLTextAreaElement)) return
    const { selectionStart: from, selectionEnd: until, value } = field
    const written = placeholder(name)
    form.type('text', `${value.slice(0, from)}${written}${value.slice(until)}`)
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(from + written.length, from + written.length)
    })
  }
  return (
    <section className={classes['placeholders']} aria-labelledby={id}>
      <h3 id={id}>{placeholders}</h3>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="button small"
              aria-label={insert(name, meanings[name] ?? name)}
              title={meanings[name]}
              onClick={() => put(name)}
            >
              {placeholder(name)}
            </button>
          </li>
        ))}
      </ul>
      <p>{placeholdersHint}</p>
    </section>
  )
}
