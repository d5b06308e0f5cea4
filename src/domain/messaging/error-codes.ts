import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const messagingErrorCodes = {
  held: {
    meaning: 'The message would be held: the client cannot be written to, or does not want to be.',
    remedy: 'The message says why. Correct the client or the settings, or call the client.',
  },
  no_subject: {
    meaning: 'A template of an SMS was sent with a subject.',
    remedy: 'Leave subject out: an SMS has a text only.',
  },
  unknown_placeholder: {
    meaning: 'A message template has a placeholder that nothing would be filled in for.',
    remedy: 'Use one of the placeholders that the message lists, in double braces.',
  },
  unusable_mail_server: {
    meaning: 'The mail server is not reachable from the public internet, or not on a port for mail.',
    remedy: 'Send a public host name and the port 25, 465 or 587.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof messagingErrorCodes> {}
}
