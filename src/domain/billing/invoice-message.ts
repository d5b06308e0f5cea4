import { readerIn } from '../../db/tx.ts'
import { contactOf } from '../messaging/contact.ts'
import type { ContentOf } from '../messaging/content.ts'
import { amountIn, dateIn } from '../messaging/local-time.ts'
import { findLogo, readLogo } from '../organisation/read-logo.ts'
import { fileNameOf, readPrintedInvoice } from './printed-invoice.ts'
import { renderInvoice } from './render-invoice.ts'

/** What the mail with an invoice says, and the invoice as it is then, payments included. */
export const invoiceContent: ContentOf = async (tx, { invoice, client }) => {
  const { id: organisation } = await tx.selectFrom('organisation').select('id').executeTakeFirstOrThrow()
  const printed = (await readPrintedInvoice(readerIn(tx), organisation, invoice!))!
  const logo = await findLogo(readerIn(tx), organisation)
  const { language, locale, name, ...to } = await contactOf(tx, client!)
  return {
    client,
    to,
    language,
    patients: [],
    isQuietAtNight: false,
    isSentByStaff: true,
    values: {
      client: name,
      number: printed.number!,
      amount: amountIn(printed.client_due, printed.currency, locale),
      due_date: dateIn(printed.due_date, locale),
    },
    attachments: [
      {
        filename: fileNameOf(printed.number, invoice!),
        contentType: 'application/pdf',
        make: async (files) => renderInvoice(printed, logo && (await readLogo(files, logo))),
      },
    ],
  }
}
