import { useId, useState } from 'react'
import { fieldProblemsOf, messageOf } from '../../../api/problem.ts'
import { problemsBy, useProblems } from '../../../shared/problems.tsx'

export type Value = string | number | boolean | null
type Values = Readonly<Record<string, unknown>>
type Typed = Readonly<Record<string, Value>>

const isSame = (stored: unknown, typed: Value) => stored === typed || (stored === null && typed === '')

const changesFrom = (stored: Values, typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => !isSame(stored[name], value)))

/**
 * Settings that are typed and then saved together. What somebody else saves meanwhile is shown at once, but for what has been
 * typed over, which says what it was.
 */
export const useSettingsForm = (stored: Values) => {
  const prefix = useId()
  const [typed, setTyped] = useState<Typed>({})
  const { problems, attempt, setProblems } = useProblems()
  const changes = changesFrom(stored, typed)
  const idOf = (name: string) => `${prefix}-${name}`
  return {
    idOf,
    problems,
    attempt,
    changes,
    count: Object.keys(changes).length,
    valueOf: (name: string) => (name in typed ? typed[name]! : ((stored[name] ?? '') as Value)),
    /** What is stored, where something else has been typed. */
    wasOf: (name: string) => (name in changes ? (stored[name] ?? '') : undefined) as Value | undefined,
    change: (name: string, value: Value) => setTyped((before) => ({ ...before, [name]: value })),
    /** What is stored holds again. */
    forget: (name: string) => setTyped(({ [name]: _typed, ...others }) => others),
    /** What was sent is stored; what was typed meanwhile is not. */
    saved: (sent: Values) => setTyped((before) => changesFrom({ ...stored, ...sent }, before)),
    discard: () => {
      setTyped({})
      setProblems({})
    },
    begin: () => setProblems({}),
    say: (message: string, name = '') => setProblems({ [name === '' ? '' : idOf(name)]: message }),
    /** Shows what the service refused at its fields. */
    fail: (error: unknown) => {
      const found = Object.entries(fieldProblemsOf(error)).map(
        ([name, all]) => [name in stored ? idOf(name) : '', all[0]?.message ?? messageOf(error)] as const,
      )
      setProblems(problemsBy(found.length > 0 ? found : [['', messageOf(error)]]))
    },
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>
