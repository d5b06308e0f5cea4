import { connected } from '../../scripts/database.ts'
import type { Urls } from '../harness.ts'
import type { Clinic } from './clinics.ts'
import type { Booked, Loaded } from './load.ts'
import type { Counted } from './sink.ts'

/** Kinds, channels and statuses of messages, as the contract numbers them. */
const [reminderKind, email, sms, queued, sending, sent, unknown] = [2, 1, 2, 1, 2, 3, 6]

/** What no run may leave behind, by SQL that shares nothing with the program. */
const invariants = {
  'overlapping appointments of one user': `select from appointment one join appointment other
    on other.organisation = one.organisation and other."user" = one."user" and other.id > one.id
      and other.start < one."end" and other."end" > one.start
    where one.active and other.active and not one.allow_overlap and not other.allow_overlap`,
  'second message records of one request': `select from client_message
    group by organisation, kind, channel, request having count(*) > 1`,
  'second reminder messages of one reminder': `select from client_message where kind = ${reminderKind}
    group by organisation, reminder, channel having count(*) > 1`,
  'second reminders of one appointment': `select from appointment_reminder
    group by organisation, appointment having count(*) > 1`,
  'reminders that were sent though the appointment was cancelled': `select from client_message message
    join appointment on appointment.organisation = message.organisation and appointment.id = message.appointment
    where message.kind = ${reminderKind} and message.status in (${sending}, ${sent}, ${unknown}) and not appointment.active`,
  'reminders of active appointments that were not sent': `select from appointment_reminder reminder
    join appointment on appointment.organisation = reminder.organisation and appointment.id = reminder.appointment
    cross join (values (${email}), (${sms})) channel (number)
    where appointment.active and case channel.number when ${email} then reminder.send_email else reminder.send_sms end
      and not exists (select from client_message message where message.organisation = reminder.organisation
        and message.reminder = reminder.id and message.channel = channel.number
        and (message.status = ${sent} or (message.channel = ${sms} and message.status = ${unknown})))`,
  'reminders that name another time than the clock at the department shows': `select from client_message message
    join appointment on appointment.organisation = message.organisation and appointment.id = message.appointment
    join department_settings settings on settings.organisation = message.organisation and settings.id = appointment.department
    where message.kind = ${reminderKind} and message.status = ${sent}
      and message.text !~ ('(^|\\D)0?' || to_char(appointment.start at time zone settings.time_zone, 'FMHH24') || '[.:]'
        || to_char(appointment.start at time zone settings.time_zone, 'MI') || '(\\D|$)')`,
  'online bookings outside the hours at which somebody works': `select from appointment
    join department_settings settings on settings.organisation = appointment.organisation and settings.id = appointment.department
    where appointment.type = 2 and (not exists (select from shift where shift.organisation = appointment.organisation
        and shift."user" = appointment."user" and shift.department = appointment.department)
      or extract(hour from appointment.start at time zone settings.time_zone) >= 6
      or (appointment."end" at time zone settings.time_zone)::time > '06:00'
      or (appointment."end" at time zone settings.time_zone)::date <> (appointment.start at time zone settings.time_zone)::date
      or appointment.start < '2027-01-01')`,
  'abandoned online bookings that keep their time': `select from appointment
    where type = 2 and active and client is null and not exists (select from onlinebookingclient guest
      where guest.organisation = appointment.organisation and guest.appointment = appointment.id)`,
  'online bookings that were given up though somebody comes': `select from appointment
    where type = 2 and not active and (client is not null or exists (select from onlinebookingclient guest
      where guest.organisation = appointment.organisation and guest.appointment = appointment.id))`,
  'messages that wait': `select from client_message where status in (${queued}, ${sending})`,
} as const

export type Violations = Readonly<Record<string, number>>

export const countViolations = ({ superuser }: Urls): Promise<Violations> =>
  connected(superuser, async (client) => {
    const counts: Record<string, number> = {}
    for (const [name, query] of Object.entries(invariants)) counts[name] = (await client.query(query)).rowCount ?? 0
    return counts
  })

/** Appointments that are not as the last answer said. */
export const findLost = ({ superuser }: Urls, { booked }: Loaded, clinics: readonly Clinic[]): Promise<string[]> =>
  connected(superuser, async (client) => {
    const { rows } = await client.query<{ name: string; stored: string }>(
      `select organisation || ' ' || id as name, concat_ws(' ', "user", extract(epoch from start)::bigint,
        extract(epoch from "end")::bigint, active) as stored from appointment`,
    )
    const stored = new Map(rows.map((row) => [row.name, row.stored]))
    const said = ({ user, start, end, active }: Booked) =>
      `${user} ${Date.parse(start) / 1000} ${Date.parse(end) / 1000} ${active ? 't' : 'f'}`
    const wrong = booked.flatMap((one) => {
      const found = stored.get(`${clinics[one.clinic]!.organisation} ${one.id}`)
      return found === said(one) ? [] : [`appointment ${one.id} is ${found} instead of ${said(one)}`]
    })
    const extra = stored.size - booked.length
    return extra === 0 ? wrong : [...wrong, `${extra} more appointments are stored than were answered`]
  })

type Message = {
  readonly organisation: number
  readonly id: number
  readonly channel: number
  readonly status: number
  readonly attempts: number
  readonly recipient: string
  readonly text: string
}

/** Compares the log with what arrived. */
export const compareArrived = ({ superuser }: Urls, { mails, texts }: Counted) =>
  connected(superuser, async (client) => {
    const { rows } = await client.query<Message>(
      'select organisation, id::int, channel, status, attempts, recipient, text from client_message',
    )
    const mailOf = ({ organisation, id }: Message) => mails[`client-message-${organisation}-${id}@127.0.0.1`] ?? 0
    const ofMail = rows.filter(({ channel }) => channel === email)
    const known = new Set(ofMail.map(({ organisation, id }) => `client-message-${organisation}-${id}@127.0.0.1`))
    const perText = new Map<string, { sent: number; unknown: number }>()
    for (const { channel, status, recipient, text } of rows) {
      if (channel !== sms || (status !== sent && status !== unknown)) continue
      const counted = perText.get(`${recipient} ${text}`) ?? { sent: 0, unknown: 0 }
      counted[status === sent ? 'sent' : 'unknown']++
      perText.set(`${recipient} ${text}`, counted)
    }
    const allTexts = new Set([...perText.keys(), ...Object.keys(texts)])
    const compared = [...allTexts].map((key) => ({
      came: texts[key] ?? 0,
      ...(perText.get(key) ?? { sent: 0, unknown: 0 }),
    }))
    return {
      mails: Object.keys(mails).length,
      repeated: ofMail.filter((message) => mailOf(message) > 1).length,
      texts: Object.values(texts).reduce((sum, times) => sum + times, 0),
      unknown: rows.filter(({ status }) => status === unknown).length,
      wrong: {
        'e-mails marked as sent that did not arrive': ofMail.filter((one) => one.status === sent && mailOf(one) === 0)
          .length,
        'e-mails that came again though nobody tried twice': ofMail.filter(
          (one) => mailOf(one) > Math.max(1, one.attempts),
        ).length,
        'e-mails under a Message-ID of no message': Object.keys(mails).filter((id) => !known.has(id)).length,
        'SMS that came twice': compared.filter(({ came, sent: marked, unknown: open }) => came > marked + open).length,
        'SMS marked as sent that did not arrive': compared.filter(({ came, sent: marked }) => came < marked).length,
      },
    }
  })
