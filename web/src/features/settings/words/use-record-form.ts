import type { QueryKey } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { fieldProblemsOf, messageOf } from '../../../api/problem.ts'
import type { Values } from '../../../api/versions.ts'
import { problemsBy, useProblems } from '../../../shared/problems.tsx'
import { showToast } from '../../../shared/toasts.ts'
import { useDraft } from '../../../shared/use-draft.ts'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'

type Shown = { readonly url: string; readonly modified: string }

type Store<T, D> = {
  /** What of a record is typed over; without a record, what a new one begins with. */
  readonly draftOf: (record: T | undefined) => D
  readonly add: (draft: D, key: string) => Promise<T>
  readonly send: (version: T, changes: Partial<D>) => Promise<T>
  readonly readNow: (before: T) => Promise<T>
}

type Form<T, D> = {
  /** What each thing that is typed is called; what is refused of anything else is said above the form. */
  readonly labels: Readonly<Record<keyof D & string, string>>
  /** What is missing, by its name. */
  readonly missingIn: (draft: D) => readonly (keyof D & string)[]
  /** How somebody else's value is said. */
  readonly said?: (name: keyof D & string, draft: D) => string | undefined
  readonly nameOf: (record: T) => string
  readonly refresh: () => readonly QueryKey[]
  readonly onDone: (record: T | undefined) => void
}

/** What is typed to make a record or to change one: either is one request, and what is refused stands at its field. */
export const useRecordForm = <T extends Shown, D extends Values>(
  record: T | undefined,
  store: Store<T, D>,
  { labels, missingIn, said, nameOf, refresh, onDone }: Form<T, D>,
) => {
  const prefix = useId()
  const { problems, attempt, setProblems } = useProblems()
  const idOf = (name: string) => `${prefix}-${name}`
  const fail = (error: unknown) => {
    const found = Object.entries(fieldProblemsOf(error)).flatMap(([name, all]) =>
      all.map(({ message }): [string, string] => [name in labels ? idOf(name) : '', message]),
    )
    setProblems(problemsBy(found.length > 0 ? found : [['', messageOf(error)]]))
  }
  const changing = useDraft<T, D>(record, store, {
    refresh,
    onSaved: (saved) => {
      showToast(settingsText.words.saved(nameOf(saved.record)))
      onDone(saved.record)
    },
    onProblem: fail,
    onConflict: ({ now, overlapping, author }) => {
      const theirs = store.draftOf(now)
      const valueOf = (name: keyof D & string) => {
        const value = said?.(name, theirs) ?? String(theirs[name] ?? '')
        return value === '' ? settingsText.words.empty : settingsText.words.quoted(value)
      }
      setProblems(
        problemsBy(
          overlapping.map((name) => [idOf(name), settingsText.words.conflict(labels[name]!, author, valueOf(name))]),
        ),
      )
    },
  })
  const adding = useWrite({
    send: store.add,
    refresh,
    said: ({ result }) => settingsText.words.added(nameOf(result)),
    onDone: ({ result }) => onDone(result),
    onProblem: fail,
  })
  const { before, draft, setDraft, mine } = changing
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = missingIn(draft)
    if (missing.length > 0)
      return setProblems(problemsBy(missing.map((name) => [idOf(name), settingsText.words.needed(labels[name])])))
    setProblems({})
    if (before === undefined) return void adding.write(draft)
    if (Object.keys(mine).length === 0) return onDone(before)
    return void changing.save({ before, mine })
  }
  return {
    idOf,
    draft,
    /** Notes what was typed. */
    type: (name: string, value: unknown) => setDraft((typed) => ({ ...typed, [name]: value })),
    problems,
    attempt,
    isBusy: adding.isBusy || changing.isBusy,
    submit,
  }
}
