import { useSyncExternalStore } from 'react'
import type { Appointment, Patient } from '../api/records.ts'
import type { Arriving, NewAnimal } from './admission.ts'

/** The animal that comes: one that is on record, or one that is registered with its visit, with the name of its species. */
export type Answer = { readonly patient: Patient } | { readonly made: NewAnimal; readonly species: string }

type Asked = { readonly appointment: Appointment; readonly answer: (animal: Answer | undefined) => void }

let asked: Asked | undefined
const listeners = new Set<() => void>()
const change = (next: Asked | undefined) => {
  asked = next
  for (const listener of listeners) listener()
}

const ask = (appointment: Appointment) =>
  new Promise<Answer | undefined>((resolve) => {
    asked?.answer(undefined)
    change({
      appointment,
      answer: (animal) => {
        change(undefined)
        resolve(animal)
      },
    })
  })

/** Checks in an appointment. If it names no animal, that is asked first, over any page; without an answer nothing happens. */
export const withAnimal = async (
  appointment: Appointment,
  checkIn: (appointment: Appointment, animals?: readonly Arriving[]) => Promise<unknown>,
) => {
  if (appointment.patients.length > 0) return checkIn(appointment)
  const answer = await ask(appointment)
  if (answer === undefined) return undefined
  if ('patient' in answer) return checkIn({ ...appointment, patients_data: [answer.patient] }, [answer.patient.url])
  // As far as a card shows an animal.
  const shown = { name: answer.made.name, species: answer.species } as Patient
  return checkIn({ ...appointment, patients_data: [shown] }, [answer.made])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useAskedAnimal = () => useSyncExternalStore(subscribe, () => asked)
