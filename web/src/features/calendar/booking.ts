import { ApiProblem, isRefusal } from '../../api/problem.ts'
import type { Appointment } from '../../api/records.ts'
import type { NewAppointment } from './queries.ts'

/** What was sent before the form was changed has been booked, though its answer was lost. */
export class BookedBefore extends Error {
  readonly made: Appointment
  constructor(made: Appointment) {
    super('It was booked before the change.')
    this.made = made
  }
}

const isReused = (error: unknown) => error instanceof ApiProblem && error.code === 'idempotency_key_reused'

type Create = (wanted: NewAppointment, key: string) => Promise<Appointment>

/**
 * Books once, however often it is sent and whatever is changed between: the key stays the same until there is a definite
 * answer. If the service knows it for what was sent earlier, that is asked for again, which books nothing.
 */
export const makeBooking = (create: Create, mintKey: () => string) => {
  let key = mintKey()
  let sent: readonly NewAppointment[] = []
  const settled = () => {
    key = mintKey()
    sent = []
  }
  const send = async (wanted: NewAppointment) => {
    try {
      const made = await create(wanted, key)
      settled()
      return made
    } catch (error) {
      if (isRefusal(error) && !isReused(error)) settled()
      throw error
    }
  }
  const readEarlier = async (): Promise<Appointment | undefined> => {
    for (const earlier of sent) {
      try {
        return await send(earlier)
      } catch (error) {
        if (!isRefusal(error)) throw error
        // It was refused then, as its answer would have said.
        if (!isReused(error)) return undefined
      }
    }
    return settled() as undefined
  }
  return async (wanted: NewAppointment): Promise<Appointment> => {
    const before = sent
    sent = [...before, wanted]
    try {
      return await send(wanted)
    } catch (error) {
      if (!isReused(error)) throw error
      sent = before
      const made = await readEarlier()
      if (made !== undefined) throw new BookedBefore(made)
      return send(wanted)
    }
  }
}
