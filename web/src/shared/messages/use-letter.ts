import { MessageChannel } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { clientQuery } from '../../api/client.ts'
import { departmentsQuery } from '../../api/department.ts'
import { letterQuery, sendLetter } from '../../api/letter.ts'
import { useMe } from '../../api/me.ts'
import { fieldProblemsOf, messageOf } from '../../api/problem.ts'
import { idOf, nameOfClient } from '../../api/records.ts'
import { letterText as words } from '../../text/letter.ts'
import { problemsBy, useProblems } from '../problems.tsx'
import { departmentOf } from '../starting-department.ts'
import { useSettled } from '../useSettled.ts'
import { useWrite } from '../use-write.ts'
import { type Beginning, beginningOf, insertedAt } from './typing.ts'
import type { Addressee } from './writing.ts'

type Typed = { readonly subject: string; readonly text: string }
const nothing: Typed = { subject: '', text: '' }

export const ids = { subject: 'letter-subject', text: 'letter-text' } as const
const isField = (name: string): name is keyof typeof ids => name in ids

/** Where the clinic can write at all; by e-mail first. */
const channelsOf = ({ email_set_up, sms_set_up }: { email_set_up: boolean; sms_set_up: boolean }) => [
  ...(email_set_up ? [MessageChannel.EMail] : []),
  ...(sms_set_up ? [MessageChannel.Sms] : []),
]

/** Where somebody works, or else the first department there is. */
const useOwnDepartment = () => {
  const own = departmentOf(useMe())
  const { data: departments } = useQuery(departmentsQuery)
  return (departments?.find(({ url }) => idOf(url) === own) ?? departments?.[0])?.url
}

/** A message while it is written: what the service begins it with, what is typed, and whether it may go. */
export const useLetter = (addressee: Addressee, onClose: () => void) => {
  const me = useMe()
  const channels = channelsOf(me.organisation)
  const [channel, setChannel] = useState(channels[0] ?? MessageChannel.EMail)
  const [typed, setTyped] = useState<Typed>()
  const { problems, attempt, setProblems } = useProblems()
  const field = useRef<HTMLTextAreaElement>(null)
  const department = useOwnDepartment()
  const { client, consultation, invoice } = addressee
  const { data: owner } = useQuery({ ...clientQuery(idOf(client)), enabled: addressee.name === undefined })
  const about = useMemo(
    () => ({
      channel,
      client,
      ...(consultation !== undefined && { consultation }),
      ...(invoice !== undefined && { invoice }),
      // A visit and an invoice have departments of their own.
      ...(consultation === undefined && invoice === undefined && department !== undefined && { department }),
    }),
    [channel, client, consultation, invoice, department],
  )
  const beginning = useQuery({ ...letterQuery(about), enabled: department !== undefined })
  const begun = useMemo(
    (): Beginning | undefined =>
      beginning.data === undefined || beginning.isPlaceholderData ? undefined : beginningOf(beginning.data, channel),
    [beginning.data, beginning.isPlaceholderData, channel],
  )
  const draft = typed ?? begun ?? nothing
  // What is typed goes between the greeting and the name of the clinic.
  useEffect(() => {
    if (begun === undefined || typed !== undefined) return
    field.current?.focus()
    field.current?.setSelectionRange(begun.caret, begun.caret)
  }, [begun, typed])
  const settled = useSettled(draft, 250)
  const written = {
    ...about,
    ...(channel === MessageChannel.EMail && { subject: settled.subject }),
    text: settled.text,
  }
  const shown = useQuery({
    ...letterQuery(written),
    enabled: channel === MessageChannel.Sms && settled.text.trim() !== '',
  })
  const { write, isBusy, isChecking } = useWrite({
    send: sendLetter,
    refresh: () => [['message'], ['client', idOf(client), 'messages']],
    said: () => words.sent,
    onDone: onClose,
    onProblem: (error) => {
      const found = Object.entries(fieldProblemsOf(error)).flatMap(([where, all]) =>
        all.map(({ message }): [string, string] => [isField(where) ? ids[where] : '', message]),
      )
      setProblems(problemsBy(found.length > 0 ? found : [['', messageOf(error)]]))
    },
  })
  const submit = () => {
    const isMail = channel === MessageChannel.EMail
    const missing = [
      ...(isMail && draft.subject.trim() === '' ? [[ids.subject, words.needed.subject] as const] : []),
      ...(draft.text.trim() === '' ? [[ids.text, words.needed.text] as const] : []),
    ]
    setProblems(problemsBy(missing))
    if (missing.length > 0) return
    void write({ ...about, ...(isMail && { subject: draft.subject }), text: draft.text })
  }
  return {
    name: addressee.name ?? (owner === undefined ? '' : nameOfClient(owner)),
    channels,
    channel,
    setChannel,
    draft,
    isTyped: typed !== undefined,
    type: (changes: Partial<Typed>) => setTyped({ ...draft, ...changes }),
    insert: (text: string) => {
      const { current } = field
      if (current === null) return
      const put = insertedAt(draft.text, text, current)
      setTyped({ ...draft, text: put.text })
      requestAnimationFrame(() => {
        current.focus()
        current.setSelectionRange(put.caret, put.caret)
      })
    },
    field,
    problems,
    attempt,
    /** Who would get it, and why nobody would. */
    recipient: beginning.data?.recipient ?? '',
    hold: beginning.isPlaceholderData ? '' : (beginning.data?.detail ?? ''),
    error: beginning.error,
    parts: shown.data?.sms_parts ?? beginning.data?.sms_parts ?? null,
    state: isChecking ? ('checking' as const) : isBusy ? ('sending' as const) : ('open' as const),
    submit,
  }
}
