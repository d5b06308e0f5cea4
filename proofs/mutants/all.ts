import type { Mutant } from '../mutate/mutant.ts'
import { ofRecords } from './records.ts'

export const mutants: readonly Mutant[] = [...ofRecords]
