import { ConsultationStatus } from '@fetlock/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { boardAppointmentsQuery } from '../../api/appointment.ts'
import { owingQuery } from '../../api/client.ts'
import { may } from '../../api/me.ts'
import { type Appointment, type Consultation, idOf, type Me } from '../../api/records.ts'
import { missingChargesQuery } from '../../api/chargehint.ts'
import { closedVisitsQuery, openVisitsQuery } from '../../api/consultation.ts'
import { contraindicationsQuery } from '../../api/contraindication.ts'
import { mustNotGet } from '../../shared/contraindications.ts'
import { askedOfDay } from './ask-for-board.ts'
import { boardOf } from './board.ts'

const none: readonly never[] = []
const waitForInvoice: ReadonlySet<ConsultationStatus> = new Set([
  ConsultationStatus.ReadyForDischarge,
  ConsultationStatus.Discharged,
  ConsultationStatus.Invoicing,
])

/** What is missing on the visits that wait for their invoice, and what those owe who are expected. */
const useMoney = (me: Me, appointments: readonly Appointment[], visits: readonly Consultation[]) => {
  const waiting = visits.filter(({ id, status }) => id > 0 && waitForInvoice.has(status)).map(({ id }) => id)
  const clients = new Set(
    appointments.flatMap(({ client, consultation }) => (client && !consultation ? [idOf(client)] : [])),
  )
  const hints = useQuery({ ...missingChargesQuery(waiting), enabled: waiting.length > 0 })
  const maySeeMoney = may(me, 'Financial: Invoices')
  const owed = useQuery({
    ...owingQuery([...clients].toSorted((one, other) => one - other)),
    placeholderData: keepPreviousData,
    enabled: maySeeMoney && clients.size > 0,
  })
  return useMemo(
    () => ({
      missing: new Map((hints.data ?? []).map(({ consultation, open }) => [consultation, open])),
      owing: owed.data ?? new Map<number, string>(),
    }),
    [hints.data, owed.data],
  )
}

/** What those must not get who are expected or there, by animal: read at once for all. */
const useMustNot = (me: Me, appointments: readonly Appointment[], visits: readonly Consultation[]) => {
  const patients = new Set([...appointments, ...visits].flatMap((one) => one.patients.map(idOf)))
  const { data } = useQuery({
    ...contraindicationsQuery([...patients].toSorted((one, other) => one - other)),
    placeholderData: keepPreviousData,
    enabled: may(me, 'Clinical: Consultations') && patients.size > 0,
  })
  return useMemo(() => {
    const byPatient = Map.groupBy(data ?? [], ({ patient }) => patient)
    return new Map([...byPatient].map(([patient, recorded]) => [patient, recorded.map((one) => mustNotGet(one))]))
  }, [data])
}

/** What the board shows, and what is still missing to show it. */
export const useBoard = (me: Me, date: string) => {
  const { department, vet, mine } = useSearch({ from: '/' })
  const asked = askedOfDay(me, date, department)
  const maySchedule = may(me, 'General: Appointments')
  const maySee = may(me, 'Clinical: Consultations')
  const appointments = useQuery({ ...boardAppointmentsQuery(asked), enabled: maySchedule })
  const open = useQuery({ ...openVisitsQuery(asked), enabled: maySee })
  const closed = useQuery({ ...closedVisitsQuery(asked), enabled: maySee })
  const money = useMoney(me, appointments.data ?? none, open.data ?? none)
  const mustNot = useMustNot(me, appointments.data ?? none, open.data ?? none)
  const wanted = mine === true ? idOf(me.user.url) : vet
  const board = useMemo(() => {
    const visits = [...(open.data ?? []), ...(closed.data ?? [])]
    const isWanted = (url: string | undefined) => wanted === undefined || (url !== undefined && idOf(url) === wanted)
    return boardOf(
      (appointments.data ?? []).filter(({ user }) => isWanted(user)),
      visits.filter((visit) => isWanted(visit.supervising_veterinarian_data?.url ?? visit.supervising_veterinarian)),
      { ...money, mustNot },
      appointments.data,
    )
  }, [appointments.data, open.data, closed.data, wanted, money, mustNot])
  const asking = [appointments, open, closed].filter(({ isEnabled }) => isEnabled)
  const failed = asking.find(({ isError, data }) => isError && data === undefined)
  return {
    board,
    isPending: asking.some(({ isPending }) => isPending),
    error: failed?.error ?? undefined,
    retry: () => void Promise.all(asking.map(({ refetch }) => refetch())),
    mayAdmit: may(me, 'Clinical: Consultations', 'write'),
  }
}
