import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { may } from '../../api/me.ts'
import { type Appointment, type Consultation, idOf, type Me } from '../../api/records.ts'
import { contraindicationsQuery, mustNotGet } from '../../shared/contraindications.ts'
import { statuses } from '../../shared/visit-stages.ts'
import { boardOf, owingByClient } from './board.ts'
import { appointmentsQuery, closedVisitsQuery, missingChargesQuery, openVisitsQuery, owedQuery } from './queries.ts'

const none: readonly never[] = []
const waitForInvoice: ReadonlySet<number> = new Set([statuses.ready, statuses.discharged, statuses.invoicing])

/** What is missing on the visits that wait for their invoice, and what those owe who are expected. */
const useMoney = (me: Me, appointments: readonly Appointment[], visits: readonly Consultation[]) => {
  const waiting = visits.filter(({ id, status }) => id > 0 && waitForInvoice.has(status)).map(({ id }) => id)
  const clients = new Set(
    appointments.flatMap(({ client, consultation }) => (client && !consultation ? [idOf(client)] : [])),
  )
  const hints = useQuery({ ...missingChargesQuery(waiting), enabled: waiting.length > 0 })
  const maySeeMoney = may(me, 'Financial: Invoices')
  const owed = useQuery({
    ...owedQuery([...clients].toSorted((one, other) => one - other)),
    enabled: maySeeMoney && clients.size > 0,
  })
  return useMemo(
    () => ({
      missing: new Map((hints.data?.results ?? []).map(({ consultation, open }) => [consultation, open])),
      owing: owingByClient(owed.data?.results ?? []),
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
    const byPatient = Map.groupBy(data?.results ?? [], ({ patient }) => patient)
    return new Map([...byPatient].map(([patient, recorded]) => [patient, recorded.map((one) => mustNotGet(one))]))
  }, [data])
}

/** What the board shows, and what is still missing to show it. */
export const useBoard = (me: Me, date: string) => {
  const { department, vet, mine } = useSearch({ from: '/' })
  const asked = { me, date, department }
  const maySchedule = may(me, 'General: Appointments')
  const maySee = may(me, 'Clinical: Consultations')
  const appointments = useQuery({ ...appointmentsQuery(asked), enabled: maySchedule })
  const open = useQuery({ ...openVisitsQuery(asked), enabled: maySee })
  const closed = useQuery({ ...closedVisitsQuery(asked), enabled: maySee })
  const money = useMoney(me, appointments.data?.results ?? none, open.data?.results ?? none)
  const mustNot = useMustNot(me, appointments.data?.results ?? none, open.data?.results ?? none)
  const wanted = mine === true ? idOf(me.user.url) : vet
  const board = useMemo(() => {
    const visits = [...(open.data?.results ?? []), ...(closed.data?.results ?? [])]
    const isWanted = (url: string | undefined) => wanted === undefined || (url !== undefined && idOf(url) === wanted)
    return boardOf(
      (appointments.data?.results ?? []).filter(({ user }) => isWanted(user)),
      visits.filter((visit) => isWanted(visit.supervising_veterinarian_data?.url ?? visit.supervising_veterinarian)),
      { ...money, mustNot },
      appointments.data?.results,
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
