import { setTimeout as sleep } from 'node:timers/promises'
import {
  ApiError,
  composite,
  createClient,
  isRefusal,
  type Auth,
  type Entry,
  type RequestOptions,
} from '../../sdk/index.ts'
import type { Reply, Tally } from '../sending.ts'

/** A composite as the SDK takes it. */
export type Composed = {
  /** Where the API of the organisation begins, below the address of a process. */
  readonly api: string
  readonly authorization: string
  readonly entries: readonly Entry[]
  readonly options: Pick<RequestOptions, 'key' | 'dryRun'>
}

/** By the key of an application, which the header has as it is. */
const byKey = (authorization: string): Auth => ({
  headers: async () => ({ authorization }),
  isRenewable: () => false,
  credentials: 'omit',
})

const timeoutMs = 20_000
const pauseMs = 50

/** Counts an answer that the SDK repeats. */
const count = (tally: Tally, status: number) => {
  if (status === 0) tally.unknown++
  else if (status === 409 || status === 503) tally.busy++
  else if (status === 429) tally.throttled++
}

/** What the SDK answers, as it was received. */
const replyOf = (answers: Awaited<ReturnType<typeof composite>>, isDryRun: boolean): Reply => ({
  status: 200,
  // The SDK has looked for this header itself.
  headers: isDryRun ? { 'preference-applied': 'dry-run' } : {},
  text: JSON.stringify({ entries: Object.entries(answers).map(([name, answer]) => ({ name, ...answer })) }),
})

/** What it refuses, likewise; everything else is thrown on. */
const refusalOf = (error: unknown): Reply => {
  if (!isRefusal(error) || error.status === 429) throw error
  const { status, code, detail, errors, entry } = error
  return { status, headers: {}, text: JSON.stringify({ code, detail, errors, entry }) }
}

/** Sends a composite through the SDK, which repeats it by itself as often as it usually does; not at all if it is cut off. */
export const compose = async (base: string, composed: Composed, tally: Tally, cutAfterMs?: number): Promise<Reply> => {
  const { api, authorization, entries, options } = composed
  const statuses = new Set<number>()
  const client = createClient({
    base: `${base}${api}`,
    auth: byKey(authorization),
    timeoutMs,
    onAnswer: (status) => {
      statuses.add(status)
      count(tally, status)
    },
  })
  const cut = cutAfterMs === undefined ? {} : { signal: AbortSignal.timeout(cutAfterMs), retries: 0 }
  const reply = await composite(client, entries, { ...options, ...cut }).then(
    (answers) => replyOf(answers, options.dryRun === true),
    refusalOf,
  )
  // The SDK repeats these too; here none is due.
  const broken = [...statuses].find((status) => status >= 500 && status !== 503)
  if (broken !== undefined) throw new Error(`POST composite answered ${broken}, then ${reply.text}`)
  return reply
}

/** As `untilKnown`: when the SDK gives up, the same is asked of the next process under the same key. */
export const composeUntilKnown = async (bases: readonly string[], composed: Composed, tally: Tally, first = 0) => {
  for (let attempt = first; ; attempt++) {
    try {
      const reply = await compose(bases[attempt % bases.length]!, composed, tally)
      if (reply.status < 300) tally.done++
      else tally.refused++
      tally.at = performance.now()
      return reply
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status >= 500 && error.status !== 503)) throw error
    }
    await sleep(pauseMs)
  }
}
