import { address, objectOf, oneWordOf, orNull, word } from '../../kernel/answer-schemas.ts'
import { parseBody } from '../../kernel/body.ts'
import { endpoint, view } from '../../kernel/endpoint.ts'
import { propertyOf, type Field } from '../../kernel/fields.ts'
import { readerIn } from '../../db/tx.ts'
import { anyToken } from '../../kernel/resource.ts'
import { readMe } from './me.ts'
import { permissions } from './permissions.ts'
import {
  changePreferences,
  maxPreferences,
  parsePreferences,
  readPreferences,
  type SentPreferences,
} from './preferences.ts'

const preferences: Field<SentPreferences, { about: string }> = {
  type: 'object',
  options: {
    about: `What a program remembers for this person, by name: any JSON of up to 8,000 characters, at most ${maxPreferences} names of letters, digits and \`_.:-\`. Send only what changes; null forgets one. Put your program’s name in front, such as \`board.columns\`.`,
  },
  schema: { type: 'object', additionalProperties: true },
  cast: 'jsonb',
  parse: parsePreferences,
  select: (column) => column,
}
const shownPreferences = propertyOf(preferences, preferences.schema)

const caller = objectOf('Who is calling, for a program that wants to greet them and show what they may use.', {
  credential: oneWordOf('What the request was signed with: an access token, a legacy API key, or a browser session.', [
    'oauth',
    'legacy',
    'session',
  ]),
  acts_for_user: {
    type: 'boolean',
    description: 'True where a person signed in. False where an application acts for itself.',
  },
  user: objectOf('Whose name is on what the caller does: a person, or the virtual user of the application.', {
    url: address('The record of the user.'),
    first_name: word('Given name. Virtual users are called “Integration”.'),
    last_name: word('Family name; of a virtual user the name of its application.'),
    title: word('Professional title. May be empty.'),
    initials: word('Short form for lists and calendars. May be empty.'),
    email: word('The address to sign in with. Empty for virtual users.'),
  }),
  application: orNull(
    objectOf('The application that sends the requests. Null for a browser session.', {
      url: address('The record of the application.'),
      name: word('What the clinic calls the application.'),
    }),
  ),
  organisation: objectOf('The clinic that the credential belongs to.', {
    url: address('The record of the organisation.'),
    name: word('What the clinic is called.'),
    country: word('ISO 3166-1 code of the country.'),
    currency: word('ISO 4217 code of the currency of all amounts.'),
    time_zone: word('IANA name of the time zone that new departments start with.'),
    sandbox: { type: 'boolean', description: 'True where everything is practice and nothing is real.' },
    setup_open: {
      type: 'boolean',
      description: 'True while the clinic is being set up: `GET /setup/` says what is missing.',
    },
    email_set_up: {
      type: 'boolean',
      description:
        'Whether clients can be written to by e-mail: `settings/messaging/` has a mail server and a sender. Without it, invoices are not mailed and confirmations go out as text messages only.',
    },
    sms_set_up: {
      type: 'boolean',
      description: 'Whether clients can be sent text messages: `settings/messaging/` has a gateway and a sender.',
    },
  }),
  home_department: orNull(address('Where the user usually works. Null where that is not set.')),
  csrf_token: orNull(
    word('What a browser session sends as the header `x-csrf-token` with every change. Null for other credentials.'),
  ),
  permissions: {
    type: 'array',
    description: 'What the caller may do: what the user and the application both may.',
    items: objectOf('A permission.', {
      name: oneWordOf('As permission groups and refusals name it.', permissions),
      access: oneWordOf('`write` includes reading.', ['read', 'write']),
    }),
  },
  scopes: {
    type: 'array',
    description: 'The scopes of the access token. Empty for a legacy key.',
    items: { type: 'string' },
  },
  preferences: {
    ...shownPreferences,
    description: 'What programs remember for this person, see `me/preferences/`. Empty for applications.',
  },
})

export const me = view({
  name: 'me.retrieve',
  path: '/me/',
  title: 'Me',
  summary: 'Retrieve who is calling and what they may do',
  about:
    'The user, application and organisation of the credential, with its permissions and scopes. Changes of permission groups take effect within a second.',
  permission: anyToken,
  rate: 300,
  answers: { 200: caller },
  run: async ({ read, actor }) => ({
    status: 200,
    // The length of a compressed answer would tell something about the token in it.
    ...(actor.csrfToken === undefined ? {} : { headers: { 'cache-control': 'no-store, no-transform' } }),
    body: await readMe(read, actor),
  }),
})

const ownPreferences = objectOf('The preferences of the person who is calling.', { preferences: shownPreferences })

export const myPreferences = view({
  name: 'me.preferences',
  path: '/me/preferences/',
  title: 'Me',
  summary: 'Retrieve your preferences',
  about:
    'What programs remember for the person who is signed in: nobody else can read it, nor can an application for itself.',
  permission: anyToken,
  userTokenOnly: true,
  rate: 300,
  answers: { 200: ownPreferences },
  run: async ({ read, actor }) => ({ status: 200, body: await readPreferences(read, actor) }),
})

export const changeMyPreferences = endpoint({
  name: 'me.change_preferences',
  method: 'PATCH',
  path: '/me/preferences/',
  title: 'Me',
  summary: 'Change your preferences',
  about: 'Changes the names that are sent and leaves the others as they are. Null removes one.',
  permission: anyToken,
  userTokenOnly: true,
  rate: 300,
  body: { preferences },
  answers: { 200: ownPreferences },
  run: async (tx, actor, call) => {
    const sent = parseBody({ preferences }, await call.body(), 'create', call.links)
    await changePreferences(tx, actor, sent.preferences)
    return { status: 200, body: await readPreferences(readerIn(tx), actor) }
  },
})
