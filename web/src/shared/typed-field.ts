import { type ChangeEvent, type KeyboardEvent, useState } from 'react'

type Typed = {
  /** What is chosen, and how it is shown. */
  readonly value: string
  readonly shown: (value: string) => string
  readonly read: (typed: string) => string | undefined
  /** What is taken while somebody is still typing: nothing that may be the beginning of something else. */
  readonly isComplete: (typed: string) => boolean
  /** Whether nothing may be chosen. */
  readonly isOptional?: boolean | undefined
  readonly onChange: (value: string) => void
}

/**
 * A field that is typed freely and read leniently. `data-unread` says that what is typed cannot be read, or is not yet what is
 * chosen: a form waits for it.
 */
export const useTypedField = ({ value, shown, read: readTyped, isComplete, isOptional = false, onChange }: Typed) => {
  const read = (typed: string) => (isOptional && typed.trim() === '' ? '' : readTyped(typed))
  const [draft, setDraft] = useState<{ typed: string; over: readonly string[]; isLeft: boolean }>()
  /** What was chosen here and has not come back as the value yet. */
  const [pending, setPending] = useState<string>()
  if (pending === value) setPending(undefined)
  const over = pending === undefined ? [value] : [value, pending]
  // Another choice made elsewhere replaces what was typed before; one made here, before more was typed, does not.
  const live = draft !== undefined && (draft.over.includes(value) || read(draft.typed) === value) ? draft : undefined
  const meant = live === undefined ? value : read(live.typed)
  const choose = (chosen: string) => {
    setPending(chosen)
    onChange(chosen)
  }
  const take = () => {
    if (live === undefined) return
    if (live.typed.trim() === '' && !isOptional) return setDraft(undefined)
    if (meant === undefined) return setDraft({ ...live, isLeft: true })
    setDraft({ typed: meant === '' ? '' : shown(meant), over, isLeft: true })
    if (meant !== value) choose(meant)
  }
  return {
    isWrong: live !== undefined && live.isLeft && meant === undefined,
    input: {
      value: live?.typed ?? (value === '' ? '' : shown(value)),
      'data-unread': meant === undefined ? 'wrong' : meant === value ? undefined : 'waiting',
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        setDraft({ typed: target.value, over, isLeft: false })
        const found = read(target.value)
        if (found !== undefined && found !== value && isComplete(target.value.trim())) choose(found)
      },
      onBlur: take,
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Enter') take()
      },
    },
  }
}
