import { archived, created, modified } from '../../kernel/common-fields.ts'
import { optional, readOnly } from '../../kernel/fields.ts'
import { ref, refs } from '../../kernel/links.ts'
import { action, defineResource } from '../../kernel/resource.ts'
import { boolean, listOf, oneOf, text } from '../../kernel/values.ts'
import { requireWithinReach } from './grants.ts'
import { changeApplication, registerApplication, rotateSecret, scopes, showSecret } from './applications.ts'

export const application = defineResource({
  name: 'application',
  title: 'Application',
  about: 'An integration that may ask for tokens. It acts as its virtual user.',
  permission: 'Settings: Integration settings',
  fields: {
    name: text(127),
    client_id: text(63, readOnly),
    public: boolean({ optional: true, createOnly: true }),
    redirect_uris: listOf(text(2000), 20, optional),
    allowed_origins: listOf(text(270), 20, {
      optional: true,
      about:
        'Origins of the application’s web pages, for example https://app.example.com. Browsers let these pages call the API.',
    }),
    scopes: listOf(oneOf(scopes), scopes.length, optional),
    user: ref('user', readOnly),
    permission_groups: refs(
      'permissiongroup',
      { table: 'user_permissiongroup', ours: 'user', theirs: 'permissiongroup' },
      { optional: true, createOnly: true, writeOnly: true },
    ),
    archived,
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
    reveals: ['client_secret'],
    run: async (tx, actor, input) => showSecret(await registerApplication(tx, actor, input)),
  },
  patch: { rate: 300, oauthOnly: true, run: changeApplication },
  detailActions: {
    rotate_secret: action({
      summary: 'Replace the client secret; the new one is shown once',
      rate: 300,
      oauthOnly: true,
      reveals: ['client_secret'],
      body: {},
      run: async (tx, actor, id) => showSecret(await rotateSecret(tx, actor, id)),
    }),
  },
})
