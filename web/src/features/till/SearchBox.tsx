import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { ListOption } from '../../shared/ListOption.tsx'
import { useCombobox } from '../../shared/use-combobox.ts'
import classes from './Till.module.css'

export type Choice = { readonly key: string; readonly shown: ReactNode; readonly run: () => void }

type Props = {
  readonly label: string
  readonly placeholder: string
  readonly listLabel: string
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly choices: readonly Choice[]
  /** Enter, with nothing to choose from. */
  readonly onSubmit?: (() => void) | undefined
  /** Returns whether the key was taken. */
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
}: Props) => {
  const { reset, field, list, option } = useCombobox({
    count: choices.length,
    isOpen: choices.length > 0,
    onKey,
    onEnter: (at) => (choices[at]?.run ?? onSubmit)?.(),
  })
  return (
    <div className={classes['find']}>
      {icon}
      <input
        {...field}
        ref={box}
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={({ target }) => {
          onType(target.value)
          reset()
        }}
      />
      {hint !== undefined && typed === '' && <span className={classes['hint']}>{hint}</span>}
      <div className={classes['choices']} hidden={choices.length === 0 && note === undefined}>
        <div {...list} aria-label={listLabel} hidden={choices.length === 0}>
          {choices.map(({ key, shown, run }, index) => (
            <ListOption key={key} {...option(index)} className={classes['choice']} onClick={run}>
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
