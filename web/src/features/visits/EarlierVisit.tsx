import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Consultation, Patient } from '../../api/records.ts'
import { dateIn, dateText, timeText } from '../../format.ts'
import { text } from '../../text/en.ts'
import { pastVisitsQuery } from '../../api/consultation.ts'
import classes from './VisitHead.module.css'

type Props = { readonly visit: Consultation; readonly patient: Patient; readonly timeZone: string }

/** An old visit looks like the one of today, so it says that it is not, with the way there. */
export const EarlierVisit = ({ visit, patient, timeZone }: Props) => {
  const { data } = useQuery(pastVisitsQuery(patient.id))
  const latest = data?.results[0]
  if (latest === undefined || !data!.results.slice(1).some(({ id }) => id === visit.id)) return null
  const dayOf = (moment: string) => dateIn(new Date(moment), timeZone)
  const isOfToday = dayOf(latest.at) === dateIn(new Date(), timeZone)
  // Of two visits of one day, the time tells which is which.
  const isOfOneDay = dayOf(latest.at) === dayOf(visit.started)
  const said = isOfOneDay ? timeText : dateText
  const words = text.visit.earlier
  return (
    <section className={classes['earlier']} aria-label={words.label}>
      <IconHistory size={18} stroke={1.6} aria-hidden="true" />
      <strong>{words.explained(said(visit.started, timeZone))}</strong>
      <Link to="/visits/$id/" params={{ id: String(latest.id) }}>
        {isOfToday && !isOfOneDay ? words.toToday : words.toLatest(said(latest.at, timeZone))}
      </Link>
    </section>
  )
}
