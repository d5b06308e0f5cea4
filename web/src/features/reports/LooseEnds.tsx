import { Permission } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { openSalesQuery } from '../../api/countersale.ts'
import { draftsQuery } from '../../api/invoice.ts'
import { may, useMe } from '../../api/me.ts'
import type { Department } from '../../api/records.ts'
import { amountText, timeText } from '../../format.ts'
import { StatusGlyph } from '../../shared/StatusGlyph.tsx'
import { tillText } from '../../text/till.ts'
import { closingText } from '../../text/reports.ts'
import { openVisitsQuery } from './queries.ts'
import classes from './CloseDay.module.css'

const maxNames = 3

const named = (names: readonly string[], count: number) =>
  [...names.slice(0, maxNames), ...(count > maxNames ? [closingText.andMore(count - maxNames)] : [])].join(' · ')

const LooseEnd = ({
  stage,
  title,
  context,
  children,
}: {
  readonly stage: 'progress' | 'expected'
  readonly title: string
  readonly context: string
  readonly children: ReactNode
}) => (
  <li>
    <StatusGlyph name={stage} />
    <span className={classes['end']}>
      <strong>{title}</strong> <span>{context}</span>
    </span>
    {children}
  </li>
)

/** What is still open at the end of the day. None of it keeps the day from being closed. */
export const LooseEnds = ({ department, timeZone }: { department: Department; timeZone: string }) => {
  const me = useMe()
  const mayInvoice = may(me, Permission.FinancialInvoices)
  const visits = useQuery({ ...openVisitsQuery(department), enabled: may(me, Permission.ClinicalConsultations) }).data
  const drafts = useQuery({ ...draftsQuery(department), enabled: mayInvoice }).data
  const sales = useQuery({ ...openSalesQuery(department), enabled: mayInvoice }).data ?? []
  const [visit] = visits?.results ?? []
  const openVisits = closingText.openWhat(closingText.visits(visits?.count ?? 0))
  const [sale] = sales
  const isNone = (visits?.count ?? 0) + (drafts?.count ?? 0) + sales.length === 0
  return (
    <section aria-labelledby="loose-ends" className={classes['step']}>
      <h2 id="loose-ends">
        <span className={classes['bead']}>1</span> {closingText.looseEnds}{' '}
        <span className={classes['hint']}>{closingText.looseEndsHint}</span>
      </h2>
      {isNone && <p className={classes['none']}>{closingText.noLooseEnds}</p>}
      <ul className={classes['ends']}>
        {visits !== undefined && visits.count > 0 && (
          <LooseEnd
            stage="progress"
            title={closingText.visits(visits.count)}
            context={named(
              visits.results.map(({ patients_data = [] }) => patients_data.map(({ name }) => name).join(', ')),
              visits.count,
            )}
          >
            {visit === undefined || visits.count > 1 ? (
              <Link to="/" className="button small" aria-label={openVisits}>
                {closingText.open}
              </Link>
            ) : (
              <Link
                to="/visits/$id/"
                params={{ id: String(visit.id) }}
                className="button small"
                aria-label={openVisits}
              >
                {closingText.open}
              </Link>
            )}
          </LooseEnd>
        )}
        {drafts !== undefined && drafts.count > 0 && (
          <LooseEnd
            stage="expected"
            title={closingText.drafts(drafts.count)}
            context={named(
              drafts.results.map(({ payer_organization_name, payer_name, total_with_vat }) =>
                closingText.draft(
                  payer_organization_name || payer_name || tillText.noClient,
                  amountText(total_with_vat),
                ),
              ),
              drafts.count,
            )}
          >
            <Link
              to="/invoices/"
              search={{ view: 'drafts' }}
              className="button small"
              aria-label={closingText.openWhat(closingText.drafts(drafts.count))}
            >
              {closingText.open}
            </Link>
          </LooseEnd>
        )}
        {sale !== undefined && (
          <LooseEnd
            stage="expected"
            title={closingText.sales(sales.length)}
            context={named(
              sales.map(({ created, total_with_vat }) =>
                closingText.sale(timeText(created, timeZone), amountText(total_with_vat)),
              ),
              sales.length,
            )}
          >
            <Link
              to="/till/"
              search={{ sale: sale.id }}
              className="button small"
              aria-label={closingText.openWhat(closingText.sales(sales.length))}
            >
              {closingText.open}
            </Link>
          </LooseEnd>
        )}
      </ul>
    </section>
  )
}
