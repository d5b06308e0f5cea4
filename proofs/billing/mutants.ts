import type { Patch } from '../mutant.ts'

const billing = (file: string) => `src/domain/billing/${file}.ts`
const stock = (file: string) => `src/domain/stock/${file}.ts`
const tables = 'migrations/0014_billing.sql'
const withoutBalance: Patch = { file: tables, from: 'if off <> 0 then raise', to: 'if false then raise' }

/** Rules that are broken on purpose, one at a time: the simulation must notice each. */
export const mutants: Readonly<Record<string, readonly Patch[]>> = {
  'an invoice is paid without being held': [
    {
      file: billing('hold-books'),
      from: "    .where('id', '=', id)\n    .forNoKeyUpdate()\n",
      to: "    .where('id', '=', id)\n",
    },
  ],
  'all that is owed is too much': [
    {
      file: billing('pay-invoice'),
      from: 'sign * paid > sign * due_sum as "exceedsDue"',
      to: 'sign * paid >= sign * due_sum as "exceedsDue"',
    },
  ],
  'a payment leaves what is owed': [
    {
      file: billing('settle-invoice'),
      from: 'set due_sum = total_with_vat - payments.paid,',
      to: 'set due_sum = due_sum,',
    },
  ],
  'the first payment makes an invoice paid': [
    {
      file: billing('settle-invoice'),
      from: 'case when total_with_vat = payments.paid\n',
      to: 'case when payments.paid <> 0\n',
    },
  ],
  'an invoice that was sent is paid': [
    { file: billing('pay-invoice'), from: 'if (status !== finalized)', to: 'if (status > finalized + 99)' },
  ],
  'a prepayment is paid like any other': [
    { file: billing('pay-invoice'), from: 'if (payment_type === prepayment)', to: 'if (payment_type > 99)' },
  ],
  'cash is rounded by a whole coin': [
    { file: billing('rounding'), from: '::numeric(14, 2)) * 2 > ', to: '::numeric(14, 2)) > ' },
  ],
  'half a coin is rounded up': [
    {
      file: billing('rounding'),
      from: 'round((${amount} + before) / coin - 0.001 * sign(before))',
      to: 'floor((${amount} + before) / coin + 0.5)',
    },
  ],
  'what was rounded before does not count': [
    { file: billing('rounding'), from: '(${roundedBefore})::numeric', to: '(0 * ${roundedBefore})::numeric' },
  ],
  'cancelled cash leaves its rounding': [
    {
      file: billing('cancel-payment'),
      from: 'if (await exceedsRoundingLimit(tx, invoice, reversal)) return null',
      to: 'return null',
    },
    {
      file: billing('cancel-payment'),
      from: '(await cancelLeftRoundings(tx, actor, books, invoice, cancellation))',
      to: 'undefined',
    },
  ],
  'a rounding stays when all cash is cancelled': [
    {
      file: billing('cancel-payment'),
      from: '(await cancelLeftRoundings(tx, actor, books, invoice, cancellation))',
      to: 'undefined',
    },
  ],
  'the till asks for no batch': [
    { file: billing('countersales'), from: '  requireBatchNumber(batch_number_required, batchNumber)\n', to: '' },
  ],
  'a discount at the till is not invoiced': [
    {
      file: billing('countersales'),
      from: '  return rows\n}\n\n/** Finalizes a sale',
      to: "  return rows.map((row) => ({ ...row, percentage_change: '0' }))\n}\n\n/** Finalizes a sale",
    },
  ],
  'the client gets back what the insurer paid': [
    {
      file: billing('pay-invoice'),
      from: 'has_two_payees and paid < payee_due as "exceedsPayeeDue"',
      to: 'false as "exceedsPayeeDue"',
    },
  ],
  'anybody’s prepayment pays': [
    {
      file: billing('prepayments'),
      from: 'if ((invoice.payer ?? invoice.client) !== client)',
      to: 'if (client === 0)',
    },
  ],
  'a payment is cancelled twice': [
    { file: billing('cancel-payment'), from: 'if (await isCancelled(tx, id))', to: 'if (id < 0)' },
    {
      file: tables,
      from: 'create unique index invoicepayment_cancelled_once',
      to: 'create index invoicepayment_cancelled_once',
    },
  ],
  'a cancelled payment keeps its prepayment': [
    {
      file: billing('cancel-payment'),
      from: '  if (payment.unallocatedpayment !== null) await restorePrepayment(tx, payment.unallocatedpayment, payment.paid)\n',
      to: '',
    },
  ],
  'a row is credited twice': [
    { file: billing('refund-invoice'), from: '.filter(({ credited }) => !credited)', to: '' },
    { file: billing('refund-invoice'), from: 'if (found.credited)', to: 'if (!found)' },
    {
      file: tables,
      from: 'create unique index invoicerow_credited_once',
      to: 'create index invoicerow_credited_once',
    },
  ],
  'a credit row has no VAT': [
    {
      file: billing('refund-invoice'),
      from: '-sent_quantity, -quantity, -sum, -sum_vat, -sum_total',
      to: '-sent_quantity, -quantity, -sum_total, 0, -sum_total',
    },
  ],
  'a credit note takes away what anybody owes': [
    {
      file: billing('refund-invoice'),
      from: `least(other_payer_due.amount, before - after)
        + least(due - other_payer_due.amount, credited_rows.total - (before - after))`,
      to: 'least(due, credited_rows.total)',
    },
  ],
  'numbers come from a sequence': [
    {
      file: billing('number-invoice'),
      from: 'set last_number = coalesce(last_number + 1, first_number)',
      to: `set last_number = nextval('taken_numbers')`,
    },
    {
      file: tables,
      from: `call keep_track('invoice_series');`,
      to: `call keep_track('invoice_series');
create sequence taken_numbers start 2;
grant usage on sequence taken_numbers to fetlock_app;`,
    },
  ],
  'a visit is finalized again': [
    {
      file: 'src/domain/consultations/finalize-consultation.ts',
      from: '  requireTransition(status, finalized)\n',
      to: '  if (status === finalized + 99) requireTransition(status, finalized)\n',
    },
    {
      file: tables,
      from: 'create unique index invoice_of_consultation',
      to: 'create index invoice_of_consultation',
    },
  ],
  'the rows of a voided draft stay its visit’s': [
    {
      file: billing('drafts'),
      from: "  await tx.updateTable('invoicerow').set({ consultation_item: null }).where('invoice', '=', id).execute()\n",
      to: '',
    },
  ],
  'a visit whose invoice is paid is not': [
    {
      file: billing('settle-invoice'),
      from: 'if (consultation !== null && !isZero)',
      to: 'if (consultation === 0 && !isZero)',
    },
  ],
  'the payer is shown as they are now': [
    {
      file: billing('invoice.resource'),
      from: 'payer_street_address: text(255, {\n      readOnly: true,',
      to: `payer_street_address: computed({ type: 'string' }, ({ row: at }) => \`coalesce((select k.street_address
        from client k where k.organisation = \${at}.organisation and k.id = \${at}.client), '')\`, {`,
    },
  ],
  'a client who moves moves their invoices': [
    {
      file: 'src/domain/clients/clients.ts',
      from: `  if (Object.keys(changes).length === 0 && !preferences) return`,
      to: `  await sql\`update invoice set payer_street_address = \${changes.street_address ?? ''} where client = \${id}\`.execute(tx)
  if (Object.keys(changes).length === 0 && !preferences) return`,
    },
  ],
  'the lock is not looked at': [
    { file: billing('hold-books'), from: 'if (lock !== null && day < lock)', to: 'if (lock === day + lock)' },
  ],
  'the lock locks its own day': [
    { file: billing('hold-books'), from: 'lock !== null && day < lock', to: 'lock !== null && day <= lock' },
  ],
  'more of a prepayment is used than there is': [
    {
      file: billing('prepayments'),
      from: '    .where(sql<boolean>`unused_amount >= abs(${amount}::numeric)`)\n',
      to: '',
    },
    { file: tables, from: 'check (unused_amount >= 0 and unused_amount <= greatest(paid, 0))', to: '' },
  ],
  'VAT is not posted': [
    { file: billing('journal'), from: 'where amount <> 0', to: `where amount <> 0 and side <> 'vat'` },
    withoutBalance,
  ],
  'a cancellation is posted as a payment': [
    { file: billing('journal'), from: 'sql<Decimal>`-${paid}::numeric`', to: 'sql<Decimal>`-abs(${paid}::numeric)`' },
    withoutBalance,
  ],
  'a day is closed with the lines of those before': [
    {
      file: billing('close-day'),
      from: 'sql`department = ${lines.department} and accountingreport is null`',
      to: 'sql`department = ${lines.department}`',
    },
  ],
  'halves are rounded to even': [
    {
      file: tables,
      from: 'return round(row_amount(quantity, price, percentage_change) * (100 + vat_percentage) * 0.01, 2);',
      to: `return (round((row_amount(quantity, price, percentage_change) * (100 + vat_percentage))::double precision)::numeric * 0.01)::numeric(14, 2);`,
    },
  ],
  'the change comes after the VAT': [
    {
      file: tables,
      from: 'return round(row_amount(quantity, price, percentage_change) * (100 + vat_percentage) * 0.01, 2);',
      to: 'return round(round(quantity * price * (100 + vat_percentage) * 0.01, 2) * (100 + percentage_change) * 0.01, 2);',
    },
  ],
  'a herd is one animal': [
    {
      file: 'src/domain/consultations/consultation-items.ts',
      from: 'sum(coalesce(herd_size, 1))',
      to: 'count(*)',
    },
  ],
  'the explanation counts the animals twice': [
    {
      file: billing('explain-row'),
      from: `'r.price * r.sent_quantity'`,
      to: `'r.price * r.quantity'`,
    },
  ],
  'payments are not audited': [{ file: tables, from: `call keep_track('invoicepayment');`, to: '' }],
  'deletions are not audited': [
    {
      file: 'migrations/0007_leaner_changes.sql',
      from: 'insert into deleted (resource, record, modified) values (%3$L, old.id, moment);',
      to: 'null;',
    },
  ],
  'a sale does not move with its rows': [
    {
      file: billing('countersales'),
      from: `  await touchSale(tx, countersale)
  await useStockOf(tx, actor, id)
  return countersale`,
      to: '  await useStockOf(tx, actor, id)\n  return countersale',
    },
  ],
  'a removed row keeps what it took': [{ file: stock('use-stock'), from: "{ ...row, quantity: '0' }", to: 'row' }],
  'what is prescribed is taken from stock': [
    {
      file: 'src/domain/consultations/item-stock.ts',
      from: 'case when entry.usage_type = ${prescribed} then 0 else entry.quantity end',
      to: 'case when entry.usage_type = ${prescribed} + 9 then 0 else entry.quantity end',
    },
  ],
  'a package is one dosage unit': [
    { file: stock('use-stock'), from: '= 2 then 1 else dosage_units end', to: '= 2 then 1 else 1 end' },
  ],
  'the batch that expires last goes first': [
    { file: stock('levels'), from: 'expiry_date nulls last, batch', to: 'expiry_date desc nulls last, batch' },
  ],
  'a batch that is named is not looked for': [
    {
      file: stock('use-stock'),
      from: "department = ${department} and (${batch} = '' or batch_number = ${batch}))",
      to: "department = ${department} and (${batch} = '' or batch_number <> ''))",
    },
  ],
  'goods never come back': [
    { file: billing('refund-invoice'), from: 'await returnGoods(tx, actor, returned)', to: 'void returnGoods' },
  ],
  'goods come back though nobody asked': [
    { file: billing('refund-invoice'), from: 'return_to_stock ? rows : []', to: 'rows' },
  ],
  'a visit that moves to another department leaves its stock': [
    {
      file: 'src/domain/consultations/consultations.ts',
      from: 'if (isElsewhere) await useStockOf(tx, actor, { consultation: id })',
      to: 'if (isElsewhere) await Promise.resolve(useStockOf)',
    },
  ],
  'a count adds what was counted': [
    {
      file: stock('count-stock'),
      from: 'sql<Decimal>`${counted}::numeric - on_hand`',
      to: 'sql<Decimal>`${counted}::numeric`',
    },
  ],
  'stock is moved without being held': [
    { file: stock('levels'), from: 'order by id for no key update', to: 'order by id' },
  ],
  'stock that was used before its date was known is counted twice': [
    {
      file: stock('count-stock'),
      from: "batch.batch_number !== '' && batch.expiry_date",
      to: "batch.batch_number === '' && batch.expiry_date",
    },
  ],
  'responses are not stored': [
    {
      file: 'src/kernel/idempotency.ts',
      from: `  if (key === undefined || dryRun || response.isShortLived) return
  const { status, body`,
      to: `  if (key !== '') return
  const { status, body`,
    },
  ],
  'a dry run is done': [
    { file: 'src/kernel/writing.ts', from: `requestHeaders.dryRun ? 'rollback' : 'commit'`, to: `'commit'` },
  ],
}
