import { ChargeHintKind } from '@fetlock/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { may, useMe } from '../../api/me.ts'
import type { MissingCharge } from '../../api/missingcharge.ts'
import { familyNameOf, nameOfUser } from '../../api/records.ts'
import { dateIn, dateText, moneyText, plainText, timeText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { SpeciesIcon } from '../../shared/SpeciesIcon.tsx'
import { text } from '../../text/en.ts'
import { missingText as words } from '../../text/worklists.ts'
import { DeclineForm } from './DeclineForm.tsx'
import { canAdd, nameOf, patientOf, type useAddMissing } from './use-missing.ts'
import classes from './Worklists.module.css'

/** What tells that something is missing. */
const whatOf = ({ hint, visit, order }: MissingCharge, timeZone: string) => {
  if (hint.kind === ChargeHintKind.DefaultItem) return text.visit.hints.default_item(visit.reason_data?.name ?? '')
  if (hint.kind === ChargeHintKind.PrescriptionFee) return text.visit.hints.prescription_fee
  if (order === undefined) return words.ordered
  const images = text.visit.hints.images(order.modality, order.target_areas)
  return text.visit.hints.imaging(images, timeText(order.created, timeZone))
}

type Means = { readonly today: string; readonly timeZone: string; readonly adding: ReturnType<typeof useAddMissing> }
type OfRow = Means & { readonly charge: MissingCharge }

const Ways = ({
  charge,
  adding,
  onDecline,
  what,
}: OfRow & { readonly what: string; readonly onDecline: () => void }) => {
  const me = useMe()
  const { hint, item, visit } = charge
  if (!may(me, 'Clinical: Consultations', 'write')) return null
  const patient = patientOf(charge)
  // The price is of one, so it is not what several cost.
  const isOne = Number(hint.quantity) === 1
  const price =
    isOne && may(me, 'Financial: Invoices') && item !== undefined
      ? moneyText(item.price_with_vat, me.organisation.currency)
      : ''
  return (
    <span className={classes['rowWays']}>
      {item !== undefined && canAdd(charge) ? (
        <button
          type="button"
          className="button small"
          aria-label={words.addFor(price, item.name, patient)}
          aria-busy={adding.isAdding(charge)}
          onClick={() => void adding.add(charge)}
        >
          {words.add(price)}
        </button>
      ) : (
        <Link
          className="button small"
          to="/visits/$id/"
          params={{ id: String(visit.id) }}
          aria-label={words.inVisitFor(patient)}
        >
          {words.inVisit}
        </Link>
      )}
      <button
        type="button"
        className="button small"
        aria-label={words.notChargedFor(what, patient)}
        onClick={onDecline}
      >
        {words.notCharged}
      </button>
    </span>
  )
}

const Row = (row: OfRow) => {
  const { charge, today, timeZone } = row
  const { hint, visit, item } = charge
  const [isDeclining, setDeclining] = useState(false)
  const what = whatOf(charge, timeZone)
  const isToday = dateIn(new Date(visit.started), timeZone) === today
  const vet = visit.supervising_veterinarian_data
  return (
    <>
      <tr>
        <td className={classes['patient']}>
          <SpeciesIcon species={visit.patients_data?.[0]?.species ?? null} />{' '}
          <Link to="/visits/$id/" params={{ id: String(visit.id) }} data-row={nameOf(charge)}>
            {patientOf(charge)}
          </Link>{' '}
          <span>{visit.client_data == null ? '' : familyNameOf(visit.client_data)}</span>
        </td>
        <td className={classes['cut']} title={what}>
          {what}
        </td>
        <td className={classes['cut']} title={item?.name}>
          {item === undefined ? words.several : words.quantity(plainText(hint.quantity), item.name)}
        </td>
        <td className={page['context']}>{vet == null ? '' : nameOfUser(vet)}</td>
        <td className={page['number']}>
          {isToday ? timeText(visit.started, timeZone) : dateText(visit.started, timeZone)}
        </td>
        <td className={classes['next']}>
          <Ways {...row} what={what} onDecline={() => setDeclining(true)} />
        </td>
      </tr>
      {isDeclining && (
        <tr>
          <td colSpan={6}>
            <DeclineForm charge={charge} onClose={() => setDeclining(false)} />
          </td>
        </tr>
      )}
    </>
  )
}

type Props = Means & { readonly charges: readonly MissingCharge[] }

const columns = ['patient', 'what', 'item', 'vet', 'started'] as const

/** What looks uncharged, that of the newest visit first. */
export const MissingTable = ({ charges, ...means }: Props) => (
  <table className={`${page['table']} ${classes['table']}`}>
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name} scope="col" className={name === 'started' ? page['number'] : undefined}>
            {words.columns[name]}
          </th>
        ))}
        <th scope="col">
          <span className="unseen">{words.columns.action}</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {charges.map((charge) => (
        <Row key={nameOf(charge)} charge={charge} {...means} />
      ))}
    </tbody>
  </table>
)
