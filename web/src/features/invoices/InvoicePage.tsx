import { Permission } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { creditNotesQuery, invoiceQuery, printedQuery } from '../../api/invoice.ts'
import { may, useMe } from '../../api/me.ts'
import { ErrorState, Skeleton, useIsSlow } from '../../shared/states.tsx'
import { isZero } from '../../format.ts'
import page from '../../shared/page.module.css'
import sheet from '../../shared/Sheet.module.css'
import { text } from '../../text/en.ts'
import { InvoiceFacts } from './InvoiceFacts.tsx'
import { InvoiceHead } from './InvoiceHead.tsx'
import { InvoicePayments } from './InvoicePayments.tsx'
import { InvoiceRows } from './InvoiceRows.tsx'
import classes from './InvoicePage.module.css'
import { InvoiceTotals } from './InvoiceTotals.tsx'
import { type Opened, OpenSheet } from './OpenSheet.tsx'
import { InvoicePaper } from '../../shared/print/InvoicePaper.tsx'
import { creditedIn } from './RefundSheet.tsx'
import { useInvoiceActions } from './useInvoiceActions.ts'
import { useVisit } from './useVisit.ts'

const Loading = ({ isPending }: { readonly isPending: boolean }) =>
  useIsSlow(isPending) ? (
    <div className={page['main']} aria-busy="true">
      {[320, 560, 520, 540].map((width) => (
        <p key={width}>
          <Skeleton width={width} />
        </p>
      ))}
    </div>
  ) : null

/** An invoice or a credit note, with everything that can be done with it. */
export const InvoicePage = () => {
  const me = useMe()
  const id = Number(useParams({ from: '/invoices/$id' }).id)
  const opened = useSearch({ from: '/invoices/$id' })
  const navigate = useNavigate({ from: '/invoices/$id' })
  const { data: invoice, error, refetch, isPending } = useQuery(invoiceQuery(id))
  const { data: printed } = useQuery(printedQuery(id))
  const { data: credits } = useQuery({
    ...creditNotesQuery(id),
    enabled: (invoice?.related_credit_notes.length ?? 0) > 0,
  })
  const visit = useVisit(invoice)
  const [pointed, setPointed] = useState<number>()
  const mayWrite = may(me, Permission.FinancialInvoices, 'write')
  const open = useCallback(
    (next: Opened) =>
      void navigate({
        search: ({ department }) => ({ ...(department === undefined ? {} : { department }), ...next }),
        replace: true,
      }),
    [navigate],
  )
  const actions = useInvoiceActions(id, invoice, mayWrite, open)
  if (error !== null && invoice === undefined)
    return <ErrorState isPage error={error} what={text.invoices.invoice.what} onRetry={() => void refetch()} />
  if (invoice === undefined) return <Loading isPending={isPending} />
  const notes = credits ?? []
  const isOpen = Object.entries(opened).some(([name, value]) => name !== 'department' && value !== undefined)
  return (
    <>
      <div className={sheet['beside']}>
        <div className={sheet['page']}>
          <InvoiceHead invoice={invoice} actions={actions} isSheetOpen={isOpen && opened.why === undefined} />
          <div className={`${page['main']} ${classes['main']}`}>
            <InvoiceFacts invoice={invoice} visit={visit} />
            {text.invoices.statuses[invoice.status] !== undefined && !isZero(invoice.due_sum) && (
              <p className={classes['note']}>
                {text.invoices.invoice.notPayable(text.invoices.statuses[invoice.status]!)}
              </p>
            )}
            <InvoiceRows
              invoice={invoice}
              visit={visit}
              credited={creditedIn(notes)}
              pointed={pointed}
              onWhy={(row) => open({ why: row })}
            />
            <div className={classes['below']}>
              <InvoicePayments
                invoice={invoice}
                notes={notes}
                onCancel={mayWrite ? (cancel) => open({ cancel }) : undefined}
              />
              <InvoiceTotals invoice={invoice} printed={printed} onWhy={() => open({ why: true })} />
            </div>
            {invoice.remarks !== '' && (
              <section aria-labelledby="remarks">
                <h2 id="remarks">{text.invoices.invoice.remarks}</h2>
                <p className={classes['remarks']}>{invoice.remarks}</p>
              </section>
            )}
          </div>
        </div>
        <OpenSheet
          invoice={invoice}
          printed={printed}
          opened={opened}
          mayWrite={mayWrite}
          onOpen={open}
          onPoint={setPointed}
        />
      </div>
      <InvoicePaper invoice={typeof opened.refund === 'number' ? opened.refund : invoice.id} />
    </>
  )
}
