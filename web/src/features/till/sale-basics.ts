import { ref } from '@fetlock/sdk'
import type { QueryClient } from '@tanstack/react-query'
import type { UseNavigateResult } from '@tanstack/react-router'
import type { Dispatch, RefObject, SetStateAction } from 'react'
import { clientQuery } from '../../api/client.ts'
import { saleQuery } from '../../api/countersale.ts'
import { messageOf, NotDone } from '../../api/problem.ts'
import type { Countersale, Department } from '../../api/records.ts'
import { addEntry, openEntry, type Sold } from '../../shared/payments/sale-entries.ts'
import type { Write } from '../../shared/confirmed-writes.ts'
import { answersOf, type ConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { tillText } from '../../text/till.ts'
import { type AddingRow, isSettled, type WaitingRow } from './sale-rows.ts'

type Setter<T> = Dispatch<SetStateAction<T>>

/** Where a sale is made, and what is known of it there. */
export type Desk = {
  readonly queries: QueryClient
  readonly navigate: UseNavigateResult<'/till'>
  readonly department: Department | undefined
  readonly client: number | undefined
  /** Does one thing after another. */
  readonly queue: <T>(work: () => Promise<T>) => Promise<T>
  /** Sends what must happen once, until it is known whether it has. */
  readonly write: Pick<ConfirmedWrite, 'submit' | 'idle'>
  /** The sale may be opened and added to before the address says so. */
  readonly current: RefObject<number | undefined>
  /** The quantities that somebody has asked for and the service does not have yet, by row. */
  readonly asked: RefObject<Readonly<Record<number, string>>>
  readonly setWanted: Setter<Readonly<Record<number, string>>>
  readonly setProblem: Setter<string | undefined>
  readonly setFailures: Setter<number>
  readonly setRunning: Setter<number>
  readonly setAdding: Setter<readonly AddingRow[]>
  readonly setWaiting: Setter<readonly WaitingRow[]>
  readonly setLastRow: Setter<number | undefined>
}

/** The sale that a write has opened, if it has opened one. */
export const openedBy = (answers: Readonly<Record<string, unknown>>) =>
  (answers['sale'] as Pick<Countersale, 'id'> | undefined)?.id

/** Reading and opening sales, one thing after another, and saying what went wrong. */
export const makeBasics = (desk: Desk) => {
  const { queries, navigate, department, client, queue, write, current } = desk
  const { setProblem, setFailures, setRunning, setAdding, setWaiting } = desk
  const enqueue = async <T>(work: () => Promise<T>): Promise<T> => {
    setRunning((before) => before + 1)
    return queue(work).finally(() => setRunning((before) => before - 1))
  }
  /** Shows a row for as long as something is being added. */
  const whileAdding = async <T>(name: string, item: string | undefined, work: () => Promise<T>): Promise<T> => {
    const key = crypto.randomUUID()
    setAdding((before) => [...before, { key, name, item }])
    return work().finally(() => setAdding((before) => before.filter((row) => row.key !== key)))
  }
  const read = (sale: number) => queries.fetchQuery({ ...saleQuery(sale), staleTime: 0 })

  /** Whoever is taking cash goes on with that when another item is scanned into the same sale. */
  const show = (sale: number) =>
    void navigate({
      search: ({ department: chosen, sale: before, pay }) => ({
        ...(chosen === undefined ? {} : { department: chosen }),
        ...(before !== sale || pay === undefined ? {} : { pay }),
        sale,
      }),
      replace: true,
    })

  /** Goes on in another sale, and takes along the rows that wait in this one. */
  const moveTo = (sale: number | undefined) => {
    const from = current.current
    current.current = sale
    setWaiting((before) =>
      before.map((row) => (row.sales.includes(from) ? { ...row, sales: [...row.sales, sale] } : row)),
    )
  }

  /** The sale that takes the next item: this one, or none yet once it is paid. */
  const takingItems = async () => {
    if (current.current === undefined) return undefined
    const sale = await read(current.current)
    if (!sale.finalized) return sale
    if (isSettled(sale)) return undefined
    throw new NotDone(tillText.fixed)
  }

  /** Who buys in a sale that is to be opened here. After one that is paid it is nobody until somebody is chosen. */
  const nextBuyer = async () =>
    client === undefined || current.current !== undefined ? null : (await queries.fetchQuery(clientQuery(client))).url

  /** Carries something out once, and goes on in the sale that it has opened. Returns which sale it was. */
  const once = async (asked: Write, sale: number | undefined): Promise<number> => {
    // What an earlier page has left open comes first.
    await write.idle()
    const opened = openedBy(answersOf(await write.submit(asked)))
    if (opened !== undefined) moveTo(opened)
    return opened ?? sale!
  }

  /** A line comes into the sale, or opens one: as one request, so that there is no sale without it. */
  const addLine = async (sale: Countersale | undefined, line: Sold, name: string): Promise<number> => {
    const said = tillText.added(name)
    if (sale !== undefined) return once({ entries: [addEntry('line', sale.id, line)], said }, sale.id)
    const opened = openEntry({ department: department!.url, client: await nextBuyer() })
    return once({ entries: [opened, addEntry('line', ref(opened, 'id'), line)], said }, undefined)
  }

  /** Says what is wrong. Nothing that waits for the sale goes on then. */
  const tell = (message: string | undefined) => {
    setProblem(message)
    if (message !== undefined) setFailures((before) => before + 1)
  }
  const report = (reason: unknown) => tell(messageOf(reason))

  return { enqueue, whileAdding, read, show, moveTo, takingItems, once, addLine, tell, report }
}
export type Basics = ReturnType<typeof makeBasics>
