import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerMessages } from '../harness.ts'

/** Ordinary clients: a given number of requests a second, or without one as many as the server can take. */
export type Load = {
  readonly port: number
  readonly base: string
  readonly keys: readonly string[]
  readonly client: number
  readonly seconds: number
  readonly perSecond?: number
}
export type Loaded = {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly failures: readonly string[]
}

const agent = new Agent({ keepAlive: true })
const atOnce = 8
const patienceMs = 20_000

type Asked = { readonly method: string; readonly path: string; readonly body?: string }
const mixOf = ({ client }: Load): readonly Asked[] => {
  const reads = [
    `/client/${client}/`,
    '/',
    '/codelist/species/1/',
    '/limits/',
    '/client/?page_size=10',
    `/client/${client}/`,
  ]
  return [
    ...reads.map((path) => ({ method: 'GET', path })),
    { method: 'PATCH', path: `/client/${client}/`, body: '{"city":"Oulu"}' },
  ]
}

const ask = ({ port, base, keys }: Load, { method, path, body }: Asked, number: number) =>
  new Promise<number>((resolve, reject) => {
    const headers = {
      authorization: keys[number % keys.length]!,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
    }
    const asked = request({ host: '127.0.0.1', port, path: `${base}${path}`, method, headers, agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.setTimeout(patienceMs, () => asked.destroy(new Error('no answer in time')))
    asked.end(body)
  })

const quantile = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * share)] ?? 0

/** Asks and notes the time from when it was due, so that a server that stalls is not asked less. */
const noting = (load: Load, times: number[], failures: string[]) => {
  const mix = mixOf(load)
  return async (number: number, due: number) => {
    const status = await ask(load, mix[number % mix.length]!, Math.floor(number / mix.length)).catch(String)
    times.push(performance.now() - due)
    if (status !== 200) failures.push(String(status))
  }
}

const steadily = async (load: Load, perSecond: number, note: ReturnType<typeof noting>) => {
  const began = performance.now()
  const asked: Promise<void>[] = []
  const all = Math.round(load.seconds * perSecond)
  while (asked.length < all) {
    const due = began + (asked.length * 1000) / perSecond
    if (due > performance.now()) await sleep(Math.max(1, due - performance.now()))
    else asked.push(note(asked.length, due))
  }
  await Promise.all(asked)
}

const flatOut = async ({ seconds }: Load, note: ReturnType<typeof noting>) => {
  const until = performance.now() + seconds * 1000
  let number = 0
  const worker = async () => {
    while (performance.now() < until) await note(number++, performance.now())
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

answerMessages<Load, Loaded>(async (load) => {
  const [times, failures]: [number[], string[]] = [[], []]
  const note = noting(load, times, failures)
  if (load.perSecond === undefined) await flatOut(load, note)
  else await steadily(load, load.perSecond, note)
  return {
    perSecond: times.length / load.seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    failures: [...new Set(failures)],
  }
})
