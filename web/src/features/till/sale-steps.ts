import type { QueryClient } from '@tanstack/react-query'
import type { UseNavigateResult } from '@tanstack/react-router'
import type { Dispatch, RefObject, SetStateAction } from 'react'
import { ApiProblem, messageOf } from '../../api/problem.ts'
import {
  type Client,
  type Countersale,
  type CountersaleItem,
  type Department,
  idOf,
  nameOfClient,
} from '../../api/records.ts'
import { say, sayProblem } from '../../shared/toasts.ts'
import { text } from '../../text/en.ts'
import { isSameQuantity, stepped } from './quantity.ts'
import { addItem, changeRow, clientQuery, openSale, removeRow, saleQuery } from './queries.ts'
import { type AddingRow, isPlain, isSettled, rowsOf, type Sellable, type WaitingRow } from './sale-rows.ts'

type Setter<T> = Dispatch<SetStateAction<T>>

/** Where a sale is made, and what is known of it there. */
type Desk = {
  readonly queries: QueryClient
  readonly navigate: UseNavigateResult<'/till'>
  readonly department: Department | undefined
  readonly client: number | undefined
  /** Does one thing after another. */
  readonly queue: <T>(work: () => Promise<T>) => Promise<T>
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

/** Reading and opening sales, one thing after another, and saying what went wrong. */
const makeBasics = (desk: Desk) => {
  const { queries, navigate, department, client, queue, current } = desk
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
  const moveTo = (sale: number) => {
    const from = current.current
    current.current = sale
    setWaiting((before) =>
      before.map((row) => (row.sales.includes(from) ? { ...row, sales: [...row.sales, sale] } : row)),
    )
  }

  const begin = async (buyer: string | null) => {
    const made = await openSale(department!.url, buyer)
    moveTo(made.id)
    return { ...made, countersale_items_data: [] } as Countersale
  }

  /** The sale that takes the next item: this one, or a new one once it is paid. */
  const takingItems = async () => {
    if (current.current === undefined)
      return begin(client === undefined ? null : (await queries.fetchQuery(clientQuery(client))).url)
    const sale = await read(current.current)
    if (!sale.finalized) return sale
    if (isSettled(sale)) return begin(null)
    throw new ApiProblem({ status: 400, code: 'finalized', detail: text.till.fixed })
  }

  /** Says what is wrong. Nothing that waits for the sale goes on then. */
  const tell = (message: string | undefined) => {
    setProblem(message)
    if (message !== undefined) setFailures((before) => before + 1)
  }
  const report = (reason: unknown) => tell(messageOf(reason))

  return { enqueue, whileAdding, read, show, moveTo, takingItems, tell, report }
}
type Basics = ReturnType<typeof makeBasics>

/** Items come into the sale: typed or scanned, and with their batch where one is required. */
const makeAdding = (desk: Desk, { enqueue, whileAdding, read, show, takingItems, tell, report }: Basics) => {
  const { current, setProblem, setFailures, setWaiting, setLastRow } = desk
  const put = (item: Sellable, quantity: string, batch_number = '') =>
    enqueue(async () => {
      const sale = await takingItems()
      const isSame = (one: CountersaleItem) => one.item === item.url && isPlain(one, batch_number)
      const row = rowsOf(sale).findLast(isSame)
      if (row === undefined) await addItem(sale.id, { item: item.url, quantity, batch_number })
      else await changeRow(row, { quantity: stepped(row.quantity, 1) })
      const after = await read(sale.id)
      setLastRow(rowsOf(after).findLast((one) => one.item === item.url)?.id)
      show(sale.id)
    })

  const drop = (row: WaitingRow) => setWaiting((before) => before.filter(({ key }) => key !== row.key))

  /** A batch-tracked item waits in its row until somebody has read the package. */
  const add = (item: Sellable, quantity = '1') => {
    setProblem(undefined)
    if (item.batch_number_required)
      return setWaiting((before) => [
        ...before,
        { key: crypto.randomUUID(), item, quantity, sales: [current.current], isSending: false },
      ])
    return void whileAdding(item.name, item.url, () => put(item, quantity)).catch((reason: unknown) =>
      tell(text.till.notAdded(item.name, messageOf(reason))),
    )
  }
  /** Looks for what was scanned. If that is not one item, whatever waits for the sale does not go on. */
  const look = async (code: string, find: () => Promise<boolean>) => {
    setProblem(undefined)
    const isFound = await whileAdding(code, undefined, find)
    if (!isFound) setFailures((before) => before + 1)
  }
  const sending = new Set<string>()
  const showSending = (row: WaitingRow, isSending: boolean) =>
    setWaiting((before) => before.map((one) => (one.key === row.key ? { ...one, isSending } : one)))
  /** Sells a row that has waited, once, however often Enter is pressed. Until then the sale cannot be paid. */
  const addWithBatch = (row: WaitingRow, batch: string) => {
    if (row.isSending || sending.has(row.key)) return
    setProblem(undefined)
    sending.add(row.key)
    showSending(row, true)
    put(row.item, row.quantity, batch)
      .then(() => drop(row))
      .catch((reason: unknown) => {
        sending.delete(row.key)
        showSending(row, false)
        report(reason)
      })
  }

  return { add, addWithBatch, drop, look }
}

/** Rows that are in the sale are changed and removed. */
const makeChanging = (desk: Desk, { enqueue, read, tell, report }: Basics) => {
  const { current, asked, setWanted, setProblem, setLastRow } = desk
  /** What this desk has made of a row, which is no change by another one. */
  const written = new Map<number, string>()
  const set = (row: number, quantity: string | undefined) => {
    const { [row]: _, ...others } = asked.current
    asked.current = quantity === undefined ? others : { ...others, [row]: quantity }
    setWanted(asked.current)
  }

  const setDiscount = (row: CountersaleItem, percent: string) =>
    void enqueue(async () => {
      setProblem(undefined)
      const now = rowsOf(await read(current.current!)).find(({ id: one }) => one === row.id)
      if (now !== undefined) await changeRow(now, { percentage_change: percent })
      await read(current.current!)
    }).catch(report)

  const sendQuantity = async (row: CountersaleItem) => {
    const quantity = asked.current[row.id]
    const now = rowsOf(await read(current.current!)).find(({ id: one }) => one === row.id)
    if (quantity === undefined || now === undefined) return
    const expected = [row.quantity, quantity, written.get(row.id) ?? quantity]
    if (!expected.some((one) => isSameQuantity(one, now.quantity))) {
      set(row.id, undefined)
      return tell(text.till.changedMeanwhile)
    }
    written.set(row.id, quantity)
    await changeRow(now, { quantity })
    await read(current.current!)
    if (asked.current[row.id] === quantity) set(row.id, undefined)
  }

  const setQuantity = (row: CountersaleItem, quantity: string) => {
    const isWaiting = asked.current[row.id] !== undefined
    if (!isWaiting && isSameQuantity(quantity, row.quantity)) return
    set(row.id, quantity)
    setLastRow(row.id)
    setProblem(undefined)
    enqueue(() => sendQuantity(row)).catch((reason: unknown) => {
      set(row.id, undefined)
      report(reason)
    })
  }

  const removeLine = (row: CountersaleItem) =>
    enqueue(async () => {
      await removeRow(row)
      await read(current.current!)
      say(text.till.removed(row.name), {
        undo: () =>
          enqueue(async () => void (await addItem(idOf(row.countersale), row), await read(idOf(row.countersale)))),
      })
    }).catch(report)

  return { setQuantity, setDiscount, removeLine }
}

/** Who buys, and the next sale. */
const makeSelling = (desk: Desk, { enqueue, read, show, moveTo }: Basics) => {
  const { navigate, department, current, setWaiting } = desk
  /** Who buys is fixed when a sale is opened, because prices depend on it: the lines go into a sale of their own. */
  const sellTo = (buyer: Client | null) => {
    if (current.current === undefined)
      return void navigate({ search: (before) => ({ ...before, client: buyer?.id }), replace: true })
    return void enqueue(async () => {
      const before = await read(current.current!)
      const sale = isSettled(before) ? undefined : before
      const made = await openSale(department!.url, buyer?.url ?? null)
      for (const row of rowsOf(sale)) {
        await addItem(made.id, row)
        await removeRow(row)
      }
      moveTo(made.id)
      await read(made.id)
      show(made.id)
      say(buyer === null ? text.till.movedToNobody : text.till.moving(nameOfClient(buyer)))
    }).catch(sayProblem)
  }

  const startNext = () => {
    setWaiting([])
    current.current = undefined
    void navigate({ search: ({ department: chosen }) => (chosen === undefined ? {} : { department: chosen }) })
  }

  return { sellTo, startNext }
}

/** Everything that is done at the till, short of being paid. */
export const makeSaleSteps = (desk: Desk) => {
  const basics = makeBasics(desk)
  return {
    ...makeAdding(desk, basics),
    ...makeChanging(desk, basics),
    ...makeSelling(desk, basics),
    report: basics.tell,
  }
}
