import { readOnly, readOnlyOrNull } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { created } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { timestamp } from '../../kernel/values.ts'
import { keyDays, revokeLegacyKey } from './legacy-keys.ts'

export const legacyKey = defineResource({
  name: 'legacykey',
  title: 'Legacy key',
  about:
    'An API key of an older integration, which sends it as `Authorization: Token <key>`. The key itself is shown to nobody again; operators make keys with `fetlock legacy-key create`.',
  table: 'legacy_key',
  permission: 'Settings: Integration settings',
  fields: {
    application: ref('application', { ...readOnly, about: 'The application it acts for, with its permissions.' }),
    created,
    expires: timestamp({
      ...readOnlyOrNull,
      about: `From then on it is refused: ${keyDays} days after it was made, unless it was made for another time. Null for older keys, which do not expire by themselves.`,
    }),
    last_used: timestamp({
      ...readOnlyOrNull,
      about: 'When it was last used, to the hour: a use is noted at most once an hour. Null if it never was.',
    }),
    revoked: timestamp({ ...readOnlyOrNull, about: 'When it was ended by hand. Null while it is in use.' }),
  },
  filters: { application: ['is'] },
  list: { rate: 100 },
  retrieve: { rate: 300 },
  remove: {
    rate: 300,
    oauthOnly: true,
    revokes: true,
    run: async (tx, _actor, id) => revokeLegacyKey(tx, id),
    about:
      'Revokes the key: it is refused within a second, and its application needs another one. It stays in the list, with `revoked`. Doing it again changes nothing.',
  },
})
