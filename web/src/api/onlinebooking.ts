import { entry, type Entry, list, PhoneNumberType, type QueryOf, type Schemas, walk } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { bookingsKey } from './bookingcount.ts'
import { longPages } from './lists.ts'
import type { Client, OnlineBooking, PhoneNumber } from './records.ts'
import { sendEntries } from './send-entries.ts'
import { shows, showsAll } from './shows.ts'

export type Suggestion = Schemas['OnlineBookingClientSuggestions']['results'][number]
export type DeclineOutcome = Schemas['OnlineBookingClientSendDeclineResult']

const showsBookings = shows<readonly OnlineBooking[]>({
  onlinebookingclient: true,
  onlinebookingpatient: (bookings) => bookings.map(({ url }) => url),
  appointment: (bookings) => bookings.map(({ appointment }) => appointment),
})

const whole = { expose_appointment: true, expose_patients: true } as const

/** The bookings about which nobody has decided yet, the oldest first. */
export const waitingBookingsQuery = queryOptions({
  queryKey: [...bookingsKey, 'waiting'],
  queryFn: ({ signal }) =>
    Array.fromAsync(walk(api, '/onlinebookingclient/', { query: { status__is: 0, ...whole, ...longPages }, signal })),
  meta: showsBookings,
})

type Decided = NonNullable<QueryOf<'GET', '/onlinebookingclient/'>['status__in']>

/** How many decided bookings are listed. */
export const maxDecided = 50

/** The bookings that were decided so, the newest decision first. */
export const decidedBookingsQuery = (status__in: Decided) =>
  queryOptions({
    queryKey: [...bookingsKey, 'decided', status__in],
    queryFn: async ({ signal }) =>
      (
        await api.get('/onlinebookingclient/', {
          query: { status__in, ordering: '-modified', page_size: maxDecided, ...whole },
          signal,
        })
      ).results,
    meta: showsBookings,
  })

/** Who on record may have made a booking, the likeliest first. */
export const suggestionsQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingsKey, 'suggestions', id],
    queryFn: async ({ signal }) =>
      (await api.get('/onlinebookingclient/{id}/suggestions/', { path: { id }, signal })).results,
    meta: showsAll('client', 'patient', 'phonenumber', 'onlinebookingpatient'),
  })

/** What is taken from a booking into the record of the client. */
export type Taken = {
  readonly fields: Partial<Pick<Client, 'firstname' | 'lastname' | 'email' | 'street_address' | 'zip_code' | 'city'>>
  /** The number of the booking; in the place of which number of the client, if they have one. */
  readonly phone?: { readonly phone_number: string; readonly replaces: PhoneNumber | undefined } | undefined
}

export type Link = {
  readonly booking: OnlineBooking
  readonly client: Client
  /** Which patient each animal is, by their addresses; null for one that is registered. */
  readonly patients: readonly { readonly onlinebookingpatient: string; readonly patient: string | null }[]
  readonly taken: Taken
}

const phoneEntry = ({ url }: Client, { phone_number, replaces }: NonNullable<Taken['phone']>): Entry =>
  replaces === undefined
    ? entry('phone', 'POST', '/phonenumber/', {
        body: { client: url, phone_number, type_code: PhoneNumberType.Mobile },
      })
    : entry('phone', 'PATCH', '/phonenumber/{id}/', {
        path: { id: replaces.id },
        body: { phone_number },
        ifMatch: replaces,
      })

/** Links a booking to a client, and takes over what was chosen of it: all of it or nothing. */
export const linkBooking = ({ booking, client, patients, taken }: Link, key: string) =>
  sendEntries(
    [
      entry('link', 'POST', '/onlinebookingclient/{id}/link/', {
        path: { id: booking.id },
        body: { client: client.url, patients },
      }),
      ...(Object.keys(taken.fields).length === 0
        ? []
        : [
            entry('client', 'PATCH', '/client/{id}/', { path: { id: client.id }, body: taken.fields, ifMatch: client }),
          ]),
      ...(taken.phone === undefined ? [] : [phoneEntry(client, taken.phone)]),
    ],
    { key },
  )

const reopen = (id: number) => entry('reopen', 'POST', '/onlinebookingclient/{id}/reopen/', { path: { id } })
const archive = (name: string, patient: string): Entry =>
  entry(name, 'PATCH', '/patient/{id}/', { path: { id: Number(patient.split('/').at(-2)) }, body: { archived: true } })

/** The patients that the animals of a booking were registered as, or are. */
const readPatients = (booking: OnlineBooking) =>
  Array.fromAsync(list(api, '/onlinebookingpatient/', { query: { onlinebookingclient__is: String(booking.id) } }))

/** Takes a link back: the booking waits again, the client has what they had, and whoever was registered by it is archived. */
export const unlinkBooking = async (
  { booking, client, patients, taken }: Link,
  answers: Readonly<Record<string, unknown>>,
) => {
  const animals = await readPatients(booking)
  const registered = patients.flatMap(({ onlinebookingpatient, patient }) =>
    patient === null ? (animals.find(({ url }) => url === onlinebookingpatient)?.patient ?? []) : [],
  )
  const before = Object.fromEntries(Object.keys(taken.fields).map((name) => [name, client[name as keyof Client]]))
  const replaced = taken.phone?.replaces
  return sendEntries(
    [
      reopen(booking.id),
      ...registered.map((patient, at) => archive(`patient${at}`, patient)),
      ...(answers['client'] === undefined
        ? []
        : [entry('client', 'PATCH', '/client/{id}/', { path: { id: client.id }, body: before })]),
      ...(replaced === undefined
        ? []
        : [
            entry('phone', 'PATCH', '/phonenumber/{id}/', {
              path: { id: replaced.id },
              body: { phone_number: replaced.phone_number },
            }),
          ]),
    ],
    {},
  )
}

/** Registers who booked, with their number and animals. */
export const createBooked = ({ id }: OnlineBooking, key: string) =>
  api.post('/onlinebookingclient/{id}/create_client/', { path: { id }, body: {}, key })

/** The booking waits again, and the client and the patients that were made of it are archived. */
export const uncreateBooked = async (booking: OnlineBooking, client: string) => {
  const animals = await readPatients(booking)
  return sendEntries(
    [
      reopen(booking.id),
      ...animals.flatMap(({ patient }, at) => (patient === null ? [] : [archive(`patient${at}`, patient)])),
      entry('client', 'PATCH', '/client/{id}/', {
        path: { id: Number(client.split('/').at(-2)) },
        body: { archived: true },
      }),
    ],
    {},
  )
}

export type Decline = { readonly booking: OnlineBooking; readonly reason: string; readonly tells: boolean }

/** Declines a booking, and tells whoever made it if asked to. Answers what becomes of that message. */
export const declineBooking = async (
  { booking: { id }, reason, tells }: Decline,
  key: string,
): Promise<DeclineOutcome | undefined> => {
  const answers = await sendEntries(
    [
      entry('decline', 'POST', '/onlinebookingclient/{id}/decline/', { path: { id }, body: { reason } }),
      ...(tells ? [entry('tell', 'POST', '/onlinebookingclient/{id}/send_decline/', { path: { id } })] : []),
    ],
    { key },
  )
  return answers['tell'] as DeclineOutcome | undefined
}

/** Takes back what was decided about a booking. */
export const reopenBooking = ({ id }: OnlineBooking, key?: string) =>
  api.post('/onlinebookingclient/{id}/reopen/', { path: { id }, body: {}, key })
