import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { invoiceQuery } from '../../api/invoice.ts'
import { idOf, type Invoice } from '../../api/records.ts'
import { calendarDateText } from '../../format.ts'
import { text } from '../../text/en.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import { payerOf } from './invoice-state.ts'
import classes from './InvoicePage.module.css'
import type { Visit } from './useVisit.ts'

const OriginalNumber = ({ id }: { readonly id: number }) => {
  const { data } = useQuery(invoiceQuery(id))
  return data === undefined ? `#${id}` : numberOf(data)
}

/** Who pays, for whom, and when. */
export const InvoiceFacts = ({ invoice, visit }: { readonly invoice: Invoice; readonly visit: Visit | undefined }) => {
  const patients = invoice.patients_data ?? []
  const { client, credit_note_original_invoice: original } = invoice
  return (
    <dl className={classes['facts']}>
      <div>
        <dt>{text.invoices.invoice.payer}</dt>
        <dd>
          {client === null ? (
            payerOf(invoice)
          ) : (
            <Link to="/clients/$id/" params={{ id: String(idOf(client)) }}>
              {payerOf(invoice)}
            </Link>
          )}
        </dd>
      </div>
      {patients.length > 0 && (
        <div>
          <dt>{text.invoices.invoice.patient(patients.length)}</dt>
          <dd>
            {patients.map(({ id, name, species }, at) => (
              <span key={id}>
                {at > 0 && ', '}
                <Link to="/patients/$id/" params={{ id: String(id) }}>
                  {name || '–'}
                </Link>
                {patients.length === 1 && species != null && `, ${species}`}
              </span>
            ))}
          </dd>
        </div>
      )}
      <div>
        <dt>{text.invoices.invoice.date}</dt>
        <dd>{calendarDateText(invoice.invoice_date)}</dd>
      </div>
      {!invoice.credit_note && (
        <div>
          <dt>{text.invoices.invoice.due}</dt>
          <dd>{calendarDateText(invoice.invoice_due_date)}</dd>
        </div>
      )}
      {visit?.vet !== undefined && (
        <div>
          <dt>{text.invoices.invoice.vet}</dt>
          <dd>{visit.vet}</dd>
        </div>
      )}
      {original !== null && (
        <div>
          <dt>{text.invoices.invoice.credits}</dt>
          <dd>
            <Link to="/invoices/$id/" params={{ id: String(idOf(original)) }}>
              <OriginalNumber id={idOf(original)} />
            </Link>
          </dd>
        </div>
      )}
      {invoice.reference_number !== null && (
        <div>
          <dt>{text.invoices.invoice.reference}</dt>
          <dd>{invoice.reference_number}</dd>
        </div>
      )}
    </dl>
  )
}
