import { requestHashes } from './demanded.ts'
import type { Have } from './given.ts'
import { linkTo, makeOne, orThrow, type Area, type Makers, type Making } from './making.ts'

/** An appointment that was booked online, for a client who is not known yet. */
const makeOnlineAppointment = async ({ organisation, as, have, marks }: Making): Promise<Have> => {
  const unknown = { type: 2, client: null, patients: [] }
  return { ...have, appointment: await makeOne(organisation, as, 'appointment', have, marks, unknown) }
}

/** A booking that is to be decided about. */
const makeOnlineBooking = async (making: Making): Promise<Have> => {
  const { organisation, as, have, marks } = making
  const booked = await makeOnlineAppointment(making)
  return { ...have, onlinebookingclient: await makeOne(organisation, as, 'onlinebookingclient', booked, marks) }
}

/** A booking that was declined, of which its owner can be told. */
const makeDeclinedBooking = async (making: Making): Promise<Have> => {
  const booked = await makeOnlineBooking(making)
  const path = `/onlinebookingclient/${booked.onlinebookingclient}/decline/`
  await orThrow('a declined booking', making.as.post(path, { reason: 'We are closed that day.' }))
  return booked
}

/** A booking that was matched with a client. */
const makeLinkedBooking = async (making: Making): Promise<Have> => {
  const booked = await makeOnlineBooking(making)
  const path = `/onlinebookingclient/${booked.onlinebookingclient}/link/`
  await orThrow('a linked booking', making.as.post(path, { client: linkTo(making, 'client'), patients: [] }))
  return booked
}

const madeFor: Makers = {
  // Whoever has an open visit, or one to come, is not erased.
  'client.erase': async ({ organisation, as, have }) => ({
    ...have,
    client: await makeOne(organisation, as, 'client', have),
  }),
  // Nor is a member of staff who may sign in.
  'user.erase': async ({ organisation, as, have }) => {
    const user = await makeOne(organisation, as, 'user', have)
    await organisation.within((tx) => tx.updateTable('user').set({ is_active: false }).where('id', '=', user).execute())
    return { ...have, user }
  },
  // A version of an appointment is confirmed once.
  'appointment.send_appointment_confirmation': async ({ organisation, as, have }) => {
    const appointment = await makeOne(organisation, as, 'appointment', have)
    const { request_hash } = await orThrow('an appointment', as.get(`/appointment/${appointment}/`))
    requestHashes.set(appointment, request_hash)
    return { ...have, appointment }
  },
  // A reason has an item once.
  'reason_item.create': async ({ organisation, as, have }) => ({
    ...have,
    reason: await makeOne(organisation, as, 'reason', have),
  }),
  'reason_item.delete': async ({ organisation, as, have }) => {
    const reason = await makeOne(organisation, as, 'reason', have)
    return { ...have, reason_item: await makeOne(organisation, as, 'reason_item', { ...have, reason }) }
  },
  // A visit is prepared once for an appointment.
  'appointment.prepare': async ({ organisation, as, have }) => ({
    ...have,
    appointment: await makeOne(organisation, as, 'appointment', have),
  }),
  // An appointment has one online booking client, about whom is decided once.
  'onlinebookingclient.create': makeOnlineAppointment,
  'onlinebookingclient.link': makeOnlineBooking,
  'onlinebookingclient.create_client': makeOnlineBooking,
  'onlinebookingclient.decline': makeOnlineBooking,
  'onlinebookingclient.send_decline': makeDeclinedBooking,
  'onlinebookingclient.reopen': makeLinkedBooking,
  // A prescription that is being sent already would not change.
  'prescription.patch': async ({ organisation, as, have }) => ({
    ...have,
    prescription: await makeOne(organisation, as, 'prescription', have),
  }),
  // Only what came to nothing, or has a warning, is read.
  'prescription.mark_read': async ({ organisation, as, have }) => {
    const prescription = await makeOne(organisation, as, 'prescription', have)
    await organisation.within((tx) =>
      tx.updateTable('prescription').set({ status: 5 }).where('id', '=', prescription).execute(),
    )
    return { ...have, prescription }
  },
  // An order that is scheduled already would not change.
  'diagnosticimaging_worklist.patch': async ({ organisation, as, have }) => {
    const id = await makeOne(organisation, as, 'diagnosticimaging_referral', have)
    return { ...have, diagnosticimaging_worklist: id, diagnosticimaging_referral: id }
  },
}

const madeBehind: Makers = {
  onlinebookingclient: async (making) => ({
    onlinebookingclient: (await makeOnlineBooking(making)).onlinebookingclient!,
  }),
  // With the hint of it that the sample visit has.
  reason_item: async ({ organisation, as, have, marks }) => {
    const id = await makeOne(organisation, as, 'reason_item', have, marks)
    return { reason_item: id, charge_hint: id * 10 + 1 }
  },
}

/** Appointments, online bookings, reasons and what a visit prescribes or refers. */
export const visits: Area = { madeFor, madeBehind, neededBehind: {} }
