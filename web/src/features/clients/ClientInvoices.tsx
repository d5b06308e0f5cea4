import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { may } from '../../api/me.ts'
import { ErrorState } from '../../shared/states.tsx'
import { calendarDateText, isZero, moneyText } from '../../format.ts'
import { StatusGlyph } from '../../shared/StatusGlyph.tsx'
import page from '../../shared/page.module.css'
import { numberOf } from '../../shared/invoice-number.ts'
import { text } from '../../text/en.ts'
import { invoicesQuery } from './queries.ts'
import classes from './ClientPage.module.css'
import { latest, type Listed, namesOf, Waiting } from './client-lists.tsx'

export const ClientInvoices = ({ id, me, most }: Listed) => {
  const { data, error, refetch } = useQuery(invoicesQuery(id, most))
  const mayPay = may(me, 'Financial: Invoices', 'write')
  return (
    <section aria-labelledby="invoices">
      <h2 id="invoices">{most === latest ? text.client.invoices : text.records.tabs.invoices}</h2>
      {error !== null && data === undefined && (
        <ErrorState error={error} what={text.records.tabs.invoices} onRetry={() => void refetch()} />
      )}
      {data?.count === 0 && <p className={page['none']}>{text.client.noInvoices}</p>}
      <ul className={`${page['rows']} ${classes['invoices']}`}>
        {data === undefined && error === null && <Waiting />}
        {data?.results.map((invoice) => (
          <li key={invoice.id}>
            <span className={page['when']}>{calendarDateText(invoice.invoice_date)}</span>
            <span className={page['what']}>
              <Link to="/invoices/$id/" params={{ id: String(invoice.id) }}>
                {numberOf(invoice)}
              </Link>{' '}
              <span className={page['context']}>
                {invoice.credit_note ? text.client.credit : namesOf(invoice.patients_data)}
              </span>
            </span>
            <span className={page['figure']}>{moneyText(invoice.total_with_vat, me.organisation.currency)}</span>
            <span className={`${page['state']} ${classes['owed']}`}>
              {invoice.status === 0 ? (
                <>
                  <StatusGlyph name="expected" /> {text.client.draft}
                </>
              ) : isZero(invoice.due_sum) ? (
                <>
                  <StatusGlyph name="paid" /> {text.client.paid}
                </>
              ) : (
                <>
                  <StatusGlyph name="pay" /> {text.client.due(moneyText(invoice.due_sum, me.organisation.currency))}
                </>
              )}
              {mayPay && invoice.status === 3 && !invoice.credit_note && Number(invoice.due_sum) > 0 && (
                <Link
                  to="/invoices/$id/"
                  params={{ id: String(invoice.id) }}
                  search={{ pay: true }}
                  className="button small"
                >
                  {text.client.pay} <span className="unseen">{numberOf(invoice)}</span>
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
