import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const organisationErrorCodes = {
  not_public: {
    meaning: 'The URL to deliver to is not HTTPS, or its host is not reachable from the public internet.',
    remedy: 'Send an https URL with a public host name, not an address of a private or local network.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof organisationErrorCodes> {}
}
