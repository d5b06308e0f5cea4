import { view } from '../kernel/endpoint.ts'
import { bucketOf } from '../kernel/handle.ts'
import type { Operation } from '../kernel/operation.ts'
import { anyToken, meets } from '../kernel/resource.ts'

const bucket = {
  type: 'object',
  required: ['action', 'limit', 'remaining', 'reset'],
  properties: {
    action: { type: 'string' },
    limit: { type: 'integer' },
    remaining: { type: 'integer' },
    reset: { type: 'integer', description: 'Seconds until the whole limit is free again' },
  },
}

/** What is left of the caller's rate windows, for every action the caller may use. A request counts only against its own window. */
export const limitsOf = (operations: () => readonly Operation[]): Operation =>
  view({
    name: 'limits.list',
    path: '/limits/',
    title: 'Limits',
    summary: 'Show what is left of the caller’s rate windows',
    permission: anyToken,
    rate: 300,
    answers: {
      200: {
        type: 'object',
        required: ['seconds', 'buckets'],
        properties: { seconds: { type: 'integer' }, buckets: { type: 'array', items: bucket } },
      },
    },
    run: async ({ actor, rates }) => {
      const open = operations().filter(({ permission, access }) => meets(actor, permission, access))
      const buckets = await Promise.all(
        open.map(async (operation) => {
          const { remaining, resetSeconds } = await rates.peek({
            bucket: bucketOf(actor, operation),
            limit: operation.rate,
            weight: 1,
          })
          return { action: operation.name, limit: operation.rate, remaining, reset: resetSeconds }
        }),
      )
      return { status: 200, body: JSON.stringify({ seconds: 60, buckets }) }
    },
  })
