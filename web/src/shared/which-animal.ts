import { useSyncExternalStore } from 'react'
import type { Appointment, Patient } from '../api/records.ts'

type Asked = { readonly appointment: Appointment; readonly answer: (animal: Patient | undefined) => void }

let asked: Asked | undefined
const listeners = new Set<() => void>()
const change = (next: Asked | undefined) => {
  asked = next
  for (const listener of listeners) listener()
}

const ask = (appointment: Appointment) =>
  new Promise<Patient | undefined>((resolve) => {
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
  checkIn: (appointment: Appointment, animals?: readonly string[]) => Promise<unknown>,
) => {
  if (appointment.patients.length > 0) return checkIn(appointment)
  const animal = await ask(appointment)
  return animal && checkIn({ ...appointment, patients_data: [animal] }, [animal.url])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useAskedAnimal = () => useSyncExternalStore(subscribe, () => asked)
