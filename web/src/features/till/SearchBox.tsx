import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { ListOption } from '../../shared/ListOption.tsx'
import classes from './Till.module.css'

export type Choice = { readonly key: string; readonly shown: ReactNode; readonly run: () => void }

type Shown = {
  readonly label: string
  readonly placeholder: string
  readonly listLabel: string
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly choices: readonly Choice[]
  /** Enter, with nothing to choose from. */
  readonly onSubmit?: (() => void) | undefined
  /** Answers whether the key was taken. */
  readonly onKey?: ((event: KeyboardEvent<HTMLInputElement>) => boolean) | undefined
  readonly icon?: ReactNode
  readonly hint?: string
  readonly box: RefObject<HTMLInputElement | null>
  /** What is to be said below the choices: that there are none, or more. */
  readonly note?: string | undefined
}

/** A line to type into, with what was found below it. */
export const SearchBox = ({
  label,
  placeholder,
  listLabel,
  typed,
  onType,
  choices,
  onSubmit,
  onKey,
  icon,
  hint,
  box,
  note,
}: Shown) => {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, choices.length - 1)
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (onKey?.(event) === true) return event.preventDefault()
    if (event.key === 'ArrowDown') setChosen((at + 1) % Math.max(choices.length, 1))
    else if (event.key === 'ArrowUp') setChosen((at - 1 + choices.length) % Math.max(choices.length, 1))
    else if (event.key === 'Enter') (choices[at]?.run ?? onSubmit)?.()
    else return
    event.preventDefault()
  }
  return (
    <div className={classes['find']}>
      {icon}
      <input
        ref={box}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={choices.length > 0 ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={127}
        placeholder={placeholder}
        value={typed}
        onChange={({ target }) => {
          onType(target.value)
          setChosen(0)
        }}
        onKeyDown={press}
      />
      {hint !== undefined && typed === '' && <span className={classes['hint']}>{hint}</span>}
      <div className={classes['choices']} hidden={choices.length === 0 && note === undefined}>
        <div id={`${id}-list`} role="listbox" aria-label={listLabel} hidden={choices.length === 0}>
          {choices.map(({ key, shown, run }, index) => (
            <ListOption
              key={key}
              id={`${id}-${index}`}
              isChosen={index === at}
              className={classes['choice']}
              onMouseMove={() => setChosen(index)}
              onClick={run}
            >
              {shown}
            </ListOption>
          ))}
        </div>
        <p className={classes['note']} role="status">
          {note}
        </p>
      </div>
    </div>
  )
}
