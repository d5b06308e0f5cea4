import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, inOrganisation, type Tx } from '../db/tx.ts'
import { hasFailuresLeft, takeFailure } from '../domain/webhooks/sandbox-failures.ts'
import { signatureHeaders } from '../domain/webhooks/sign.ts'
import { delivered, failed, waiting } from '../domain/webhooks/statuses.ts'
import type { Outcome } from '../gateways/outgoing.ts'
import { forAllOrganisations } from './all-organisations.ts'
import { fillSecrets, type StoredEvent } from './event-secrets.ts'
import type { Allowance } from './lanes.ts'
import type { Leased } from './leases.ts'
import type { WorkerParts } from './messages.ts'
import { isGone, isTaken, reasonOf, secondsUntil, withoutExcerpt } from './outcomes.ts'
import { giveUp, lease, release, retryLater, type Queue } from './queues.ts'

/** A delivery that this worker may post while it holds the lease. */
export type LeasedDelivery = Leased & { readonly id: number; readonly endpoint: string; readonly attempts: number }

/** The same with what is posted, read in its organisation. */
type Delivery = LeasedDelivery &
  StoredEvent & { readonly webhook: number | null; readonly event_id: string; readonly content_type: number }

/** Seconds to wait after the first, second, … failure; after the last one it is given up. */
export const retrySeconds = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 86_400, 86_400, 86_400] as const
/** An attempt ends within 15 s; what is left is for recording how it went. */
const attemptSeconds = 16
const leaseSeconds = 25

/** Order is kept for one receiver: a new integration of a wholesaler does not wait for the old one to take its last event. */
const isFirstInOrder = sql`(candidate.order_key is null or not exists (select from delivery earlier
    where earlier.status = ${waiting} and earlier.organisation = candidate.organisation
      and earlier.order_key = candidate.order_key and earlier.endpoint = candidate.endpoint and earlier.id < candidate.id))
  and (candidate.after_created_of is null or not exists (select from delivery earlier
    where earlier.status = ${waiting} and earlier.organisation = candidate.organisation
      and earlier.order_key = candidate.after_created_of and earlier.endpoint = candidate.endpoint
      and earlier.id < candidate.id and earlier.event = 'wholesaler.created'))`

/** The endpoint of a delivery is its lane. */
export const deliveryQueue: Queue<LeasedDelivery> = {
  statement: 'lease deliveries',
  table: 'delivery',
  key: 'id',
  waiting: sql`status = ${sql.lit(waiting)}`,
  lane: 'endpoint',
  mayGo: isFirstInOrder,
  seconds: leaseSeconds,
  onLease: sql`attempts = attempts + 1`,
  retries: { seconds: retrySeconds, maxAttempts: retrySeconds.length + 1, spread: 1 / 5 },
  givenUp: { status: failed },
}

export const endpointKey = ({ organisation, endpoint }: Pick<LeasedDelivery, 'organisation' | 'endpoint'>) =>
  `${organisation} ${endpoint}`

export const takeDeliveries = (db: Database, most: number, allowance: Allowance) =>
  lease(db, deliveryQueue, most, allowance)

/** For how many seconds the delivery that is due longest has waited. */
export const oldestDueDelivery = async (db: Database): Promise<number> => {
  const { rows } = await forAllOrganisations(
    db,
    'oldest due delivery',
    sql<{ seconds: number }>`
      select coalesce(extract(epoch from now() - min(due)), 0)::float as seconds
      from delivery where status = ${waiting} and due <= now()`,
  )
  return rows[0]?.seconds ?? 0
}

const readDeliveries = async (tx: Tx, group: readonly LeasedDelivery[]): Promise<readonly Delivery[]> => {
  const rows = await tx
    .selectFrom('delivery')
    .select(['id', 'webhook', 'available_wholesaler', 'event_id', 'content_type', 'body'])
    .where(
      'id',
      'in',
      group.map(({ id }) => id),
    )
    .execute()
  const contents = new Map(rows.map((row) => [row.id, row]))
  return group.map((taken) => ({ ...taken, ...contents.get(taken.id)! }))
}

type Target = { readonly url: string; readonly secrets: readonly string[] }

/** Where to post and what to sign with, as they are now; undefined if that is switched off or gone. */
const findTarget = async (
  { unseal }: WorkerParts,
  tx: Tx,
  { webhook, available_wholesaler }: Delivery,
): Promise<Target | undefined> => {
  if (webhook !== null) {
    const hook = await tx
      .selectFrom('webhook')
      .select(['url', 'secret', 'previous_secret'])
      .select(sql<boolean>`previous_secret_until > now()`.as('signs_with_previous'))
      .where('id', '=', webhook)
      .where('active', '=', true)
      .where('archived', '=', false)
      .executeTakeFirst()
    if (hook === undefined) return undefined
    const { url, secret, previous_secret, signs_with_previous } = hook
    const sealed = signs_with_previous && previous_secret !== null ? [secret, previous_secret] : [secret]
    return { url, secrets: sealed.map(unseal) }
  }
  const registration = await tx
    .selectFrom('available_wholesaler')
    .select(['webhook_callback_url', 'verification_salt'])
    .where('id', '=', available_wholesaler ?? 0)
    .where('removed', '=', false)
    .executeTakeFirst()
  if (registration === undefined) return undefined
  return { url: registration.webhook_callback_url, secrets: [unseal(registration.verification_salt)] }
}

const contentTypes: Readonly<Record<number, string>> = {
  1: 'application/x-www-form-urlencoded',
  2: 'application/json',
}

const headersOf = ({ event_id, content_type }: Delivery, body: string, { secrets }: Target) => ({
  'content-type': contentTypes[content_type]!,
  'user-agent': 'Fetlock-Webhooks',
  ...signatureHeaders(event_id, Math.floor(Date.now() / 1000), body, secrets),
})

const switchOff = (tx: Tx, webhook: number) =>
  tx
    .updateTable('webhook')
    .set({ active: false, disabled_reason: 'The receiver answered 410: it is gone. Set active to true to try again.' })
    .where('id', '=', webhook)
    .where('active', '=', true)
    .execute()

const holdRest = (tx: Tx, webhook: number) =>
  tx
    .updateTable('delivery')
    .set({ due: sql<Date>`'infinity'` })
    .where('webhook', '=', webhook)
    .where('status', '=', waiting)
    .where('lease', 'is', null)
    .execute()

const recordFailure = (db: Database, taken: Delivery, outcome: Outcome, milliseconds: number) =>
  inOrganisation(db, taken.organisation, async (tx) => {
    const answer =
      outcome.kind === 'answered'
        ? { last_status_code: outcome.status, last_answer: outcome.excerpt }
        : { last_status_code: null, last_answer: '' }
    const attempt = { ...answer, last_attempt: sql`now()` }
    const gone = isGone(outcome) ? taken.webhook : null
    const change = { ...attempt, failure: reasonOf(outcome) }
    const noSoonerThan = outcome.kind === 'answered' ? secondsUntil(outcome.retryAfter) : 0
    // The webhook before its deliveries, as when staff change it: locks are taken in one order.
    if (gone !== null) await switchOff(tx, gone)
    const isOurs = await (gone === null
      ? retryLater(tx, deliveryQueue, taken, taken.attempts, { change, noSoonerThan })
      : giveUp(tx, deliveryQueue, taken, change))
    if (gone !== null) await holdRest(tx, gone)
    if (isOurs)
      await tx
        .insertInto('delivery_attempt')
        .values({
          delivery: taken.id,
          occurred: sql<Date>`now()`,
          milliseconds,
          status_code: answer.last_status_code,
          answer: answer.last_answer,
          failure: change.failure,
        })
        .execute()
    return isOurs
  })

/** Puts a delivery back that has nowhere to go at the moment, or gives it up. */
const hold = async (tx: Tx, taken: Delivery) => {
  if (taken.webhook === null)
    return giveUp(tx, deliveryQueue, taken, { failure: 'The registration of the wholesaler was deleted.' })
  // Locked, because one that is switched on right now would leave this delivery behind.
  const hook = await tx
    .selectFrom('webhook')
    .select(['active', 'archived'])
    .where('id', '=', taken.webhook)
    .forShare()
    .executeTakeFirstOrThrow()
  if (hook.archived) return giveUp(tx, deliveryQueue, taken, { failure: 'The webhook was archived.' })
  const due = hook.active ? sql`now()` : sql`'infinity'`
  return release(tx, deliveryQueue, taken, { attempts: taken.attempts - 1, due })
}

export type Attempt = 'taken' | 'failed' | 'held' | 'lost'

type Answered = {
  readonly taken: Delivery
  readonly status: number
  readonly excerpt: string
  readonly milliseconds: number
}

/** Marks deliveries of one organisation as taken, those whose lease is still ours, and returns the ids of these. */
const markTaken = (db: Database, organisation: number, answered: readonly Answered[]): Promise<ReadonlySet<number>> =>
  inOrganisation(db, organisation, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      with taken as (
        update delivery set status = ${delivered}, delivered = now(), last_attempt = now(), lease = null, failure = '',
          last_status_code = answer.status, last_answer = answer.excerpt
        from unnest(${answered.map(({ taken }) => taken.id)}::bigint[], ${answered.map(({ taken }) => taken.lease)}::uuid[],
          ${answered.map(({ status }) => status)}::int[], ${answered.map(({ excerpt }) => excerpt)}::text[],
          ${answered.map(({ milliseconds }) => milliseconds)}::int[]) as answer (id, lease, status, excerpt, milliseconds)
        where delivery.id = answer.id and delivery.lease = answer.lease
        returning delivery.id, answer.status, answer.excerpt, answer.milliseconds)
      insert into delivery_attempt (delivery, occurred, status_code, answer, milliseconds)
        select id, now(), status, excerpt, milliseconds from taken returning delivery as id`.execute(tx)
    return new Set(rows.map(({ id }) => id))
  })

const gatherMs = 10

/** Marks deliveries as taken, those of an organisation that come within some milliseconds in one transaction. */
const takenMarker = (db: Database) => {
  const gathering = new Map<number, { readonly answered: Answered[]; readonly marked: Promise<ReadonlySet<number>> }>()
  const gather = (organisation: number) => {
    const answered: Answered[] = []
    const mark = async () => {
      await pause(gatherMs)
      gathering.delete(organisation)
      return markTaken(db, organisation, answered)
    }
    const batch = { answered, marked: mark() }
    gathering.set(organisation, batch)
    return batch
  }
  return async (answer: Answered): Promise<boolean> => {
    const { organisation, id } = answer.taken
    const { answered, marked } = gathering.get(organisation) ?? gather(organisation)
    answered.push(answer)
    return (await marked).has(id)
  }
}

/** What to post, and where; without a target the deliveries are put back, or given up. */
const prepareOrHold = (parts: WorkerParts, group: readonly LeasedDelivery[]) =>
  inOrganisation(parts.db, group[0]!.organisation, async (tx) => {
    const deliveries = await readDeliveries(tx, group)
    const target = await findTarget(parts, tx, deliveries[0]!)
    if (target === undefined) for (const taken of deliveries) await hold(tx, taken)
    return target && { deliveries, target, mayBePlayed: await hasFailuresLeft(tx) }
  })

/** A failure that a sandbox was asked for, instead of an attempt. */
const playedFailure = async (db: Database, organisation: number): Promise<Outcome | undefined> =>
  (await inOrganisation(db, organisation, takeFailure))
    ? { kind: 'failed', reason: 'The sandbox was asked to let this delivery fail.', mayHaveArrived: false }
    : undefined

/** Posts deliveries of one endpoint, and records how it went with each. */
export const poster = (parts: WorkerParts) => {
  const { db, outgoing, log } = parts
  const recordTaken = takenMarker(db)
  const record = (taken: Delivery, outcome: Outcome, milliseconds: number) =>
    outcome.kind === 'answered' && isTaken(outcome)
      ? recordTaken({ taken, status: outcome.status, excerpt: outcome.excerpt, milliseconds })
      : recordFailure(db, taken, outcome, milliseconds)
  /** `since` is when the leases were requested, by `performance.now()`. */
  return (group: readonly LeasedDelivery[], since: number): readonly Promise<Attempt>[] => {
    const preparing = prepareOrHold(parts, group)
    return group.map(async (_leased, at) => {
      const prepared = await preparing
      if (prepared === undefined) return 'held'
      const { target, mayBePlayed } = prepared
      const taken = prepared.deliveries[at]!
      const { body, isSecret } = await fillSecrets(parts, taken)
      // A worker that was suspended in between leaves the attempt to whoever has the lease now.
      if (performance.now() - since > (leaseSeconds - attemptSeconds) * 1_000) return 'lost'
      const played = mayBePlayed ? await playedFailure(db, taken.organisation) : undefined
      const posted = performance.now()
      const outcome =
        played ?? (await outgoing.post({ url: target.url, headers: headersOf(taken, body, target), body }))
      const milliseconds = Math.round(performance.now() - posted)
      // The answer may repeat what was posted, and is shown to whoever may see the queue.
      if (await record(taken, isSecret ? withoutExcerpt(outcome) : outcome, milliseconds))
        return isTaken(outcome) ? 'taken' : 'failed'
      log.warn({ organisation: taken.organisation, delivery: taken.id }, 'a delivery was taken over by another worker')
      return 'lost'
    })
  }
}
