import type { ProofMutants } from '../mutant.ts'

/** What `prove:catalog` must notice. */
export const catalogMutants = {
  'rows are saved without how far they go, and again after a kill': [
    {
      file: 'src/domain/wholesale/process-catalog.ts',
      find: 'set line = ${line}, ',
      replace: 'set line = least(line, ${line}), ',
    },
  ],
} as const satisfies ProofMutants
