import type { Caller } from './caller.ts'
import { forbidden, ApiError, senderGone, unauthorized } from './errors.ts'
import { requireKnown } from './filters.ts'
import { requireValidKey } from './idempotency.ts'
import { linksOf } from './links.ts'
import { recordNotFound, type ApiResponse, type Incoming, type Kernel, type Operation } from './operation.ts'
import type { Spend, Spends, Verdict } from '../rates/rate-windows.ts'
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

export const stepUpRequired = 'step_up_required'

/** Tokens were given for what they do; only a screen may be somebody else's who has left it open. */
const requireStepUp = ({ stepUp }: Operation, { credential, confirmed, organisation }: Caller) => {
  if (stepUp && credential === 'session' && confirmed !== true)
    throw new ApiError(
      403,
      `Confirm that it is you at /${organisation}/confirm/, then send the request again: this needs your passkey or the code of your authenticator app, or your password if you have neither, given within the last five minutes.`,
      { code: stepUpRequired },
    )
}

/** Checks scope, permission, kind of credential and that the person is there, in this order. */
export const requireAccess = (operation: Operation, caller: Caller) => {
  requireScope(operation, caller)
  requirePermission(operation, caller)
  requireCredential(operation, caller)
  requireStepUp(operation, caller)
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

const throttled = (seconds: number) =>
  new ApiError(
    429,
    `Request was throttled. Expected available in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { headers: { 'retry-after': String(seconds) } },
  )

const spendOf = (caller: Caller, operation: Operation, weight: number): Spend => ({
  bucket: bucketOf(caller, operation),
  limit: rateOf(caller, operation),
  weight,
})

const spendsOf = (caller: Caller, operations: readonly Operation[]): Spend[] =>
  [...Map.groupBy(operations, ({ name }) => name).values()].map((same) => spendOf(caller, same[0]!, same.length))

/**
 * Counts the request against the caller's window for this action, and each of its entries against its own. If one of these
 * windows is full, it is refused and nothing is counted.
 */
const spendBudget = async (
  { rates, ceiling }: Kernel,
  operation: Operation,
  caller: Caller,
  { query, onBudget }: Incoming,
  entries: readonly Operation[] = [],
) => {
  const weight = weightOf(operation, query)
  const spends: Spends = [spendOf(caller, operation, weight), ...spendsOf(caller, entries)]
  const requests = Math.max(weight, entries.length)
  // Whoever registers more applications does not get more of what all organisations share.
  const hasCeiling = caller.application !== null
  const wait = hasCeiling ? ceiling.spend(caller.organisation, requests) : undefined
  const verdict = await (wait === undefined ? rates.spendAll(spends) : rates.peekAll(spends))
  onBudget(budgetHeaders(weight, verdict))
  if (verdict.allowed && wait === undefined) return
  if (hasCeiling && wait === undefined) ceiling.giveBack(caller.organisation, requests)
  throw throttled(Math.max(wait ?? 0, verdict.retryAfter ?? 0) || 60)
}

const idFrom = ({ title }: Operation, id: string) => {
  if (!/^\d{1,15}$/.test(id)) throw recordNotFound(title)
  return Number(id)
}

export const idsFrom = (operation: Operation, { id, childId }: Pick<Incoming, 'id' | 'childId'>) => {
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
 * Judges a request by what its body asks for, and answers the body as received. While its own window is full the body is
 * not received at all; one that is refused is counted in its own window alone.
 */
const spendBudgetOfEntries = async (
  kernel: Kernel,
  operation: Operation,
  caller: Caller,
  incoming: Incoming,
  entriesOf: NonNullable<Operation['entries']>,
): Promise<Incoming['body']> => {
  const own = await kernel.rates.peek(spendOf(caller, operation, 1))
  incoming.onBudget(budgetHeaders(1, own))
  if (!own.allowed) throw throttled(own.retryAfter ?? 60)
  const body = await receive(incoming.body)
  let entries: readonly Operation[]
  try {
    entries = entriesOf(await body(), caller, kernel.resources)
  } catch (refusal) {
    await spendBudget(kernel, operation, caller, incoming)
    throw refusal
  }
  await spendBudget(kernel, operation, caller, incoming, entries)
  return body
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
  const received =
    operation.entries && (await spendBudgetOfEntries(kernel, operation, caller, incoming, operation.entries))
  if (received === undefined) await spendBudget(kernel, operation, caller, incoming)
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
      ceilings: kernel.ceilings,
    },
    who: { user, application, credential, address, request: requestId, userAgent },
    request,
    requestHeaders,
    isAbandoned,
    links,
    ...ids,
    query,
    body: received ?? (operation.access === 'write' ? await receive(incoming.body) : incoming.body),
  })
}
