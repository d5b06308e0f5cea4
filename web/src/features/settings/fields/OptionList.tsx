import { IconArchive, IconRestore } from '@tabler/icons-react'
import { problemOf } from '../../../shared/form.tsx'
import form from '../../../shared/form.module.css'
import { settingsText } from '../../../text/en-settings.ts'
import type { Typing } from '../words/Inputs.tsx'
import classes from './Fields.module.css'
import type { TypedOption } from './field-draft.ts'

type Props = { readonly form: Typing; readonly options: readonly TypedOption[] }

/** What can be chosen, a line each. The last line is empty: whoever types there adds another. */
export const OptionList = ({ form: typing, options }: Props) => {
  const words = settingsText.fields.form
  const id = typing.idOf('options')
  const isLastEmpty = options.at(-1)?.name === ''
  const lines = isLastEmpty ? options : [...options, { name: '', archived: false }]
  const change = (at: number, changed: Partial<TypedOption>) =>
    typing.type(
      'options',
      lines.map((option, index) => (index === at ? { ...option, ...changed } : option)),
    )
  const take = (at: number) =>
    lines[at]?.id === undefined
      ? typing.type(
          'options',
          lines.filter((_, index) => index !== at),
        )
      : change(at, { archived: true })
  return (
    <fieldset className={form['group']} aria-describedby={`${id}-hint`}>
      <legend className={form['legend']}>{words.options}</legend>
      {typing.problems[id] !== undefined && (
        <p id={`${id}-problem`} className={form['problem']}>
          {typing.problems[id]}
        </p>
      )}
      <ul className={classes['options']}>
        {lines.map((option, at) => (
          <li key={option.id ?? `new ${at}`} data-archived={option.archived}>
            <input
              {...(at === 0 ? { id, ...problemOf(id, typing.problems) } : {})}
              className={form['input']}
              aria-label={at === lines.length - 1 ? words.newOption : words.option(at + 1)}
              placeholder={at === lines.length - 1 ? words.newOption : undefined}
              maxLength={255}
              autoComplete="off"
              value={option.name}
              onChange={({ target }) => change(at, { name: target.value })}
            />
            {option.archived && <span className={classes['noLonger']}>{words.noLonger}</span>}
            {at < lines.length - 1 && (
              <button
                type="button"
                className="icon-button"
                aria-label={option.archived ? words.restoreOption(option.name) : words.archiveOption(option.name)}
                onClick={() => (option.archived ? change(at, { archived: false }) : take(at))}
              >
                {option.archived ? (
                  <IconRestore size={18} stroke={1.6} aria-hidden="true" />
                ) : (
                  <IconArchive size={18} stroke={1.6} aria-hidden="true" />
                )}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p id={`${id}-hint`} className={form['hint']}>
        {words.optionsHint}
      </p>
    </fieldset>
  )
}
