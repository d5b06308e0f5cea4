import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { ConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { printNow } from '../../shared/print/printing.ts'
import { moneyKey } from '../../shared/payments/queries.ts'

/** Once money has moved, everything that shows money is read again; then a receipt is printed, if one is wanted. */
export const useAfterwards = (write: ConfirmedWrite, invoice: number, isPrinted: boolean) => {
  const client = useQueryClient()
  const { state } = write
  const finish = useEffectEvent((isDone: boolean) => {
    const read = client.invalidateQueries({ queryKey: [moneyKey] })
    if (isDone && isPrinted) void read.then(() => printNow(client, invoice, 'receipt'))
  })
  useEffect(() => {
    if (state.kind === 'done' || state.kind === 'refused') finish(state.kind === 'done')
  }, [state])
}
