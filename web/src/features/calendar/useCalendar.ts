import { ApiError } from '@fetlock/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { departmentsQuery } from '../../api/department.ts'
import { may } from '../../api/me.ts'
import { staffQuery } from '../../api/user.ts'
import { idOf, type Me } from '../../api/records.ts'
import { addDays, dateIn } from '../../format.ts'
import { weekdayOf } from '../../shared/dates.ts'
import { text } from '../../text/en.ts'
import { columnsOf, entryOf, type View } from './columns.ts'
import { dayIn } from './days.ts'
import { calendarAppointmentsQuery } from '../../api/appointment.ts'
import { datedShiftsQuery, weeklyShiftsQuery } from '../../api/shift.ts'
import { reasonsQuery } from '../../api/reason.ts'
import { workerFor } from './workplaces.ts'

/** Whose week is shown if nobody is chosen. Undefined until that is known. */
const useWorker = (me: Me, department: number | undefined) => {
  const { data, isPending } = useQuery({ ...weeklyShiftsQuery, enabled: may(me, 'General: Appointments') })
  const mine = idOf(me.user.url)
  if (data === undefined) return isPending ? undefined : mine
  return workerFor(data, mine, department)
}

/** Which days and whose are shown, by the address and by where the person works. */
const useView = (me: Me, now: number) => {
  const { date: asked, view, by = 'user', user, department: chosen } = useSearch({ from: '/calendar' })
  const { data: known } = useQuery(departmentsQuery)
  const worker = useWorker(me, chosen)
  const departments = useMemo(() => known ?? [], [known])
  const home = me.home_department === null ? undefined : idOf(me.home_department)
  const usual = chosen ?? home ?? (departments[0] === undefined ? 0 : idOf(departments[0].url))
  const timeZone = departments.find(({ url }) => idOf(url) === usual)?.time_zone ?? me.organisation.time_zone
  const today = dateIn(new Date(now), timeZone)
  const date = asked ?? today
  const isWeek = view === 'week'
  const monday = addDays(date, 1 - weekdayOf(date))
  const shown = useMemo(
    (): View => ({
      dates: isWeek ? Array.from({ length: 7 }, (_, index) => addDays(monday, index)) : [date],
      isWeek,
      by,
      timeZone,
      department: isWeek && by === 'department' ? usual : chosen,
      user: isWeek && by === 'user' ? (user ?? worker) : undefined,
    }),
    [isWeek, monday, date, by, timeZone, chosen, usual, user, worker],
  )
  return { view: shown, date, today, monday, usual, departments, isReady: known !== undefined && worker !== undefined }
}

/** From the first to the last moment of what is shown; departments of one day may lie in several zones. */
const boundsOf = ({ dates, by, isWeek, timeZone }: View, zones: readonly string[]) => {
  const all = by === 'department' && !isWeek ? [timeZone, ...zones] : [timeZone]
  return {
    from: Math.min(...all.map((zone) => dayIn(dates[0]!, zone).start)),
    to: Math.max(...all.map((zone) => dayIn(dates.at(-1)!, zone).end)),
  }
}

const shiftView = (view: View, days: number): View => ({
  ...view,
  dates: view.dates.map((date) => addDays(date, days)),
})

/** What is shown, with what is loaded for it; the days before and after are loaded ahead. */
export const useCalendar = (me: Me, now: number, cancelled: boolean) => {
  const place = useView(me, now)
  const { view, monday, departments, isReady } = place
  const client = useQueryClient()
  const mayRead = may(me, 'General: Appointments')
  const asking = useCallback(
    (shown: View) =>
      calendarAppointmentsQuery({
        me,
        ...boundsOf(
          shown,
          departments.map(({ time_zone }) => time_zone),
        ),
        department: shown.isWeek === (shown.by === 'department') ? shown.department : undefined,
        user: shown.user,
        cancelled,
      }),
    [me, departments, cancelled],
  )
  const appointments = useQuery({ ...asking(view), enabled: mayRead && isReady })
  const weekly = useQuery({ ...weeklyShiftsQuery, enabled: mayRead })
  const dated = useQuery({ ...datedShiftsQuery(monday, addDays(monday, 6)), enabled: mayRead })
  const staff = useQuery(staffQuery)
  const reasons = useQuery(reasonsQuery)
  const isLoaded = appointments.data !== undefined
  useEffect(() => {
    if (!isLoaded) return
    const step = view.isWeek ? 7 : 1
    for (const days of [step, -step]) void client.prefetchQuery(asking(shiftView(view, days)))
  }, [client, asking, view, isLoaded])
  const byUrl = useMemo(() => new Map((reasons.data ?? []).map((reason) => [reason.url, reason])), [reasons.data])
  const loaded = useMemo(
    () => ({
      entries: (appointments.data ?? [])
        .map((appointment) => entryOf(appointment, byUrl))
        .filter(({ active }) => active || cancelled),
      shifts: [...(weekly.data ?? []), ...(dated.data ?? [])],
      staff: staff.data ?? [],
      departments,
    }),
    [appointments.data, byUrl, weekly.data, dated.data, staff.data, departments, cancelled],
  )
  const columns = useMemo(() => columnsOf(loaded, view), [loaded, view])
  const missing = new ApiError({ status: 403, code: 'permission_denied', detail: text.calendar.needs })
  const needed = [appointments, weekly, dated, staff]
  const isStarting = [weekly, staff].some((query) => query.isPending) || !isReady
  return {
    ...place,
    loaded,
    columns,
    reasons: reasons.data ?? [],
    /** Nothing can be drawn yet; later only the appointments of a day are waited for. */
    isStarting,
    isLoading: appointments.isPending,
    error: mayRead ? (needed.find(({ isError, data }) => isError && data === undefined)?.error ?? undefined) : missing,
    retry: () => void Promise.all(needed.map(({ refetch }) => refetch())),
  }
}
