import { PrescriptionStatus } from '@fetlock/sdk'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { PrescriptionGroup } from '../../api/prescriptionlist.ts'
import { familyNameOf, type Prescription } from '../../api/records.ts'
import { dateIn, dateText, timeText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { SpeciesIcon } from '../../shared/SpeciesIcon.tsx'
import { StatusGlyph } from '../../shared/StatusGlyph.tsx'
import { text } from '../../text/en.ts'
import { prescriptionsText as words } from '../../text/worklists.ts'
import { medicinesText, namesOf, patientText, prescriberText, quantityText } from './medicines.ts'
import classes from './Worklists.module.css'

const GroupGlyph = ({ group }: { readonly group: PrescriptionGroup }) => {
  if (group === 'problem') return <IconAlertTriangleFilled size={16} color="var(--late-stripe)" aria-hidden="true" />
  return <StatusGlyph name={group === 'draft' ? 'expected' : group === 'sending' ? 'progress' : 'paid'} />
}

const actionOf = (group: PrescriptionGroup, status: PrescriptionStatus) => {
  if (group === 'draft') return words.review
  if (group === 'problem') return status === PrescriptionStatus.AcceptedWithWarning ? words.read : words.fix
  return undefined
}

type OfRow = {
  readonly group: PrescriptionGroup
  readonly prescription: Prescription
  readonly isChosen: boolean
  readonly today: string
  readonly timeZone: string
}

const Row = ({ group, prescription, isChosen, today, timeZone }: OfRow) => {
  const { id, status, status_message, modified, patients_data = [], client_data } = prescription
  const isToday = dateIn(new Date(modified), timeZone) === today
  const action = actionOf(group, status)
  const open = { from: '/worklists/prescriptions', to: './', replace: true } as const
  const search = (before: object) => ({ ...before, prescription: id, again: undefined })
  return (
    <>
      <tr data-chosen={isChosen} data-problem={group === 'problem'}>
        <td className={classes['patient']}>
          <SpeciesIcon species={patients_data[0]?.species ?? null} /> <strong>{patientText(prescription)}</strong>{' '}
          <span>{client_data == null ? '' : familyNameOf(client_data)}</span>
        </td>
        <td className={classes['cut']} title={namesOf(prescription)}>
          <Link {...open} search={search} data-row={id} activeProps={{}}>
            {medicinesText(prescription)}
          </Link>
        </td>
        <td className={page['context']}>{quantityText(prescription)}</td>
        <td className={page['context']}>{prescriberText(prescription)}</td>
        <td className={page['number']}>{isToday ? timeText(modified, timeZone) : dateText(modified, timeZone)}</td>
        <td className={classes['next']}>
          {action === undefined ? (
            <span className={page['context']}>{text.visit.orders.prescriptionStatuses[status]}</span>
          ) : (
            <Link
              {...open}
              search={search}
              activeProps={{}}
              className="button small"
              aria-label={words.actionFor(action, medicinesText(prescription), patientText(prescription))}
            >
              {action}
            </Link>
          )}
        </td>
      </tr>
      {group === 'problem' && (
        <tr data-problem className={classes['outcome']}>
          <td />
          <td colSpan={5}>{words.outcome(status, status_message)}</td>
        </tr>
      )}
    </>
  )
}

type Props = Omit<OfRow, 'prescription' | 'isChosen'> & {
  readonly rows: readonly Prescription[]
  readonly count: number
  readonly chosen: number | undefined
}

/** A group of prescriptions with its heading; nothing where there are none. */
export const PrescriptionRows = ({ rows, count, chosen, ...rest }: Props) =>
  rows.length === 0 ? null : (
    <tbody data-group={rest.group}>
      <tr className={classes['group']}>
        <th scope="rowgroup" colSpan={6}>
          <span>
            <GroupGlyph group={rest.group} />
            {words.groups[rest.group]} <small>{count}</small> <small>{words.explained[rest.group]}</small>
          </span>
        </th>
      </tr>
      {rows.map((one) => (
        <Row key={one.id} prescription={one} isChosen={one.id === chosen} {...rest} />
      ))}
    </tbody>
  )
