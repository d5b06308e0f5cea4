import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Appointment, Consultation, PageOf } from '../../api/records.ts'
import { say, sayProblem } from '../../frame/toasts.ts'
import { admit, reopen, withdraw } from '../../shared/admission.ts'
import { changeStatus } from '../../shared/visit-status.ts'
import { text } from '../../text/en.ts'
import { type Card, nextStatus, previousStatus } from './board.ts'
import { setActive } from './queries.ts'

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
}

const running = new Set<string>()

/** Shows the move, makes it, and shows what was before if it is refused. */
const make = async (client: QueryClient, { key, show, run, undo, said }: Move) => {
  if (running.has(key)) return
  running.add(key)
  await client.cancelQueries(onBoard)
  const before = client.getQueriesData(onBoard)
  show()
  try {
    await run()
    say(said, {
      undo: async () => {
        await undo()
        await client.invalidateQueries(onBoard)
      },
    })
  } catch (error) {
    for (const [shown, data] of before) client.setQueryData(shown, data)
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

const admission = (client: QueryClient, appointment: Appointment, name: string): Move => {
  let made: Consultation | undefined
  return {
    key: `appointment ${appointment.id}`,
    show: () => showAdmitted(client, appointment),
    run: async () => {
      made = await admit(appointment)
      showMade(client, appointment, made)
    },
    undo: async () => made && withdraw(made),
    said: text.today.checkedIn(name),
  }
}

const noShow = (client: QueryClient, appointment: Appointment, name: string): Move => ({
  key: `appointment ${appointment.id}`,
  show: () => changeIn<Appointment>(client, 'appointment', appointment.id, { active: false }),
  run: () => setActive(appointment, false),
  undo: () => setActive(appointment, true),
  said: text.today.didNotCome(name),
})

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
  undo: () => (booking === undefined ? reopen(visit) : admit(booking)),
  said: booking === undefined ? text.today.removed(name) : text.today.expectedAgain(name),
})

export type Moves = {
  readonly next: (card: Card) => void
  readonly back: (card: Card) => void
  readonly didNotCome: (card: Card) => void
  readonly withdraw: (card: Card) => void
}

export const useMoves = (): Moves => {
  const client = useQueryClient()
  const next = useCallback(
    ({ column, appointment, consultation, name }: Card) => {
      const status = nextStatus[column]
      if (appointment !== undefined) void make(client, admission(client, appointment, name))
      else if (consultation !== undefined && consultation.id > 0 && status !== undefined)
        void make(
          client,
          move(
            client,
            consultation,
            status,
            column === 'arrived' ? text.today.started(name) : text.today.isReady(name),
          ),
        )
    },
    [client],
  )
  const back = useCallback(
    ({ column, consultation, name }: Card) => {
      const status = previousStatus[column]
      if (consultation !== undefined && status !== undefined)
        void make(client, move(client, consultation, status, text.today.movedBack(name)))
    },
    [client],
  )
  const didNotCome = useCallback(
    ({ appointment, name }: Card) => {
      if (appointment !== undefined) void make(client, noShow(client, appointment, name))
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
