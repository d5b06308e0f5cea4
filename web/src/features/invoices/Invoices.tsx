import { IconArrowDown, IconArrowUp, IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMe } from '../../api/me.ts'
import type { Invoice } from '../../api/records.ts'
import { Heading } from '../../shared/Heading.tsx'
import { EmptyState, ErrorState, Skeleton, useIsSlow } from '../../shared/states.tsx'
import { calendarDateText, dateIn, isZero, moneyText } from '../../format.ts'
import { FindBox } from '../../shared/FindBox.tsx'
import listPage from '../../shared/list-page.module.css'
import page from '../../shared/page.module.css'
import { useRowKeys } from '../../shared/useRowKeys.ts'
import { text } from '../../text/en.ts'
import { figureText } from '../../shared/figures.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import { payerOf, stateOf } from './invoice-state.ts'
import classes from './Invoices.module.css'
import { type InvoiceOrder, type InvoiceView, invoicesQuery, invoiceViews, pageSize, usualOrder } from './queries.ts'
import { StateChip } from './StateChip.tsx'

const words = text.invoices

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
          <th scope="col">{words.columns.number}</th>
        ) : (
          <SortHead {...sorted} field="invoice_number" title={words.columns.number} />
        )}
        <th scope="col">{words.columns.payer}</th>
        <th scope="col">{words.columns.patients}</th>
        <SortHead {...sorted} field="invoice_date" title={words.columns.date} />
        <th scope="col">{words.columns.due}</th>
        <th scope="col" className={page['number']}>
          {words.columns.total}
        </th>
        <th scope="col" className={page['number']}>
          {words.columns.owing}
        </th>
        <th scope="col">{words.columns.state}</th>
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
            {invoice.status === 0 || isZero(invoice.due_sum) ? (
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
  const { box, list } = useRowKeys(words.findLabel)
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
        <Heading title={words.title} />
        <span className={page['context']}>{data?.count}</span>
      </div>
      <div className={listPage['bar']}>
        <FindBox
          ref={box}
          aria-label={words.findLabel}
          placeholder={words.find}
          maxLength={127}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className="segments" role="group" aria-label={words.view}>
          {invoiceViews.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={view === name}
              onClick={() => change({ view: name === 'unpaid' ? undefined : name, order: undefined })}
            >
              {words.views[name]}
            </button>
          ))}
        </div>
        <label className={classes['between']}>
          {words.from}
          <input
            type="date"
            className={listPage['find']}
            value={from ?? ''}
            onChange={({ target }) => change({ from: target.value || undefined })}
          />
        </label>
        <label className={classes['between']}>
          {words.until}
          <input
            type="date"
            className={listPage['find']}
            value={until ?? ''}
            onChange={({ target }) => change({ until: target.value || undefined })}
          />
        </label>
      </div>
      <div className={listPage['scroll']} ref={list} tabIndex={-1}>
        {isError ? (
          <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Loading isPending={isPending} />
        ) : data.count === 0 ? (
          <EmptyState
            title={isFiltered ? words.empty.found : words.empty[view]}
            icon={<IconReceipt size={22} stroke={1.6} aria-hidden="true" />}
          >
            {view !== 'all' && (
              <button type="button" className="button" onClick={() => change({ view: 'all', order: undefined })}>
                {words.showAll}
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
                  {words.previous}
                </button>
                <span>{words.page(at, pages)}</span>
                <button
                  type="button"
                  className="button"
                  disabled={at >= pages}
                  onClick={() => change({ page: at + 1 })}
                >
                  {words.next}
                </button>
              </div>
            )}
          </>
        )}
      </div>
    </>
  )
}
