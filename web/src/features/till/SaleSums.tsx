import { useMe } from '../../api/me.ts'
import type { Countersale, Invoice } from '../../api/records.ts'
import { amountText, moneyText, plainText } from '../../format.ts'
import { tillText } from '../../text/till.ts'
import classes from './PayPanel.module.css'

/** The one rate of VAT, if there is only one. */
const rateOf = ({ countersale_items_data = [] }: Countersale) => {
  const rates = new Set(countersale_items_data.map(({ vat_percentage }) => vat_percentage))
  return rates.size === 1 ? plainText([...rates][0]!) : undefined
}

/** What the sale comes to. */
export const SaleSums = ({ sale, invoice }: { readonly sale: Countersale; readonly invoice: Invoice }) => {
  const { currency } = useMe().organisation
  const isPart = sale.finalized && invoice.due_sum !== invoice.total_with_vat
  return (
    <dl className={classes['sums']}>
      <div>
        <dt>{tillText.net}</dt>
        <dd>{amountText(invoice.total)}</dd>
      </div>
      <div>
        <dt>{tillText.vat(rateOf(sale))}</dt>
        <dd>{amountText(invoice.total_vat)}</dd>
      </div>
      <div className={classes['due']}>
        <dt>{isPart ? tillText.leftToPay : tillText.toPay}</dt>
        <dd>{moneyText(invoice.due_sum, currency)}</dd>
      </div>
    </dl>
  )
}
