import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { may } from '../../api/me.ts'
import { type Me, nameOfUser, type User } from '../../api/records.ts'
import { datedShiftsQuery, weekdayShiftsQuery } from '../../api/shift.ts'
import { clinicalStaffQuery } from '../../api/user.ts'
import { dateIn } from '../../format.ts'
import type { Option } from '../../shared/edit/fields.ts'
import { text } from '../../text/en.ts'
import { onDuty } from './on-duty.ts'

/** Who may prescribe can be responsible for a visit. Where nobody may, whoever may treat can. */
const useCandidates = (): readonly User[] => {
  const { data: prescribing } = useQuery(clinicalStaffQuery('Clinical: Prescriptions'))
  const { data: treating } = useQuery({
    ...clinicalStaffQuery('Clinical: Consultations'),
    enabled: prescribing?.length === 0,
  })
  return (prescribing?.length === 0 ? treating : prescribing) ?? []
}

/** Who can be responsible for a visit, those who work today first. Only who works is there unasked: alone, or by oneself. */
export const useVets = (me: Me) => {
  const today = dateIn(new Date(), me.organisation.time_zone)
  const enabled = may(me, 'General: Appointments')
  const candidates = useCandidates()
  const { data: weekly } = useQuery({ ...weekdayShiftsQuery(today), enabled })
  const { data: dated } = useQuery({ ...datedShiftsQuery(today, today), enabled })
  return useMemo(() => {
    const atWork = onDuty(weekly ?? [], dated ?? [])
    const working = candidates.filter(({ url }) => atWork.has(url))
    const options = [true, false].flatMap((isWorking) =>
      candidates
        .filter(({ url }) => atWork.has(url) === isWorking)
        .toSorted((one, other) => nameOfUser(one).localeCompare(nameOfUser(other)))
        .map(
          (user): Option => [
            user.url,
            nameOfUser(user),
            isWorking ? text.registration.onDuty : text.registration.others,
          ],
        ),
    )
    const preset = working.find(({ url }) => url === me.user.url) ?? (working.length === 1 ? working[0] : undefined)
    return { options, preset: preset?.url ?? '' }
  }, [candidates, weekly, dated, me.user.url])
}
