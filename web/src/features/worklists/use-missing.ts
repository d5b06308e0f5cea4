import { ConsultationType, ItemType, UsageType } from '@fetlock/sdk'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { visitKey } from '../../api/consultation.ts'
import { addRow, removeRow } from '../../api/consultationitem.ts'
import { type MissingCharge, missingKey } from '../../api/missingcharge.ts'
import type { ConsultationItem } from '../../api/records.ts'
import { useWrites } from '../../shared/use-writes.ts'
import { missingText as words } from '../../text/worklists.ts'

export const patientOf = ({ hint, visit: { patients_data = [] } }: MissingCharge) => {
  const ofHint = patients_data.filter(({ url }) => hint.patient === null || url === hint.patient)
  return ofHint.map(({ name }) => name || '–').join(', ') || '–'
}

export const nameOf = (charge: MissingCharge) => `${charge.visit.id} ${charge.hint.id}`

/** A medicine may need its batch or a reason, and a herd its number of heads: these are charged in the visit. */
export const canAdd = ({ item, visit }: MissingCharge) =>
  item !== undefined &&
  item.type_code !== ItemType.Medicine &&
  !item.batch_number_required &&
  visit.type !== ConsultationType.FarmVisit &&
  visit.patients_data !== undefined &&
  visit.patients_data.every(({ herd_size }) => herd_size === null)

const rowOf = ({ hint, item }: MissingCharge) => ({
  item: item!.url,
  quantity: hint.quantity,
  ...(hint.patient === null ? {} : { patients: [hint.patient] }),
  ...(item!.type_code === ItemType.Supply ? { usage_type: UsageType.Administered } : {}),
})

/** Adds what is missing from its row, once. */
export const useAddMissing = () => {
  const client = useQueryClient()
  const [adding, setAdding] = useState<ReadonlySet<string>>(new Set())
  const send = useWrites({
    about: nameOf,
    send: (charge: MissingCharge, key) => addRow(charge.visit.id, charge.item!.type_code, rowOf(charge), key),
    refresh: ({ visit }) => [visitKey(visit.id), missingKey],
    said: ({ variables }) => words.added(variables.item!.name, patientOf(variables)),
    undo: ({ result }) => removeRow(result as ConsultationItem),
  })
  const add = async (charge: MissingCharge) => {
    const name = nameOf(charge)
    if (adding.has(name)) return
    setAdding((before) => new Set(before).add(name))
    await send(charge)
    // Until the list is without it, or nothing was added.
    await client.invalidateQueries({ queryKey: missingKey })
    setAdding((before) => new Set([...before].filter((one) => one !== name)))
  }
  return { isAdding: (charge: MissingCharge) => adding.has(nameOf(charge)), add }
}
