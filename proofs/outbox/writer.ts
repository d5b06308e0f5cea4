import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../src/db/pool.ts'
import { finishChanges, inOrganisation, type Tx } from '../../src/db/tx.ts'
import { createRandom, type Random } from '../../src/demo/random.ts'
import { answerMessages, showProgress } from '../harness.ts'

/** Writers that set passwords and change clients of several organisations; every change carries a mark of its own. */
export type Load = {
  readonly databaseUrl: string
  /** For each organisation, the users whose passwords are set, each once. */
  readonly users: Readonly<Record<number, readonly number[]>>
  readonly changes: number
  readonly writers: number
  /** The changes are spread over about so long. */
  readonly seconds: number
  readonly seed: number
}
export type Written = {
  readonly committed: readonly string[]
  readonly undone: readonly string[]
  /** Users whose password was set. */
  readonly notified: readonly string[]
  readonly seconds: number
}

/** Thrown to take a transaction back. */
class Undone extends Error {}

const setPassword = (tx: Tx, id: number, mark: string) =>
  tx
    .updateTable('user')
    .set({ password_hash: `hash of ${mark}`, title: mark })
    .where('id', '=', id)
    .execute()
const addClient = (tx: Tx, mark: string) => tx.insertInto('client').values({ lastname: mark }).execute()

/** Some transactions stay open for a while, before their changes are numbered and after. */
const linger = async (tx: Tx, random: Random) => {
  if (random.chance(0.5)) await sleep(random.int(0, 20))
  if (random.chance(0.3)) {
    await finishChanges(tx)
    await sleep(random.int(0, 10))
  }
}

export const writeMarks = async (load: Load): Promise<Written> => {
  const { databaseUrl, users, changes, writers, seconds, seed } = load
  const { db, close } = connect(databaseUrl, { max: writers, name: 'outbox writer' })
  const waiting = Object.entries(users).map(([organisation, ids]) => ({
    organisation: Number(organisation),
    ids: [...ids],
  }))
  const written = { committed: [] as string[], undone: [] as string[], notified: [] as string[] }
  const began = performance.now()
  let begun = 0
  const pauseMs = (seconds * 1000 * writers) / changes

  const transact = async (random: Random) => {
    const { organisation, ids } = random.pick(waiting)
    const isUndone = random.chance(0.15)
    const marks = Array.from(
      {
        length: random.weighted([
          [1, 70],
          [2, 20],
          [3, 10],
        ] as const),
      },
      () => `m${++begun}`,
    )
    const notified: string[] = []
    const work = async (tx: Tx) => {
      for (const mark of marks) {
        const user = !isUndone && random.chance(0.25) ? ids.pop() : undefined
        if (user === undefined) await addClient(tx, mark)
        else {
          await setPassword(tx, user, mark)
          notified.push(`${organisation} ${user}`)
        }
      }
      await linger(tx, random)
      if (isUndone) throw new Undone()
    }
    try {
      await inOrganisation(db, organisation, work)
      written.committed.push(...marks)
      written.notified.push(...notified)
    } catch (problem) {
      if (!(problem instanceof Undone)) throw problem
      written.undone.push(...marks)
    }
    await sleep(random.int(0, Math.round(2 * pauseMs * marks.length)))
  }

  const writer = async (at: number) => {
    const random = createRandom(seed * 1000 + at)
    const isLeft = () => begun < changes
    while (isLeft()) await transact(random)
  }
  const endProgress = showProgress(changes, () => begun)
  await Promise.all(Array.from({ length: writers }, (_, at) => writer(at)))
  endProgress()
  await close()
  return { ...written, seconds: (performance.now() - began) / 1000 }
}

if (process.send) answerMessages(writeMarks)
