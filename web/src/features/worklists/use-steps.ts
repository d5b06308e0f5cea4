import { ImagingOrderStatus } from '@fetlock/sdk'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { visitKey } from '../../api/consultation.ts'
import { moveOrder, type OrderMove } from '../../api/imaginglist.ts'
import { imagingKey } from '../../api/worklistkeys.ts'
import { idOf, type ImagingOrder } from '../../api/records.ts'
import { useWrites } from '../../shared/use-writes.ts'

const { Ordered, Scheduled, InProgress, Completed } = ImagingOrderStatus

/** Which status follows by one click; none once an order is completed or cancelled. */
export const nextOf = (status: ImagingOrderStatus) =>
  ({ [Ordered]: Scheduled, [Scheduled]: InProgress, [InProgress]: Completed })[status as number]

/** What is read again when an order has changed: the lists, and the visit that shows it. */
export const keysOf = ({ consultation }: ImagingOrder): readonly QueryKey[] => [
  imagingKey,
  ...(consultation === null ? [] : [visitKey(idOf(consultation))]),
]

/** Takes orders a step further: shown at once, and taken back where the service refuses it. */
export const useSteps = () => {
  const client = useQueryClient()
  const [moved, setMoved] = useState<ReadonlyMap<number, ImagingOrderStatus>>(new Map())
  const send = useWrites({
    about: ({ order }: OrderMove) => order.id,
    send: moveOrder,
    refresh: ({ order }) => keysOf(order),
  })
  const step = async (order: ImagingOrder) => {
    const status = nextOf(order.status)
    if (status === undefined || moved.has(order.id)) return
    setMoved((before) => new Map(before).set(order.id, status))
    await send({ order, status })
    // Until the list says so itself, the row keeps what it shows.
    await client.invalidateQueries({ queryKey: imagingKey })
    setMoved((before) => new Map([...before].filter(([id]) => id !== order.id)))
  }
  const shown = (order: ImagingOrder): ImagingOrder => ({ ...order, status: moved.get(order.id) ?? order.status })
  return { shown, isMoving: ({ id }: ImagingOrder) => moved.has(id), step: (order: ImagingOrder) => void step(order) }
}
export type Steps = ReturnType<typeof useSteps>
