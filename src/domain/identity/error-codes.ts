import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const identityErrorCodes = {
  beyond_own: {
    meaning: 'A permission was to be given that the caller does not hold.',
    remedy: 'Leave that permission group out, or ask someone who holds the permission to give it.',
  },
  link_unusable: {
    statuses: [400],
    meaning: 'The link to set a password has been used already, or has expired.',
    remedy: 'Ask for a new link with "Forgot your password?" on the sign-in page.',
  },
  too_common: {
    meaning: 'The password is easily guessed.',
    remedy: 'Choose another password; a few unrelated words are good.',
  },
  too_short: {
    meaning: 'The password is too short.',
    remedy: 'Use at least as many characters as the message names.',
  },
  inactive_user: {
    meaning: 'The user can no longer sign in, so nothing new can be done in their name.',
    remedy: 'Choose a user who is active.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof identityErrorCodes> {}
}
