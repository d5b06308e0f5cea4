import { inFile, type Mutant } from './mutant.ts'

/** What clients are sent, and what holds it. */
export const ofMessages: readonly Mutant[] = [
  ...inFile('src/domain/scheduling/send-confirmation.ts', [
    {
      line: 447,
      kind: 'condition',
      breaks: 'any request_hash confirms an appointment',
      find: 'if (appointment.request_hash !== request_hash)',
      replace: "if (request_hash === '')",
    },
    {
      line: 447,
      kind: 'condition',
      breaks: 'an e-mail is sent although the flag says no',
      find: "email: dont_send_email_confirmation ? 'not_asked' : await ask(email)",
      replace: 'email: await ask(email)',
    },
    {
      line: 447,
      kind: 'condition',
      breaks: 'an SMS is sent although the flag says no',
      find: "sms: dont_send_sms_confirmation ? 'not_asked' : await ask(sms)",
      replace: 'sms: await ask(sms)',
    },
    {
      line: 447,
      kind: 'condition',
      breaks: 'an online booking is confirmed to nobody',
      find: '  if (appointment.type === onlineBooking) await requireBooked(tx, id)\n',
      replace: '',
    },
    {
      line: 447,
      kind: 'condition',
      breaks: 'an online booking is confirmed without an animal',
      find: ".innerJoin('onlinebookingpatient', ",
      replace: ".leftJoin('onlinebookingpatient', ",
    },
    {
      line: 447,
      kind: 'effect',
      breaks: 'a confirmation that is asked for twice is sent twice',
      find: 'request: request_hash, appointment: id',
      replace: 'request: `${request_hash} ${actor.now.valueOf()}`, appointment: id',
    },
  ]),
  ...inFile('src/domain/scheduling/appointment-message.ts', [
    {
      line: 447,
      kind: 'effect',
      breaks: 'a confirmation names a time that is no longer booked',
      find: 'requestHash !== request',
      replace: 'requestHash === undefined',
    },
  ]),
  ...inFile('src/domain/messaging/holds.ts', [
    {
      line: 44,
      kind: 'condition',
      breaks: 'no_email holds nothing',
      find: 'if (channel === sms ? no_sms : no_email)',
      replace: 'if (channel === sms && no_sms)',
    },
    {
      line: 44,
      kind: 'condition',
      breaks: 'no_sms holds nothing',
      find: 'if (channel === sms ? no_sms : no_email)',
      replace: 'if (channel === sms ? archived : no_email)',
    },
  ]),
]
