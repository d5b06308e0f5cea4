import { inFile, type Mutant } from './mutant.ts'

/** What rows of visits take from stock. Those of `prove:billing` break the other rules of stock. */
export const ofStock: readonly Mutant[] = [
  ...inFile('src/domain/consultations/item-stock.ts', [
    {
      line: 149,
      kind: 'condition',
      breaks: 'what is prescribed is taken from stock',
      find: 'case when entry.usage_type = ${prescribed} then',
      replace: 'case when entry.usage_type = ${prescribed + 9} then',
    },
    {
      line: 149,
      kind: 'condition',
      breaks: 'what is delivered home is not taken from stock',
      find: 'case when entry.usage_type = ${prescribed} then',
      replace: 'case when entry.usage_type >= ${prescribed} then',
    },
    {
      line: 389,
      kind: 'effect',
      breaks: 'what one animal of a herd gets is taken from stock',
      find: 'then 0 else entry.quantity end',
      replace: 'then 0 else entry.sent_quantity end',
    },
  ]),
  ...inFile('src/domain/stock/count-stock.ts', [
    {
      line: 'decision-45',
      kind: 'condition',
      breaks: 'a count without an expiry date counts the dated batch',
      find: 'expiry_date === undefined ? (levels[0]?.expiry_date ?? null) : expiry_date',
      replace: 'expiry_date ?? levels[0]?.expiry_date ?? null',
    },
  ]),
  ...inFile('src/domain/stock/use-stock.ts', [
    {
      line: 150,
      kind: 'effect',
      breaks: 'a package is taken from stock as one dosage unit',
      find: '= 2 then 1 else dosage_units end',
      replace: '= 2 then 1 else 1 end',
    },
    {
      line: 150,
      kind: 'effect',
      breaks: 'a dosage unit is taken from stock as a package',
      find: '= 2 then 1 else dosage_units end',
      replace: '= 2 then dosage_units else dosage_units end',
    },
  ]),
]
