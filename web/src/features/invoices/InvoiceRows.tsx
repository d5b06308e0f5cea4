import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Invoice, Patient } from '../../api/records.ts'
import { isZero } from '../../format.ts'
import page from '../../shared/page.module.css'
import { SpeciesIcon } from '../../shared/SpeciesIcon.tsx'
import { text } from '../../text/en.ts'
import { figureText, percentText, quantityText } from '../../shared/figures.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import classes from './InvoicePage.module.css'
import type { Visit } from './useVisit.ts'

type Props = {
  readonly invoice: Invoice
  readonly visit: Visit | undefined
  readonly credited: ReadonlyMap<string, Invoice>
  readonly pointed: number | undefined
  readonly onWhy: (row: number) => void
}

const PatientHead = ({ patient, visit }: { readonly patient: Patient; readonly visit: Visit | undefined }) => (
  <tr className={classes['patient']}>
    <th scope="colgroup" colSpan={6}>
      <SpeciesIcon species={patient.species} size={16} /> {patient.name || '–'}{' '}
      {visit !== undefined && <span className={page['context']}>{text.invoices.invoice.visit(visit.when)}</span>}
    </th>
  </tr>
)

/** What is charged, by animal. */
export const InvoiceRows = ({ invoice, visit, credited, pointed, onWhy }: Props) => {
  const patients = new Map((invoice.patients_data ?? []).map((patient) => [patient.url, patient]))
  const rowsByPatient = Map.groupBy(invoice.invoice_row_data ?? [], (row) => row.patient)
  return (
    <table className={`${page['table']} ${classes['rows']}`}>
      <thead>
        <tr>
          <th scope="col">{text.invoices.invoice.item}</th>
          <th scope="col">{text.invoices.invoice.quantity}</th>
          <th scope="col">{text.invoices.invoice.unit}</th>
          <th scope="col">{text.invoices.invoice.net}</th>
          <th scope="col">{text.invoices.invoice.vat}</th>
          <th scope="col">{text.invoices.invoice.total}</th>
        </tr>
      </thead>
      <tbody>
        {[...rowsByPatient].map(([url, rows]) => {
          const patient = url === null ? undefined : patients.get(url)
          return (
            <Fragment key={url}>
              {patient !== undefined && <PatientHead patient={patient} visit={visit} />}
              {rows.map((row) => {
                const note = credited.get(row.url)
                return (
                  <tr key={row.id} data-pointed={pointed === row.id} data-credited={note !== undefined}>
                    <td>
                      <span className={classes['item']}>{row.name}</span>{' '}
                      <span className={page['context']}>
                        {!isZero(row.percentage_change) &&
                          text.invoices.invoice.discount(percentText(row.percentage_change))}
                        {note !== undefined && (
                          <Link to="/invoices/$id/" params={{ id: String(note.id) }}>
                            {text.invoices.invoice.credited(numberOf(note))}
                          </Link>
                        )}
                      </span>
                    </td>
                    <td>{`${quantityText(row.quantity)} ${row.unit}`.trim()}</td>
                    <td>{figureText(row.price)}</td>
                    <td>{figureText(row.sum)}</td>
                    <td>{percentText(row.vat_percentage)} %</td>
                    <td>
                      <button
                        type="button"
                        className={classes['figureButton']}
                        aria-label={text.invoices.invoice.whyRow(figureText(row.sum_total), row.name)}
                        onClick={() => onWhy(row.id)}
                      >
                        {figureText(row.sum_total)}
                      </button>
                    </td>
                  </tr>
                )
              })}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}
