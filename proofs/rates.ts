import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect } from '../src/db/pool.ts'
import { inOrganisation } from '../src/db/tx.ts'
import { registerApplication } from '../src/domain/identity/applications.ts'
import { createRandom } from '../src/demo/random.ts'
import { freePort } from '../scripts/services/listening.ts'
import { conclude } from './conclude.ts'
import { endProcess, givenOrganisation, privateDatabase, servicesUrls, startApi } from './harness.ts'

/** One request as the client saw it: the decision fell somewhere between sending and receiving. */
export type Seen = {
  readonly sent: number
  readonly received: number
  readonly weight: number
  readonly admitted: boolean
  readonly retryAfter: number
  /** Redis took longer than a decision may take, so the process decided by its own share of the limit, and said so. */
  readonly decidedAlone: boolean
}

const windowMs = 60_000
const rate = 100
const slackMs = 50
const until = (moment: number) => sleep(Math.max(0, moment - performance.now()))

/** Requests admitted by the shared windows that exceed the limit although all of them surely fell into one window. */
export const findExcess = (seen: readonly Seen[], limit: number): string[] => {
  const admitted = seen.filter((request) => request.admitted && !request.decidedAlone)
  return admitted.flatMap((last) => {
    const surelyInside = admitted.filter(
      ({ sent, received }) => sent > last.received - windowMs && received <= last.received,
    )
    const total = surelyInside.reduce((sum, { weight }) => sum + weight, 0)
    return total > limit ? [`${total} admitted within 60 s where ${limit} are allowed`] : []
  })
}

/** Refused requests for which there surely was room: even counting all that may have been in the window. */
export const findShortfall = (seen: readonly Seen[], limit: number): string[] => {
  // Redis may have counted a request whose answer came too late.
  const admitted = seen.filter((request) => request.admitted || request.decidedAlone)
  return seen
    .filter((request) => !request.admitted && !request.decidedAlone)
    .flatMap((refused) => {
      const perhapsInside = admitted.filter(
        ({ sent, received }) => received > refused.sent - windowMs && sent < refused.received,
      )
      const total = perhapsInside.reduce((sum, { weight }) => sum + weight, 0)
      return total + refused.weight <= limit
        ? [`refused ${refused.weight} while at most ${total} of ${limit} were used`]
        : []
    })
}

type Deployment = { readonly apis: readonly string[]; readonly token: string; readonly stop: () => Promise<void> }

const tokenFrom = async (
  api: string,
  organisation: number,
  { client_id, client_secret }: { client_id: string; client_secret: string | null },
) => {
  const response = await fetch(`${api}/${organisation}/oauth2/token/`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

/** Two API processes on one database and one Redis; apart, each has windows of its own, which must be caught. */
const startDeployment = async (apart: boolean): Promise<Deployment> => {
  const name = `fetlock_rates_${process.pid}_${Number(apart)}`
  const { urls, drop } = await privateDatabase(servicesUrls(), name)
  const organisation = await givenOrganisation(urls, 'Rates')
  const rows = connect(urls.app, { max: 1 })
  const application = await inOrganisation(rows.db, organisation, (tx) =>
    registerApplication(tx, undefined, { name: 'Poller' }),
  )
  await rows.close()
  const ports = [await freePort(), await freePort()]
  const children = await Promise.all(
    ports.map((port, at) => startApi({ databaseUrl: urls.app, port, prefix: apart ? `${name}_${at}` : name })),
  )
  const apis = ports.map((port) => `http://127.0.0.1:${port}/${organisation}/api/0.1`)
  return {
    apis,
    token: await tokenFrom(`http://127.0.0.1:${ports[0]}`, organisation, application),
    stop: async () => {
      await Promise.all(children.map((child) => endProcess(child)))
      await drop()
    },
  }
}

const ask = async ({ apis, token }: Deployment, process: number, path: string, weight: number): Promise<Seen> => {
  const sent = performance.now()
  const response = await fetch(`${apis[process]}${path}`, { headers: { authorization: `Bearer ${token}` } })
  await response.arrayBuffer()
  if (response.status !== 200 && response.status !== 429) throw new Error(`Unexpected status ${response.status}.`)
  const counted = Number(response.headers.get('x-ratelimit-weight'))
  if (counted !== weight) throw new Error(`Weight ${counted} was counted where ${weight} was due.`)
  return {
    sent,
    received: performance.now(),
    weight,
    admitted: response.status === 200,
    retryAfter: Number(response.headers.get('retry-after')),
    decidedAlone: !response.headers.get('ratelimit-policy')?.includes(`q=${rate};`),
  }
}

/** Offers more than the limit to both processes at random moments and in pages of random size. */
const offer = async (deployment: Deployment, seconds: number, seed: number): Promise<Seen[]> => {
  const random = createRandom(seed)
  const end = performance.now() + seconds * 1000
  const asked: Promise<Seen>[] = []
  while (performance.now() < end) {
    const weight = random.int(1, 6)
    asked.push(ask(deployment, random.int(0, 1), `/department/?page_size=${weight * 50 - random.int(0, 49)}`, weight))
    await sleep(random.int(5, 120))
  }
  return Promise.all(asked)
}

/** Fills a window through both processes, then waits what Retry-After says: a second less is refused, the whole time is enough. */
const checkRetryAfter = async (deployment: Deployment): Promise<string[]> => {
  const path = '/user/'
  const filling: Seen[] = []
  while (filling.every(({ admitted, decidedAlone }) => admitted || decidedAlone) && filling.length <= rate)
    filling.push(await ask(deployment, filling.length % 2, `${path}?page_size=1000`, 20))
  const refused = filling.at(-1)
  if (refused === undefined || refused.admitted) return ['a full window admitted one more']
  // The network's share of the answer's time is on the safe side of both edges.
  await until(refused.sent + (refused.retryAfter - 1) * 1000 - slackMs)
  const early = await ask(deployment, 1, `${path}?page_size=1000`, 20)
  await until(refused.received + refused.retryAfter * 1000)
  const inTime = await ask(deployment, 1, `${path}?page_size=1000`, 20)
  return [
    ...findExcess(filling, rate),
    ...(early.admitted && !early.decidedAlone
      ? [`admitted a second before Retry-After (${refused.retryAfter} s) had passed`]
      : []),
    ...(inTime.admitted || inTime.decidedAlone
      ? []
      : [`refused after Retry-After (${refused.retryAfter} s) had passed`]),
  ]
}

const summary = (seen: readonly Seen[]) => {
  const admitted = seen.filter((request) => request.admitted)
  return {
    offered: seen.length,
    admitted: admitted.length,
    weight: admitted.reduce((sum, { weight }) => sum + weight, 0),
    decidedAlone: seen.filter((request) => request.decidedAlone).length,
  }
}

const prove = async () => {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
  })
  const [seconds, seed] = [Number(values.seconds), Number(values.seed)]
  console.log(`seed ${seed}, ${seconds} s, limit ${rate} in 60 s, two API processes and one Redis`)
  const [shared, apart] = [await startDeployment(false), await startDeployment(true)]
  try {
    const [seen, twin, retry] = await Promise.all([
      offer(shared, seconds, seed),
      offer(apart, Math.min(seconds, 30), seed),
      checkRetryAfter(shared),
    ])
    const problems = [...findExcess(seen, rate), ...findShortfall(seen, rate), ...retry]
    const caught = findExcess(twin, rate)
    const missed = findShortfall(seen, rate * 2)
    const decidedTogether = summary(seen.filter((request) => !request.decidedAlone)).weight
    console.log(`shared windows: ${JSON.stringify(summary(seen))}, ${problems.length} violations`)
    for (const problem of new Set(problems)) console.log(`  ${problem}`)
    console.log(`windows apart (must fail): ${JSON.stringify(summary(twin))}, ${caught.length} violations`)
    console.log(`held to twice the limit (must fail): ${missed.length} refusals too many`)
    conclude({
      'no window admits more than the limit, none refuses while there is room, Retry-After is exact':
        problems.length === 0,
      // Where Redis is slow to answer, a process decides alone, and says so; such answers prove nothing of the shared windows.
      'Redis admitted more than one window may': decidedTogether > rate,
      'twin: windows that two processes do not share are noticed': caught.length > 0,
      'twin: refusals below the limit are noticed': missed.length > 0,
    })
  } finally {
    await Promise.all([shared.stop(), apart.stop()])
  }
}

await prove()
