import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const identityErrorCodes = {
  too_many_applications: {
    ceiling: true,
    meaning: 'The organisation has as many applications as it may.',
    remedy: 'Archive applications that are no longer used, or ask whoever operates the service for more.',
  },
  csrf: {
    statuses: [403],
    meaning: 'A change in a browser session did not prove that it comes from a page of this service.',
    remedy:
      'Send the csrf_token of GET /me/ as the header x-csrf-token, from a page of this service. Programs elsewhere use an access token.',
  },
  session_locked: {
    statuses: [401],
    meaning: 'The browser session was not used for 15 minutes, or was locked by hand.',
    remedy: 'Open the page that the message names, unlock the session, and send the request again.',
  },
  beyond_own: {
    meaning: 'A permission was to be given that the caller does not hold.',
    remedy: 'Leave that permission group out, or ask someone who holds the permission to give it.',
  },
  link_unusable: {
    statuses: [400],
    meaning: 'The link from an e-mail has been used already, or has expired.',
    remedy:
      'Ask for a new link: for a password with "Forgot your password?" on the sign-in page, for an address on the page of your account.',
  },
  own_account: {
    meaning: 'People change their own e-mail address on the page of their account.',
    remedy: 'Open the page of your account, where your password is asked for, or ask a colleague who manages users.',
  },
  too_common: {
    meaning: 'The password is easily guessed.',
    remedy: 'Choose another password; a few unrelated words are good.',
  },
  too_short: {
    meaning: 'The password is too short.',
    remedy: 'Use at least as many characters as the message names.',
  },
  last_manager: {
    statuses: [400],
    meaning: 'The change would leave nobody who may manage users.',
    remedy:
      'Give somebody else a permission group with Settings: Users and permissions first. Whoever was invited counts once they have chosen a password.',
  },
  last_factor: {
    statuses: [400],
    meaning: 'The last second factor of somebody was to be removed who must have one.',
    remedy: 'Add another authenticator app or passkey first.',
  },
  inactive_user: {
    meaning: 'The user can no longer sign in, so nothing new can be done in their name.',
    remedy: 'Choose a user who is active.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof identityErrorCodes> {}
}
