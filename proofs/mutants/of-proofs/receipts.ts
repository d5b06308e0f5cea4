import type { ProofMutants } from '../mutant.ts'

/** What `prove:receipts` must notice. */
export const receiptsMutants = {
  'what was delivered is added once more when its lines are approved, and many may deliver at once': [
    {
      file: 'src/domain/ordering/approve-lines.ts',
      find: 'least(line.units, greatest(without_batch.units, 0)) as attached',
      replace: '0 * without_batch.units as attached',
    },
    {
      file: 'src/domain/ordering/orders.ts',
      find: "    .where('id', '=', id)\n    .forNoKeyUpdate()\n",
      replace: "    .where('id', '=', id)\n",
    },
    {
      file: 'src/domain/ordering/submit-receipts.ts',
      find: 'lower(stored.external_id) = lower(line.id)',
      replace: 'lower(stored.external_id) = lower(line.id) and false',
    },
    {
      file: 'migrations/0026_orders.sql',
      find: 'create unique index receiptline_external_id',
      replace: 'create index receiptline_external_id',
    },
  ],
} as const satisfies ProofMutants
