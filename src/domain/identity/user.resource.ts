import { created, modified } from '../../kernel/common-fields.ts'
import { optional, readOnly } from '../../kernel/fields.ts'
import { ref, refs } from '../../kernel/links.ts'
import { action, anyToken, defineResource } from '../../kernel/resource.ts'
import { boolean, email, text } from '../../kernel/values.ts'
import { changeUser, createUser, resendInvitation } from './users.ts'

export const user = defineResource({
  name: 'user',
  title: 'User',
  about: 'A member of staff, or the virtual user that an application acts as.',
  permission: 'Settings: Users and permissions',
  fields: {
    first_name: text(127, optional),
    last_name: text(127),
    email: email(),
    title: text(63, optional),
    initials: text(7, optional),
    is_active: boolean(optional),
    is_virtual: boolean(readOnly),
    home_department: ref('department', { optional: true, nullable: true }),
    permission_groups: refs(
      'permissiongroup',
      { table: 'user_permissiongroup', ours: 'user', theirs: 'permissiongroup' },
      optional,
    ),
    created,
    modified,
  },
  filters: {
    first_name: ['icontains'],
    last_name: ['icontains'],
    email: ['is'],
    is_active: ['is'],
    is_virtual: ['is'],
    home_department: ['is'],
    modified: ['gte'],
  },
  ordering: ['last_name', 'modified'],
  unique: { user_email: ['email', 'There is a user with this e-mail address already.'] },
  list: { rate: 100, permission: anyToken },
  retrieve: { rate: 300, permission: anyToken },
  create: { rate: 300, oauthOnly: true, run: createUser },
  patch: { rate: 300, oauthOnly: true, run: changeUser },
  detailActions: {
    invite: action({
      summary: 'Send the invitation e-mail again',
      rate: 300,
      oauthOnly: true,
      body: {},
      run: resendInvitation,
    }),
  },
})
