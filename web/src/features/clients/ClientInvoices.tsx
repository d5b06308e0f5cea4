import { InvoiceStatus } from '@fetlock/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { may } from '../../api/me.ts'
import { ShowMore } from '../../shared/ShowMore.tsx'
import { ErrorState } from '../../shared/states.tsx'
import { calendarDateText, isZero, moneyText } from '../../format.ts'
import { StatusGlyph } from '../../shared/StatusGlyph.tsx'
import page from '../../shared/page.module.css'
import { numberOf } from '../../shared/invoice-number.ts'
import { clientText } from '../../text/client.ts'
import { text } from '../../text/en.ts'
import { invoicesQuery } from './queries.ts'
import classes from './ClientPage.module.css'
import { latest, type Listed, namesOf, Waiting } from './client-lists.tsx'

export const ClientInvoices = ({ id, me, isWhole }: Listed) => {
  const invoices = useInfiniteQuery(invoicesQuery(id))
  const { data, error, refetch } = invoices
  const rows = data?.pages.flatMap(({ results }) => results)
  const mayPay = may(me, 'Financial: Invoices', 'write')
  return (
    <section aria-labelledby="invoices">
      <h2 id="invoices">{isWhole ? text.records.tabs.invoices : clientText.invoices}</h2>
      {error !== null && data === undefined && (
        <ErrorState error={error} what={text.records.tabs.invoices} onRetry={() => void refetch()} />
      )}
      {rows?.length === 0 && <p className={page['none']}>{clientText.noInvoices}</p>}
      <ul className={`${page['rows']} ${classes['invoices']}`}>
        {data === undefined && error === null && <Waiting />}
        {(isWhole ? rows : rows?.slice(0, latest))?.map((invoice) => (
          <li key={invoice.id}>
            <span className={page['when']}>{calendarDateText(invoice.invoice_date)}</span>
            <span className={page['what']}>
              <Link to="/invoices/$id/" params={{ id: String(invoice.id) }}>
                {numberOf(invoice)}
              </Link>{' '}
              <span className={page['context']}>
                {invoice.credit_note ? clientText.credit : namesOf(invoice.patients_data)}
              </span>
            </span>
            <span className={page['figure']}>{moneyText(invoice.total_with_vat, me.organisation.currency)}</span>
            <span className={`${page['state']} ${classes['owed']}`}>
              {invoice.status === InvoiceStatus.Draft ? (
                <>
                  <StatusGlyph name="expected" /> {clientText.draft}
                </>
              ) : isZero(invoice.due_sum) ? (
                <>
                  <StatusGlyph name="paid" /> {clientText.paid}
                </>
              ) : (
                <>
                  <StatusGlyph name="pay" /> {clientText.due(moneyText(invoice.due_sum, me.organisation.currency))}
                </>
              )}
              {mayPay &&
                invoice.status === InvoiceStatus.Finalized &&
                !invoice.credit_note &&
                Number(invoice.due_sum) > 0 && (
                  <Link
                    to="/invoices/$id/"
                    params={{ id: String(invoice.id) }}
                    search={{ pay: true }}
                    className="button small"
                  >
                    {clientText.pay} <span className="unseen">{numberOf(invoice)}</span>
                  </Link>
                )}
            </span>
          </li>
        ))}
      </ul>
      {isWhole && <ShowMore of={invoices} />}
    </section>
  )
}
