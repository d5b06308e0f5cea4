import { invalid } from '../../kernel/errors.ts'

/** Refuses a row of a batch-tracked item without its batch, so that a recall finds who has it. */
export const requireBatchNumber = (isRequired: boolean, batchNumber: string) => {
  if (isRequired && batchNumber.trim() === '')
    throw invalid(
      'batch_number',
      'This item is batch-tracked. Send the batch_number printed on the package.',
      'required',
    )
}
