import { PaymentType } from '@fetlock/sdk'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { invoicedQuery, owingQuery } from '../../api/invoice.ts'
import { paymentsQuery } from '../../api/invoicepayment.ts'
import { useMe } from '../../api/me.ts'
import { type Department, type Invoice, type InvoiceRow, idOf, nameOfClient } from '../../api/records.ts'
import { receivedQuery } from '../../api/unallocatedpayment.ts'
import { ErrorState, Skeleton, useIsSlow } from '../../shared/states.tsx'
import { amountText, calendarDateText, dateText, dayText, plainText } from '../../format.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import { text } from '../../text/en.ts'
import { tillText } from '../../text/till.ts'
import { reportsText } from '../../text/reports.ts'
import { type Age, ageNames, dueDatesOf, type Period } from './period.ts'
import classes from './Reports.module.css'
import { vatKey } from './SalesTables.tsx'

type Props = {
  readonly department: Department | undefined
  readonly period: Period
  readonly timeZone: string
  readonly today: string
}
type Line = {
  readonly key: string
  readonly when: string
  readonly invoice?: Pick<Invoice, 'url' | 'invoice_number' | 'invoice_prefix'> | null | undefined
  readonly what: string
  readonly amount: string
}
type Listed = {
  readonly title: string
  /** What the dates are. */
  readonly when: string
  readonly amount: string
  readonly lines: readonly Line[] | undefined
  readonly error: unknown
  readonly retry: () => void
}

const InvoiceLink = ({ invoice }: { readonly invoice: NonNullable<Line['invoice']> }) => (
  <Link to="/invoices/$id/" params={{ id: String(idOf(invoice.url)) }}>
    {numberOf(invoice)}
  </Link>
)

/** A payment by its moment; a prepayment has only its day. */
type Taken = Line & { readonly at: string }

const usePaid = ({ department, period, timeZone }: Props, isShown: boolean): Listed => {
  const { day, of } = useSearch({ from: '/reports' })
  const method = Object.values(PaymentType).find((one) => String(one) === of)
  const days = day === undefined ? period : { from: day, to: day }
  const payments = useQuery({ ...paymentsQuery({ department, period: days, timeZone, method }), enabled: isShown })
  const prepayments = useQuery({ ...receivedQuery({ department, period: days, method }), enabled: isShown })
  const named = [
    day === undefined ? undefined : dayText(day),
    method === undefined ? undefined : text.payments.named[method],
  ].filter(Boolean)
  const paid = payments.data?.map(
    ({ id, date_added, invoice_data, payment_type, paid: amount, cancels }): Taken => ({
      key: `payment ${id}`,
      at: date_added,
      when: dateText(date_added, timeZone),
      invoice: invoice_data,
      what: [text.payments.methods[payment_type], cancels === null ? undefined : reportsText.rows.cancelled]
        .filter(Boolean)
        .join(', '),
      amount,
    }),
  )
  const ahead = prepayments.data?.map(
    ({ id, added, client_data, paid: amount }): Taken => ({
      key: `prepayment ${id}`,
      at: `${added}T12:00:00Z`,
      when: calendarDateText(added),
      what: [reportsText.rows.prepayment, client_data && nameOfClient(client_data)].filter(Boolean).join(', '),
      amount,
    }),
  )
  const lines = paid && ahead && [...paid, ...ahead].toSorted((one, other) => one.at.localeCompare(other.at))
  return {
    title: named.length === 0 ? reportsText.rows.payments : reportsText.rows.paymentsOf(named.join(', ')),
    when: reportsText.rows.columns.when,
    amount: reportsText.rows.columns.amount,
    lines,
    error: payments.error ?? prepayments.error,
    retry: () => void Promise.all([payments.refetch(), prepayments.refetch()]),
  }
}

/** Which amount of a row belongs to a number of the report: its net at an account of sales, its VAT at one of VAT. */
const amountIn = (row: InvoiceRow, rows: 'vat' | 'account', of: string) => {
  const vat = row.invoicerow_vat_group
  if (rows === 'vat') return vatKey(vat?.percentage ?? '', vat?.title ?? '') === of ? row.sum : undefined
  const [isSale, isVat] = [row.account_number === of, (vat?.account_number ?? '') === of]
  if (isSale) return isVat ? row.sum_total : row.sum
  return isVat ? row.sum_vat : undefined
}

const useInvoiced = ({ department, period }: Props, isShown: boolean): Listed => {
  const { rows, of = '' } = useSearch({ from: '/reports' })
  const kind = rows === 'vat' || rows === 'account' ? rows : undefined
  const { data, error, refetch } = useQuery({
    ...invoicedQuery(department, period, kind !== undefined),
    enabled: isShown,
  })
  const invoices = data?.invoices ?? []
  const lines =
    kind === undefined
      ? invoices.map(
          (invoice): Line => ({
            key: invoice.url,
            when: calendarDateText(invoice.invoice_date),
            invoice,
            what: invoice.payer_organization_name || invoice.payer_name || tillText.noClient,
            amount: invoice.total_with_vat,
          }),
        )
      : (data?.rows ?? []).flatMap((row): Line[] => {
          const amount = amountIn(row, kind, of)
          const invoice = invoices.find(({ url }) => url === row.invoice)
          if (amount === undefined || invoice === undefined) return []
          const what = `${plainText(row.quantity)} × ${row.name}`
          return [{ key: row.url, when: calendarDateText(invoice.invoice_date), invoice, what, amount }]
        })
  return {
    title:
      kind === undefined
        ? reportsText.rows.invoices
        : kind === 'vat'
          ? reportsText.rows.vatOf(plainText(of.split(' ', 1)[0] ?? '0'))
          : reportsText.rows.accountOf(of === '' ? '–' : of),
    when: reportsText.rows.columns.when,
    amount: kind === 'vat' ? reportsText.net : kind === undefined ? reportsText.gross : reportsText.amount,
    lines: data === undefined ? undefined : lines,
    error,
    retry: () => void refetch(),
  }
}

const useOwing = ({ department, today }: Props, isShown: boolean): Listed => {
  const { of } = useSearch({ from: '/reports' })
  const age = ageNames.find((name): name is Age => name === of)
  const { data, error, refetch } = useQuery({
    ...owingQuery(department, age === undefined ? {} : dueDatesOf(age, today)),
    enabled: isShown,
  })
  return {
    title: age === undefined ? reportsText.rows.owing : reportsText.rows.owingOf[age],
    when: reportsText.rows.columns.due,
    amount: reportsText.rows.columns.owing,
    lines: data?.map((invoice) => ({
      key: invoice.url,
      when: calendarDateText(invoice.invoice_due_date),
      invoice,
      what: invoice.payer_organization_name || invoice.payer_name || tillText.noClient,
      amount: invoice.due_sum,
    })),
    error,
    retry: () => void refetch(),
  }
}

const Lines = ({ listed }: { readonly listed: Listed }) => {
  const isSlow = useIsSlow(listed.lines === undefined)
  if (listed.error !== null && listed.lines === undefined)
    return <ErrorState error={listed.error} what={listed.title} onRetry={listed.retry} />
  if (listed.lines === undefined) return isSlow ? <Skeleton width="80%" /> : null
  if (listed.lines.length === 0) return <p className={classes['none']}>{reportsText.rows.none}</p>
  return (
    <>
      <table className={classes['table']}>
        <caption className="unseen">{listed.title}</caption>
        <thead>
          <tr>
            <th scope="col">{listed.when}</th>
            <th scope="col">{reportsText.rows.columns.number}</th>
            <th scope="col">{reportsText.rows.columns.what}</th>
            <th scope="col" className={classes['number']}>
              {listed.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {listed.lines.map(({ key, when, invoice, what, amount }) => (
            <tr key={key}>
              <td>{when}</td>
              <td>{invoice == null ? '–' : <InvoiceLink invoice={invoice} />}</td>
              <td>{what}</td>
              <td className={classes['number']}>{amountText(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The rows that a number is made of. */
export const ReportRows = (props: Props) => {
  const { rows, day, of } = useSearch({ from: '/reports' })
  const navigate = useNavigate({ from: '/reports' })
  const heading = useRef<HTMLHeadingElement>(null)
  const { name } = useMe().organisation
  const paid = usePaid(props, rows === 'payments')
  const invoiced = useInvoiced(props, rows === 'vat' || rows === 'account' || rows === 'invoices')
  const owing = useOwing(props, rows === 'owing')
  useEffect(() => heading.current?.focus(), [rows, day, of])
  const listed = rows === 'payments' ? paid : rows === 'owing' ? owing : invoiced
  const close = () =>
    void navigate({ search: (before) => ({ ...before, rows: undefined, day: undefined, of: undefined }) })
  return (
    <section className={classes['rows']} aria-labelledby="report-rows">
      <div className={classes['title']}>
        <h2 ref={heading} id="report-rows" tabIndex={-1}>
          {listed.title}
        </h2>
        <button type="button" className="icon-button" onClick={close}>
          <IconX size={18} aria-hidden="true" />
          <span className="unseen">{reportsText.rows.close}</span>
        </button>
      </div>
      <p className={classes['none']}>{props.department?.name ?? name}</p>
      <Lines listed={listed} />
    </section>
  )
}
