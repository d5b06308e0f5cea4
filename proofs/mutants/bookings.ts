import { inFile, type Mutant } from './mutant.ts'

/** Online bookings and reminders. */
export const ofBookings: readonly Mutant[] = [
  ...inFile('src/domain/scheduling/online-bookings.ts', [
    {
      line: 233,
      kind: 'condition',
      breaks: 'an appointment of any type has an online booking client',
      find: 'if (type !== onlineBooking)',
      replace: 'if (type !== onlineBooking && !active)',
    },
    {
      line: 233,
      kind: 'effect',
      breaks: 'the phone number is lost',
      find: '.values({ ...client, phone_number, e164 })',
      replace: ".values({ ...client, phone_number: '', e164 })",
    },
    {
      line: 445,
      kind: 'effect',
      breaks: 'an online booking client has no city',
      find: "    .insertInto('onlinebookingclient')\n    .values({ ...client,",
      replace: "    .insertInto('onlinebookingclient')\n    .values({ ...client, city: '',",
    },
    {
      line: 235,
      kind: 'condition',
      breaks: 'a breed of another species is taken',
      find: 'findInconsistencies(tx, [patient])',
      replace: 'findInconsistencies(tx, [{ ...patient, breed: null }])',
    },
    {
      line: 446,
      kind: 'effect',
      breaks: 'an online booking patient has no notes',
      find: ".insertInto('onlinebookingpatient').values(patient)",
      replace: ".insertInto('onlinebookingpatient').values({ ...patient, notes: '' })",
    },
  ]),
  ...inFile('src/domain/scheduling/online-booking-patient.resource.ts', [
    {
      line: 235,
      kind: 'shape',
      breaks: 'species and breed are read as texts',
      find: '  select: (column) => column,',
      replace: '  select: (column) => `${column}::text`,',
    },
  ]),
  ...inFile('src/domain/scheduling/reminders.ts', [
    {
      line: 448,
      kind: 'effect',
      breaks: 'a reminder sends no text message',
      find: '    if (send_sms) await queueMessage(tx, { ...message, channel: sms })\n',
      replace: '',
    },
    {
      line: 448,
      kind: 'condition',
      breaks: 'an e-mail is sent that was not asked for',
      find: 'if (send_email) await queueMessage',
      replace: 'await queueMessage',
    },
    {
      line: 448,
      kind: 'bound',
      breaks: 'the clock of the organisation does not count',
      find: 'make_interval(secs => (select clock_offset from organisation where id = organisation()))',
      replace: 'make_interval(secs => 0)',
    },
  ]),
  ...inFile('src/domain/scheduling/reminder.resource.ts', [
    {
      line: 448,
      kind: 'condition',
      breaks: 'a reminder that failed counts as sent',
      find: 'when bool_or(m.status = 3) then 3 else 4 end',
      replace: 'else 3 end',
    },
  ]),
  ...inFile('src/domain/scheduling/online-times.ts', [
    {
      line: 444,
      kind: 'condition',
      breaks: 'a website books outside the shifts',
      find: '  if (!is_working)\n',
      replace: '  if (!is_working && !has_shifts)\n',
    },
    {
      line: 444,
      kind: 'bound',
      breaks: 'a website books in the past',
      find: 'if (new Date(booking.start) < actor.now)',
      replace: 'if (new Date(booking.end) < new Date(0))',
    },
    {
      line: 444,
      kind: 'bound',
      breaks: 'a booking is judged by our clock instead of the organisation’s',
      find: '< actor.now)',
      replace: '< new Date())',
    },
    {
      line: 444,
      kind: 'condition',
      breaks: 'an application with a key is not held to the free times',
      find: 'type === onlineBooking && !actor.actsForUser',
      replace: "type === onlineBooking && !actor.actsForUser && actor.credential !== 'legacy'",
    },
    {
      line: 231,
      kind: 'condition',
      breaks: 'staff are held to the free times',
      find: 'type === onlineBooking && !actor.actsForUser',
      replace: 'type === onlineBooking && actor.user > 0',
    },
    {
      line: 444,
      kind: 'bound',
      breaks: 'a booking that only begins in a shift is taken',
      find: '@> tstzrange($4::timestamptz, $5::timestamptz)',
      replace: '&& tstzrange($4::timestamptz, $5::timestamptz)',
    },
  ]),
  ...inFile('src/domain/scheduling/working-times.ts', [
    {
      line: 444,
      kind: 'condition',
      breaks: 'a special shift in another department takes the weekly shift here away',
      find: '            and dated.department = shift.department and dated.date',
      replace: '            and dated.date',
    },
  ]),
  ...inFile('src/domain/scheduling/appointments.ts', [
    {
      line: 231,
      kind: 'condition',
      breaks: 'a booking moves to a department where nobody works',
      find: 'isMoved || after.department !== before.department || after.type',
      replace: 'isMoved || after.type',
    },
    {
      line: 231,
      kind: 'condition',
      breaks: 'an appointment becomes an online booking anywhere',
      find: ' || after.type !== before.type\n',
      replace: '\n',
    },
    {
      line: 231,
      kind: 'condition',
      breaks: 'a note on an old booking is judged like a move',
      find: 'if (after.active && isPlaced)',
      replace: 'if (after.active && isPlaced !== undefined)',
    },
  ]),
  ...inFile('src/domain/scheduling/shifts.ts', [
    {
      line: 444,
      kind: 'effect',
      breaks: 'a shift is removed under a booking that is being made',
      find: '  await holdUsers(tx, [shift.user])\n  await tx.deleteFrom',
      replace: '  await tx.deleteFrom',
    },
  ]),
  ...inFile('src/domain/scheduling/awaited-clients.ts', [
    {
      line: 444,
      kind: 'condition',
      breaks: 'a booking with an online booking client is given up',
      find: 'appointment.consultation is null and not exists (',
      replace: 'appointment.consultation is null and true or not exists (',
    },
    {
      line: 444,
      kind: 'effect',
      breaks: 'a booking that is given up has no reason',
      find: "      cancellation_reason: 'Cancelled automatically: no client was given in time for this online booking.',\n",
      replace: '',
    },
    {
      line: 444,
      kind: 'bound',
      breaks: 'a booking waits for its client by our clock',
      find: 'make_interval(secs => (select clock_offset from organisation where id = organisation()))',
      replace: 'make_interval(secs => 0)',
    },
    {
      line: 444,
      kind: 'effect',
      breaks: 'the minutes of the department do not count',
      find: 'make_interval(mins => settings.online_booking_client_minutes)',
      replace: 'make_interval(mins => 15)',
    },
  ]),
]
