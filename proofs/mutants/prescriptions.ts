import { inFile, type Mutant } from './mutant.ts'

/** Electronic prescriptions. */
export const ofPrescriptions: readonly Mutant[] = [
  ...inFile('src/domain/prescriptions/prescriptions.ts', [
    {
      line: 221,
      kind: 'effect',
      breaks: 'whoever sends a prescription is the prescriber',
      find: 'prescriber: sent.prescriber_id,',
      replace: 'prescriber: actor.user,',
    },
    {
      line: 295,
      kind: 'effect',
      breaks: 'a prescription counts as sent from the beginning',
      find: 'const { status = 1, issue_time',
      replace: 'const { status = 3, issue_time',
    },
    {
      line: 421,
      kind: 'effect',
      breaks: 'the visit is forgotten',
      find: 'consultation: sent.consultation_id ?? null,',
      replace: 'consultation: null,',
    },
    {
      line: 223,
      kind: 'effect',
      breaks: 'a medicine is for the first of its patients only',
      find: '.values(patients.map((patient)',
      replace: '.values(patients.slice(0, 1).map((patient)',
    },
    {
      line: 423,
      kind: 'effect',
      breaks: 'remarks cannot be changed',
      find: '      remarks,\n      message_read_by: isMoved',
      replace: '      message_read_by: isMoved',
    },
  ]),
  ...inFile('src/domain/prescriptions/statuses.ts', [
    {
      line: 304,
      kind: 'condition',
      breaks: 'a prescription that was sent cannot be canceled',
      find: '3: [4, 8, 5, 6]',
      replace: '3: [4, 8, 5]',
    },
    {
      line: 298,
      kind: 'shape',
      breaks: '4 and 8 have the same name',
      find: "8: 'Accepted with warning',",
      replace: "8: 'Accepted',",
    },
  ]),
  ...inFile('src/domain/prescriptions/prescription.resource.ts', [
    {
      line: 225,
      kind: 'shape',
      breaks: 'how a prescription was paid is not shown',
      find: "    payment_details: unfilled('How it was paid through the prescription network.'),\n",
      replace: '',
    },
    {
      line: 422,
      kind: 'effect',
      breaks: 'every prescription was ordered and paid',
      find: "select: () => 'false',",
      replace: "select: () => 'true',",
    },
  ]),
  ...inFile('src/domain/prescriptions/prescription-item.resource.ts', [
    {
      line: 227,
      kind: 'shape',
      breaks: 'which prescription a medicine renews is not shown',
      find: "    copied_from: unfilled('The row of an earlier prescription that it renews.'),\n",
      replace: '',
    },
    {
      line: 424,
      kind: 'effect',
      breaks: 'the number of packages is shown as that of dispenses',
      find: 'repeat_number: integer({ ...readOnly,',
      replace: "repeat_number: integer({ ...readOnly, column: 'quantity_packages',",
    },
  ]),
]
