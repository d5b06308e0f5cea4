import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Appointment, Consultation, PageOf } from '../../api/records.ts'
import { say, sayProblem } from '../../shared/toasts.ts'
import { admit, reopen, withdraw } from '../../shared/admission.ts'
import { noShow, only, patchOrMerge } from '../../shared/appointment-change.ts'
import { hasOpenWork } from '../../shared/hand-over.ts'
import { withAnimal } from '../../shared/which-animal.ts'
import { changeStatus } from '../../shared/visit-status.ts'
import { text } from '../../text/en.ts'
import { type Card, nextStatus, previousStatus } from './board.ts'

const onBoard = { queryKey: ['today'] }

const changeIn = <T extends { readonly id: number }>(
  client: QueryClient,
  list: string,
  id: number,
  changes: Partial<T>,
) =>
  client.setQueriesData<PageOf<T>>({ queryKey: ['today', list] }, (page) =>
    page === undefined
      ? page
      : { ...page, results: page.results.map((row) => (row.id === id ? { ...row, ...changes } : row)) },
  )

/** The visit that an admission will make, until the service has made it. Its id is that of no visit. */
const provisionalVisit = (appointment: Appointment): Consultation =>
  ({
    id: -appointment.id,
    url: '',
    status: 0,
    status_changed: new Date().toISOString(),
    complaint: appointment.complaint,
    client_data: appointment.client_data,
    patients: appointment.patients,
    patients_data: appointment.patients_data,
    reason_data: appointment.reason_data,
    supervising_veterinarian_data: appointment.user_data,
  }) as Consultation

/** The visit that was made takes the place of the provisional one, so that its next step can be taken at once. */
const showMade = (client: QueryClient, { id }: Appointment, made: Consultation) =>
  changeIn<Consultation>(client, 'open', -id, { id: made.id, url: made.url, modified: made.modified })

const showAdmitted = (client: QueryClient, appointment: Appointment) => {
  changeIn<Appointment>(client, 'appointment', appointment.id, { active: false })
  client.setQueriesData<PageOf<Consultation>>({ queryKey: ['today', 'open'] }, (page) =>
    page === undefined ? page : { ...page, results: [...page.results, provisionalVisit(appointment)] },
  )
}

type Move = {
  /** The card that moves; while it does, it takes no other step. */
  readonly key: string
  /** Shows at once what will be. */
  readonly show: () => void
  readonly run: () => Promise<unknown>
  readonly undo: () => Promise<unknown>
  readonly said: string
  /** Where the move is asked about first; undefined if there is nothing to ask. */
  readonly asks?: () => Promise<(() => void) | undefined>
}

const running = new Set<string>()

/** Shows the move, makes it, and shows what was before if it is refused. */
const make = async (client: QueryClient, { key, show, run, undo, said, asks }: Move) => {
  if (running.has(key)) return
  running.add(key)
  await client.cancelQueries(onBoard)
  const before = client.getQueriesData(onBoard)
  const restore = () => {
    for (const [shown, data] of before) client.setQueryData(shown, data)
  }
  show()
  try {
    const ask = await asks?.()
    if (ask !== undefined) {
      restore()
      return ask()
    }
    await run()
    say(said, {
      undo: async () => {
        await undo()
        await client.invalidateQueries(onBoard)
      },
    })
  } catch (error) {
    restore()
    sayProblem(error)
  } finally {
    running.delete(key)
    // An answer that overtook a later move would show the card where it was.
    if (running.size === 0) await client.invalidateQueries(onBoard)
  }
}

const move = (client: QueryClient, consultation: Consultation, status: number, said: string): Move => ({
  key: `consultation ${consultation.id}`,
  show: () =>
    changeIn<Consultation>(client, 'open', consultation.id, {
      status: status as Consultation['status'],
      status_changed: new Date().toISOString(),
    }),
  run: () => changeStatus(consultation.id, status),
  undo: () => changeStatus(consultation.id, consultation.status),
  said,
})

const admission = (client: QueryClient, appointment: Appointment, animals?: readonly string[]): Move => {
  let made: Consultation | undefined
  return {
    key: `appointment ${appointment.id}`,
    show: () => showAdmitted(client, appointment),
    run: async () => {
      made = await admit(appointment, animals)
      showMade(client, appointment, made)
    },
    undo: async () => made && withdraw(made),
    said: text.board.checkedIn((appointment.patients_data ?? []).map(({ name }) => name).join(', ')),
  }
}

const absence = (client: QueryClient, appointment: Appointment, name: string): Move => {
  let made = appointment
  return {
    key: `appointment ${appointment.id}`,
    show: () => changeIn<Appointment>(client, 'appointment', appointment.id, noShow),
    run: async () => {
      made = (await patchOrMerge(appointment, noShow)).made
    },
    undo: () => patchOrMerge(made, only(appointment, ['active', 'cancellation_reason'])),
    said: text.board.didNotCome(name),
  }
}

/** Takes back a check-in: somebody with an appointment is expected again, a visit without one is gone. */
const withdrawal = (
  client: QueryClient,
  visit: Consultation,
  booking: Appointment | undefined,
  name: string,
): Move => ({
  key: `consultation ${visit.id}`,
  show: () => {
    client.setQueriesData<PageOf<Consultation>>({ queryKey: ['today', 'open'] }, (page) =>
      page === undefined ? page : { ...page, results: page.results.filter(({ id }) => id !== visit.id) },
    )
    if (booking !== undefined)
      changeIn<Appointment>(client, 'appointment', booking.id, { consultation: null, consultation_data: null })
  },
  run: () => withdraw(visit),
  undo: () => (booking === undefined ? reopen(visit) : admit(booking, visit.patients)),
  said: booking === undefined ? text.board.removed(name) : text.board.expectedAgain(name),
})

export type Moves = {
  readonly next: (card: Card) => void
  readonly back: (card: Card) => void
  readonly didNotCome: (card: Card) => void
  readonly withdraw: (card: Card) => void
}

export const useMoves = (): Moves => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const next = useCallback(
    ({ column, appointment, consultation, name }: Card) => {
      const status = nextStatus[column]
      const handOver = (id: number) => () =>
        void navigate({
          to: '/visits/$id/',
          params: { id: String(id) },
          search: ({ department }) => ({ department, handover: true as const }),
        })
      if (appointment !== undefined)
        void withAnimal(appointment, (named, animals) => make(client, admission(client, named, animals)))
      else if (consultation !== undefined && consultation.id > 0 && status !== undefined)
        void make(
          client,
          column === 'arrived'
            ? move(client, consultation, status, text.board.started(name))
            : {
                ...move(client, consultation, status, text.board.isReady(name)),
                asks: async () => ((await hasOpenWork(consultation.id)) ? handOver(consultation.id) : undefined),
              },
        )
    },
    [client, navigate],
  )
  const back = useCallback(
    ({ column, consultation, name }: Card) => {
      const status = previousStatus[column]
      if (consultation !== undefined && status !== undefined)
        void make(client, move(client, consultation, status, text.board.movedBack(name)))
    },
    [client],
  )
  const didNotCome = useCallback(
    ({ appointment, name }: Card) => {
      if (appointment !== undefined) void make(client, absence(client, appointment, name))
    },
    [client],
  )
  const takeBack = useCallback(
    ({ consultation, booking, name }: Card) => {
      if (consultation !== undefined) void make(client, withdrawal(client, consultation, booking, name))
    },
    [client],
  )
  return useMemo(() => ({ next, back, didNotCome, withdraw: takeBack }), [next, back, didNotCome, takeBack])
}
