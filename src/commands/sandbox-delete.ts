import { deleteSandbox, NotDeletable } from '../demo/delete-sandbox.ts'
import { defineCommand, Failure } from './command.ts'
import { readId } from './option-values.ts'
import { organisationOption } from './organisation-scope.ts'
import { withSeedingParts } from './seeding-parts.ts'

export const sandboxDelete = defineCommand({
  words: 'sandbox delete',
  summary: 'Delete a sandbox or a demo clinic with everything in it',
  about:
    'Deletes every record, the audit trail and every file of the sandbox, and cannot be undone. An organisation that is no sandbox is ' +
    'refused. Its id is not used again. Connects with FETLOCK_OWNER_DATABASE_URL.',
  options: { ...organisationOption },
  example: 'fetlock sandbox delete --organisation 4',
  prints: 'how many records and files were deleted.',
  run: ({ organisation }) => {
    const id = readId('--organisation', organisation)
    return withSeedingParts('fetlock sandbox', async ({ parts }) => {
      const { records, files } = await deleteSandbox(parts.owner, parts.store, id).catch((problem: unknown) => {
        throw problem instanceof NotDeletable ? new Failure(problem.message) : problem
      })
      return {
        json: { organisation: id, records, files },
        text: `Sandbox ${id} is deleted: ${records} records and ${files} files.`,
      }
    })
  },
})
