import { newKey, UsageType } from '@fetlock/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isKeyReused, isRefusal, messageOf } from '../../api/problem.ts'
import type { Consultation, Item, Patient } from '../../api/records.ts'
import { showToast, showError } from '../../shared/toasts.ts'
import { typedDecimal } from '../../format.ts'
import { useScanner } from '../../shared/useScanner.ts'
import { text } from '../../text/en.ts'
import { useCharges } from './charges.ts'
import { newRowOf, type PendingRow, pendingItem, type usePendingRows } from './pending-rows.ts'
import { foundItemsQuery } from '../../api/item.ts'
import type { NewRow } from '../../api/consultationitem.ts'
import { animalsOf, needsBatch } from './visit.ts'
import { isNotAdded } from '../../shared/prescribing/questions.ts'

type Means = {
  readonly visit: Consultation
  /** All patients of the visit, and those that are shown. */
  readonly everyone: readonly Patient[]
  readonly patients: readonly Patient[]
  readonly pending: ReturnType<typeof usePendingRows>
  readonly isReadOnly: boolean
  /** A row waits for its batch or its quantity: it is brought into sight. */
  readonly onWaiting: () => void
}

/** Whether somebody has gone on to another field than those of a pending row. */
const isElsewhere = (key: string) => {
  const { activeElement } = document
  const row = activeElement?.closest<HTMLElement>('[data-pending]')?.dataset['pending']
  return activeElement !== null && activeElement !== document.body && row !== key
}

const isTextField = (element: Element | null) =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** A row that was sent and is not answered yet. */
type Sent = Pick<PendingRow, 'key' | 'patients'> & { readonly name: string }

/** Adds items to the charges: chosen, hinted at, or scanned anywhere on the page. */
export const useAdding = ({ visit, everyone, patients, pending, isReadOnly, onWaiting }: Means) => {
  const client = useQueryClient()
  const charges = useCharges(visit)
  /** The row that was added last, and what was typed meanwhile. */
  const [newest, setNewest] = useState<{ readonly key: number | string; readonly ahead: string }>()
  const field = useRef<HTMLInputElement>(null)
  const receivers = patients.length === everyone.length ? undefined : patients.map(({ url }) => url)
  const [sent, setSent] = useState<readonly Sent[]>([])
  /** Whoever has gone on meanwhile is left alone: to the next item, into the note, to anything else than where they began. */
  const isStill = (began: Element | null) => {
    const { activeElement } = document
    if (activeElement === field.current) return (field.current?.value ?? '') === ''
    return activeElement === document.body || (activeElement === began && !isTextField(activeElement))
  }
  const wait = (row: PendingRow) => {
    pending.add({ ...row, item: pendingItem(row.item) })
    onWaiting()
  }
  /** Returns false if it was not added. */
  const addItem = async (item: Item, quantity = '1', to = receivers, typedAhead = () => '') => {
    const animals = animalsOf(visit.type, to === undefined ? everyone : everyone.filter(({ url }) => to.includes(url)))
    const key = newKey()
    const began = document.activeElement
    if (needsBatch(item, UsageType.Administered) || animals !== 1) {
      wait({ key, item, patients: to, quantity: typedDecimal(typedAhead()) ?? quantity })
      return isStill(began) ? setNewest({ key, ahead: '' }) : undefined
    }
    setSent((before) => [...before, { key, patients: to, name: item.name }])
    const isAdded = await charges.add({
      key,
      item,
      row: newRowOf({ item, quantity, patients: to }),
      onDone: (added) => {
        if (isStill(began)) return setNewest({ key: added.id, ahead: typedAhead() })
        const typed = typedDecimal(typedAhead())
        if (typed !== undefined && Number(typed) !== 0) void charges.change(added, { quantity: typed })
      },
      onProblem: (error) => {
        showError(error)
        // Nobody knows whether the service has it: asked again with its key, it is there once.
        if (!isRefusal(error) && !isNotAdded(error)) wait({ key, item, patients: to, quantity })
      },
    })
    setSent((before) => before.filter((one) => one.key !== key))
    return isAdded
  }
  /** Returns why it was not saved, if it was not. */
  const savePending = async (row: PendingRow, given: NewRow) => {
    let problem: string | undefined
    await charges.add({
      key: row.key,
      item: row.item as Item,
      row: given,
      onDone: ({ id }) => {
        const hasGoneOn = isElsewhere(row.key)
        pending.drop(row.key)
        if (!hasGoneOn) setNewest({ key: id, ahead: '' })
      },
      onProblem: async (error) => {
        if (!isKeyReused(error)) return void (problem = messageOf(error))
        // It got there at first, and was changed here since. Sending the change as well would charge it twice.
        await charges.refresh()
        pending.drop(row.key)
        return showToast(text.visit.charges.savedBefore(row.item.name), { isProblem: true })
      },
    })
    return problem
  }
  const scan = (code: string) => {
    const lookUp = async () => {
      const [item] = await client.fetchQuery(foundItemsQuery(code))
      if (item === undefined) return showToast(text.visit.charges.noBarcode(code), { isProblem: true })
      if ((await addItem(item)) !== false) showToast(text.visit.charges.added(item.name))
    }
    if (!isReadOnly) lookUp().catch(showError)
  }
  useScanner({ box: field, onCode: scan, code: /^\d+$/ })
  return { ...charges, field, newest, sent, addItem, savePending, scan }
}
