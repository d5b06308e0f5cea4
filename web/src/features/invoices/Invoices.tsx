import { InvoiceStatus } from '@fetlock/sdk'
import { IconArrowDown, IconArrowUp, IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
  type InvoiceOrder,
  type InvoiceView,
  invoicesQuery,
  invoiceViews,
  pageSize,
  usualOrder,
} from '../../api/invoice.ts'
import { useMe } from '../../api/me.ts'
import type { Invoice } from '../../api/records.ts'
import { Heading } from '../../shared/Heading.tsx'
import { EmptyState, ErrorState, Skeleton, useIsSlow } from '../../shared/states.tsx'
import { calendarDateText, dateIn, isZero, moneyText } from '../../format.ts'
import { DateField } from '../../shared/DateField.tsx'
import { FindBox } from '../../shared/FindBox.tsx'
import listPage from '../../shared/list-page.module.css'
import page from '../../shared/page.module.css'
import { useRowKeys } from '../../shared/useRowKeys.ts'
import { text } from '../../text/en.ts'
import { figureText } from '../../shared/figures.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import { payerOf, stateOf } from './invoice-state.ts'
import classes from './Invoices.module.css'
import { StateChip } from './StateChip.tsx'

type Sorted = { readonly order: InvoiceOrder; readonly onOrder: (order: InvoiceOrder) => void }

/** The head of a column that the list can be sorted by: newest first, and the other way with the next click. */
const SortHead = ({
  field,
  title,
  order,
  onOrder,
}: Sorted & { readonly field: 'invoice_number' | 'invoice_date'; readonly title: string }) => {
  const isDown = order === `-${field}`
  const sort = isDown ? 'descending' : order === field ? 'ascending' : undefined
  return (
    <th scope="col" aria-sort={sort}>
      <button type="button" className={classes['sort']} onClick={() => onOrder(isDown ? field : `-${field}`)}>
        {title}
        {sort === 'descending' && <IconArrowDown size={14} aria-hidden="true" />}
        {sort === 'ascending' && <IconArrowUp size={14} aria-hidden="true" />}
      </button>
    </th>
  )
}

type Listed = Sorted & {
  readonly view: InvoiceView
  readonly invoices: readonly Invoice[]
  readonly today: string
}

const Table = ({ view, invoices, today, ...sorted }: Listed) => (
  <table className={`${page['table']} ${classes['list']}`}>
    <thead>
      <tr>
        {view === 'drafts' ? (
          <th scope="col">{text.invoices.columns.number}</th>
        ) : (
          <SortHead {...sorted} field="invoice_number" title={text.invoices.columns.number} />
        )}
        <th scope="col">{text.invoices.columns.payer}</th>
        <th scope="col">{text.invoices.columns.patients}</th>
        <SortHead {...sorted} field="invoice_date" title={text.invoices.columns.date} />
        <th scope="col">{text.invoices.columns.due}</th>
        <th scope="col" className={page['number']}>
          {text.invoices.columns.total}
        </th>
        <th scope="col" className={page['number']}>
          {text.invoices.columns.owing}
        </th>
        <th scope="col">{text.invoices.columns.state}</th>
      </tr>
    </thead>
    <tbody>
      {invoices.map((invoice) => (
        <tr key={invoice.id}>
          <td>
            <Link to="/invoices/$id/" params={{ id: String(invoice.id) }} data-row>
              {numberOf(invoice)}
            </Link>
          </td>
          <td className={classes['cut']}>{payerOf(invoice)}</td>
          <td className={`${classes['cut']} ${page['context']}`}>
            {(invoice.patients_data ?? []).map(({ name }) => name || '–').join(', ')}
          </td>
          <td className={classes['day']}>{calendarDateText(invoice.invoice_date)}</td>
          <td className={classes['day']}>{invoice.credit_note ? '–' : calendarDateText(invoice.invoice_due_date)}</td>
          <td className={page['number']}>{figureText(invoice.total_with_vat)}</td>
          <td className={page['number']}>
            {invoice.status === InvoiceStatus.Draft || isZero(invoice.due_sum) ? (
              '–'
            ) : (
              <strong>{moneyText(invoice.due_sum, invoice.currency)}</strong>
            )}
          </td>
          <td>
            <StateChip state={stateOf(invoice, today)} isPlain />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Loading = ({ isPending }: { readonly isPending: boolean }) =>
  useIsSlow(isPending) ? (
    <ul className={page['rows']} aria-busy="true">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <li key={row}>
          <Skeleton width={90} /> <Skeleton width={220} /> <Skeleton width={60} />
        </li>
      ))}
    </ul>
  ) : null

/** Invoices and credit notes, those that are not paid first. */
export const Invoices = () => {
  const me = useMe()
  const search = useSearch({ from: '/invoices' })
  const { view = 'unpaid', q = '', from, until, order, page: at = 1, department } = search
  const navigate = useNavigate({ from: '/invoices' })
  const [typed, setTyped] = useState(q)
  const { box, list } = useRowKeys(text.invoices.findLabel)
  const today = dateIn(new Date(), me.organisation.time_zone)
  const change = (changes: Record<string, unknown>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...changes }), replace: true })
  useEffect(() => {
    const timer = setTimeout(() => typed !== q && change({ q: typed || undefined }), 150)
    return () => clearTimeout(timer)
  })
  const { data, error, isError, isPending, refetch } = useQuery(
    invoicesQuery({ view, q: q.trim(), from, until, order, page: at, department, today }),
  )
  const pages = Math.ceil((data?.count ?? 0) / pageSize)
  const isFiltered = q !== '' || from !== undefined || until !== undefined
  return (
    <>
      <div className={page['head']}>
        <Heading title={text.invoices.title} />
        <span className={page['context']}>{data?.count}</span>
      </div>
      <div className={listPage['bar']}>
        <FindBox
          ref={box}
          aria-label={text.invoices.findLabel}
          placeholder={text.invoices.find}
          maxLength={127}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className="segments" role="group" aria-label={text.invoices.view}>
          {invoiceViews.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={view === name}
              onClick={() => change({ view: name === 'unpaid' ? undefined : name, order: undefined })}
            >
              {text.invoices.views[name]}
            </button>
          ))}
        </div>
        <DateField
          id="invoices-from"
          label={text.invoices.from}
          value={from ?? ''}
          today={today}
          isOptional
          isInline
          onChange={(day) => change({ from: day || undefined })}
        />
        <DateField
          id="invoices-until"
          label={text.invoices.until}
          value={until ?? ''}
          today={today}
          isOptional
          isInline
          onChange={(day) => change({ until: day || undefined })}
        />
      </div>
      {data?.isCut === true && (
        <p className={listPage['cut']} role="status">
          {text.invoices.cut}
        </p>
      )}
      <div className={listPage['scroll']} ref={list} tabIndex={-1}>
        {isError ? (
          <ErrorState error={error} what={text.invoices.what} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Loading isPending={isPending} />
        ) : data.count === 0 ? (
          <EmptyState
            title={isFiltered ? text.invoices.empty.found : text.invoices.empty[view]}
            icon={<IconReceipt size={22} stroke={1.6} aria-hidden="true" />}
          >
            {view !== 'all' && (
              <button type="button" className="button" onClick={() => change({ view: 'all', order: undefined })}>
                {text.invoices.showAll}
              </button>
            )}
          </EmptyState>
        ) : (
          <>
            <Table
              view={view}
              invoices={data.results}
              today={today}
              order={order ?? usualOrder(view)}
              onOrder={(next) => change({ order: next === usualOrder(view) ? undefined : next })}
            />
            {pages > 1 && (
              <div className={listPage['pager']}>
                <button type="button" className="button" disabled={at <= 1} onClick={() => change({ page: at - 1 })}>
                  {text.invoices.previous}
                </button>
                <span>{text.invoices.page(at, pages)}</span>
                <button
                  type="button"
                  className="button"
                  disabled={at >= pages}
                  onClick={() => change({ page: at + 1 })}
                >
                  {text.invoices.next}
                </button>
              </div>
            )}
          </>
        )}
      </div>
    </>
  )
}
