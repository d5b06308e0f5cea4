import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const importErrorCodes = {
  command_only: {
    meaning: 'Files of this kind are not imported through the API.',
    remedy: 'Ask whoever operates the service to import the file with fetlock import.',
  },
  forgotten: {
    meaning: 'The files of this import were deleted some time after it was done.',
    remedy: 'Create a new import and upload the files again.',
  },
  header: {
    meaning: 'The first row of the file does not name the columns that are needed, or names others.',
    remedy: 'Correct the column names as the message says, and upload the file again.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof importErrorCodes> {}
}
