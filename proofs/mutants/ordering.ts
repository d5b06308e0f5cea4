import { inFile, type Mutant } from './mutant.ts'

/** Orders, what integrations are told of them and report on them, and what becomes of receipt lines. */
export const ofOrdering: readonly Mutant[] = [
  ...inFile('src/domain/ordering/orders.ts', [
    {
      line: 310,
      kind: 'condition',
      breaks: 'an order in process takes a reference number',
      find: 'if (status === inProcess)\n    throw invalid(\n      nonField,\n      `The order is in status ${nameOf(status)}: it was not sent',
      replace:
        'if (status > 9)\n    throw invalid(\n      nonField,\n      `The order is in status ${nameOf(status)}: it was not sent',
    },
    {
      line: 311,
      kind: 'effect',
      breaks: 'an order that is sent is told to nobody',
      find: '  await placeOrder(tx, id)\n  return id\n',
      replace: '  return id\n',
    },
    {
      line: 535,
      kind: 'effect',
      breaks: 'an order whose notes change is not told again',
      find: "  await tx.updateTable('order').set({ notes }).where('id', '=', id).execute()\n  await placeAgain(tx, actor, id, order)\n",
      replace: "  await tx.updateTable('order').set({ notes }).where('id', '=', id).execute()\n",
    },
    {
      line: 561,
      kind: 'condition',
      breaks: 'an order is not held while it is delivered',
      find: "    .where('id', '=', id)\n    .forNoKeyUpdate()\n",
      replace: "    .where('id', '=', id)\n",
    },
    {
      line: 562,
      kind: 'effect',
      breaks: 'a reference number is set once',
      find: ".set({ wholesaler_reference_number }).where('id', '=', id)",
      replace:
        ".set({ wholesaler_reference_number }).where('wholesaler_reference_number', '=', '').where('id', '=', id)",
    },
  ]),
  ...inFile('src/domain/ordering/order-items.ts', [
    {
      line: 535,
      kind: 'effect',
      breaks: 'another line of an order is not told',
      find: '  await placeAgain(tx, actor, order, held)\n  return id!\n',
      replace: '  return id!\n',
    },
  ]),
  ...inFile('src/domain/ordering/place-order.ts', [
    {
      line: 538,
      kind: 'condition',
      breaks: 'the purchaser’s own phone comes before the department’s',
      find: "coalesce(nullif(d.phone, ''), u.phone)",
      replace: "coalesce(nullif(u.phone, ''), d.phone)",
    },
    {
      line: 538,
      kind: 'shape',
      breaks: 'quantities are numbers',
      find: "'quantity', i.quantity::text",
      replace: "'quantity', i.quantity",
    },
  ]),
  ...inFile('src/domain/ordering/mark-delivered.ts', [
    {
      line: 315,
      kind: 'effect',
      breaks: 'a delivery moves packages instead of dosage units',
      find: 'round(line.quantity * i.dosage_units, 3)',
      replace: 'round(line.quantity * 1, 3)',
    },
    {
      line: 462,
      kind: 'effect',
      breaks: 'nothing is ever delivered in full',
      find: 'set delivered_quantity = greatest(quantity, delivered_quantity)',
      replace: 'set delivered_quantity = least(quantity, delivered_quantity)',
    },
    {
      line: 561,
      kind: 'condition',
      breaks: 'an order can be delivered twice',
      find: 'if (status !== ordered)',
      replace: 'if (status < ordered)',
    },
  ]),
  ...inFile('src/domain/ordering/order.resource.ts', [
    {
      line: 591,
      kind: 'bound',
      breaks: 'a reference number has 64 characters',
      find: 'wholesaler_reference_number: text(63, {\n          about: ',
      replace: 'wholesaler_reference_number: text(64, {\n          about: ',
    },
    {
      line: 461,
      kind: 'condition',
      breaks: 'the scope does not open the reference number',
      find: "      openTo: 'wholesaler',\n      requireOwn: requireOwnOrder,\n      summary: 'Set the wholesaler’s reference number of an order',",
      replace:
        "      requireOwn: requireOwnOrder,\n      summary: 'Set the wholesaler’s reference number of an order',",
    },
  ]),
  ...inFile('src/domain/ordering/receipts.resource.ts', [
    {
      line: 588,
      kind: 'bound',
      breaks: 'a call takes 501 lines',
      find: 'if (input.length > maxLines)',
      replace: 'if (input.length > maxLines + 1)',
    },
    {
      line: 460,
      kind: 'bound',
      breaks: 'a call without lines is taken',
      find: 'if (input.length === 0)',
      replace: 'if (input.length < 0)',
    },
  ]),
  ...inFile('src/domain/ordering/judge-line.ts', [
    { line: 589, kind: 'bound', breaks: 'a barcode has 31 characters', find: 'barcode: 30,', replace: 'barcode: 31,' },
    { line: 480, kind: 'bound', breaks: 'an id has 256 characters', find: 'id: 255,', replace: 'id: 256,' },
    {
      line: 481,
      kind: 'condition',
      breaks: 'the minus of a quantity is ignored',
      find: 'decimal(9, 3, { min: 0 }).parse(value, links)',
      replace: "decimal(9, 3, { min: 0 }).parse(typeof value === 'string' ? value.replace('-', '') : value, links)",
    },
    {
      line: 590,
      kind: 'bound',
      breaks: 'a quantity has four decimals',
      find: 'decimal(9, 3, { min: 0 })',
      replace: 'decimal(9, 4, { min: 0 })',
    },
    {
      line: 487,
      kind: 'effect',
      breaks: 'a date with a time is cut to its day',
      find: 'attempt(() => date().parse(value, links))',
      replace: "attempt(() => date().parse(typeof value === 'string' ? value.slice(0, 10) : value, links))",
    },
    {
      line: 564,
      kind: 'condition',
      breaks: 'a line needs no product',
      find: "values.product_number === '' && values.barcode === ''",
      replace: "values.product_number === '\\n' && values.barcode === ''",
    },
  ]),
  ...inFile('src/domain/ordering/submit-receipts.ts', [
    {
      line: 480,
      kind: 'condition',
      breaks: 'an id that another wholesaler has used is a duplicate',
      find: 'on stored.wholesaler = ${wholesaler.id} and',
      replace: 'on stored.wholesaler <> ${-wholesaler.id} and',
    },
    {
      line: 325,
      kind: 'condition',
      breaks: 'the same id twice in one call is answered another outcome',
      find: 'decided.get(found?.first ?? place)!',
      replace: "(decided.get(place) ?? rejection('missing_id'))",
    },
    {
      line: 491,
      kind: 'effect',
      breaks: 'a duplicate of a rejected line is said to be rejected',
      find: "status: isDuplicate ? 'duplicate' : outcome.status",
      replace: "status: isDuplicate && outcome.status === 'accepted' ? 'duplicate' : outcome.status",
    },
  ]),
  ...inFile('src/domain/ordering/settle-orders.ts', [
    {
      line: 'decision-52',
      kind: 'condition',
      breaks: 'an order whose every line was dismissed is never settled',
      find: 'and r.status in (${approved}::int, ${dismissed}::int))',
      replace: 'and r.status = ${approved}::int)',
    },
  ]),
  ...inFile('src/domain/ordering/match-lines.ts', [
    {
      line: 486,
      kind: 'condition',
      breaks: 'the invoice number is looked at although an order was named',
      find: "order_id === undefined ? invoice_number : ''",
      replace: 'invoice_number',
    },
    {
      line: 493,
      kind: 'condition',
      breaks: 'a barcode finds products of others',
      find: '        and ${clinicWide} in (primary_wholesaler, secondary_wholesaler)\n',
      replace: '',
    },
    {
      line: 493,
      kind: 'condition',
      breaks: 'orders of other applications are linked',
      find: 'and r.application = ${wholesaler.application} and o.status > 0',
      replace: 'and o.status > 0',
    },
    {
      line: 493,
      kind: 'condition',
      breaks: 'orders of before the clinic connected anew are not linked',
      find: 'and r.application = ${wholesaler.application} and o.status > 0',
      replace: 'and coalesce(w.parent, w.id) = ${clinicWide} and o.status > 0',
    },
    {
      line: 493,
      kind: 'condition',
      breaks: 'a wholesaler of several departments files under the default one',
      find: 'case when not ${wholesaler.shared} then (',
      replace: 'case when ${wholesaler.shared} or true then (',
    },
  ]),
]
