import { setTimeout as sleep } from 'node:timers/promises'
import { untilKnown, newTally, send } from '../sending.ts'
import { maxEntries } from './entries.ts'
import type { Place } from './load.ts'

const writers = 4
const quantileOf = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
const medianOf = (values: readonly number[]) =>
  quantileOf(
    values.toSorted((one, other) => one - other),
    0.5,
  )

/** One of the organisation's other writers, who register clients for so long; answers how long each took. */
const writeFor = async (base: string, { organisation, keys }: Place, at: number, until: number) => {
  const took: number[] = []
  for (let number = 0; performance.now() < until; number++) {
    const began = performance.now()
    const { status, text } = await send(base, {
      method: 'POST',
      path: `/${organisation}/api/0.1/client/`,
      headers: { authorization: keys[(at + number * writers) % keys.length]! },
      body: JSON.stringify({ lastname: 'Salo' }),
    })
    if (status !== 201) throw new Error(`A single write was answered ${status}: ${text}`)
    took.push(performance.now() - began)
  }
  return took
}

/** Sends composites of 50 one after another, of clients with animals, until it is told to stop. */
const composeUntil = async (base: string, { organisation, keys }: Place, isOver: () => boolean) => {
  const entries = Array.from({ length: maxEntries / 2 }, (_, at) => [
    { name: `c${at}`, method: 'POST', path: '/client/', body: { lastname: 'Saari' } },
    {
      name: `p${at}`,
      method: 'POST',
      path: '/patient/',
      body: { client: { $entry: `c${at}`, field: 'url' }, name: 'Rex' },
    },
  ]).flat()
  let sent = 0
  while (!isOver()) {
    const { status, text } = await untilKnown(
      [base],
      {
        method: 'POST',
        path: `/${organisation}/api/0.1/composite/`,
        headers: { authorization: keys[sent % keys.length]! },
        body: JSON.stringify({ entries }),
      },
      newTally(),
    )
    if (status !== 200) throw new Error(`A composite was answered ${status}: ${text}`)
    sent++
  }
  return sent
}

const p99Of = async (base: string, place: Place, seconds: number) => {
  const until = performance.now() + seconds * 1000
  const took = (await Promise.all(Array.from({ length: writers }, (_, at) => writeFor(base, place, at, until)))).flat()
  return {
    p99: quantileOf(
      took.toSorted((one, other) => one - other),
      0.99,
    ),
    writes: took.length,
  }
}

/** The p99 of an organisation's other writers, without and with a caller who sends composites of 50, in interleaved pairs. */
export const measureCost = async (base: string, place: Place, composer: Place, pairs: number, seconds: number) => {
  const measured: { readonly without: number; readonly beside: number }[] = []
  for (let pair = 1; pair <= pairs; pair++) {
    const without = await p99Of(base, place, seconds)
    let isOver = false
    const composing = composeUntil(base, composer, () => isOver)
    const beside = await p99Of(base, place, seconds)
    isOver = true
    const composites = await composing
    console.log(
      `  pair ${pair}: p99 ${without.p99.toFixed(1)} ms of ${without.writes} writes; beside ${composites} composites of ${maxEntries} ${beside.p99.toFixed(1)} ms of ${beside.writes}`,
    )
    measured.push({ without: without.p99, beside: beside.p99 })
    await sleep(500)
  }
  return {
    without: medianOf(measured.map((one) => one.without)),
    beside: medianOf(measured.map((one) => one.beside)),
  }
}
