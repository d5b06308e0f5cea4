import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Consultation, Item, Patient } from '../../api/records.ts'
import { say, sayProblem } from '../../frame/toasts.ts'
import { typedDecimal } from '../../format.ts'
import { useScanner } from '../../shared/useScanner.ts'
import { text } from '../../text/en.ts'
import { useCharges } from './charges.ts'
import type { usePendingRows } from './pending-rows.ts'
import { foundItemsQuery } from './queries.ts'
import { animalsOf, needsBatch } from './visit.ts'

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

/** Adds items to the charges: chosen, hinted at, or scanned anywhere on the page. */
export const useAdding = ({ visit, everyone, patients, pending, isReadOnly, onWaiting }: Means) => {
  const client = useQueryClient()
  const charges = useCharges(visit)
  /** The row that was added last, and what was typed meanwhile. */
  const [newest, setNewest] = useState<{ readonly key: number | string; readonly ahead: string }>()
  const field = useRef<HTMLInputElement>(null)
  const receivers = patients.length === everyone.length ? undefined : patients.map(({ url }) => url)
  const show = (key: number | string, ahead: string) => {
    // Whoever is typing the next one is left alone.
    if ((field.current?.value ?? '') === '') setNewest({ key, ahead })
  }
  /** Answers false if it was not added. */
  const addItem = async (item: Item, quantity = '1', to = receivers, typedAhead = () => '') => {
    const animals = animalsOf(visit.type, to === undefined ? everyone : everyone.filter(({ url }) => to.includes(url)))
    const key = crypto.randomUUID()
    if (needsBatch(item, 1) || animals !== 1) {
      const { url, name, type_code, unit, batch_number_required, dosage_units, price_with_vat } = item
      const facts = { url, name, type_code, unit, batch_number_required, dosage_units, price_with_vat }
      pending.add({ key, item: facts, patients: to, quantity: typedDecimal(typedAhead()) ?? quantity })
      onWaiting()
      return show(key, '')
    }
    try {
      const { id } = await charges.add(item, { item: item.url, quantity, patients: to }, key)
      return show(id, typedAhead())
    } catch (error) {
      sayProblem(error)
      return false
    }
  }
  const scan = (code: string) => {
    const lookUp = async () => {
      const [item] = await client.fetchQuery(foundItemsQuery(code))
      if (item === undefined) return say(text.workbench.charges.noBarcode(code), { isProblem: true })
      if ((await addItem(item)) !== false) say(text.workbench.charges.added(item.name))
    }
    if (!isReadOnly) lookUp().catch(sayProblem)
  }
  useScanner({ box: field, onCode: scan, code: /^\d+$/ })
  return { ...charges, field, newest, setNewest, addItem, scan }
}
