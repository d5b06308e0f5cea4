import { readOnly, readOnlyOrNull } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { anything, oneOf, text, timestamp } from '../../kernel/values.ts'
import { securityEventKinds } from './security-events.ts'

export const securityEvent = defineResource({
  name: 'securityevent',
  table: 'security_event',
  title: 'Security event',
  about:
    'Something that happened to an account or to access: a sign-in or a failed one, a second factor, a token, a refusal, an export, a change of permissions. Nothing can change or remove one; the operator decides for how many days they are kept.',
  permission: 'Settings: Users and permissions',
  fields: {
    occurred: timestamp({ ...readOnly, about: 'When it happened, in UTC.' }),
    kind: oneOf(securityEventKinds, {
      ...readOnly,
      about:
        'What happened: the subject, a dot, and what became of it. More kinds may come, so accept ones that you do not know.',
    }),
    user: ref('user', {
      ...readOnlyOrNull,
      about: 'Whose account it is about. Null where it is about no single account, or about an unknown one.',
    }),
    actor: ref('user', {
      ...readOnlyOrNull,
      about:
        'Who did it, if that is somebody else than `user`. Null otherwise, and where nobody is known to have done it.',
    }),
    application: ref('application', {
      ...readOnlyOrNull,
      about: 'The integration that it is about or that it was done through. Null where there is none.',
    }),
    address: text(63, {
      ...readOnly,
      about: 'The IP address that the request came from. Empty where the service itself did it.',
    }),
    user_agent: text(255, {
      ...readOnly,
      about: 'How the program at that address described itself, cut at 255 characters. It can claim anything.',
    }),
    request: text(63, {
      ...readOnly,
      about: 'The `x-request-id` of the response; changes that it made have the same in `auditevent`. May be empty.',
    }),
    details: {
      ...anything({
        about:
          'What else tells one such event from another, for example the names of the fields that changed. Never a secret, and never what somebody typed.',
      }),
      schema: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
    },
  },
  filters: {
    kind: ['is', 'in'],
    user: ['is'],
    actor: ['is'],
    application: ['is'],
    address: ['is'],
    request: ['is'],
    occurred: ['gte', 'lt'],
  },
  ordering: ['occurred'],
  list: { rate: 100, about: 'Newest first with `ordering=-id`.' },
  retrieve: { rate: 300 },
})
