import { changeRow, removeRow } from '../../api/countersaleitem.ts'
import { messageOf, NotDone } from '../../api/problem.ts'
import { type Client, type Countersale, type CountersaleItem, idOf, nameOfClient } from '../../api/records.ts'
import { changeRowEntry, maxMovedRows, moveEntries } from '../../shared/payments/sale-entries.ts'
import { showToast, showError } from '../../shared/toasts.ts'
import { tillText } from '../../text/till.ts'
import { isSameQuantity, stepped } from './quantity.ts'
import { type Basics, type Desk, makeBasics } from './sale-basics.ts'
import { isPlain, isSettled, rowsOf, type Sellable, type WaitingRow } from './sale-rows.ts'

/** Items come into the sale: typed or scanned, and with their batch where one is required. */
const makeAdding = (desk: Desk, basics: Basics) => {
  const { enqueue, whileAdding, read, show, takingItems, once, addLine, tell, report } = basics
  const { current, setProblem, setFailures, setWaiting, setLastRow } = desk
  const put = ({ url: item, name }: Sellable, quantity: string, batch_number = '') =>
    enqueue(async () => {
      const sale = await takingItems()
      const row = rowsOf(sale).findLast((one) => one.item === item && isPlain(one, batch_number))
      const id =
        row === undefined
          ? await addLine(sale, { item, quantity, batch_number }, name)
          : await once(
              {
                entries: [changeRowEntry(row, { quantity: stepped(row.quantity, 1) })],
                said: tillText.added(name),
              },
              sale!.id,
            )
      setLastRow(rowsOf(await read(id)).findLast((one) => one.item === item)?.id)
      show(id)
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
      tell(tillText.notAdded(item.name, messageOf(reason))),
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
const makeChanging = (desk: Desk, { enqueue, read, addLine, tell, report }: Basics) => {
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
      return tell(tillText.changedMeanwhile)
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

  const putBack = (row: CountersaleItem) =>
    enqueue(async () => {
      const sale = await read(idOf(row.countersale))
      await addLine(sale, row, row.name)
      await read(sale.id)
    })

  const removeLine = (row: CountersaleItem) =>
    enqueue(async () => {
      await removeRow(row)
      await read(current.current!)
      showToast(tillText.removed(row.name), { undo: () => putBack(row) })
    }).catch(report)

  return { setQuantity, setDiscount, removeLine }
}

/** Who buys, and the next sale. */
const makeSelling = (desk: Desk, { enqueue, read, show, moveTo, once }: Basics) => {
  const { navigate, current, setWaiting } = desk
  /** Whoever buys the next sale, which is opened with its first item. */
  const sellNextTo = (buyer: Client | null) => {
    moveTo(undefined)
    void navigate({
      search: ({ department: chosen }) => ({
        ...(chosen === undefined ? {} : { department: chosen }),
        ...(buyer === null ? {} : { client: buyer.id }),
      }),
      replace: true,
    })
  }
  /** Who buys is fixed when a sale is opened, because prices depend on it: the lines go into a sale of their own. */
  const move = async (sale: Countersale, buyer: Client | null) => {
    const rows = rowsOf(sale)
    if (rows.length > maxMovedRows) throw new NotDone(tillText.tooManyLines(rows.length, maxMovedRows))
    const said = buyer === null ? tillText.movedToNobody : tillText.moving(nameOfClient(buyer))
    const { department: where, remarks } = sale
    const entries = moveEntries(sale, rows, { department: where, client: buyer?.url ?? null, remarks })
    const made = await once({ entries, said }, undefined)
    await read(made)
    show(made)
    showToast(said)
  }
  const sellTo = (buyer: Client | null) =>
    void enqueue(async () => {
      const sale = current.current === undefined ? undefined : await read(current.current)
      if (sale === undefined || isSettled(sale) || rowsOf(sale).length === 0) return sellNextTo(buyer)
      if (sale.finalized) throw new NotDone(tillText.fixed)
      return move(sale, buyer)
    }).catch(showError)

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
