import {
  IconCalendarEvent,
  IconFileInvoice,
  IconHeartbeat,
  IconPill,
  IconRadioactive,
  IconScale,
  IconStethoscope,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Timeline } from '../../api/records.ts'
import { dateIn, dateText, isZero, moneyText, timeText, weightText } from '../../format.ts'
import { StatusGlyph } from '../../shared/StatusGlyph.tsx'
import { clientText } from '../../text/client.ts'
import { text } from '../../text/en.ts'
import classes from './TimelineList.module.css'
import { VisitState } from '../../shared/VisitState.tsx'

type Entry = Timeline['results'][number]

const icons = {
  visit: IconStethoscope,
  vital: IconHeartbeat,
  weight: IconScale,
  prescription: IconPill,
  imaging: IconRadioactive,
  appointment: IconCalendarEvent,
  invoice: IconFileInvoice,
}

type Line = {
  readonly title: string
  readonly context?: string
  readonly state?: ReactNode
  readonly more?: ReactNode
}

const visitShown = ({
  reason,
  complaint,
  veterinarian,
  status,
  notes,
  diagnoses,
  items,
}: NonNullable<Entry['visit']>): Line => ({
  title: reason ?? (complaint?.split('\n', 1)[0] || text.patient.titles.visit),
  context: veterinarian,
  state: <VisitState status={status} />,
  more: (
    <>
      {notes?.slice(0, 2).map((note, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- what was written in a visit keeps its order
        <p key={index} className={classes['note']}>
          {note.text}
        </p>
      ))}
      {((diagnoses?.length ?? 0) > 0 || (items?.length ?? 0) > 0) && (
        <p className={classes['tags']}>
          {diagnoses?.map(({ code, name }) => (
            <span key={code} className={classes['tag']}>
              {name}
            </span>
          ))}
          {(items?.length ?? 0) > 0 && (
            <span className={classes['context']}>{text.patient.charges(items!.length)}</span>
          )}
        </p>
      )}
    </>
  ),
})

const vitalsShown = (vital: NonNullable<Entry['vital']>): Line => ({
  title: text.patient.titles.vital,
  context: [
    vital.temperature === null ? '' : text.patient.vitals.temperature(vital.temperature),
    vital.heart_rate === null ? '' : text.patient.vitals.heartRate(vital.heart_rate),
    vital.respiratory_rate === null ? '' : text.patient.vitals.breaths(vital.respiratory_rate),
  ]
    .filter(Boolean)
    .join(' · '),
})

/** Many names end with the strength already. */
const medicineText = ({ name, strength }: { readonly name: string; readonly strength: string }) =>
  strength === '' || name.includes(strength) ? name : `${name} ${strength}`

const InvoiceState = ({ due, currency }: { readonly due: string; readonly currency: string }) => (
  <>
    <StatusGlyph name={isZero(due) ? 'paid' : 'pay'} />{' '}
    {isZero(due) ? clientText.paid : clientText.due(moneyText(due, currency))}
  </>
)

const shownOf = (entry: Entry, currency: string): Line => {
  const { visit, vital, weight, prescription, imaging, appointment, invoice } = entry
  if (visit) return visitShown(visit)
  if (vital) return vitalsShown(vital)
  if (weight) return { title: text.patient.titles.weight(weightText(weight.weight)) }
  if (prescription)
    return {
      title: prescription.medicines.map(medicineText).join(', ') || text.patient.titles.prescription,
      context: [text.patient.titles.prescription, prescription.prescriber].join(' · '),
    }
  if (imaging)
    return {
      title: text.patient.modalities[imaging.modality] ?? imaging.modality,
      context: [text.patient.titles.imaging, imaging.target_areas.join(', ')].filter(Boolean).join(' · '),
    }
  if (appointment)
    return {
      title: appointment.reason ?? (appointment.title || text.patient.titles.appointment),
      context: [text.patient.titles.appointment, appointment.user].filter(Boolean).join(' · '),
      state: appointment.active ? '' : text.patient.cancelled,
    }
  if (invoice)
    return {
      title:
        invoice.number === null
          ? text.board.draft
          : invoice.credit_note
            ? clientText.creditNumber(invoice.number)
            : text.board.invoice(invoice.number),
      context: moneyText(invoice.total_with_vat, currency),
      state: invoice.number === null ? '' : <InvoiceState due={invoice.due_sum} currency={currency} />,
    }
  return { title: entry.kind }
}

/** A visit opens where it is worked on, for whoever may see what was written. */
const Title = ({ entry, title }: { readonly entry: Entry; readonly title: string }) =>
  entry.visit?.notes == null ? (
    <strong>{title}</strong>
  ) : (
    <Link to="/visits/$id/" params={{ id: String(entry.id) }}>
      <strong>{title}</strong>
    </Link>
  )

type Props = { readonly entries: readonly Entry[]; readonly timeZone: string; readonly currency: string }

/** What happened, the newest first, with the date once for each day. */
export const TimelineList = ({ entries, timeZone, currency }: Props) => {
  const today = dateIn(new Date(), timeZone)
  return (
    <ol className={classes['timeline']}>
      {entries.map((entry, index) => {
        const day = dateIn(new Date(entry.at), timeZone)
        const before = entries[index - 1]
        const isFirst = before === undefined || dateIn(new Date(before.at), timeZone) !== day
        const Icon = icons[entry.kind]
        const { title, context, state, more } = shownOf(entry, currency)
        return (
          <li key={`${entry.kind} ${entry.id}`} data-first={isFirst}>
            <span className={classes['day']}>
              {isFirst ? (day === today ? text.patient.today : dateText(entry.at, timeZone)) : ''}
            </span>
            <span className={classes['mark']}>
              <Icon size={15} stroke={1.6} aria-hidden="true" />
            </span>
            <div className={classes['entry']}>
              <p className={classes['line']}>
                <Title entry={entry} title={title} /> <span className={classes['context']}>{context}</span>
                <span className={classes['end']}>
                  {state} <time dateTime={entry.at}>{timeText(entry.at, timeZone)}</time>
                </span>
              </p>
              {more}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
