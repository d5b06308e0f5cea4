import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import { email, invoice as invoiceKind } from '../messaging/kinds.ts'
import { queueMessage } from '../messaging/queue-message.ts'
import { isSetUp } from '../messaging/set-up.ts'
import { requireSettable } from './change-invoice-status.ts'
import { type HeldInvoice, holdInvoice } from './hold-books.ts'
import { draft, type InvoiceStatus, isNumbered } from './statuses.ts'

const sentStatus = 1

const requireNumber = ({ status }: HeldInvoice) => {
  if (!isNumbered(status))
    throw invalid(
      nonField,
      status === draft ? 'This is a draft. Finalize it first.' : 'This draft was voided, and there is nothing to send.',
      'no_number',
    )
}

/** Whoever pays the invoice, if they can be written to. */
const requirePayer = async (tx: Tx, { payer, client }: HeldInvoice) => {
  const id = payer ?? client
  if (id === null)
    throw invalid(nonField, 'This sale has no client. Print the invoice, or mail the PDF yourself.', 'no_client')
  const found = await tx
    .selectFrom('client')
    .select(['id', 'email', 'no_email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (found.email === '')
    throw invalid(
      nonField,
      'The client who pays has no e-mail address. Add one to the client, then send it again.',
      'no_address',
    )
  return found
}

const requireMailSetUp = async (tx: Tx) => {
  if (!(await isSetUp(tx, email)))
    throw invalid(
      nonField,
      'The organisation has no mail server. Set smtp_host and mail_from at settings/messaging/ first.',
      'mail_not_set_up',
    )
}

/**
 * Mails an invoice to whoever pays it, as a PDF. Each request is a mail: staff may send it again. It stays payable unless its
 * status is to change, too.
 */
export const sendInvoice = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { update_status = false }: { readonly update_status?: boolean },
) => {
  const { invoice } = await holdInvoice(tx, actor, id)
  requireNumber(invoice)
  const payer = await requirePayer(tx, invoice)
  await requireMailSetUp(tx)
  if (update_status && invoice.status !== sentStatus) requireSettable(invoice.status, sentStatus)
  const { rows } = await sql<{ status: InvoiceStatus; sent: string }>`
    update invoice set sent = ${actor.now}, status = ${update_status ? sentStatus : invoice.status} where id = ${id}
    returning status, to_char(sent at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sent`.execute(tx)
  const { id: message } = await queueMessage(tx, {
    kind: invoiceKind,
    channel: email,
    request: `${id} ${randomUUID()}`,
    department: invoice.department,
    client: payer.id,
    invoice: invoice.id,
  })
  return { message, recipient: payer.email, no_email: payer.no_email, ...rows[0]! }
}
