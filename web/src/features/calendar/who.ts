import type { AppointmentType } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientQuery } from '../../api/client.ts'
import { idOf, nameOfClient, type Patient, type SearchResults } from '../../api/records.ts'

/** A client, and the animal by which they were found. */
export type Coming = { readonly client?: number | undefined; readonly patient?: number | undefined }

/** How an appointment is booked for somebody who is on no record yet. */
export type CallerType = typeof AppointmentType.UnknownClient | typeof AppointmentType.PreliminaryBooking

/** Somebody who is on no record yet. */
export type Caller = { readonly notes: string; readonly type: CallerType }

export const isBookable = ({ archived, deceased }: Patient) => !archived && !deceased

type Start = { readonly ticked?: readonly number[] | undefined; readonly caller?: Caller | undefined }

/** Who comes: a client with some of their animals, or somebody who is on no record yet. */
export const useWho = (coming: Coming, onComing: (coming: Coming) => void, start: Start = {}) => {
  const { client, patient } = coming
  const { data: record } = useQuery({ ...clientQuery(client ?? 0), enabled: client !== undefined })
  const [caller, setCaller] = useState(start.caller)
  const [ticked, setTicked] = useState(start.ticked)
  const animals = (record?.patients_data ?? []).filter(
    (animal) => isBookable(animal) || start.ticked?.includes(idOf(animal.url)) === true,
  )
  const only = animals.length === 1 ? [idOf(animals[0]!.url)] : []
  const patients = ticked ?? (patient === undefined ? only : [patient])
  const chosen = animals.filter(({ url }) => patients.includes(idOf(url)))
  const come = (next: Coming) => {
    setTicked(undefined)
    setCaller(undefined)
    onComing(next)
  }
  return {
    /** Undefined until a client is chosen and read. */
    record: client === undefined ? undefined : record,
    caller,
    animals,
    patients,
    chosen,
    name:
      chosen.map(({ name }) => name).join(', ') ||
      (record === undefined ? (caller?.notes ?? '') : nameOfClient(record)),
    setCaller,
    setTicked,
    choose: ({ type, id, client: owner }: SearchResults['results'][number]) =>
      come(type === 'patient' ? { patient: id, ...(owner === null ? {} : { client: idOf(owner) }) } : { client: id }),
    clear: () => come({}),
  }
}

export type Who = ReturnType<typeof useWho>
