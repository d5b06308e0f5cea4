import { useCallback } from 'react'
import { canWriteToClients, may } from '../../api/me.ts'
import type { Appointment, Me } from '../../api/records.ts'
import { showError } from '../../shared/toasts.ts'
import { dateIn } from '../../format.ts'
import { noShow } from '../../shared/appointment-change.ts'
import type { CalendarSearch } from './search.ts'
import { text } from '../../text/en.ts'
import type { Entry } from './columns.ts'
import { type Moves, tellClient } from './moves.ts'
import { noForm } from './useForm.ts'

/** What can be done with an appointment: the menu, its keys and the palette offer the same. */
export type Offer = { readonly id: string; readonly title: string; readonly keys?: string; readonly run: () => void }

type Known = {
  readonly me: Me
  readonly now: number
  readonly today: string
  readonly timeZone: string
  readonly moves: Moves
  readonly placeOf: (appointment: Appointment) => string
  readonly set: (changes: Partial<CalendarSearch>, replace?: boolean) => void
}

/** Cancels an appointment, for a reason that is kept with it. */
export const cancel = (moves: Moves, entry: Entry, reason: string, said: string, placeOf: Known['placeOf']) =>
  moves.change({ entry, changes: { active: false, cancellation_reason: reason }, said, placeOf })

export const useOffers = ({ me, now, today, timeZone, moves, placeOf, set }: Known) => {
  const mayWrite = may(me, 'General: Appointments', 'write')
  const mayAdmit = mayWrite && may(me, 'Clinical: Consultations', 'write')
  const mayFind = may(me, 'General: Patients and clients')
  const canTell = canWriteToClients(me)
  return useCallback(
    (entry: Entry): readonly Offer[] => {
      if (!mayWrite) return []
      const { menu } = text.calendar
      const offer = (id: keyof typeof menu | 'didNotCome', title: string, run: () => void): Offer => ({
        id,
        title,
        run,
      })
      const opens = (id: keyof typeof menu, title: string, form: Partial<CalendarSearch>) =>
        offer(id, title, () => set({ ...noForm, ...form }, false))
      if (!entry.active)
        return [
          offer('restore', menu.restore, () => {
            const said = text.calendar.restored(entry.name, placeOf(entry.appointment))
            void moves.change({ entry, changes: { active: true, cancellation_reason: '' }, said, placeOf })
          }),
        ]
      const { client } = entry.appointment
      const isToday = dateIn(new Date(entry.start), timeZone) === today
      const isAdmitted = entry.stage !== 'expected'
      return [
        ...(mayAdmit && entry.isExpected && isToday
          ? [offer('checkIn', menu.checkIn, () => void moves.checkIn(entry))]
          : []),
        ...(client === null && mayFind && !isAdmitted ? [opens('who', menu.who, { who: entry.id })] : []),
        ...(mayFind ? [opens('edit', menu.edit, { edit: entry.id })] : []),
        opens('move', menu.move, { move: entry.id }),
        ...(client === null || !canTell
          ? []
          : [
              offer('sendConfirmation', menu.sendConfirmation, () => {
                tellClient(entry.appointment).catch(showError)
              }),
            ]),
        ...(entry.isVisit && !isAdmitted && entry.start < now
          ? [
              offer('didNotCome', text.didNotCome, () => {
                void moves.change({ entry, changes: noShow(), said: text.calendar.didNotCome(entry.name), placeOf })
              }),
            ]
          : []),
        opens('cancel', menu.cancel, { cancel: entry.id }),
      ]
    },
    [mayWrite, mayAdmit, mayFind, canTell, now, today, timeZone, moves, placeOf, set],
  )
}
