import type { Change, ProofMutants } from '../mutant.ts'

const billing = (file: string) => `src/domain/billing/${file}.ts`
const stock = (file: string) => `src/domain/stock/${file}.ts`
const tables = 'migrations/0014_billing.sql'
const withoutBalance: Change = { file: tables, find: 'if off <> 0 then raise', replace: 'if false then raise' }

/** What `prove:billing` must notice, one at a time. */
export const billingMutants = {
  'an invoice is paid without being held': [
    {
      file: billing('hold-books'),
      find: "    .where('id', '=', id)\n    .forNoKeyUpdate()\n",
      replace: "    .where('id', '=', id)\n",
    },
  ],
  'all that is owed is too much': [
    {
      file: billing('pay-invoice'),
      find: 'sign * paid > sign * due_sum as "exceedsDue"',
      replace: 'sign * paid >= sign * due_sum as "exceedsDue"',
    },
  ],
  'a payment leaves what is owed': [
    {
      file: billing('settle-invoice'),
      find: 'set due_sum = total_with_vat - payments.paid,',
      replace: 'set due_sum = due_sum,',
    },
  ],
  'the first payment makes an invoice paid': [
    {
      file: billing('settle-invoice'),
      find: 'case when total_with_vat = payments.paid\n',
      replace: 'case when payments.paid <> 0\n',
    },
  ],
  'an invoice that was sent is paid': [
    { file: billing('pay-invoice'), find: 'if (status !== finalized)', replace: 'if (status > finalized + 99)' },
  ],
  'a prepayment is paid like any other': [
    { file: billing('pay-invoice'), find: 'if (payment_type === prepayment)', replace: 'if (payment_type > 99)' },
  ],
  'cash is rounded by a whole coin': [
    { file: billing('rounding'), find: '::numeric(14, 2)) * 2 > ', replace: '::numeric(14, 2)) > ' },
  ],
  'half a coin is rounded up': [
    {
      file: billing('rounding'),
      find: 'round((${amount} + before) / coin - 0.001 * sign(before))',
      replace: 'floor((${amount} + before) / coin + 0.5)',
    },
  ],
  'what was rounded before does not count': [
    { file: billing('rounding'), find: '(${roundedBefore})::numeric', replace: '(0 * ${roundedBefore})::numeric' },
  ],
  'cancelled cash leaves its rounding': [
    {
      file: billing('cancel-payment'),
      find: 'if (await exceedsRoundingLimit(tx, invoice, reversal)) return null',
      replace: 'return null',
    },
    {
      file: billing('cancel-payment'),
      find: '(await cancelLeftRoundings(tx, actor, books, invoice, cancellation))',
      replace: 'undefined',
    },
  ],
  'a rounding stays when all cash is cancelled': [
    {
      file: billing('cancel-payment'),
      find: '(await cancelLeftRoundings(tx, actor, books, invoice, cancellation))',
      replace: 'undefined',
    },
  ],
  'the till asks for no batch': [
    { file: billing('countersales'), find: '  requireBatchNumber(batch_number_required, batchNumber)\n', replace: '' },
  ],
  'a discount at the till is not invoiced': [
    {
      file: billing('countersales'),
      find: '  return rows\n}\n\n/** Finalizes a sale',
      replace: "  return rows.map((row) => ({ ...row, percentage_change: '0' }))\n}\n\n/** Finalizes a sale",
    },
  ],
  'the client gets back what the insurer paid': [
    {
      file: billing('pay-invoice'),
      find: 'has_two_payees and paid < payee_due as "exceedsPayeeDue"',
      replace: 'false as "exceedsPayeeDue"',
    },
  ],
  'anybody’s prepayment pays': [
    {
      file: billing('prepayments'),
      find: 'if ((invoice.payer ?? invoice.client) !== client)',
      replace: 'if (client === 0)',
    },
  ],
  'a payment is cancelled twice': [
    { file: billing('cancel-payment'), find: 'if (await isCancelled(tx, id))', replace: 'if (id < 0)' },
    {
      file: tables,
      find: 'create unique index invoicepayment_cancelled_once',
      replace: 'create index invoicepayment_cancelled_once',
    },
  ],
  'a cancelled payment keeps its prepayment': [
    {
      file: billing('cancel-payment'),
      find: '  if (payment.unallocatedpayment !== null) await restorePrepayment(tx, payment.unallocatedpayment, payment.paid)\n',
      replace: '',
    },
  ],
  'a row is credited twice': [
    { file: billing('refund-invoice'), find: '.filter(({ credited }) => !credited)', replace: '' },
    { file: billing('refund-invoice'), find: 'if (found.credited)', replace: 'if (!found)' },
    {
      file: tables,
      find: 'create unique index invoicerow_credited_once',
      replace: 'create index invoicerow_credited_once',
    },
  ],
  'a credit row has no VAT': [
    {
      file: billing('refund-invoice'),
      find: '-sent_quantity, -quantity, -sum, -sum_vat, -sum_total',
      replace: '-sent_quantity, -quantity, -sum_total, 0, -sum_total',
    },
  ],
  'a credit note takes away what anybody owes': [
    {
      file: billing('refund-invoice'),
      find: `least(other_payer_due.amount, before - after)
        + least(due - other_payer_due.amount, credited_rows.total - (before - after))`,
      replace: 'least(due, credited_rows.total)',
    },
  ],
  'numbers come from a sequence': [
    {
      file: billing('number-invoice'),
      find: 'set last_number = coalesce(last_number + 1, first_number)',
      replace: `set last_number = nextval('taken_numbers')`,
    },
    {
      file: tables,
      find: `call keep_track('invoice_series');`,
      replace: `call keep_track('invoice_series');
create sequence taken_numbers start 2;
grant usage on sequence taken_numbers to fetlock_app;`,
    },
  ],
  'a visit is finalized again': [
    {
      file: 'src/domain/consultations/finalize-consultation.ts',
      find: '  requireTransition(status, finalized)\n',
      replace: '  if (status === finalized + 99) requireTransition(status, finalized)\n',
    },
    {
      file: tables,
      find: 'create unique index invoice_of_consultation',
      replace: 'create index invoice_of_consultation',
    },
  ],
  'the rows of a voided draft stay its visit’s': [
    {
      file: billing('drafts'),
      find: "  await tx.updateTable('invoicerow').set({ consultation_item: null }).where('invoice', '=', id).execute()\n",
      replace: '',
    },
  ],
  'a visit whose invoice is paid is not': [
    {
      file: billing('settle-invoice'),
      find: 'if (consultation !== null && !isZero)',
      replace: 'if (consultation === 0 && !isZero)',
    },
  ],
  'the payer is shown as they are now': [
    {
      file: billing('invoice.resource'),
      find: 'payer_street_address: text(255, {\n      readOnly: true,',
      replace: `payer_street_address: computed({ type: 'string' }, ({ row: at }) => \`coalesce((select k.street_address
        from client k where k.organisation = \${at}.organisation and k.id = \${at}.client), '')\`, {`,
    },
  ],
  'a client who moves moves their invoices': [
    {
      file: 'src/domain/clients/clients.ts',
      find: `  if (Object.keys(changes).length === 0 && !preferences) return`,
      replace: `  await sql\`update invoice set payer_street_address = \${changes.street_address ?? ''} where client = \${id}\`.execute(tx)
  if (Object.keys(changes).length === 0 && !preferences) return`,
    },
  ],
  'the lock is not looked at': [
    { file: billing('hold-books'), find: 'if (lock !== null && day < lock)', replace: 'if (lock === day + lock)' },
  ],
  'the lock locks its own day': [
    { file: billing('hold-books'), find: 'lock !== null && day < lock', replace: 'lock !== null && day <= lock' },
  ],
  'more of a prepayment is used than there is': [
    {
      file: billing('prepayments'),
      find: '    .where(sql<boolean>`unused_amount >= abs(${amount}::numeric)`)\n',
      replace: '',
    },
    { file: tables, find: 'check (unused_amount >= 0 and unused_amount <= greatest(paid, 0))', replace: '' },
  ],
  'VAT is not posted': [
    { file: billing('journal'), find: 'where amount <> 0', replace: `where amount <> 0 and side <> 'vat'` },
    withoutBalance,
  ],
  'a cancellation is posted as a payment': [
    {
      file: billing('journal'),
      find: 'sql<Decimal>`-${paid}::numeric`',
      replace: 'sql<Decimal>`-abs(${paid}::numeric)`',
    },
    withoutBalance,
  ],
  'a day is closed with the lines of those before': [
    {
      file: billing('close-day'),
      find: 'sql`department = ${lines.department} and accountingreport is null`',
      replace: 'sql`department = ${lines.department}`',
    },
  ],
  'halves are rounded to even': [
    {
      file: tables,
      find: 'return round(row_amount(quantity, price, percentage_change) * (100 + vat_percentage) * 0.01, 2);',
      replace: `return (round((row_amount(quantity, price, percentage_change) * (100 + vat_percentage))::double precision)::numeric * 0.01)::numeric(14, 2);`,
    },
  ],
  'the change comes after the VAT': [
    {
      file: tables,
      find: 'return round(row_amount(quantity, price, percentage_change) * (100 + vat_percentage) * 0.01, 2);',
      replace:
        'return round(round(quantity * price * (100 + vat_percentage) * 0.01, 2) * (100 + percentage_change) * 0.01, 2);',
    },
  ],
  'a herd is one animal': [
    {
      file: 'src/domain/consultations/consultation-items.ts',
      find: 'sum(coalesce(herd_size, 1))',
      replace: 'count(*)',
    },
  ],
  'the explanation counts the animals twice': [
    {
      file: billing('explain-row'),
      find: `'r.price * r.sent_quantity'`,
      replace: `'r.price * r.quantity'`,
    },
  ],
  'payments are not audited': [{ file: tables, find: `call keep_track('invoicepayment');`, replace: '' }],
  'deletions are not audited': [
    {
      file: 'migrations/0200_audit_by_the_owner.sql',
      find: 'insert into deleted (resource, record, modified) values (%1$L, old.id, moment);',
      replace: 'null;',
    },
  ],
  'a sale does not move with its rows': [
    {
      file: billing('countersales'),
      find: `  await touchSale(tx, countersale)
  await useStockOf(tx, actor, id)
  return countersale`,
      replace: '  await useStockOf(tx, actor, id)\n  return countersale',
    },
  ],
  'a removed row keeps what it took': [{ file: stock('use-stock'), find: "{ ...row, quantity: '0' }", replace: 'row' }],
  'what is prescribed is taken from stock': [
    {
      file: 'src/domain/consultations/item-stock.ts',
      find: 'case when entry.usage_type = ${prescribed} then 0 else entry.quantity end',
      replace: 'case when entry.usage_type = ${prescribed} + 9 then 0 else entry.quantity end',
    },
  ],
  'a package is one dosage unit': [
    { file: stock('use-stock'), find: '= 2 then 1 else dosage_units end', replace: '= 2 then 1 else 1 end' },
  ],
  'the batch that expires last goes first': [
    { file: stock('levels'), find: 'expiry_date nulls last, batch', replace: 'expiry_date desc nulls last, batch' },
  ],
  'a batch that is named is not looked for': [
    {
      file: stock('use-stock'),
      find: "department = ${department} and (${batch} = '' or batch_number = ${batch}))",
      replace: "department = ${department} and (${batch} = '' or batch_number <> ''))",
    },
  ],
  'goods never come back': [
    { file: billing('refund-invoice'), find: 'await returnGoods(tx, actor, returned)', replace: 'void returnGoods' },
  ],
  'goods come back though nobody asked': [
    { file: billing('refund-invoice'), find: 'return_to_stock ? rows : []', replace: 'rows' },
  ],
  'a visit that moves to another department leaves its stock': [
    {
      file: 'src/domain/consultations/consultations.ts',
      find: 'if (isElsewhere) await useStockOf(tx, actor, { consultation: id })',
      replace: 'if (isElsewhere) await Promise.resolve(useStockOf)',
    },
  ],
  'a count adds what was counted': [
    {
      file: stock('count-stock'),
      find: 'sql<Decimal>`${counted}::numeric - on_hand`',
      replace: 'sql<Decimal>`${counted}::numeric`',
    },
  ],
  'stock is moved without being held': [
    { file: stock('levels'), find: 'order by id for no key update', replace: 'order by id' },
  ],
  'stock that was used before its date was known is counted twice': [
    {
      file: stock('count-stock'),
      find: "batch.batch_number !== '' && batch.expiry_date",
      replace: "batch.batch_number === '' && batch.expiry_date",
    },
  ],
  'responses are not stored': [
    {
      file: 'src/kernel/idempotency.ts',
      find: `  if (key === undefined || dryRun || response.isShortLived) return
  const { status, body`,
      replace: `  if (key !== '') return
  const { status, body`,
    },
  ],
  'a dry run is done': [
    { file: 'src/kernel/writing.ts', find: `requestHeaders.dryRun ? 'rollback' : 'commit'`, replace: `'commit'` },
  ],
} as const satisfies ProofMutants
