import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import type { Appointment, Consultation } from '../../api/records.ts'
import { say, sayProblem } from '../../shared/toasts.ts'
import { admit, withdraw } from '../../shared/admission.ts'
import { type AppointmentChange, MovedMeanwhile, only, patchOrMerge } from '../../shared/appointment-change.ts'
import { withAnimal } from '../../shared/which-animal.ts'
import { whoChanged } from '../../shared/who-changed.ts'
import { text } from '../../text/en.ts'
import type { Entry } from './columns.ts'
import { onCalendar, sendConfirmation } from './queries.ts'

/** Shows at once what will be, in every list that has the appointment. */
const show = (client: QueryClient, id: number, changes: Partial<Appointment>) => {
  const change = (row: Appointment) => (row.id === id ? { ...row, ...changes } : row)
  client.setQueriesData<readonly Appointment[] | Appointment>(onCalendar, (shown) => {
    if (shown === undefined) return shown
    return 'url' in shown ? change(shown) : shown.map(change)
  })
}

export const isOverlap = (error: unknown) =>
  error instanceof ApiProblem &&
  Object.values(error.errors ?? {}).some((list) => list.some(({ code }) => code === 'overlap'))

type Telling = { readonly after?: string; readonly undo?: () => Promise<void> }

/** Asks to tell the client, and says what becomes of it, after what was done before and with its way back. */
export const tellClient = async (appointment: Appointment, { after, ...way }: Telling = {}) => {
  const { email, sms } = await sendConfirmation(appointment)
  const { told, held } = text.calendar
  const isTold = email === 'queued' || sms === 'queued'
  const outcome = !isTold
    ? told.none(held[email] ?? held[sms] ?? '')
    : email !== 'queued'
      ? told.sms
      : sms === 'queued'
        ? told.both
        : told.email
  say(after === undefined ? outcome : `${after}. ${outcome}`, { ...way, isProblem: !isTold })
}

type Move = {
  readonly id: number
  readonly shown: Partial<Appointment>
  readonly before: Partial<Appointment>
  readonly run: () => Promise<void>
}

let running = 0

/** Shows a change, makes it, and shows what was before if it is refused. */
const make = async (client: QueryClient, { id, shown, before, run }: Move) => {
  await client.cancelQueries(onCalendar)
  show(client, id, shown)
  running++
  try {
    await run()
  } catch (error) {
    show(client, id, before)
    throw error
  } finally {
    running--
    // An answer that overtook a later move would show the card where it was.
    if (running === 0) await client.invalidateQueries(onCalendar)
  }
}

type Change = {
  readonly entry: Entry
  readonly changes: AppointmentChange
  readonly said: string
  /** Whether the toast offers to tell the client. */
  readonly mayTell?: boolean
  /** Tells the client without being asked again. */
  readonly tells?: boolean
  readonly onOverlap?: (() => Promise<void>) | undefined
  readonly placeOf: (appointment: Appointment) => string
}

const change = async (client: QueryClient, wanted: Change): Promise<void> => {
  const { entry, changes, said, mayTell = false, tells = false, onOverlap, placeOf } = wanted
  const { appointment } = entry
  const back = only(appointment, Object.keys(changes) as (keyof AppointmentChange)[])
  const undoing = (made: Appointment) => async () => {
    const { made: undone } = await patchOrMerge(made, back)
    show(client, entry.id, undone)
    await client.invalidateQueries(onCalendar)
  }
  try {
    await make(client, {
      id: entry.id,
      shown: changes,
      before: back,
      run: async () => {
        const { made, over } = await patchOrMerge(appointment, changes)
        show(client, entry.id, made)
        const canTell = mayTell && made.client !== null
        const after = over === undefined ? said : `${said}. ${text.calendar.bothKept(await whoChanged(client, over))}`
        const undo = undoing(made)
        const tell = () => tellClient(made, { after, undo })
        say(after, { undo, ...(canTell && !tells ? { also: { title: text.calendar.tell, run: tell } } : {}) })
        if (canTell && tells) await tell().catch(sayProblem)
      },
    })
  } catch (error) {
    if (error instanceof MovedMeanwhile) {
      const { current } = error
      say(text.calendar.movedByOther(await whoChanged(client, current), entry.name, placeOf(current)), {
        isProblem: true,
        also: {
          title: text.calendar.moveAnyway,
          run: () => change(client, { ...wanted, entry: { ...entry, appointment: { ...appointment, ...current } } }),
        },
      })
    } else if (onOverlap !== undefined && isOverlap(error)) await onOverlap()
    else sayProblem(error)
  }
}

const checkIn = async (client: QueryClient, id: number, appointment: Appointment, animals?: readonly string[]) => {
  try {
    await make(client, {
      id,
      shown: { consultation: appointment.url, consultation_data: { status: 0 } as Consultation },
      before: only(appointment, []),
      run: async () => {
        const visit = await admit(appointment, animals)
        say(text.calendar.checkedIn((appointment.patients_data ?? []).map(({ name }) => name).join(', ')), {
          undo: async () => {
            await withdraw(visit)
            await client.invalidateQueries(onCalendar)
          },
        })
      },
    })
  } catch (error) {
    show(client, id, {
      consultation: appointment.consultation,
      consultation_data: appointment.consultation_data ?? null,
    })
    sayProblem(error)
  }
}

export type Moves = {
  readonly change: (wanted: Change) => Promise<void>
  readonly checkIn: (entry: Entry) => Promise<unknown>
}

export const useMoves = (): Moves => {
  const client = useQueryClient()
  return useMemo(
    () => ({
      change: (wanted: Change) => change(client, wanted),
      checkIn: ({ id, appointment }: Entry) =>
        withAnimal(appointment, (named, animals) => checkIn(client, id, named, animals)),
    }),
    [client],
  )
}
