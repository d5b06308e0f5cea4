import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const schedulingErrorCodes = {
  after_appointment: {
    meaning: 'The reminder would be sent when the appointment has begun.',
    remedy: 'Send a time before the start of the appointment.',
  },
  cancelled_appointment: {
    meaning: 'The appointment was cancelled, so nothing more is done with it.',
    remedy: 'Set active of the appointment to true first, or do without the appointment.',
  },
  day_off: {
    meaning: 'A shift has only one of its two times, or a weekday without times.',
    remedy: 'Send start and end. Leave both out only for a date on which nobody works.',
  },
  decided_already: {
    meaning: 'Staff have linked, created a client of, or declined this online booking before.',
    remedy: 'Read the online booking client: its status and client say what was decided.',
  },
  has_client: {
    meaning: 'The appointment of the online booking has another client.',
    remedy: 'Link the booking to the client of the appointment, or set the client of the appointment to null first.',
  },
  has_visit: {
    meaning: 'The appointment has its visit already.',
    remedy: 'Use the consultation that the appointment names.',
  },
  in_the_past: {
    meaning: 'An application acting for itself booked a time online that has passed.',
    remedy: 'Choose a time that is still to come, by the clock of the organisation.',
  },
  needs_client: {
    meaning: 'The patients of an appointment have no client there, or a visit was asked for without a client.',
    remedy: 'Set the client of the appointment first.',
  },
  needs_online_booking: {
    meaning: 'An online booking is confirmed to whoever booked it, and nobody is connected to the appointment yet.',
    remedy: 'Create the online booking client of the appointment and an online booking patient first.',
  },
  no_visit: {
    meaning: 'No visit belongs to an appointment of this type.',
    remedy: 'Change its type first, or create a consultation without it.',
  },
  not_declined: {
    meaning: 'The owner of an online booking is told of a refusal that staff have not decided.',
    remedy: 'Decline the online booking first.',
  },
  not_free: {
    meaning: 'An application acting for itself booked a time online at which the user does not work in the department.',
    remedy: 'Ask for the free times at /appointment/availability/ again, and choose one of them or a part of one.',
  },
  not_decided: {
    meaning: 'Staff have not decided about this online booking, so there is nothing to take back.',
    remedy: 'Read the online booking client: its status says what was decided. Link, create or decline it.',
  },
  not_online: {
    meaning: 'The appointment was not booked online.',
    remedy: 'Name an appointment of the type 2 (Online booking), or change its type first.',
  },
  overlap: {
    meaning: 'The user has another appointment at this time.',
    remedy: 'Choose another time or user. Staff may send allow_overlap to book over it.',
  },
  people_only: {
    meaning: 'An application acting for itself sent what only people may send.',
    remedy: 'Leave it out, or send the request with a token of a user.',
  },
  queued_already: {
    meaning: 'The messages of the reminder are queued or sent.',
    remedy: 'There is nothing left to remove. /message/ lists the messages and what became of them.',
  },
  send_at_or_hours_before: {
    meaning: 'A reminder is sent at a set time or some hours before the appointment: exactly one of the two is sent.',
    remedy: 'Send either send_at or hours_before.',
  },
  time_passed: {
    meaning: 'The time at which the reminder would be sent has passed.',
    remedy: 'Send a later time, or fewer hours before the appointment.',
  },
  weekday_or_date: {
    meaning: 'A shift repeats every week or is on one date: exactly one of the two is sent.',
    remedy: 'Send either weekday or date.',
  },
  wrong_request_hash: {
    meaning: 'The appointment has another request_hash: it was moved, or another appointment was meant.',
    remedy: 'Read the appointment again, and send its request_hash if it is still the one to confirm.',
  },
  wrong_booking: {
    meaning: 'The animal that is named belongs to another online booking.',
    remedy: 'Name the animals that the online booking client lists under patients.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof schedulingErrorCodes> {}
}
