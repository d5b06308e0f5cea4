import { view } from '../kernel/endpoint.ts'
import { bucketOf, rateOf } from '../kernel/handle.ts'
import type { Operation } from '../kernel/operation.ts'
import { anyToken, meets } from '../kernel/resource.ts'

const bucket = {
  type: 'object',
  required: ['action', 'limit', 'remaining', 'reset'],
  properties: {
    action: {
      type: 'string',
      description: 'What is counted: the `operationId` of this document, such as `client.list`.',
    },
    limit: { type: 'integer', description: 'How many requests are allowed in the window.' },
    remaining: { type: 'integer', description: 'How many of them are left now.' },
    reset: { type: 'integer', description: 'Seconds until all of them are left again.' },
  },
}

/** What is left of the caller's rate windows, for every action the caller may use. A request counts only against its own window. */
export const limitsOf = (operations: () => readonly Operation[]): Operation =>
  view({
    name: 'limits.list',
    path: '/limits/',
    title: 'Limits',
    summary: 'Show what is left of the caller’s rate windows',
    about:
      'Lists every action that your permissions allow, with its limit and what is left of it. Asking counts as a request to this route and to no other.',
    permission: anyToken,
    rate: 300,
    answers: {
      200: {
        type: 'object',
        description: 'The rate windows of the application or person that asked.',
        required: ['seconds', 'buckets'],
        properties: {
          seconds: {
            type: 'integer',
            description: 'How long every window is; it rolls, it does not start on the minute.',
          },
          buckets: { type: 'array', items: bucket, description: 'One entry for each action.' },
        },
      },
    },
    run: async ({ actor, rates }) => {
      const open = operations().filter(({ permission, access }) => meets(actor, permission, access))
      const buckets = await Promise.all(
        open.map(async (operation) => {
          const limit = rateOf(actor, operation)
          const { remaining, resetSeconds } = await rates.peek({
            bucket: bucketOf(actor, operation),
            limit,
            weight: 1,
          })
          return { action: operation.name, limit, remaining, reset: resetSeconds }
        }),
      )
      return { status: 200, body: JSON.stringify({ seconds: 60, buckets }) }
    },
  })
