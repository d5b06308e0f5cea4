import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../src/demo/random.ts'
import { connect } from '../../src/db/pool.ts'
import { inOrganisation, type Tx } from '../../src/db/tx.ts'
import { keyOfOrder, keyOfWholesaler, tellWholesaler } from '../../src/domain/webhooks/tell-wholesaler.ts'
import { answerMessages } from '../harness.ts'

/** A clinic with a webhook, and where it has one, the registration of a wholesaler. */
export type Clinic = { readonly organisation: number; readonly registration: number | null }
export type Load = {
  readonly databaseUrl: string
  readonly clinics: readonly Clinic[]
  readonly events: number
  readonly seed: number
  /** Events in a second; as fast as possible if it is left out. */
  readonly perSecond?: number
}
export type Written = { readonly seconds: number }

const wholesalers = 5

/** New clients, which the webhook is told of. */
const addClients = async (tx: Tx, count: number) => {
  await tx
    .insertInto('client')
    .values(Array.from({ length: count }, () => ({ lastname: 'Receiver' })))
    .execute()
}

/** The next events of a wholesaler: it is made known first, then changed, and orders are placed. */
const tellSome = async (tx: Tx, id: number, count: number, next: (key: string) => number) => {
  // As whoever changes a wholesaler does, so that its events are numbered in the order of the commits.
  const registration = await tx
    .selectFrom('available_wholesaler')
    .select(['id', 'name', 'email', 'register_number'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  for (let at = 0; at < count; at++) {
    const wholesaler = (at % wholesalers) + 1
    const [key, n] = [keyOfWholesaler(wholesaler), next(`w${wholesaler}`)]
    const isOrder = n > 1 && at % 3 === 0
    const order = 10 * wholesaler + (n % 3)
    await tellWholesaler(
      tx,
      registration,
      isOrder
        ? {
            event: 'order.placed',
            payload: { wholesaler: { id: wholesaler }, order: { id: order }, n: next(`o${order}`) },
            orderKey: keyOfOrder(order),
            afterCreatedOf: key,
          }
        : {
            event: n === 1 ? 'wholesaler.created' : 'wholesaler.updated',
            payload: { wholesaler: { id: wholesaler }, n },
            orderKey: key,
          },
    )
  }
}

const write = async ({ databaseUrl, clinics, events, seed, perSecond }: Load): Promise<Written> => {
  const random = createRandom(seed)
  const { db, close } = connect(databaseUrl, { max: 4, name: 'proof writer' })
  const numbers = new Map<string, number>()
  const began = performance.now()
  let [made, reserved] = [0, 0]
  const lane = async (mine: readonly Clinic[]) => {
    while (reserved < events) {
      const clinic = random.pick(mine)
      const count = Math.min(random.int(1, perSecond === undefined ? 20 : 3), events - reserved)
      reserved += count
      const next = (key: string) => {
        const at = `${clinic.organisation} ${key}`
        numbers.set(at, (numbers.get(at) ?? 0) + 1)
        return numbers.get(at)!
      }
      const teller = random.int(1, 4) === 1 ? clinic.registration : null
      await inOrganisation(db, clinic.organisation, (tx) =>
        teller === null ? addClients(tx, count) : tellSome(tx, teller, count, next),
      )
      made += count
      if (perSecond !== undefined) await sleep(Math.max(0, began + (made / perSecond) * 1000 - performance.now()))
    }
  }
  // Each clinic has one writer, so that its events are numbered as they are committed.
  const lanes = perSecond === undefined ? 4 : 1
  await Promise.all(Array.from({ length: lanes }, (_, at) => lane(clinics.filter((__, index) => index % lanes === at))))
  await close()
  return { seconds: (performance.now() - began) / 1000 }
}

answerMessages<Load, Written>(write)
