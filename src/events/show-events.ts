import type { Actor } from '../kernel/caller.ts'
import { namedEnum } from '../kernel/enums.ts'
import type { Call } from '../kernel/operation.ts'
import { recordExists } from '../kernel/reading.ts'
import { meets, pathOf, type Resource } from '../kernel/resource.ts'
import type { LinkedRecord } from './linked-records.ts'
import type { Event } from './read-events.ts'

const actions = ['create', 'change', 'delete']

export const eventSchema = {
  type: 'object',
  required: ['sequence', 'resource', 'id', 'url', 'action', 'modified', 'actor', 'links'],
  properties: {
    sequence: {
      type: 'integer',
      description: 'The position of the change among all of the organisation; those you may not see are left out.',
    },
    resource: { type: 'string', description: 'What kind of record changed, by the name of its resource: `client`.' },
    id: {
      type: 'integer',
      description: 'The `id` of the record that changed. Its contents are not here: read them at `url`.',
    },
    url: {
      anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }],
      description:
        'Where to read the record as it is now; a deleted one is not there. Null where records have no address.',
    },
    action: {
      type: 'string',
      ...namedEnum(actions, actions),
      description: 'What happened to the record. Archiving is a change.',
    },
    modified: {
      type: 'string',
      format: 'date-time',
      description: 'When it was committed: the `modified` that the record got by it.',
    },
    actor: {
      anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }],
      description: 'The user who did it, a person or that of an application. Null: the service itself.',
    },
    links: {
      type: 'array',
      items: { type: 'string', format: 'uri' },
      description:
        'The records that the changed one links to as it is now, and those of which the change took the link away, as far as you may read their kind: whoever shows one of them may have to read again. A deleted record has the links of its own columns alone, and lists of children such as `consultation_items` are never here.',
    },
  },
}

export type ShownEvent = {
  readonly sequence: number
  readonly resource: string
  readonly id: number
  readonly url: string | null
  readonly action: string
  readonly modified: string
  readonly actor: string | null
  readonly links: readonly string[]
}

const mayRead = (actor: Actor, { retrieve, permission }: Resource) =>
  meets(actor, retrieve?.permission ?? permission, 'read')

/** The events of records that the actor may read, with links to what they may read. */
export const visibleEvents = async (
  call: Call,
  actor: Actor,
  events: readonly Event[],
): Promise<readonly ShownEvent[]> => {
  const { links, resources } = call
  const hidesSome = ({ visible }: Resource) => visible?.(actor, () => '', resources) !== undefined
  const linkable = new Map<string, boolean>()
  /** Kinds of which some records are hidden from the actor are not linked to at all: each would have to be looked up. */
  const isLinkable = ({ resource: name }: LinkedRecord) => {
    const resource = resources.get(name)!
    const known = linkable.get(name) ?? (mayRead(actor, resource) && !hidesSome(resource))
    linkable.set(name, known)
    return known
  }
  const shown: ShownEvent[] = []
  for (const { resource, record, links: linked, user, sequence, action, modified } of events) {
    if (!mayRead(actor, resource)) continue
    if (hidesSome(resource) && !(await recordExists({ ...call, actor }, resource, record))) continue
    shown.push({
      sequence,
      resource: resource.name,
      id: record,
      url: resource.retrieve === undefined ? null : `${links.base}${pathOf(resource)}/${record}/`,
      action,
      modified,
      actor: user === null ? null : `${links.base}user/${user}/`,
      links: linked.filter(isLinkable).map(({ resource: name, id }) => links.toUrl(name, id)),
    })
  }
  return shown
}
