import { useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { PrintedInvoice } from '../../api/records.ts'
import { moneyText } from '../../format.ts'
import { text } from '../../text/en.ts'
import { figureText, percentText, quantityText } from '../figures.ts'
import classes from './InvoicePaper.module.css'
import { printedQuery } from './queries.ts'

const words = text.print
const filled = (lines: readonly string[]) => lines.filter((line) => line.trim() !== '')
const dayText = (date: string) =>
  new Intl.DateTimeFormat(navigator.language, { timeZone: 'UTC', dateStyle: 'medium' }).format(
    new Date(`${date}T00:00:00Z`),
  )
const inFours = (reference: string) => reference.replaceAll(/(.{4})(?=.)/g, '$1 ')

const titleOf = ({ credit_note, number }: PrintedInvoice) =>
  credit_note ? words.creditNote : number === null ? words.draft : words.invoice

const Clinic = ({ letterhead: of }: { readonly letterhead: PrintedInvoice['letterhead'] }) => (
  <div>
    <strong>{of.name}</strong>
    {filled([
      of.department === of.name ? '' : of.department,
      of.street_address,
      `${of.zip_code} ${of.city}`,
      of.phone,
      of.email,
      of.vat_number === '' ? '' : `${words.vatNumber} ${of.vat_number}`,
      of.register_number === '' ? '' : `${words.registerNumber} ${of.register_number}`,
    ]).map((line) => (
      <div key={line}>{line}</div>
    ))}
  </div>
)

const payerLines = ({ payer }: PrintedInvoice) =>
  filled([
    payer.organization_name,
    payer.name,
    payer.street_address,
    payer.street_address_2,
    `${payer.zip_code} ${payer.city}`,
    payer.state,
    payer.vat_number === '' ? '' : `${words.vatNumber} ${payer.vat_number}`,
  ])

const Facts = ({ facts }: { readonly facts: readonly (readonly [string, string])[] }) => (
  <dl className={classes['facts']}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

const VatTable = ({ vat }: Pick<PrintedInvoice, 'vat'>) => (
  <table className={classes['vat']}>
    <thead>
      <tr>
        <th scope="col">{words.vatRate}</th>
        <th scope="col">{words.net}</th>
        <th scope="col">{words.vat}</th>
        <th scope="col">{words.total}</th>
      </tr>
    </thead>
    <tbody>
      {vat.map(({ percentage, title, sum, sum_vat, sum_total }) => (
        <tr key={percentage}>
          <td>{Number(percentage) === 0 ? `${percentText(percentage)} % ${title}` : `${percentText(percentage)} %`}</td>
          <td>{figureText(sum)}</td>
          <td>{figureText(sum_vat)}</td>
          <td>{figureText(sum_total)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const paymentFacts = ({ payments, due, credit_note, currency }: PrintedInvoice) =>
  [
    ...payments.map(
      ({ date, type, less }) => [`${text.payments.methods[type]}, ${dayText(date)}`, figureText(less)] as const,
    ),
    [credit_note ? words.leftBack : words.left, moneyText(due, currency)] as const,
  ] as const

const isFirstOf = (printed: PrintedInvoice, at: number) => {
  const [row, before] = [printed.rows[at]!, printed.rows[at - 1]]
  return row.patient_names !== '' && (before?.patient_names !== row.patient_names || before.patient !== row.patient)
}

/** The invoice on A4. */
const Sheet = ({ printed }: { readonly printed: PrintedInvoice }) => {
  const { rows, credit_note, original, currency, remarks, status, date_paid, letterhead } = printed
  const isNumbered = status !== 0 && status !== 99
  return (
    <article className={classes['invoice']}>
      <header>
        <Clinic letterhead={letterhead} />
        <div className={classes['title']}>
          <h1>{titleOf(printed)}</h1>
          {printed.number !== null && <p>{printed.number}</p>}
        </div>
      </header>
      <div className={classes['parties']}>
        <div>
          <small>{words.to}</small>
          {payerLines(printed).map((line, at) => (
            <div key={line}>{at === 0 ? <strong>{line}</strong> : line}</div>
          ))}
        </div>
        <Facts
          facts={[
            [words.date, dayText(printed.date)],
            ...(printed.supplied === null
              ? []
              : [[words.supplied, [...new Set(printed.supplied)].map(dayText).join(' – ')] as const]),
            ...(credit_note ? [] : [[words.due, dayText(printed.due_date)] as const]),
          ]}
        />
      </div>
      {original !== null && <p>{words.credits(original.number, dayText(original.date))}</p>}
      <table className={classes['rows']}>
        <thead>
          <tr>
            <th scope="col">{words.description}</th>
            <th scope="col">{words.quantity}</th>
            <th scope="col">{words.price}</th>
            <th scope="col">{words.vat}</th>
            <th scope="col">{words.net}</th>
            <th scope="col">{words.total}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows of a document that is printed do not move
            <Fragment key={at}>
              {isFirstOf(printed, at) && (
                <tr className={classes['patient']}>
                  <th scope="colgroup" colSpan={6}>
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
                      {words.animals(`${quantityText(row.sent_quantity)} ${row.unit}`.trim(), row.multiplier)}
                    </small>
                  )}
                </td>
                <td>{`${quantityText(row.quantity)} ${row.unit}`.trim()}</td>
                <td>
                  {figureText(row.price)}
                  {Number(row.percentage_change) !== 0 && <small> {percentText(row.percentage_change)} %</small>}
                </td>
                <td>{percentText(row.vat_percentage)} %</td>
                <td>{figureText(row.sum)}</td>
                <td>{figureText(row.sum_total)}</td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
      <div className={classes['sums']}>
        <div>
          <VatTable vat={printed.vat} />
          {isNumbered && !credit_note && date_paid === null && (
            <Facts
              facts={(
                [
                  ['IBAN', inFours(letterhead.iban)],
                  ['BIC', letterhead.bic],
                  [words.reference, inFours(printed.reference_number ?? '')],
                ] as const
              ).filter(([, value]) => value !== '')}
            />
          )}
          {date_paid !== null && <Facts facts={[[words.paid, dayText(date_paid)]]} />}
        </div>
        <div>
          <Facts
            facts={[
              [words.totalNet, figureText(printed.total)],
              [words.vat, figureText(printed.total_vat)],
            ]}
          />
          <p className={classes['total']}>
            <span>{words.total}</span>
            <span>{moneyText(printed.total_with_vat, currency)}</span>
          </p>
          {isNumbered && <Facts facts={paymentFacts(printed)} />}
        </div>
      </div>
      {status === 0 && <p>{words.draftHint}</p>}
      {status === 99 && <p>{words.voidedHint}</p>}
      {remarks !== '' && <p className={classes['remarks']}>{remarks}</p>}
    </article>
  )
}

/** The receipt, on the paper of a till printer. */
const Receipt = ({ printed }: { readonly printed: PrintedInvoice }) => {
  const { rows, vat, currency } = printed
  return (
    <article className={classes['receipt']}>
      <Clinic letterhead={printed.letterhead} />
      <h1>
        {printed.credit_note ? words.creditNote : printed.number === null ? words.draft : words.receipt}{' '}
        {printed.number}
      </h1>
      <p>{dayText(printed.date)}</p>
      <table>
        <tbody>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows of a document that is printed do not move
            <tr key={at}>
              <td>
                {row.name}
                {quantityText(row.quantity) !== '1' && <small> × {quantityText(row.quantity)}</small>}
              </td>
              <td>{figureText(row.sum_total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes['total']}>
        <span>{words.total}</span>
        <span>{moneyText(printed.total_with_vat, currency)}</span>
      </p>
      <VatTable vat={vat} />
      <Facts facts={paymentFacts(printed)} />
      <p>{words.thanks}</p>
    </article>
  )
}

const millimetres = 25.4 / 96

/** The roll is cut where the receipt ends, so its page is as long as it is. */
const useReceiptPage = (place: React.RefObject<HTMLElement | null>, printed: PrintedInvoice | undefined) => {
  useEffect(() => {
    const height = place.current?.querySelector(`.${classes['receipt']}`)?.scrollHeight
    if (printed === undefined || height === undefined) return undefined
    const page = new CSSStyleSheet()
    page.replaceSync(`@page receipt { size: 80mm ${Math.ceil(height * millimetres) + 8}mm; margin: 0 }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, page]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== page)
    }
  }, [place, printed])
}

/** What comes out of the printer instead of the page; its headings and tables are also those of a PDF. */
export const InvoicePaper = ({ invoice }: { readonly invoice: number }) => {
  const place = useRef<HTMLElement>(null)
  const { data: printed } = useQuery(printedQuery(invoice))
  useReceiptPage(place, printed)
  if (printed === undefined) return null
  return createPortal(
    <main ref={place} className={classes['paper']}>
      <Sheet printed={printed} />
      <Receipt printed={printed} />
    </main>,
    document.body,
  )
}
