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
      find: 'const outcome = await entry.operation.work!(tx, own)',
      replace:
        'const outcome = await inOrganisation(own.db, own.actor.organisation, (alone) => entry.operation.work!(alone, own), own.who)',
    },
  ],
} as const satisfies ProofMutants
