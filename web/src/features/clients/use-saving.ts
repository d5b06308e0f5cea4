import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { departmentsQuery } from '../../api/me.ts'
import { type Client, idOf, type Me, nameOfClient, type Patient } from '../../api/records.ts'
import { remove } from '../../api/request.ts'
import { dateIn } from '../../format.ts'
import type { Draft } from '../../shared/edit/fields.ts'
import { useProblems } from '../../shared/problems.tsx'
import { say } from '../../shared/toasts.ts'
import { text } from '../../text/en.ts'
import type { Form } from './kept-registration.ts'
import { checkDraft, doubtsIn, type Situation, wantedOf } from './registration-draft.ts'
import { atFields, problemsOf } from './registration-problems.ts'
import type { usePresent } from './use-present.ts'
import type { useRegistration } from './use-registration.ts'

const words = text.registration

type Filled = Pick<ReturnType<typeof useRegistration>, 'register' | 'forget'> & {
  readonly me: Me
  readonly draft: Draft
  readonly known: Client | undefined
  readonly animal: Patient | undefined
  readonly progress: Form['progress']
  readonly readPresent: ReturnType<typeof usePresent>['read']
  /** The animal is here or booked already: that is asked about first. */
  readonly onPresent: () => void
}

/** Registers what the form has, and admits the animal. What is wrong with it is said first. */
export const useSaving = ({ me, draft, known, animal, progress, register, forget, readPresent, onPresent }: Filled) => {
  const { department } = useSearch({ from: '/clients/new' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data: departments } = useQuery(departmentsQuery)
  const { problems, attempt, setProblems } = useProblems()
  const [busy, setBusy] = useState<'admitting' | 'registering'>()
  /** The doubt that somebody has been told of, in its words. */
  const [doubted, setDoubted] = useState('')
  const goToBoard = () => navigate({ to: '/', search: (before) => ({ department: before.department }) })

  const done = async (situation: Situation) => {
    const made = await register(wantedOf(draft, situation))
    forget()
    const { visit } = made
    void client.invalidateQueries({ queryKey: ['today'] })
    void client.invalidateQueries({ queryKey: ['clients'] })
    void client.invalidateQueries({ queryKey: ['client', made.client.id] })
    if (visit === undefined) {
      say(words.registered(made.patient?.name || nameOfClient(made.client)))
      return navigate({ to: '/clients/$id/', params: { id: String(made.client.id) } })
    }
    say(words.admitted(made.patient?.name ?? ''), {
      undo: async () => {
        await remove(`/consultation/${visit.id}/`)
        await client.invalidateQueries({ queryKey: ['today'] })
      },
    })
    return goToBoard()
  }

  const save = async (admits: boolean, isSecond = false) => {
    if (busy !== undefined) return
    const situation: Situation = {
      client: known,
      animal,
      admits,
      today: dateIn(new Date(), me.organisation.time_zone),
      locale: navigator.language,
      department: departments?.results.find(({ url }) => idOf(url) === department)?.url,
    }
    const doubts = doubtsIn(draft, situation)
    const doubt = Object.values(doubts).join()
    const wrong = { ...(doubt === doubted ? {} : doubts), ...checkDraft(draft, situation) }
    setDoubted(doubt)
    setProblems(atFields(wrong))
    if (Object.keys(wrong).length > 0) return
    setBusy(admits ? 'admitting' : 'registering')
    try {
      // What was sent before and has no answer may be the visit that is there.
      if (admits && !isSecond && progress.visit === undefined && (await readPresent()) !== undefined)
        return requestAnimationFrame(onPresent)
      await done(situation)
    } catch (error) {
      setProblems(problemsOf(error))
    } finally {
      setBusy(undefined)
    }
  }
  return { save, busy, goToBoard, problems, attempt, setProblems }
}
