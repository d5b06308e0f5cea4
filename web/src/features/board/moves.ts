import { ConsultationStatus } from '@fetlock/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Appointment, Consultation } from '../../api/records.ts'
import { onBoard } from '../../api/consultation.ts'
import { admit, type Arriving, reopen, withdraw } from '../../shared/admission.ts'
import { noShow, only, patchOrMerge } from '../../shared/appointment-change.ts'
import { hasOpenWork } from '../../shared/hand-over.ts'
import { withAnimal } from '../../shared/which-animal.ts'
import { useWrites } from '../../shared/use-writes.ts'
import { changeStatus } from '../../shared/visit-status.ts'
import { text } from '../../text/en.ts'
import { type Card, nextStatus, previousStatus } from './board.ts'

const changeIn = <T extends { readonly id: number }>(
  client: QueryClient,
  list: 'appointment' | 'open',
  id: number,
  changes: Partial<T>,
) =>
  client.setQueriesData<readonly T[]>({ queryKey: [...onBoard.queryKey, list] }, (rows) =>
    rows?.map((row) => (row.id === id ? { ...row, ...changes } : row)),
  )
const changeOpen = (client: QueryClient, change: (visits: readonly Consultation[]) => readonly Consultation[]) =>
  client.setQueriesData<readonly Consultation[]>({ queryKey: [...onBoard.queryKey, 'open'] }, (visits) =>
    visits === undefined ? visits : change(visits),
  )

/** The visit that an admission will make, until the service has made it. Its id is that of no visit. */
const provisionalVisit = (appointment: Appointment): Consultation =>
  ({
    id: -appointment.id,
    url: '',
    status: ConsultationStatus.Admitted,
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
  changeOpen(client, (visits) => [...visits, provisionalVisit(appointment)])
}

type Move = {
  /** The card that moves; while it does, it takes no other step. */
  readonly card: string
  /** The version that it begins with: what is asked for again from another one is another move. */
  readonly from: string
  /** Shows at once what will be. */
  readonly show: () => void
  readonly run: (key: string) => Promise<unknown>
  readonly undo: () => Promise<unknown>
  readonly said: string
  /** Where the move is asked about first; undefined if there is nothing to ask. */
  readonly asks?: () => Promise<(() => void) | undefined>
}

const running = new Set<string>()

/** Shows a move, makes it, and shows what was before if it is refused. */
const useMake = () => {
  const client = useQueryClient()
  const write = useWrites({
    about: ({ card }: Move) => card,
    send: ({ run }, key) => run(key),
    said: ({ variables }) => variables.said,
    undo: async ({ variables }) => {
      await variables.undo()
      await client.invalidateQueries(onBoard)
    },
  })
  return useCallback(
    async (move: Move) => {
      if (running.has(move.card)) return
      running.add(move.card)
      await client.cancelQueries(onBoard)
      const before = client.getQueriesData(onBoard)
      move.show()
      const ask = await move.asks?.()
      const isMade = ask === undefined && (await write(move))
      if (!isMade) for (const [shown, data] of before) client.setQueryData(shown, data)
      ask?.()
      running.delete(move.card)
      // An answer that overtook a later move would show the card where it was.
      if (running.size === 0) await client.invalidateQueries(onBoard)
    },
    [client, write],
  )
}

const move = (client: QueryClient, consultation: Consultation, status: ConsultationStatus, said: string): Move => ({
  card: `consultation ${consultation.id}`,
  from: consultation.modified,
  show: () =>
    changeIn<Consultation>(client, 'open', consultation.id, {
      status,
      status_changed: new Date().toISOString(),
    }),
  run: (key) => changeStatus(consultation.id, status, key),
  undo: () => changeStatus(consultation.id, consultation.status),
  said,
})

const admission = (client: QueryClient, appointment: Appointment, animals?: readonly Arriving[]): Move => {
  let made: Consultation | undefined
  return {
    card: `appointment ${appointment.id}`,
    from: appointment.modified,
    show: () => showAdmitted(client, appointment),
    run: async (key) => {
      made = await admit(appointment, animals, key)
      showMade(client, appointment, made)
    },
    undo: async () => made && withdraw(made),
    said: text.board.checkedIn((appointment.patients_data ?? []).map(({ name }) => name).join(', ')),
  }
}

const absence = (client: QueryClient, appointment: Appointment, name: string): Move => {
  let made = appointment
  return {
    card: `appointment ${appointment.id}`,
    from: appointment.modified,
    show: () => changeIn<Appointment>(client, 'appointment', appointment.id, noShow()),
    run: async (key) => {
      made = (await patchOrMerge(appointment, noShow(), key)).made
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
  card: `consultation ${visit.id}`,
  from: visit.modified,
  show: () => {
    changeOpen(client, (visits) => visits.filter(({ id }) => id !== visit.id))
    if (booking !== undefined)
      changeIn<Appointment>(client, 'appointment', booking.id, { consultation: null, consultation_data: null })
  },
  run: (key) => withdraw(visit, key),
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
  const make = useMake()
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
        void withAnimal(appointment, (named, animals) => make(admission(client, named, animals)))
      else if (consultation !== undefined && consultation.id > 0 && status !== undefined)
        void make(
          column === 'arrived'
            ? move(client, consultation, status, text.board.started(name))
            : {
                ...move(client, consultation, status, text.board.isReady(name)),
                asks: async () => ((await hasOpenWork(consultation.id)) ? handOver(consultation.id) : undefined),
              },
        )
    },
    [client, make, navigate],
  )
  const back = useCallback(
    ({ column, consultation, name }: Card) => {
      const status = previousStatus[column]
      if (consultation !== undefined && status !== undefined)
        void make(move(client, consultation, status, text.board.movedBack(name)))
    },
    [client, make],
  )
  const didNotCome = useCallback(
    ({ appointment, name }: Card) => {
      if (appointment !== undefined) void make(absence(client, appointment, name))
    },
    [client, make],
  )
  const takeBack = useCallback(
    ({ consultation, booking, name }: Card) => {
      if (consultation !== undefined) void make(withdrawal(client, consultation, booking, name))
    },
    [client, make],
  )
  return useMemo(() => ({ next, back, didNotCome, withdraw: takeBack }), [next, back, didNotCome, takeBack])
}
