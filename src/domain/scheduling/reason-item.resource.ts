import { optional } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { anyToken, defineResource } from '../../kernel/resource.ts'
import { decimal } from '../../kernel/values.ts'
import { addReasonItem, changeReasonItem, removeReasonItem } from './reason-items.ts'

export const reasonItem = defineResource({
  name: 'reason_item',
  title: 'Default item of a reason',
  singular: 'default item of a reason',
  plural: 'default items of reasons',
  about: 'An item that is usually charged when clients come for a reason. Visits without it get a charge hint.',
  permission: 'Settings: Departments',
  fields: {
    reason: ref('reason', { createOnly: true, about: 'Why the client comes, such as a vaccination.' }),
    item: ref('item', { createOnly: true, about: 'What is then usually charged: each item once for a reason.' }),
    quantity: decimal(9, 3, { ...optional, positive: true, about: 'How much of it is proposed. 1 unless sent.' }),
    created,
    modified,
  },
  filters: { reason: ['is', 'in'], item: ['is'], modified: ['gte', 'gt', 'lt'] },
  ordering: ['modified'],
  exposes: ['item'],
  unique: { reason_item_once: ['item', 'The reason has this item already. Change its quantity instead.'] },
  list: { rate: 100, permission: anyToken },
  retrieve: { rate: 300, permission: anyToken },
  create: {
    rate: 300,
    run: addReasonItem,
    about: 'Nothing is charged by itself. An archived item or reason is refused.',
  },
  patch: {
    rate: 300,
    run: changeReasonItem,
    about: 'Only the `quantity` changes. Visits keep what was charged in them.',
  },
  remove: {
    rate: 300,
    run: removeReasonItem,
    about: 'It is proposed no longer. Visits keep what was charged in them.',
  },
})
