import { whyNotInComposite } from '../kernel/composite-plan.ts'
import type { Operation } from '../kernel/operation.ts'
import { describeRequirement } from '../kernel/resource.ts'
import { contract, contractWithExamples } from '../app/contract.ts'
import { operations } from '../app/resources.ts'
import { defineCommand } from './command.ts'

const methods: readonly Operation['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const inOrder = () =>
  operations.toSorted((a, b) => compare(a.path, b.path) || methods.indexOf(a.method) - methods.indexOf(b.method))

/** Why a write cannot be an entry of a composite. */
const sentAloneOf = (operation: Operation) => (operation.access === 'write' ? whyNotInComposite(operation) : undefined)

const lineOf = (operation: Operation) => {
  const { method, path, permission, access, rate, openTo, scopeOnly, oauthOnly, userTokenOnly, stepUp } = operation
  const sentAlone = sentAloneOf(operation)
  return [
    `${method} ${path}`,
    describeRequirement(permission, access),
    rate,
    ...(openTo ? [`scope ${openTo}${scopeOnly ? ' only' : ''}`] : []),
    ...(oauthOnly ? ['oauth only'] : []),
    ...(userTokenOnly ? ['user token only'] : []),
    ...(stepUp ? ['step-up'] : []),
    ...(sentAlone ? [`sent alone: ${sentAlone}`] : []),
  ].join(' | ')
}

export const openapiCommand = defineCommand({
  words: 'openapi',
  summary: 'Print the OpenAPI description of the API',
  about:
    'Needs no database and no settings. openapi.json in the repository is its output; with --examples it prints what a server answers at /openapi.json.',
  options: {
    examples: { type: 'boolean', description: 'with an example of every body and every answer' },
  },
  example: 'fetlock openapi > openapi.json',
  prints: 'an OpenAPI 3.1 document in JSON.',
  run: async ({ examples }) => {
    const json = examples ? contractWithExamples() : contract()
    return { json, text: JSON.stringify(json, null, 2) }
  },
})

export const routesCommand = defineCommand({
  words: 'routes',
  summary: 'Print every route with the permission it needs',
  about: 'Needs no database and no settings. Rates are requests per minute.',
  options: {},
  example: 'fetlock routes | grep "Settings: Stock"',
  prints:
    'a line for every operation: METHOD path | permission | rate, then its scope (with "only" if nothing else opens it), "oauth only", "user token only" and "step-up" if declared, and why it cannot be an entry of a composite.',
  run: async () => {
    const routes = inOrder()
    return {
      json: {
        routes: routes.map((operation) => {
          const { method, path, permission, access, rate, openTo, scopeOnly, oauthOnly, userTokenOnly, stepUp } =
            operation
          return {
            method,
            path,
            permission: describeRequirement(permission, access),
            rate,
            scope: openTo ?? null,
            scope_only: scopeOnly ?? false,
            oauth_only: oauthOnly ?? false,
            user_token_only: userTokenOnly ?? false,
            step_up: stepUp ?? false,
            sent_alone: sentAloneOf(operation) ?? null,
          }
        }),
      },
      text: routes.map(lineOf).join('\n'),
    }
  },
})
