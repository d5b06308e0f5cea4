import { ConsultationStatus } from '@fetlock/sdk'
import { fieldProblemsOf } from '../../api/problem.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Appointment, Consultation } from '../../api/records.ts'
import { showToast, showError } from '../../shared/toasts.ts'
import { admit, type Arriving, withdraw } from '../../shared/admission.ts'
import { MovedMeanwhile, only, patchOrMerge } from '../../shared/appointment-change.ts'
import { useWrites } from '../../shared/use-writes.ts'
import { withAnimal } from '../../shared/which-animal.ts'
import { whoChanged } from '../../shared/who-changed.ts'
import { text } from '../../text/en.ts'
import type { Entry } from './columns.ts'
import { type AppointmentChange, onCalendar, sendConfirmation } from '../../api/appointment.ts'

/** Shows at once what will be, in every list that has the appointment. */
const show = (client: QueryClient, id: number, changes: Partial<Appointment>) => {
  const change = (row: Appointment) => (row.id === id ? { ...row, ...changes } : row)
  client.setQueriesData<readonly Appointment[] | Appointment>(onCalendar, (shown) => {
    if (shown === undefined) return shown
    return 'url' in shown ? change(shown) : shown.map(change)
  })
}

export const isOverlap = (error: unknown) =>
  Object.values(fieldProblemsOf(error)).some((list) => list.some(({ code }) => code === 'overlap'))

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
  showToast(after === undefined ? outcome : told.after(after, outcome), { ...way, isProblem: !isTold })
}

type Move = {
  readonly id: number
  /** The version that it begins with: what is asked for again from another one is another move. */
  readonly from: string
  readonly shown: Partial<Appointment>
  readonly before: Partial<Appointment>
  /** Returns what is said then. */
  readonly run: (key: string) => Promise<() => unknown>
  readonly onProblem: (error: unknown) => unknown
}

let running = 0

/** Shows a change, makes it, and shows what was before if it is refused. */
const useMake = () => {
  const client = useQueryClient()
  const write = useWrites({
    about: ({ id }: Move) => id,
    send: ({ run }, key) => run(key),
    onDone: ({ result: tell }) => void tell(),
    onProblem: (error, { onProblem }) => void onProblem(error),
  })
  return useCallback(
    async (move: Move) => {
      running++
      await client.cancelQueries(onCalendar)
      show(client, move.id, move.shown)
      if (!(await write(move))) show(client, move.id, move.before)
      running--
      // An answer that overtook a later move would show the card where it was.
      if (running === 0) await client.invalidateQueries(onCalendar)
    },
    [client, write],
  )
}
type Make = ReturnType<typeof useMake>

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

/** Says what was changed, with the way back, and tells the client if that is wanted. */
const sayChanged = async (
  client: QueryClient,
  wanted: Change,
  back: AppointmentChange,
  after: string,
  made: Appointment,
) => {
  const { entry, mayTell = false, tells = false } = wanted
  const canTell = mayTell && made.client !== null
  const undo = async () => {
    const { made: undone } = await patchOrMerge(made, back)
    show(client, entry.id, undone)
    await client.invalidateQueries(onCalendar)
  }
  const tell = () => tellClient(made, { after, undo })
  showToast(after, { undo, ...(canTell && !tells ? { also: { title: text.calendar.tell, run: tell } } : {}) })
  if (canTell && tells) await tell().catch(showError)
}

const change = (client: QueryClient, make: Make, wanted: Change): Promise<void> => {
  const { entry, changes, said, onOverlap, placeOf } = wanted
  const { appointment } = entry
  const back = only(appointment, Object.keys(changes) as (keyof AppointmentChange)[])
  const askAgain = async ({ current }: MovedMeanwhile) =>
    showToast(text.calendar.movedByOther(await whoChanged(client, current), entry.name, placeOf(current)), {
      isProblem: true,
      also: {
        title: text.calendar.moveAnyway,
        run: () =>
          change(client, make, { ...wanted, entry: { ...entry, appointment: { ...appointment, ...current } } }),
      },
    })
  return make({
    id: entry.id,
    from: appointment.modified,
    shown: changes,
    before: back,
    run: async (key) => {
      const { made, over } = await patchOrMerge(appointment, changes, key)
      show(client, entry.id, made)
      return async () => {
        const after = over === undefined ? said : text.calendar.alsoChanged(said, await whoChanged(client, over))
        await sayChanged(client, wanted, back, after, made)
      }
    },
    onProblem: (error) => {
      if (error instanceof MovedMeanwhile) return askAgain(error)
      return onOverlap !== undefined && isOverlap(error) ? onOverlap() : showError(error)
    },
  })
}

const checkIn = (
  client: QueryClient,
  make: Make,
  id: number,
  appointment: Appointment,
  animals?: readonly Arriving[],
) =>
  make({
    id,
    from: appointment.modified,
    shown: {
      consultation: appointment.url,
      consultation_data: { status: ConsultationStatus.Admitted } as Consultation,
    },
    before: {
      consultation: appointment.consultation,
      consultation_data: appointment.consultation_data ?? null,
    },
    run: async (key) => {
      const visit = await admit(appointment, animals, key)
      const undo = async () => {
        await withdraw(visit)
        await client.invalidateQueries(onCalendar)
      }
      const names = (appointment.patients_data ?? []).map(({ name }) => name).join(', ')
      return () => showToast(text.calendar.checkedIn(names), { undo })
    },
    onProblem: showError,
  })

export type Moves = {
  readonly change: (wanted: Change) => Promise<void>
  readonly checkIn: (entry: Entry) => Promise<unknown>
}

export const useMoves = (): Moves => {
  const client = useQueryClient()
  const make = useMake()
  return useMemo(
    () => ({
      change: (wanted: Change) => change(client, make, wanted),
      checkIn: ({ id, appointment }: Entry) =>
        withAnimal(appointment, (named, animals) => checkIn(client, make, id, named, animals)),
    }),
    [client, make],
  )
}
