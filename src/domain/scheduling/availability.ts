import { readInOrganisation, type Reader } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { workingTimes } from './working-times.ts'

export type Question = {
  /** The organisation's default department unless it is named. */
  readonly department?: Id<'department'> | undefined
  /** Today, where the department is, unless it is named. */
  readonly date?: string | undefined
  readonly reason?: Id<'reason'> | undefined
  readonly user?: Id<'user'> | undefined
  /** Minutes; the reason's unless it is named. */
  readonly duration?: number | undefined
  /** An appointment that is to be moved: its own time counts as free. */
  readonly moving?: Id<'appointment'> | undefined
}

/** Minutes between two times that are offered, and the length of an appointment without a reason. */
const gridMinutes = 15

type Answer = {
  readonly body: string
  readonly department_known: boolean
  readonly reason_known: boolean
  readonly user_known: boolean
  readonly moving_known: boolean
}

/**
 * The free times of a day at a department, in the length that is asked for or the reason's: within the shifts of each user, on
 * a grid of quarters of an hour from the start of the shift, not over an active appointment and not in the past.
 */
export const readAvailability = async (
  read: Reader,
  { organisation, now, baseUrl }: Pick<Actor, 'organisation' | 'now' | 'baseUrl'>,
  { department, date, reason, user, duration, moving }: Question,
): Promise<string> => {
  const [found] = await readInOrganisation<Answer>(
    read,
    organisation,
    `with place as (
      select settings.id, settings.time_zone,
        coalesce($3::date, ($6::timestamptz at time zone settings.time_zone)::date) as day
      from department_settings settings join organisation own on own.organisation = t.o
      join department open on open.organisation = t.o and open.id = settings.id and not open.archived
      where settings.organisation = t.o and settings.id = coalesce($2::bigint, own.default_department, (
        select min(department.id) from department where department.organisation = t.o and not department.archived))),
    asked as (
      select coalesce($8::bigint,
        (select duration from reason where reason.organisation = t.o and reason.id = $4::bigint), ${gridMinutes})
        * interval '1 minute' as length),
    working as (${workingTimes('$5')}),
    slot as (
      select distinct working."user", begins as start, begins + asked.length as "end"
      from asked, working, generate_series(working.opens, working.closes - asked.length, interval '${gridMinutes} minutes') begins
      where begins >= $6::timestamptz and not exists (
        select from appointment busy where busy.organisation = t.o and busy.active and busy."user" = working."user"
          and busy.id is distinct from $9::bigint
          and busy.start < begins + asked.length and busy."end" > begins))
    select json_build_object('results', coalesce((select json_agg(json_build_object(
        'user', $7::text || 'user/' || slot."user" || '/',
        'start', to_char(slot.start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'end', to_char(slot."end" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
        order by slot.start, slot."user") from slot), '[]'::json))::text as body,
      $2::bigint is null or exists (select from place) as department_known,
      $4::bigint is null or exists (select from reason
        where reason.organisation = t.o and reason.id = $4::bigint and not reason.archived) as reason_known,
      $5::bigint is null or exists (select from "user" person
        where person.organisation = t.o and person.id = $5::bigint) as user_known,
      $9::bigint is null or exists (select from appointment
        where appointment.organisation = t.o and appointment.id = $9::bigint) as moving_known`,
    [department ?? null, date ?? null, reason ?? null, user ?? null, now, baseUrl, duration ?? null, moving ?? null],
  )
  const { body, department_known, reason_known, user_known, moving_known } = found!
  const unknown = (name: string) =>
    invalid(`${name}__is`, `There is no such ${name} in your organisation, or it is archived.`, 'does_not_exist')
  if (!department_known) throw unknown('department')
  if (!reason_known) throw unknown('reason')
  if (!user_known) throw unknown('user')
  if (!moving_known) throw invalid('moving__is', 'There is no such appointment in your organisation.', 'does_not_exist')
  return body
}
