/**
 * SQL for when people work: the shifts of a date, or else those of its weekday, as moments. Shifts are in local time and become
 * moments here, so a day on which the clocks change has an hour more or less. It is part of a statement for one organisation
 * (`t.o`) that has the days as `place (id, time_zone, day)`; `user` is the parameter for one person, null for all.
 */
export const workingTimes = (user: string) => `
      select shift."user",
        (place.day + shift.start) at time zone place.time_zone as opens, (place.day + shift."end") at time zone place.time_zone as closes
      from place join shift on shift.organisation = t.o and shift.department = place.id
      join "user" person on person.organisation = t.o and person.id = shift."user" and person.is_active
      where (${user}::bigint is null or shift."user" = ${user}::bigint) and shift.start is not null
        and (shift.date = place.day or (shift.weekday = extract(isodow from place.day) and not exists (
          select from shift dated where dated.organisation = t.o and dated."user" = shift."user"
            and dated.department = shift.department and dated.date = place.day)))`
