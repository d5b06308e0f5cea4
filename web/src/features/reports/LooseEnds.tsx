import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { may, useMe } from '../../api/me.ts'
import type { Department } from '../../api/records.ts'
import { amountText, timeText } from '../../format.ts'
import { StatusGlyph } from '../../shared/StatusGlyph.tsx'
import { text } from '../../text/en.ts'
import { draftsQuery, openVisitsQuery, salesQuery } from './queries.ts'
import classes from './CloseDay.module.css'

const shownNames = 3

const named = (names: readonly string[], count: number) =>
  [...names.slice(0, shownNames), ...(count > shownNames ? [text.closing.andMore(count - shownNames)] : [])].join(' · ')

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
  const mayInvoice = may(me, 'Financial: Invoices')
  const visits = useQuery({ ...openVisitsQuery(department), enabled: may(me, 'Clinical: Consultations') }).data
  const drafts = useQuery({ ...draftsQuery(department), enabled: mayInvoice }).data
  const sales = useQuery({ ...salesQuery(department), enabled: mayInvoice }).data ?? []
  const [visit] = visits?.results ?? []
  const openVisits = text.closing.openWhat(text.closing.visits(visits?.count ?? 0))
  const [sale] = sales
  const isNone = (visits?.count ?? 0) + (drafts?.count ?? 0) + sales.length === 0
  return (
    <section aria-labelledby="loose-ends" className={classes['step']}>
      <h2 id="loose-ends">
        <span className={classes['bead']}>1</span> {text.closing.looseEnds}{' '}
        <span className={classes['hint']}>{text.closing.looseEndsHint}</span>
      </h2>
      {isNone && <p className={classes['none']}>{text.closing.noLooseEnds}</p>}
      <ul className={classes['ends']}>
        {visits !== undefined && visits.count > 0 && (
          <LooseEnd
            stage="progress"
            title={text.closing.visits(visits.count)}
            context={named(
              visits.results.map(({ patients_data = [] }) => patients_data.map(({ name }) => name).join(', ')),
              visits.count,
            )}
          >
            {visit === undefined || visits.count > 1 ? (
              <Link to="/" className="button small" aria-label={openVisits}>
                {text.closing.open}
              </Link>
            ) : (
              <Link
                to="/visits/$id/"
                params={{ id: String(visit.id) }}
                className="button small"
                aria-label={openVisits}
              >
                {text.closing.open}
              </Link>
            )}
          </LooseEnd>
        )}
        {drafts !== undefined && drafts.count > 0 && (
          <LooseEnd
            stage="expected"
            title={text.closing.drafts(drafts.count)}
            context={named(
              drafts.results.map(
                ({ payer_organization_name, payer_name, total_with_vat }) =>
                  `${payer_organization_name || payer_name || text.till.noClient} ${amountText(total_with_vat)}`,
              ),
              drafts.count,
            )}
          >
            <Link
              to="/invoices/"
              search={{ view: 'drafts' }}
              className="button small"
              aria-label={text.closing.openWhat(text.closing.drafts(drafts.count))}
            >
              {text.closing.open}
            </Link>
          </LooseEnd>
        )}
        {sale !== undefined && (
          <LooseEnd
            stage="expected"
            title={text.closing.sales(sales.length)}
            context={named(
              sales.map(
                ({ created, total_with_vat }) =>
                  `${text.closing.started(timeText(created, timeZone))}, ${amountText(total_with_vat)}`,
              ),
              sales.length,
            )}
          >
            <Link
              to="/till/"
              search={{ sale: sale.id }}
              className="button small"
              aria-label={text.closing.openWhat(text.closing.sales(sales.length))}
            >
              {text.closing.open}
            </Link>
          </LooseEnd>
        )}
      </ul>
    </section>
  )
}
