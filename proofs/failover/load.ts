import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../src/demo/random.ts'
import { answerMessages } from '../harness.ts'
import { newTally, type Tally } from '../sending.ts'
import type { Place } from './clinics.ts'
import { kinds, writeOne, type Acked, type Run, type Writer } from './writes.ts'

export type Load = {
  readonly base: string
  readonly places: readonly Place[]
  readonly writers: number
  readonly seed: number
}
/** Paused, everything that was begun has come to its end. */
export type Order = { readonly start: Load } | { readonly since: number } | 'pause' | 'resume'
export type Loaded = {
  /** For each writer, when its writes were acknowledged since the moment that was asked for. */
  readonly acks: readonly (readonly number[])[]
  /** Only while the load is paused. */
  readonly acked: readonly Acked[]
  readonly problems: readonly string[]
  readonly replays: number
  readonly tally: Tally
}

/** Between two writes of one writer. */
const pauseMs = [20, 120] as const

const state = { isPaused: false, busy: 0 }
const writers: Writer[] = []
let run: Run | undefined

const writeOn = async (writer: Writer) => {
  for (;;) {
    if (!state.isPaused) {
      state.busy++
      await writeOne(writer)
      state.busy--
    }
    await sleep(writer.random.int(...pauseMs))
  }
}

const begin = ({ base, places, writers: count, seed }: Load) => {
  const begun: Run = { base, seed, tally: newTally(), acked: [], problems: [], number: 0, replays: 0 }
  run = begun
  for (let at = 0; at < count; at++) {
    const place = places[at % places.length]!
    writers.push({
      run: begun,
      kind: kinds[at % kinds.length]!,
      place,
      user: place.users[at]!,
      random: createRandom(seed * 1000 + at),
      acks: [],
      again: [],
      booked: [],
      slot: 0,
    })
  }
  for (const writer of writers) void writeOn(writer)
}

answerMessages<Order, Loaded>(async (order) => {
  if (typeof order === 'object' && 'start' in order) begin(order.start)
  state.isPaused = order === 'pause'
  while (state.isPaused && state.busy > 0) await sleep(10)
  if (order === 'resume') run!.tally.at = performance.now()
  const since = typeof order === 'object' && 'since' in order ? order.since : Infinity
  const { acked, problems, replays, tally } = run!
  return {
    acks: writers.map(({ acks }) => acks.filter((ack) => ack >= since)),
    acked: order === 'pause' ? acked : [],
    problems,
    replays,
    tally,
  }
})
