import { created, modified } from '../../kernel/record-fields.ts'
import { optional } from '../../kernel/fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { boolean, listOf, oneOf, text } from '../../kernel/values.ts'
import { changeGroup, createGroup } from './permission-groups.ts'
import { permissions } from './permissions.ts'

export const permissionGroup = defineResource({
  name: 'permissiongroup',
  title: 'Permission group',
  about: 'A set of permissions that its members have. Write includes read; an archived group grants none.',
  permission: 'Settings: Users and permissions',
  fields: {
    name: text(127, {
      about: 'For whom it is meant, such as “Reception”. Unique, without regard to upper and lower case.',
    }),
    read: listOf(oneOf(permissions), permissions.length, {
      ...optional,
      about:
        'What members may look at. What is in `write` need not be repeated. The list that is sent replaces the old one.',
    }),
    write: listOf(oneOf(permissions), permissions.length, {
      ...optional,
      about: 'What members may create, change and delete, and look at. The list that is sent replaces the old one.',
    }),
    archived: boolean({ ...optional, about: 'True: members get no permissions from it. False restores it.' }),
    created,
    modified,
  },
  filters: { name: ['icontains'], archived: ['is', 'is_not'], modified: ['gte'] },
  ordering: ['name', 'modified'],
  unique: { permissiongroup_name: ['name', 'There is a permission group of this name already. Choose another name.'] },
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, oauthOnly: true, stepUp: true, run: createGroup },
  patch: {
    rate: 300,
    oauthOnly: true,
    stepUp: true,
    run: changeGroup,
    about: 'Changes what all members may do, within a second. Archiving the group takes its permissions from them.',
  },
})
