import { created, modified } from '../../kernel/record-fields.ts'
import { type Field, optional, readOnly, readOnlyOrNull, type Timestamp } from '../../kernel/fields.ts'
import { ref, refs } from '../../kernel/links.ts'
import { action, defineResource } from '../../kernel/resource.ts'
import { boolean, listOf, oneOf, text, timestamp } from '../../kernel/values.ts'
import { requireWithinReach } from './grants.ts'
import { changeApplication, registerApplication, rotateSecret, scopes, showSecret } from './applications.ts'

/** The tokens that it was given, and its legacy keys: both are noted anyway, so that a request costs nothing more. */
const lastUsed: Field<Timestamp, { readOnly: true; nullable: true; about: string }> = {
  ...timestamp({
    ...readOnlyOrNull,
    about:
      'When it was last given a token, for itself or for a person, or last used a legacy key: to the hour. Null if never, or longer ago than security events are kept. It follows without a new `modified`.',
  }),
  select: (_column, at) =>
    timestamp().select(
      `greatest((select e.occurred from security_event e where e.organisation = ${at.organisation}
          and e.application = ${at.row}.id and e.kind in ('token.issued', 'token.refreshed') order by e.id desc limit 1),
        (select max(k.last_used) from legacy_key k where k.organisation = ${at.organisation}
          and k.application = ${at.row}.id))`,
      at,
    ),
}

export const application = defineResource({
  name: 'application',
  title: 'Application',
  about: 'An integration that may ask for tokens. It acts as its virtual user.',
  permission: 'Settings: Integration settings',
  fields: {
    name: text(127, {
      about: 'What people see when they are asked to allow it access. Unique, without regard to upper and lower case.',
    }),
    client_id: text(63, {
      ...readOnly,
      about: 'Identifies the application when it asks for a token. Not secret; given by the service.',
    }),
    public: boolean({
      optional: true,
      createOnly: true,
      about:
        'True for a web page or an app on a person’s device, which cannot keep a secret: it gets none, and signs people in with PKCE. Fixed at creation; false unless sent.',
    }),
    redirect_uris: listOf(text(2000), 20, {
      ...optional,
      about:
        'Where people return to after signing in: https, or http on localhost; a public application may also use a private scheme such as com.example.app:/back, and needs at least one. The list that is sent replaces the old one.',
    }),
    allowed_origins: listOf(text(270), 20, {
      optional: true,
      about:
        'Origins of the application’s web pages, for example https://app.example.com. Browsers let these pages call the API.',
    }),
    scopes: listOf(oneOf(scopes), scopes.length, {
      ...optional,
      about:
        'What its tokens may be for: `restapi` to use the API, `openid` to learn who signed in, `wholesaler` for the routes of wholesalers. At least one; `restapi` unless sent.',
    }),
    pkce_required: boolean({
      ...readOnly,
      about:
        'True: `authorize/` refuses it without a `code_challenge` (PKCE). So for every new application; one that is older needs it once its secret is replaced. Public applications always do.',
    }),
    user: ref('user', {
      ...readOnly,
      about:
        'The virtual user it acts as. What the application may do is decided by the permission groups of that user.',
    }),
    permission_groups: refs(
      'permissiongroup',
      { table: 'user_permissiongroup', ours: 'user', theirs: 'permissiongroup' },
      {
        optional: true,
        createOnly: true,
        writeOnly: true,
        about:
          'Groups for its virtual user, at creation only; later they are changed at the user. A group with a permission that you do not hold yourself is refused.',
      },
    ),
    last_used: lastUsed,
    archived: boolean({
      ...optional,
      about:
        'True: it gets no tokens, and those it has end, with what people have allowed it and its legacy keys. False restores it; it then needs new ones.',
    }),
    created,
    modified,
  },
  filters: { name: ['icontains'], client_id: ['is'], archived: ['is', 'is_not'], modified: ['gte'] },
  ordering: ['name', 'modified'],
  unique: { application_name: ['name', 'There is an application of this name already. Choose another name.'] },
  requireOwn: requireWithinReach,
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    oauthOnly: true,
    stepUp: true,
    about:
      'Registers an integration together with the virtual user it acts as. Only this answer shows `client_secret`; a public application has none.',
    reveals: ['client_secret'],
    run: async (tx, actor, input) => showSecret(await registerApplication(tx, actor, input)),
  },
  patch: {
    rate: 300,
    oauthOnly: true,
    stepUp: true,
    run: changeApplication,
    about:
      'An archived application can do nothing; its tokens and legacy keys end, and restoring it does not bring them back. A change of one with permissions that you do not hold is refused (403).',
  },
  detailActions: {
    rotate_secret: action({
      summary: 'Replace the client secret of an application',
      about:
        'Only this answer shows the new `client_secret`. The old one, and every token of the application, ends at once. Refused for public and archived applications, and (403) for one with permissions that you do not hold.',
      rate: 300,
      oauthOnly: true,
      stepUp: true,
      reveals: ['client_secret'],
      body: {},
      run: async (tx, actor, id) => showSecret(await rotateSecret(tx, actor, id)),
    }),
  },
})
