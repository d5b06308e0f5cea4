import type { Field, Id, SqlScope, Table } from '../../kernel/fields.ts'
import { readOnly, readOnlyOrNull } from '../../kernel/fields.ts'
import { ref, urlOf } from '../../kernel/links.ts'
import type { ExtraFilter } from '../../kernel/resource.ts'
import { boolean, choice, text } from '../../kernel/values.ts'
import { email, sms } from '../messaging/kinds.ts'

/** Of the conditions of filters, whose row is `r`. */
const main = { row: 'r', organisation: 't.o' }
type Place = Pick<SqlScope, 'row' | 'organisation'>

/** By which way the client of an animal is written to: by e-mail where that is possible, else by SMS. */
export const channelOfClient = `case when client.email <> '' and not client.no_email
  and coalesce((client.communication_preferences ->> 'email')::boolean, true) then ${email} else ${sms} end`

const newestMessage = (column: string, { row, organisation }: Place) =>
  `(select message.${column} from client_message message
    where message.organisation = ${organisation} and message.recall = ${row}.id order by message.id desc limit 1)`

/**
 * Why a message that is not there yet would be held, as `findHold` says it once it is there. Only what is true of
 * the client, the patient and the settings is known before: not how many messages the client will get that day.
 */
const expectedHold = ({ row, organisation }: Place) => `(
  select case
    when client.archived then 'client_archived'
    when way.channel = ${sms} and client.no_sms then 'no_sms'
    when way.channel = ${sms} and (client.communication_preferences ->> 'sms')::boolean is false then 'preference'
    when patient.deceased is not null then 'patient_deceased'
    when patient.archived then 'patient_archived'
    when way.channel = ${sms} and not exists (select from phonenumber number where number.organisation = client.organisation
      and number.client = client.id and number.type_code = 1) then 'no_recipient'
    when (select sandbox from organisation where organisation.id = ${organisation}) then ''
    when way.channel = ${email} and (servers.smtp_host = '' or servers.mail_from = '') then 'not_set_up'
    when way.channel = ${sms} and (servers.sms_gateway_url = '' or servers.sms_from = '') then 'not_set_up'
    else '' end
  from patient
  join client on client.organisation = patient.organisation and client.id = patient.client
  join message_settings servers on servers.organisation = patient.organisation
  cross join lateral (select ${channelOfClient} as channel) way
  where patient.organisation = ${organisation} and patient.id = ${row}.patient)`

const holdOf = (at: Place) => `case when ${at.row}.replaced_by is not null then ''
  else coalesce(${newestMessage('reason', at)}, ${expectedHold(at)}) end`

const recallStatuses = { 0: 'Waiting', 1: 'Queued', 2: 'Sending', 3: 'Sent', 4: 'Failed', 5: 'Replaced' } as const

const statusOf = (at: Place) => `case when ${at.row}.replaced_by is not null then 5 when ${at.row}.queued is null then 0
  else coalesce((select case when status in (1, 2, 3) then status else 4 end
    from (select ${newestMessage('status', at)} as status) newest where status is not null), 1) end`

/** The first appointment of the animal that is still to come, by the clock of the organisation. */
const nextAppointment = ({ row, organisation }: Place) => `(
  select appointment.id from appointment_patient comes
  join appointment on appointment.organisation = comes.organisation and appointment.id = comes.appointment
  where comes.organisation = ${organisation} and comes.patient = ${row}.patient and appointment.active
    and appointment.start > clock_timestamp() + make_interval(
      secs => (select clock_offset from organisation where organisation.id = ${organisation}))
  order by appointment.start, appointment.id limit 1)`

const ownerOf = ({ row, organisation }: Place) =>
  `(select patient.client from patient where patient.organisation = ${organisation} and patient.id = ${row}.patient)`

/** A link to a record that is found by a query instead of in a column. */
const foundLink = <R extends Table, O extends typeof readOnly | typeof readOnlyOrNull>(
  table: R,
  find: (at: Place) => string,
  options: O & { readonly about: string },
): Field<Id<R>, O & { readonly about: string }> => ({
  ...ref(table, options),
  link: { table, by: 'url', from: 'children', joins: (target, _column, at) => `${target}.id = ${find(at)}` },
  select: (_column, at) => urlOf(table, find(at), at),
})

export const status: Field<keyof typeof recallStatuses, typeof readOnly & { about: string }> = {
  ...choice(recallStatuses, {
    ...readOnly,
    about:
      'How far it is: waiting for its day, then what became of its message, or replaced by a newer vaccination. 4 where the message was held or has failed; `reason` says why. It follows the message without advancing `modified`.',
  }),
  select: (_column, at) => statusOf(at),
}

export const reason: Field<string, typeof readOnly & { about: string }> = {
  ...text(63, {
    ...readOnly,
    about:
      'Why the client gets no message: why it was held or has failed, or, before its day, why it would be held as things are now. Empty where nothing is in its way. The values are those of `reason` of a message.',
  }),
  select: (_column, at) => holdOf(at),
}

export const client = foundLink('client', ownerOf, {
  ...readOnly,
  about: 'Whose animal it is now, and so who is written to.',
})

export const appointment = foundLink('appointment', nextAppointment, {
  ...readOnlyOrNull,
  about:
    'The next appointment of the patient, whatever it is for. Null where none is booked. It follows the calendar without advancing `modified`.',
})

export const message = foundLink('message', (at) => newestMessage('id', at), {
  ...readOnlyOrNull,
  about: 'The newest message about it. Null before its day.',
})

const filterOf = (about: string, condition: string): ExtraFilter => ({
  value: boolean({ about }),
  condition: (is, add) => `(${condition}) = ${add(is, 'boolean')}`,
})

export const stateFilters = {
  open__is: filterOf(
    'Whether it is to be seen to: not replaced, and neither is the patient deceased, nor is the patient or the client archived.',
    `r.replaced_by is null and exists (select from patient
      join client on client.organisation = patient.organisation and client.id = patient.client
      where patient.organisation = t.o and patient.id = r.patient and patient.deceased is null and not patient.archived
        and not client.archived)`,
  ),
  written__is: filterOf('Whether its message was sent (`status` 3).', `${statusOf(main)} = 3`),
  held__is: filterOf('Whether there is a `reason` for which the client gets no message.', `${holdOf(main)} <> ''`),
  booked__is: filterOf('Whether the patient has an `appointment` to come.', `${nextAppointment(main)} is not null`),
}
