import type { PrintedInvoice } from '../../api/records.ts'
import { printText } from '../../text/print.ts'
import { Facts } from './Facts.tsx'
import classes from './InvoicePaper.module.css'
import { paperDateText, paperMoneyText } from './paper-format.ts'

const inFours = (reference: string) => reference.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** How it is paid: in a frame, with a code for the app of a bank where there is one. */
export const HowToPay = ({ printed }: { readonly printed: PrintedInvoice }) => {
  const { letterhead, reference_number, additional_reference, due_date, client_due, currency, payment_code } = printed
  const facts = (
    [
      ['IBAN', inFours(letterhead.iban)],
      ['BIC', letterhead.bic],
      [printText.reference, inFours(reference_number ?? '')],
      [printText.additionalReference, additional_reference ?? ''],
    ] as const
  ).filter(([, value]) => value !== '')
  if (facts.length === 0) return null
  return (
    <section className={classes['pay']}>
      {payment_code !== null && (
        <svg viewBox={`0 0 ${payment_code.size} ${payment_code.size}`} shapeRendering="crispEdges" aria-hidden="true">
          <path d={payment_code.path} />
        </svg>
      )}
      <div>
        <strong>{payment_code === null ? printText.payToAccount : printText.payWithApp}</strong>
        <Facts facts={[[printText.payTo, letterhead.name], ...facts, [printText.payBy, paperDateText(due_date)]]} />
      </div>
      <p>{paperMoneyText(client_due, currency)}</p>
    </section>
  )
}
