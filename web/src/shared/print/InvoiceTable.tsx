import { Fragment } from 'react'
import type { PrintedInvoice } from '../../api/records.ts'
import { printText } from '../../text/print.ts'
import classes from './InvoicePaper.module.css'
import { paperFigureText, paperNumberText } from './paper-format.ts'

const isFirstOf = (printed: PrintedInvoice, at: number) => {
  const [row, before] = [printed.rows[at]!, printed.rows[at - 1]]
  return row.patient_names !== '' && (before?.patient_names !== row.patient_names || before.patient !== row.patient)
}

/** What was sold, by patient: to a business net, to a private person with VAT. */
export const InvoiceTable = ({ printed }: { readonly printed: PrintedInvoice }) => {
  const { rows, consumer } = printed
  return (
    <table className={classes['rows']}>
      <thead>
        <tr>
          <th scope="col">{printText.description}</th>
          <th scope="col">{printText.quantity}</th>
          <th scope="col">{consumer ? printText.priceWithVat : printText.price}</th>
          <th scope="col">{printText.vat}</th>
          {!consumer && <th scope="col">{printText.net}</th>}
          <th scope="col">{printText.total}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the rows of a document that is printed do not move
          <Fragment key={at}>
            {isFirstOf(printed, at) && (
              <tr className={classes['patient']}>
                <th scope="colgroup" colSpan={consumer ? 5 : 6}>
                  {row.patient_names}
                </th>
              </tr>
            )}
            <tr>
              <td>
                {row.name}
                {row.multiplier !== 1 && (
                  <small>
                    {' '}
                    {printText.animals(`${paperNumberText(row.sent_quantity)} ${row.unit}`.trim(), row.multiplier)}
                  </small>
                )}
              </td>
              <td>{`${paperNumberText(row.quantity)} ${row.unit}`.trim()}</td>
              <td>
                {paperFigureText(consumer ? row.price_with_vat : row.price)}
                {Number(row.percentage_change) !== 0 && <small> {paperNumberText(row.percentage_change)} %</small>}
              </td>
              <td>{paperNumberText(row.vat_percentage)} %</td>
              {!consumer && <td>{paperFigureText(row.sum)}</td>}
              <td>{paperFigureText(row.sum_total)}</td>
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
