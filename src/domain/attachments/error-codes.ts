import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const attachmentErrorCodes = {
  storage_full: {
    statuses: [413],
    ceiling: true,
    meaning: 'The organisation stores as many files, or as many bytes, as it may.',
    remedy: 'Delete attachments that are no longer needed, or ask whoever operates the service for more.',
  },
  too_many_uploads: {
    statuses: [413],
    ceiling: true,
    meaning: 'The organisation has announced as many files that have not arrived as it may.',
    remedy: 'Upload and complete those that were announced, or delete their attachments, before announcing more.',
  },
  queue_full: {
    statuses: [429],
    ceiling: true,
    meaning: 'As many files of the organisation wait to be scanned, or catalogs to be read, as may.',
    remedy: 'Wait for the seconds in Retry-After, until some of them are done, and then send less at once.',
  },
  already_uploaded: {
    meaning: 'The attachment already has its file, and a file is never replaced.',
    remedy: 'Create another attachment for the new file.',
  },
  not_uploaded: {
    meaning: 'The file of the attachment has not arrived in the object store.',
    remedy: 'Ask for a form at upload/, send the file with it, and call complete/ again.',
  },
  one_owner: {
    meaning: 'An attachment belongs to exactly one record, and none or several were named.',
    remedy: 'Send exactly one of the links that the message lists.',
  },
  wrong_content: {
    meaning: 'The file that arrived is not of the type that the attachment says, and was deleted.',
    remedy: 'Create an attachment with the type and the ending that the file has, and upload it to that one.',
  },
  wrong_extension: {
    meaning: 'The ending of the file name is not one that files of this type have.',
    remedy: 'Send a name with one of the endings that the message lists, or the type that the ending stands for.',
  },
  wrong_size: {
    meaning: 'The file that arrived has another size than the attachment says.',
    remedy: 'Create an attachment with the size of the file in bytes, and upload the file to that one.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof attachmentErrorCodes> {}
}
