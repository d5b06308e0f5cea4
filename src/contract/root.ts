import { view } from '../kernel/endpoint.ts'
import type { Operation } from '../kernel/operation.ts'
import { anyToken, pathOf, type Resource } from '../kernel/resource.ts'

/** The API root: the URL of every list, by name. */
export const rootOf = (resources: readonly Resource[]): Operation =>
  view({
    name: 'root.list',
    path: '/',
    title: 'API root',
    summary: 'List the resources with their URLs',
    about:
      'Where to begin: the address of every list, by the name of the resource, and those of `search`, `me`, `events` and `limits`.',
    permission: anyToken,
    rate: 300,
    answers: {
      200: {
        type: 'object',
        description: 'The address of each list, by the name of its resource.',
        additionalProperties: { type: 'string', format: 'uri', description: 'GET it to list the records.' },
      },
    },
    run: async ({ links }) => {
      const lists = resources.filter(({ list, within }) => list && !within)
      return {
        status: 200,
        body: JSON.stringify(
          Object.fromEntries([
            ...lists.map((resource) => [resource.name, `${links.base}${pathOf(resource)}/`]),
            ...['search', 'me', 'events', 'limits'].map((name) => [name, `${links.base}${name}/`]),
          ]),
        ),
      }
    },
  })
