import { newKey } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/api.ts'
import { departmentsQuery } from '../../api/department.ts'
import { isRefusal, messageOf, NotDone } from '../../api/problem.ts'
import { idOf, type Me, nameOfClient, type Patient } from '../../api/records.ts'
import { currentLocale, dateIn } from '../../format.ts'
import { withdraw } from '../../shared/admission.ts'
import type { Draft } from '../../shared/edit/fields.ts'
import { useProblems } from '../../shared/problems.tsx'
import { useWrite } from '../../shared/use-write.ts'
import { text } from '../../text/en.ts'
import type { Asked, Form } from './kept-registration.ts'
import { register, type Registered } from './registration.ts'
import { checkDraft, doubtsIn, type Situation, wantedOf } from './registration-draft.ts'
import { atFields, problemsOf } from './registration-problems.ts'
import type { useKeptDraft } from './use-kept-draft.ts'
import type { usePresent } from './use-present.ts'

type Filled = Pick<ReturnType<typeof useKeptDraft>, 'change' | 'forget'> & {
  readonly me: Me
  readonly form: Form
  /** What is typed, with what is chosen unasked. */
  readonly draft: Draft
  readonly animal: Patient | undefined
  readonly readPresent: ReturnType<typeof usePresent>['read']
  /** The animal is here or booked already: that is asked about first. */
  readonly onPresent: () => void
}

/** Nothing was sent, because the animal is here or booked. */
class AlreadyPresent extends NotDone {}

/** Registers what the form has, and admits the animal, as one request. What is wrong with it is said first. */
export const useSaving = ({ me, form, draft, animal, change, forget, readPresent, onPresent }: Filled) => {
  const { department } = useSearch({ from: '/clients/new' })
  const navigate = useNavigate()
  const { data: departments } = useQuery(departmentsQuery)
  const { problems, attempt, setProblems } = useProblems()
  /** The doubt that somebody has been told of, in its words. */
  const [doubted, setDoubted] = useState('')
  const goToBoard = () => navigate({ to: '/', search: (before) => ({ department: before.department }) })
  const { known, asked: unanswered } = form
  const [isAdmitting, setAdmitting] = useState(unanswered?.registration.visit !== undefined)

  const requireAbsent = async () => {
    const present = await readPresent().catch((error: unknown) => {
      throw new NotDone(messageOf(error))
    })
    if (present !== undefined) throw new AlreadyPresent()
  }
  const { write, isBusy } = useWrite<Asked, Registered>({
    send: async (asked) => {
      if (unanswered === undefined) {
        if (asked.registration.visit !== undefined && !asked.isSecond) await requireAbsent()
        await change({ asked })
      }
      return register(api, asked.registration, asked.key)
    },
    refresh: ({ registration: { client } }) => [
      ['today'],
      ['clients'],
      ...('known' in client ? [['client', idOf(client.known)]] : []),
    ],
    said: ({ result: { client, patient, visit } }) => {
      const name = patient?.name ?? animal?.name ?? ''
      if (visit !== undefined) return text.registration.admitted(name)
      return text.registration.registered(name || nameOfClient((client ?? known)!))
    },
    ...(isAdmitting && { undo: async ({ result: { visit } }) => withdraw(visit!) }),
    onDone: ({ variables: { registration }, result: { client, visit } }) => {
      forget()
      const id = client?.id ?? idOf('known' in registration.client ? registration.client.known : '')
      return visit === undefined ? navigate({ to: '/clients/$id/', params: { id: String(id) } }) : goToBoard()
    },
    onProblem: (error) => {
      if (error instanceof AlreadyPresent) return requestAnimationFrame(onPresent)
      if (isRefusal(error, unanswered !== undefined)) void change({ asked: undefined })
      return setProblems(problemsOf(error))
    },
  })

  const save = (admits: boolean, isSecond = false) => {
    if (unanswered !== undefined) return void write(unanswered)
    const situation: Situation = {
      client: known,
      animal,
      admits,
      today: dateIn(new Date(), me.organisation.time_zone),
      locale: currentLocale(),
      department: departments?.find(({ url }) => idOf(url) === department)?.url,
    }
    const doubts = doubtsIn(draft, situation)
    const doubt = Object.values(doubts).join()
    const wrong = { ...(doubt === doubted ? {} : doubts), ...checkDraft(draft, situation) }
    setDoubted(doubt)
    setProblems(atFields(wrong))
    if (Object.keys(wrong).length > 0) return undefined
    setAdmitting(admits)
    return void write({ key: newKey(), registration: wantedOf(draft, situation), isSecond })
  }
  return { save, isBusy, isAdmitting, goToBoard, problems, attempt, setProblems }
}
