import { InvoiceStatus } from '@fetlock/sdk'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { hintsQuery } from '../../api/chargehint.ts'
import { rowsQuery } from '../../api/consultationitem.ts'
import type { ChargeHint, Consultation, Invoice, Patient } from '../../api/records.ts'
import { calendarDateText, moneyText } from '../../format.ts'
import { isUnsaved } from '../../shared/saved-text.ts'
import { useVisitTexts } from '../../shared/visit-texts.ts'
import { text } from '../../text/en.ts'
import classes from './FinalizeSheet.module.css'
import { useHintWords } from './Hints.tsx'
import type { PendingRow } from './pending-rows.ts'
import { UnexplainedWarnings } from './UnexplainedWarnings.tsx'
import { plainQuantity } from './visit.ts'

type Props = {
  readonly visit: Consultation
  readonly patients: readonly Patient[]
  readonly pending: readonly PendingRow[]
  readonly timeZone: string
  readonly currency: string | undefined
  /** As finalizing would make it, as soon as that is known. */
  readonly invoice: Invoice | undefined
}

const hintText = ({ title, item }: ReturnType<typeof useHintWords>) =>
  [title, item?.name].filter((words) => words !== undefined).join(': ')

const OpenHint = ({ hint, visit, timeZone }: { hint: ChargeHint; visit: Consultation; timeZone: string }) => (
  <li>{hintText(useHintWords(hint, visit, timeZone))}</li>
)

/** What nobody has decided yet. It is told, and keeps nobody from finalizing. */
const Open = ({ visit, pending, timeZone }: Pick<Props, 'visit' | 'pending' | 'timeZone'>) => {
  const { data } = useQuery(hintsQuery(visit.id))
  const texts = useVisitTexts()
  const open = data?.filter(({ declined }) => declined === null) ?? []
  const isNoteOpen = texts.some((one) => one.place.visit === visit.id && isUnsaved(one))
  if (open.length === 0 && pending.length === 0 && !isNoteOpen) return null
  return (
    <div className={classes['open']}>
      <IconAlertTriangleFilled size={16} aria-hidden="true" />
      <ul>
        {open.map((hint) => (
          <OpenHint key={hint.id} hint={hint} visit={visit} timeZone={timeZone} />
        ))}
        {pending.length > 0 && <li>{text.visit.sheet.pending(pending.map(({ item }) => item.name).join(', '))}</li>}
        {isNoteOpen && <li>{text.visit.sheet.unsaved}</li>}
      </ul>
    </div>
  )
}

const Rows = ({ visit, invoice, currency }: Pick<Props, 'visit' | 'invoice' | 'currency'>) => {
  const { data } = useQuery(rowsQuery(visit.id))
  const { item, quantity, sum } = text.visit.sheet
  return (
    <table className={classes['rows']}>
      <thead>
        <tr>
          <th scope="col">{item}</th>
          <th scope="col">{quantity}</th>
          {currency !== undefined && <th scope="col">{sum}</th>}
        </tr>
      </thead>
      <tbody>
        {data?.map((row) => (
          <tr key={row.id}>
            <td>{row.name}</td>
            <td>
              {plainQuantity(row.quantity)} {row.unit}
            </td>
            {currency !== undefined && <td>{row.sum_total}</td>}
          </tr>
        ))}
      </tbody>
      {invoice !== undefined && currency !== undefined && (
        <tfoot>
          <tr>
            <td colSpan={2}>{text.visit.charges.net}</td>
            <td>{invoice.total}</td>
          </tr>
          <tr>
            <td colSpan={2}>{text.visit.charges.vat}</td>
            <td>{invoice.total_vat}</td>
          </tr>
          <tr>
            <th colSpan={2} scope="row">
              {text.visit.charges.total}
            </th>
            <td>{moneyText(invoice.total_with_vat, currency)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

const Terms = ({ invoice }: { readonly invoice: Invoice }) => {
  const { payer, due } = text.visit.sheet
  const terms = [
    payer(invoice.payer_organization_name || invoice.payer_name),
    invoice.invoice_due_date === null ? '' : due(calendarDateText(invoice.invoice_due_date)),
  ]
  return <p className={classes['terms']}>{terms.filter(Boolean).join(' · ')}</p>
}

/** What finalizing would make of a visit, and what is still open in it. */
export const InvoicePreview = ({ visit, patients, pending, timeZone, currency, invoice }: Props) => (
  <>
    <Rows visit={visit} invoice={invoice} currency={currency} />
    {invoice !== undefined && <Terms invoice={invoice} />}
    <UnexplainedWarnings visit={visit} patients={patients} />
    <Open visit={visit} pending={pending} timeZone={timeZone} />
    <p className={classes['explained']}>
      {text.visit.sheet.explained} {invoice?.status === InvoiceStatus.Draft ? text.visit.sheet.draft : ''}
    </p>
  </>
)
