import { InvoiceStatus, PaymentType } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { printedQuery } from '../../api/invoice.ts'
import { logoQuery } from '../../api/organisation.ts'
import type { PrintedInvoice } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import { printText } from '../../text/print.ts'
import { Facts } from './Facts.tsx'
import classes from './InvoicePaper.module.css'
import { InvoiceTable } from './InvoiceTable.tsx'
import { paperDateText, paperFigureText, paperMoneyText, paperNumberText } from './paper-format.ts'
import { HowToPay } from './HowToPay.tsx'

const filled = (lines: readonly string[]) => lines.filter((line) => line.trim() !== '')

const titleOf = ({ credit_note, number }: PrintedInvoice) =>
  credit_note ? printText.creditNote : number === null ? printText.draft : printText.invoice

type Head = { readonly letterhead: PrintedInvoice['letterhead']; readonly logo: string | undefined }

const Clinic = ({ letterhead: of, logo }: Head) => (
  <div>
    {logo !== undefined && <img src={logo} alt="" />}
    <strong>{of.name}</strong>
    {filled([
      of.department === of.name ? '' : of.department,
      of.street_address,
      `${of.zip_code} ${of.city}`,
      of.phone,
      of.email,
      of.vat_number === '' ? '' : printText.vatNumber(of.vat_number),
      of.register_number === '' ? '' : printText.registerNumber(of.register_number),
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
    payer.vat_number === '' ? '' : printText.vatNumber(payer.vat_number),
  ])

const VatTable = ({ vat }: Pick<PrintedInvoice, 'vat'>) => (
  <table className={classes['vat']}>
    <thead>
      <tr>
        <th scope="col">{printText.vatRate}</th>
        <th scope="col">{printText.net}</th>
        <th scope="col">{printText.vat}</th>
        <th scope="col">{printText.total}</th>
      </tr>
    </thead>
    <tbody>
      {vat.map(({ percentage, title, sum, sum_vat, sum_total }) => (
        <tr key={percentage}>
          <td>
            {Number(percentage) === 0
              ? `${paperNumberText(percentage)} % ${title}`
              : `${paperNumberText(percentage)} %`}
          </td>
          <td>{paperFigureText(sum)}</td>
          <td>{paperFigureText(sum_vat)}</td>
          <td>{paperFigureText(sum_total)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const paymentFacts = ({ payments, due, credit_note, currency }: PrintedInvoice) =>
  [
    ...payments.map(
      ({ date, type, less }) =>
        [printText.paidOn(text.payments.methods[type], paperDateText(date)), paperFigureText(less)] as const,
    ),
    [credit_note ? printText.leftBack : printText.left, paperMoneyText(due, currency)] as const,
  ] as const

/** What was settled by a credit note alone was not paid. */
const settledLabel = ({ payments }: PrintedInvoice) =>
  payments.length > 0 && payments.every(({ type }) => type === PaymentType.CreditInvoice)
    ? printText.credited
    : printText.paid

/** The invoice on A4. */
type Paper = { readonly printed: PrintedInvoice; readonly logo: string | undefined }

const Sheet = ({ printed, logo }: Paper) => {
  const { credit_note, original, currency, remarks, status, date_paid, letterhead } = printed
  const isNumbered = status !== InvoiceStatus.Draft && status !== InvoiceStatus.Voided
  return (
    <article className={classes['invoice']}>
      <header>
        <Clinic letterhead={letterhead} logo={logo} />
        <div className={classes['title']}>
          <h1>{titleOf(printed)}</h1>
          {printed.number !== null && <p>{printed.number}</p>}
        </div>
      </header>
      <div className={classes['parties']}>
        <div>
          <small>{printText.to}</small>
          {payerLines(printed).map((line, at) => (
            <div key={line}>{at === 0 ? <strong>{line}</strong> : line}</div>
          ))}
        </div>
        <Facts
          facts={[
            [printText.date, paperDateText(printed.date)],
            ...(printed.supplied === null
              ? []
              : [[printText.supplied, [...new Set(printed.supplied)].map(paperDateText).join(' – ')] as const]),
            ...(credit_note ? [] : [[printText.due, paperDateText(printed.due_date)] as const]),
          ]}
        />
      </div>
      {original !== null && <p>{printText.credits(original.number, paperDateText(original.date))}</p>}
      <InvoiceTable printed={printed} />
      <div className={classes['sums']}>
        <div>
          <VatTable vat={printed.vat} />
          {date_paid !== null && !credit_note && (
            <p className={classes['paid']}>
              <strong>{settledLabel(printed)}</strong> {paperDateText(date_paid)}
            </p>
          )}
        </div>
        <div>
          <Facts
            facts={[
              [printText.totalNet, paperFigureText(printed.total)],
              [printText.vat, paperFigureText(printed.total_vat)],
            ]}
          />
          <p className={classes['total']}>
            <span>{printText.total}</span>
            <span>{paperMoneyText(printed.total_with_vat, currency)}</span>
          </p>
          {isNumbered && <Facts facts={paymentFacts(printed)} />}
        </div>
      </div>
      {isNumbered && !credit_note && date_paid === null && <HowToPay printed={printed} />}
      {status === InvoiceStatus.Draft && <p>{printText.draftHint}</p>}
      {status === InvoiceStatus.Voided && <p>{printText.voidedHint}</p>}
      {filled([remarks, letterhead.remarks]).map((remark) => (
        <p key={remark} className={classes['remarks']}>
          {remark}
        </p>
      ))}
    </article>
  )
}

/** The receipt, on the paper of a till printer. */
const Receipt = ({ printed, logo }: Paper) => {
  const { rows, vat, currency } = printed
  return (
    <article className={classes['receipt']}>
      <Clinic letterhead={printed.letterhead} logo={logo} />
      <h1>
        {printed.credit_note ? printText.creditNote : printed.number === null ? printText.draft : printText.receipt}{' '}
        {printed.number}
      </h1>
      <p>{paperDateText(printed.date)}</p>
      <table>
        <tbody>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows of a document that is printed do not move
            <tr key={at}>
              <td>
                {row.name}
                {paperNumberText(row.quantity) !== '1' && <small> × {paperNumberText(row.quantity)}</small>}
              </td>
              <td>{paperFigureText(row.sum_total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes['total']}>
        <span>{printText.total}</span>
        <span>{paperMoneyText(printed.total_with_vat, currency)}</span>
      </p>
      <VatTable vat={vat} />
      <Facts facts={paymentFacts(printed)} />
      {printed.letterhead.remarks !== '' && <p className={classes['remarks']}>{printed.letterhead.remarks}</p>}
      <p>{printText.thanks}</p>
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
  const version = printed?.logo ?? null
  const { data: logo, isPending } = useQuery({ ...logoQuery(version ?? 0), enabled: version !== null })
  // Paper without the logo is better than none, where it cannot be loaded.
  const isReady = printed !== undefined && (version === null || !isPending)
  useReceiptPage(place, isReady ? printed : undefined)
  if (!isReady) return null
  return createPortal(
    <main ref={place} className={classes['paper']}>
      <Sheet printed={printed} logo={logo?.address} />
      <Receipt printed={printed} logo={logo?.address} />
    </main>,
    document.body,
  )
}
