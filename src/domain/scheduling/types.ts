/** What an appointment is for. The numbers are part of the contract. */
export const appointmentTypes = {
  1: 'Consultation',
  2: 'Online booking',
  3: 'Other',
  4: 'Internal booking',
  5: 'Unknown client',
  6: 'Farm visit',
  7: 'Preliminary booking',
  8: 'Boarding',
  9: 'Pet service',
} as const
export type AppointmentType = keyof typeof appointmentTypes
export const onlineBooking: AppointmentType = 2

export const weekdays = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
} as const
export type Weekday = keyof typeof weekdays
