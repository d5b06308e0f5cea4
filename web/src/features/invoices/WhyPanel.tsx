import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { balanceQuery, clientQuery } from '../../api/client.ts'
import { creditNotesQuery, explanationQuery } from '../../api/invoice.ts'
import { type Invoice, idOf, type InvoiceRow, type PrintedInvoice } from '../../api/records.ts'
import { ErrorState } from '../../shared/states.tsx'
import { dateText, isZero, moneyText } from '../../format.ts'
import { Sheet } from '../../shared/Sheet.tsx'
import { text } from '../../text/en.ts'
import { figureText, percentText, quantityText } from '../../shared/figures.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import classes from './WhyPanel.module.css'

/** A price has its cents; a quantity and a percentage have only what they need. */
const operandText = (operation: string, operand: string) => {
  if (operation === 'add_percent') return `${percentText(operand)} %`
  return operation === 'replace' ? figureText(operand) : quantityText(operand)
}

/** How one row came to its total, step by step, as the service worked it out. */
const Steps = ({ row }: { readonly row: InvoiceRow }) => {
  const { data, error, refetch } = useQuery(explanationQuery(row.id))
  if (error !== null) return <ErrorState error={error} what={row.name} onRetry={() => void refetch()} />
  return (
    <dl className={classes['steps']}>
      {data?.steps.map(({ step, about, operation, operand, result }) => (
        <div key={step}>
          <dt>
            {about}
            {operation !== 'start' && operation !== 'round' && (
              <span className={classes['operand']}>
                {' '}
                {text.invoices.why.steps[operation]} {operandText(operation, operand)}
              </span>
            )}
          </dt>
          <dd>{figureText(result)}</dd>
        </div>
      ))}
    </dl>
  )
}

type Props = {
  readonly invoice: Invoice
  readonly printed: PrintedInvoice | undefined
  /** The row whose calculation is open. */
  readonly row: number | undefined
  readonly onClose: () => void
  readonly onPoint: (row: number | undefined) => void
  readonly timeZone: string
}

const Prepaid = ({ client, currency }: { readonly client: string; readonly currency: string }) => {
  const { data: owner } = useQuery(clientQuery(idOf(client)))
  const { data } = useQuery({
    ...balanceQuery(idOf(owner?.invoicing_client ?? client)),
    enabled: owner !== undefined,
  })
  if (data === undefined || isZero(data.prepaid)) return null
  return (
    <p className={classes['aside']}>
      <IconInfoCircle size={18} stroke={1.6} aria-hidden="true" />{' '}
      {text.invoices.why.prepaid(moneyText(data.prepaid, currency))}
    </p>
  )
}

/** Where every figure of the invoice comes from. */
export const WhyPanel = ({ invoice, printed, row: asked, onClose, onPoint, timeZone }: Props) => {
  const rows = invoice.invoice_row_data ?? []
  const [opened, setOpened] = useState(asked)
  useEffect(() => () => onPoint(undefined), [onPoint])
  const { data: notes } = useQuery({
    ...creditNotesQuery(invoice.id),
    enabled: invoice.related_credit_notes.length > 0,
  })
  const money = (amount: string) => moneyText(amount, invoice.currency)
  const payments = (invoice.invoice_payment_data ?? []).toSorted((one, other) => one.id - other.id)
  return (
    <Sheet
      kind="panel"
      title={text.invoices.why.title(money(invoice.due_sum))}
      subtitle={text.invoices.why.explained}
      onClose={onClose}
    >
      <div className={classes['why']}>
        <section>
          <h3>
            <span>{text.invoices.why.rows(rows.length)}</span>
            <span>{figureText(invoice.total)}</span>
          </h3>
          <p>{rows.map(({ sum }) => figureText(sum)).join(' + ')}</p>
          <ul className={classes['reasons']}>
            {rows.map((row) => (
              <li key={row.id} onMouseEnter={() => onPoint(row.id)} onMouseLeave={() => onPoint(undefined)}>
                <details
                  open={opened === row.id}
                  onToggle={({ currentTarget }) => {
                    if (currentTarget.open) setOpened(row.id)
                    else if (opened === row.id) setOpened(undefined)
                  }}
                >
                  <summary onFocus={() => onPoint(row.id)} onBlur={() => onPoint(undefined)}>
                    <span>{row.name}</span>
                    <span>{figureText(row.sum_total)}</span>
                  </summary>
                  {opened === row.id && <Steps row={row} />}
                </details>
              </li>
            ))}
          </ul>
        </section>
        {printed?.vat.map(({ percentage, sum, sum_vat }) => (
          <section key={percentage}>
            <h3>
              <span>{text.invoices.why.vat(percentText(percentage))}</span>
              <span>+ {figureText(sum_vat)}</span>
            </h3>
            <p>{text.invoices.why.vatOf(figureText(sum))}</p>
          </section>
        ))}
        <section>
          <h3>
            <span>{text.invoices.why.total}</span>
            <span>{figureText(invoice.total_with_vat)}</span>
          </h3>
          <p>{text.invoices.why.totalHint}</p>
        </section>
        {payments.length === 0 && (
          <section>
            <h3>
              <span>{text.invoices.why.noPayments}</span>
              <span>0.00</span>
            </h3>
            <p>{text.invoices.why.none}</p>
          </section>
        )}
        {payments.map((payment) => (
          <section key={payment.id}>
            <h3>
              <span>
                {text.invoices.why.payment(
                  text.payments.methods[payment.payment_type],
                  dateText(payment.date_added, timeZone),
                )}
              </span>
              <span>{figureText(payment.paid.startsWith('-') ? payment.paid.slice(1) : `-${payment.paid}`, true)}</span>
            </h3>
            {payment.info !== '' && <p>{payment.info}</p>}
          </section>
        ))}
        {(notes ?? []).map((note) => (
          <section key={note.id}>
            <h3>
              <span>{text.invoices.creditNote(numberOf(note))}</span>
              <span>{figureText(note.total_with_vat)}</span>
            </h3>
          </section>
        ))}
        <h3 className={classes['owing']}>
          <span>{invoice.credit_note ? text.invoices.why.payOut : text.invoices.why.owing}</span>
          <span>{money(invoice.due_sum)}</span>
        </h3>
        {invoice.client !== null && <Prepaid client={invoice.client} currency={invoice.currency} />}
      </div>
    </Sheet>
  )
}
