import type { Caller } from './caller.ts'
import { forbidden, ApiError, senderGone, unauthorized } from './errors.ts'
import { requireKnown } from './filters.ts'
import { requireValidKey } from './idempotency.ts'
import { linksOf } from './links.ts'
import { recordNotFound, type ApiResponse, type Incoming, type Kernel, type Operation } from './operation.ts'
import type { Verdict } from '../rates/rate-windows.ts'
import { describeRequirement, meets, pathsIn } from './resource.ts'
import { requireValidIfMatch } from './versions.ts'

/** The scope for the API in general. Credentials that are not OAuth tokens have no scopes and need none. */
const generalScope = 'restapi'
const hasOpeningScope = (operation: Operation, caller: Caller) =>
  operation.openTo !== undefined && caller.scopes.has(operation.openTo)

const requireScope = (operation: Operation, caller: Caller) => {
  if (hasOpeningScope(operation, caller) || caller.credential === 'legacy') return
  if (!operation.scopeOnly && (caller.credential === 'session' || caller.scopes.has(generalScope))) return
  throw forbidden(
    `This token's scope does not open this endpoint. Ask for a token with the scope "${operation.openTo ?? generalScope}".`,
  )
}

const requirePermission = (operation: Operation, caller: Caller) => {
  const { permission, access } = operation
  if (!hasOpeningScope(operation, caller) && !meets(caller, permission, access))
    throw forbidden(
      `This needs the permission ${describeRequirement(permission, access)}. Ask an administrator to add it to your permission group.`,
    )
}

const requireCredential = (operation: Operation, caller: Caller) => {
  if (operation.oauthOnly && caller.credential === 'legacy')
    throw unauthorized('A legacy API key is not accepted here. Use an OAuth access token.')
  if (operation.userTokenOnly && !caller.actsForUser)
    throw forbidden(
      'This route is for users, and this credential belongs to an application. ' +
        'Let a user sign in (authorization code) and use the access token that acts for them.',
    )
}

/** Checks scope, permission and kind of credential, in this order. */
export const requireAccess = (operation: Operation, caller: Caller) => {
  requireScope(operation, caller)
  requirePermission(operation, caller)
  requireCredential(operation, caller)
}

/** A person at a screen asks for much at once: sessions have ten times the rate of integrations. */
export const rateOf = ({ credential }: Caller, { rate }: Operation) => (credential === 'session' ? 10 * rate : rate)

/** The window in which a caller's requests for one action are counted. */
export const bucketOf = ({ organisation, account }: Caller, { name }: Operation) => `${organisation}:${account}:${name}`

const budgetHeaders = (weight: number, { limit, remaining, resetSeconds }: Verdict) => ({
  'ratelimit-policy': `"default";q=${limit};w=60`,
  ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
  'x-ratelimit-weight': String(weight),
})

const weightOf = (operation: Operation, query: Incoming['query']) => {
  try {
    return operation.weight(query())
  } catch (problem) {
    if (problem instanceof ApiError) return 1
    throw problem
  }
}

/** Counts the request against the caller's window for this action, and refuses it when the window is full. */
const spendBudget = async (
  { rates, ceiling }: Kernel,
  operation: Operation,
  caller: Caller,
  { query, onBudget }: Incoming,
) => {
  const weight = weightOf(operation, query)
  const verdict = await rates.spend({
    bucket: bucketOf(caller, operation),
    limit: rateOf(caller, operation),
    weight,
  })
  onBudget(budgetHeaders(weight, verdict))
  // Whoever registers more applications does not get more of what all organisations share.
  const wait = verdict.allowed && caller.application !== null ? ceiling.spend(caller.organisation, weight) : undefined
  if (verdict.allowed && wait === undefined) return
  const seconds = wait ?? verdict.retryAfter ?? 60
  throw new ApiError(
    429,
    `Request was throttled. Expected available in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}

const idFrom = ({ title }: Operation, id: string) => {
  if (!/^\d{1,15}$/.test(id)) throw recordNotFound(title)
  return Number(id)
}

const idsFrom = (operation: Operation, { id, childId }: Incoming) => {
  const first = id === undefined ? 0 : idFrom(operation, id)
  return childId === undefined
    ? { id: first, parentId: undefined }
    : { id: idFrom(operation, childId), parentId: first }
}

/**
 * A body is received before a database connection is taken, so that a slow client does not hold one. Its errors are thrown
 * only when it is read, after the object has been found; if the client has disconnected, the request ends here.
 */
const receive = async (read: Incoming['body']): Promise<Incoming['body']> => {
  const received = read()
  await received.catch((problem: unknown) => {
    if (problem instanceof ApiError && problem.code === senderGone) throw problem
  })
  return () => received
}

/**
 * Handles one request. The caller has been authenticated already, because that decides which organisation's rows are
 * visible; then scope, permission, kind of credential, rate, object, body, rule, response.
 */
export const handle = async (
  kernel: Kernel,
  operation: Operation,
  caller: Caller,
  incoming: Incoming,
): Promise<ApiResponse> => {
  requireAccess(operation, caller)
  await spendBudget(kernel, operation, caller, incoming)
  const ids = idsFrom(operation, incoming)
  const query = incoming.query()
  requireKnown(query, Object.keys(operation.parameters))
  const { user, application, credential, clockOffset } = caller
  const { address, userAgent, requestId, request, requestHeaders, isAbandoned } = incoming
  if (operation.access === 'write') {
    requireValidKey(requestHeaders)
    requireValidIfMatch(requestHeaders)
  }
  const links = linksOf(kernel.publicUrl, caller.organisation, pathsIn(kernel.resources))
  return operation.run({
    ...kernel,
    actor: {
      ...caller,
      baseUrl: links.base,
      address,
      userAgent,
      requestId,
      now: new Date(Date.now() + clockOffset * 1000),
      seal: kernel.seal,
      matchesSealed: kernel.matchesSealed,
      rules: kernel.rules,
      allowedPrivate: kernel.allowedPrivate,
    },
    who: { user, application, credential, address, request: requestId, userAgent },
    request,
    requestHeaders,
    isAbandoned,
    links,
    ...ids,
    query,
    body: operation.access === 'write' ? await receive(incoming.body) : incoming.body,
  })
}
