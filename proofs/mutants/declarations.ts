import { inFile, type Mutant } from './mutant.ts'

/** Fields, limits and defaults that a declaration or a constant states. */
export const ofDeclarations: readonly Mutant[] = [
  ...inFile('src/kernel/filters.ts', [
    {
      line: 30,
      kind: 'bound',
      breaks: 'modified__gte leaves out what changed at that very moment',
      find: "compare(column, '>=', one, field)",
      replace: "compare(column, '>', one, field)",
    },
  ]),
  ...inFile('src/kernel/writing.ts', [
    {
      line: 550,
      kind: 'shape',
      breaks: 'a deletion answers 200',
      find: 'answer(resource, call.id, { status: 204 })',
      replace: 'answer(resource, call.id, { status: 200 })',
    },
  ]),
  ...inFile('src/domain/consultations/consultations.ts', [
    {
      line: 130,
      kind: 'effect',
      breaks: 'whoever opens a visit supervises it, whoever is named',
      find: '  const { supervising_veterinarian = actor.user, started = actor.now } = visit\n',
      replace: '  const { started = actor.now } = visit\n  const supervising_veterinarian = actor.user\n',
    },
  ]),
  ...inFile('migrations/0014_billing.sql', [
    {
      line: 199,
      kind: 'bound',
      breaks: 'a prepayment that is all used does not count as used',
      find: 'generated always as (unused_amount = 0) stored',
      replace: 'generated always as (unused_amount < 0) stored',
    },
  ]),
  ...inFile('src/domain/billing/invoice-row.resource.ts', [
    {
      line: 579,
      kind: 'bound',
      breaks: 'rows may be listed 300 times a minute',
      find: 'list: { rate: 100,',
      replace: 'list: { rate: 300,',
    },
  ]),
  ...inFile('src/domain/scheduling/appointment.resource.ts', [
    {
      line: 231,
      kind: 'effect',
      breaks: 'the complaint is kept as the title',
      find: 'complaint: text(10_000, { ...optional,',
      replace: "complaint: text(10_000, { ...optional, column: 'title',",
    },
  ]),
  ...inFile('src/domain/scheduling/appointments.ts', [
    {
      line: 444,
      kind: 'effect',
      breaks: 'an appointment forgets its patients',
      find: '  await setPatients(tx, id, patients)\n  await setAdditionalUsers',
      replace: '  await setPatients(tx, id, patients.slice(0, 0))\n  await setAdditionalUsers',
    },
  ]),
  ...inFile('src/domain/wholesale/available-wholesaler.resource.ts', [
    {
      line: 585,
      kind: 'bound',
      breaks: 'a salt has at most 127 characters',
      find: 'verification_salt: text(128, {',
      replace: 'verification_salt: text(127, {',
    },
  ]),
  ...inFile('src/domain/ordering/judge-line.ts', [
    {
      line: 482,
      kind: 'bound',
      breaks: 'a product number has up to 64 characters',
      find: '  product_number: 63,',
      replace: '  product_number: 64,',
    },
    {
      line: 483,
      kind: 'bound',
      breaks: 'a barcode has up to 31 characters',
      find: '  barcode: 30,',
      replace: '  barcode: 31,',
    },
    {
      line: 484,
      kind: 'bound',
      breaks: 'the name of a product has at most 254 characters',
      find: '  product_name: 255,',
      replace: '  product_name: 254,',
    },
    {
      line: 488,
      kind: 'bound',
      breaks: 'the number of a batch has up to 64 characters',
      find: '  batch_number: 63,',
      replace: '  batch_number: 64,',
    },
  ]),
  ...inFile('src/domain/clients/patient-bulk.ts', [
    {
      line: 551,
      kind: 'shape',
      breaks: 'partial success answers 201',
      find: 'failed.length === 0 ? 201 : 207',
      replace: 'failed.length === 0 ? 201 : 201',
    },
  ]),
]
