import type { ProofMutants } from '../mutant.ts'

/** What `prove:composite` must notice. */
export const compositeMutants = {
  'each entry is committed by itself': [
    {
      file: 'src/kernel/composite.ts',
      find: "import { inOrder, type Tx } from '../db/tx.ts'",
      replace: "import { inOrder, inOrganisation, type Tx } from '../db/tx.ts'",
    },
    {
      file: 'src/kernel/composite.ts',
      find: 'outcome: await entry.operation.work!(tx, call)',
      replace:
        'outcome: await inOrganisation(call.db, call.actor.organisation, (alone) => entry.operation.work!(alone, call), call.who)',
    },
  ],
} as const satisfies ProofMutants
