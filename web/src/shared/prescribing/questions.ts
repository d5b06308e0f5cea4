import { NotDone } from '../../api/problem.ts'
import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useState } from 'react'
import type { Warning } from '../../api/records.ts'
import { text } from '../../text/en.ts'

/** Whether it says anything: a code that was scanned into the field does not. */
export const isReason = (typed: string) => /\p{L}/u.test(typed)

/** A question that waits for somebody: the reason, or undefined for not adding it. */
export type AskedWarning = {
  readonly id: string
  readonly name: string
  readonly warnings: readonly Warning[]
  /** What was said already, where the same was given before. */
  readonly reason?: string | undefined
  /** What the two answers are called; without it something is added. */
  readonly words?: Pick<typeof text.warnings, 'keep' | 'save' | 'notAdded'>
  readonly onAnswer: (reason: string | undefined) => void
}

/** Those that wait, the first of them shown. */
type Questions = readonly AskedWarning[]
export type SetQuestions = Dispatch<SetStateAction<Questions>>

/** The questions of a page, one after the other. */
export const useQuestions = () => {
  const [questions, ask] = useState<Questions>([])
  // A question that goes with its page is answered: it was not added.
  const leave = useEffectEvent(() => questions.forEach(({ onAnswer }) => onAnswer(undefined)))
  useEffect(() => () => leave(), [])
  return { asked: questions[0], ask }
}

/** Somebody was asked, and did not want it to be added. */
class NotAdded extends NotDone {}
export const isNotAdded = (error: unknown) => error instanceof NotAdded

/** Waits for the answer to a question; not adding it is thrown. */
export const askWhy = async (question: Omit<AskedWarning, 'id' | 'onAnswer'>, ask: SetQuestions): Promise<string> => {
  const id = crypto.randomUUID()
  const answer = Promise.withResolvers<string | undefined>()
  ask((waiting) => [...waiting, { ...question, id, onAnswer: answer.resolve }])
  const reason = await answer.promise
  ask((waiting) => waiting.filter((one) => one.id !== id))
  if (reason === undefined) throw new NotAdded((question.words ?? text.warnings).notAdded(question.name))
  return reason
}
