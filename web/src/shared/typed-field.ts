import { type ChangeEvent, type KeyboardEvent, useState } from 'react'

type Typed = {
  /** What is chosen, and how it is shown. */
  readonly value: string
  readonly shown: (value: string) => string
  readonly read: (typed: string) => string | undefined
  /** What is taken while somebody is still typing: nothing that may be the beginning of something else. */
  readonly isComplete: (typed: string) => boolean
  readonly onChange: (value: string) => void
}

/**
 * A field that is typed freely and read leniently. `data-unread` says that what is typed cannot be read, or is not yet what is
 * chosen: a form waits for it.
 */
export const useTypedField = ({ value, shown, read, isComplete, onChange }: Typed) => {
  const [draft, setDraft] = useState<{ typed: string; over: string; isLeft: boolean }>()
  // Another choice made elsewhere replaces what was typed before.
  const live = draft !== undefined && (draft.over === value || read(draft.typed) === value) ? draft : undefined
  const meant = live === undefined ? value : read(live.typed)
  const take = () => {
    if (live === undefined) return
    if (live.typed.trim() === '') return setDraft(undefined)
    if (meant === undefined) return setDraft({ ...live, isLeft: true })
    setDraft({ typed: shown(meant), over: value, isLeft: true })
    if (meant !== value) onChange(meant)
  }
  return {
    isWrong: live !== undefined && live.isLeft && meant === undefined,
    input: {
      value: live?.typed ?? (value === '' ? '' : shown(value)),
      'data-unread': meant === undefined ? 'wrong' : meant === value ? undefined : 'waiting',
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        setDraft({ typed: target.value, over: value, isLeft: false })
        const found = read(target.value)
        if (found !== undefined && found !== value && isComplete(target.value.trim())) onChange(found)
      },
      onBlur: take,
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Enter') take()
      },
    },
  }
}
