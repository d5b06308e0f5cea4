import { parseArgs } from 'node:util'
import { conclude } from './conclude.ts'
import { privateDatabase, servicesUrls } from './harness.ts'
import { ratioOf } from './neighbours/measure.ts'
import { measureQueues } from './neighbours/queues.ts'
import { measureRequests, type Outcome } from './neighbours/requests.ts'

const prove = async () => {
  const { values } = parseArgs({
    options: {
      pairs: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '10' },
      each: { type: 'string', default: '15' },
      /** How many times as long requests may take, and work that waits for a worker. Infinity: it is done at all. */
      limit: { type: 'string', default: '1.5' },
      'queue-limit': { type: 'string', default: '2' },
      seed: { type: 'string', default: '1' },
    },
  })
  const [pairs, seconds, each, limit] = [values.pairs, values.seconds, values.each, values.limit].map(Number) as [
    number,
    number,
    number,
    number,
  ]
  // On a machine that is busy with other things one request in a hundred says nothing.
  const percent = Number.isFinite(limit) ? 99 : 75
  const queueLimit = Number(values['queue-limit'])
  const name = `fetlock_neighbours_${process.pid}`
  const { urls, drop } = await privateDatabase(servicesUrls(), name)
  try {
    console.log(`seed ${values.seed}, of which nothing depends: floods begin as fast as they can`)
    console.log(`requests of a neighbour, percentile ${percent}: ${pairs} pairs of ${seconds} s`)
    const requests = await measureRequests(urls, { name, count: pairs, seconds, percent, isTwin: false })
    console.log('the same without ceilings')
    const requestsOfTwin = await measureRequests(urls, {
      name: `${name}_twin`,
      count: 1,
      seconds: 1,
      percent,
      isTwin: true,
    })
    console.log(`work of a neighbour, median: ${pairs} pairs of ${each}`)
    const queues = await measureQueues(urls, { count: pairs, each, isTwin: false })
    console.log('the same in the order in which work is due')
    const queuesOfTwin = await measureQueues(urls, { count: 1, each: 1, isTwin: true })
    const isServed = ({ pairs: found }: Outcome, most: number) =>
      Number.isFinite(ratioOf(found)) && ratioOf(found) <= most
    const holds = (outcomes: readonly Outcome[], most: number) =>
      outcomes.map((one) => [`${one.what}: a neighbour is served, in ${most} × the time at most`, isServed(one, most)])
    const noticed = (outcomes: readonly Outcome[], most: number) =>
      outcomes.map((one) => [`${one.what}: the twin is noticed`, !isServed(one, most)])
    conclude(
      Object.fromEntries([
        ...holds(requests, limit),
        ...noticed(requestsOfTwin, limit),
        ...holds(queues, queueLimit),
        ...noticed(queuesOfTwin, queueLimit),
      ]) as Record<string, boolean>,
    )
  } finally {
    await drop()
  }
}

await prove()
