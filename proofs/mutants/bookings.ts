import { inFile, type Mutant } from '../mutate/mutant.ts'

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
]
