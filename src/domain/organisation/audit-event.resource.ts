import type { Actor } from '../../kernel/caller.ts'
import { readOnly, readOnlyOrNull, quote } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import {
  defineResource,
  meets,
  servesUrl,
  tableOf,
  type AddValue,
  type Registry,
  type Resource,
} from '../../kernel/resource.ts'
import { anything, integer, oneOf, text, timestamp } from '../../kernel/values.ts'

const name = 'auditevent'

/** Whether this is the resource of the table's records, and not a list of some of them under a parent. */
const isHome = (resource: Resource) => resource.name !== name && (servesUrl(resource) || resource.table === undefined)

/** SQL that finds the changes of those records of a table that are not hidden. */
const ofVisible = (table: string, condition: string, add: AddValue) =>
  `(r.resource = ${add(table, 'text')} and exists (select from (select r.organisation as o, r.record as id) e
    cross join lateral (select from ${quote(table)} r where r.organisation = e.o and r.id = e.id and (${condition})) s))`

/** A change of a record is shown only to callers who may read the record. */
const ofReadable = (actor: Actor, add: AddValue, resources: Registry): string => {
  const readable = [...resources.values()]
    .filter(
      (resource) => isHome(resource) && meets(actor, resource.retrieve?.permission ?? resource.permission, 'read'),
    )
    .map((resource) => ({ table: tableOf(resource), condition: resource.visible?.(actor, add, resources) }))
  const open = readable.filter(({ condition }) => condition === undefined).map(({ table }) => table)
  const some = readable.flatMap(({ table, condition }) =>
    condition === undefined ? [] : [ofVisible(table, condition, add)],
  )
  return `(${[`r.resource = any(${add(open, 'text[]')})`, ...some].join(' or ')})`
}

export const auditEvent = defineResource({
  name,
  title: 'Audit event',
  about:
    'One change of one record: who made it, through which application, from which address, and the old and new value of each field.',
  permission: 'Settings: Users and permissions',
  fields: {
    sequence: integer({
      readOnly: true,
      min: 0,
      max: 999_999_999_999_999,
      about: 'Numbers the changes of the organisation from 1, in the order of commits and without gaps.',
    }),
    resource: text(63, {
      ...readOnly,
      about:
        'The kind of record, by the name of its table: mostly that in its address (`client`), but `custom_field` for `/custom_fields/`.',
    }),
    record: integer({
      readOnly: true,
      min: 0,
      max: 999_999_999_999_999,
      about: 'The `id` of what changed. Only together with `resource` does it identify anything.',
    }),
    action: oneOf(['create', 'change', 'delete'], {
      ...readOnly,
      about: 'What happened. Archiving is a change; a record is deleted only where it is gone for good.',
    }),
    changes: anything({
      about:
        'By field an object with the old value as `from` and the new one as `to`, links as ids. A secret is just the text “hidden”. Empty where the values were erased.',
    }),
    user: ref('user', {
      ...readOnlyOrNull,
      about: 'Who did it, a person or a virtual user. Null: the service itself.',
    }),
    application: ref('application', {
      ...readOnlyOrNull,
      about: 'Through which integration. Null for people on the service’s own pages, and for the service itself.',
    }),
    credential: text(31, {
      ...readOnly,
      about:
        'How they were known: `oauth`, `legacy` (a key), `session` (signed in), or `service` for what the service did by itself.',
    }),
    address: text(63, { ...readOnly, about: 'The IP address of the client. Empty where the service itself did it.' }),
    request: text(63, {
      ...readOnly,
      about:
        'The `x-request-id` of the response, which all changes of one request share. Empty for the service itself.',
    }),
    occurred: timestamp({ ...readOnly, about: 'When it was committed: the `modified` that the record got by it.' }),
  },
  filters: { resource: ['is'], record: ['is'], user: ['is'], request: ['is'], occurred: ['gte', 'lt'] },
  visible: ofReadable,
  list: { rate: 100, about: 'Shows changes of those records that you may read.' },
  retrieve: { rate: 300 },
})
