import { inFile, type Mutant } from './mutant.ts'

/** What the specification says of the service as a whole, and who is refused with which status. */
export const ofOverview: readonly Mutant[] = [
  ...inFile('src/kernel/writing.ts', [
    {
      line: 7,
      kind: 'shape',
      breaks: 'a deletion answers 200',
      find: 'answer(resource, call.id, { status: 204 })',
      replace: 'answer(resource, call.id, { status: 200 })',
    },
  ]),
  ...inFile('src/domain/clients/client.resource.ts', [
    {
      line: 9,
      kind: 'effect',
      breaks: 'a client is shown with other clients’ patients',
      find: "patients: children('patient', 'client', {",
      replace: "patients: children('patient', 'breed', {",
    },
  ]),
  ...inFile('src/kernel/reading.ts', [
    {
      line: 10,
      kind: 'condition',
      breaks: 'a consultation lists what belongs to others',
      find: "    : [`${columnAt(parent.field, fieldOf(resource, parent.field), main)} = ${add(parent.id, 'bigint')}`]",
      replace: "    : [`${add(parent.id, 'bigint')} is not null`]",
    },
  ]),
  ...inFile('src/domain/scheduling/send-confirmation.ts', [
    {
      line: 12,
      kind: 'condition',
      breaks: 'an online booking is confirmed that nobody has made',
      find: '  if (appointment.type === onlineBooking) await requireBooked(tx, id)\n',
      replace: '',
    },
  ]),
  ...inFile('src/domain/consultations/consultation.resource.ts', [
    {
      line: 13,
      kind: 'effect',
      breaks: 'a consultation shows the values of patients',
      find: "fields_rel: fieldsRel('consultation'),",
      replace: "fields_rel: fieldsRel('patient'),",
    },
  ]),
  ...inFile('src/domain/imaging/referrals.ts', [
    {
      line: 14,
      kind: 'effect',
      breaks: 'a referral loses its remarks',
      find: '.values({ id, remarks, internal_notes, appointment })',
      replace: '.values({ id, remarks: internal_notes, internal_notes, appointment })',
    },
  ]),
  ...inFile('src/domain/ordering/place-order.ts', [
    {
      line: 15,
      kind: 'effect',
      breaks: 'an order tells the wholesaler of one package each',
      find: "'quantity', i.quantity::text",
      replace: "'quantity', '1.000'::text",
    },
  ]),
  ...inFile('src/domain/webhooks/make-deliveries.ts', [
    {
      line: 16,
      kind: 'effect',
      breaks: 'a webhook does not say where the change was made',
      find: 'service_url: baseUrl })',
      replace: "service_url: baseUrl.replace(/./g, '') })",
    },
  ]),
  ...inFile('src/kernel/links.ts', [
    {
      line: 19,
      kind: 'effect',
      breaks: 'a related record is named without scheme and host',
      find: 'const base = `${publicUrl}${path}`',
      replace: 'const base = `${publicUrl.slice(0, 0)}${path}`',
    },
    {
      line: 19,
      kind: 'condition',
      breaks: 'a related record is taken by its bare id',
      find: "  if (typeof input === 'string') return links.toId(table, input)\n",
      replace:
        "  if (typeof input === 'string') return links.toId(table, input)\n  if (literalOf(input) !== undefined) return Number(literalOf(input))\n",
    },
  ]),
  ...inFile('src/domain/identity/credentials.ts', [
    {
      line: 553,
      kind: 'condition',
      breaks: 'an access token never expires',
      find: 'and r.expires > now()',
      replace: 'and r.expires is not null',
    },
  ]),
  ...inFile('src/kernel/handle.ts', [
    {
      line: 553,
      kind: 'condition',
      breaks: 'a legacy key is accepted where OAuth is required',
      find: "if (operation.oauthOnly && caller.credential === 'legacy')",
      replace: "if (operation.oauthOnly && caller.credential === 'session')",
    },
    {
      line: 556,
      kind: 'effect',
      breaks: 'Retry-After is always one second',
      find: "headers: { 'retry-after': String(seconds) }",
      replace: "headers: { 'retry-after': '1' }",
    },
  ]),
]
