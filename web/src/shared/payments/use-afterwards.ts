import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { idOf } from '../../api/records.ts'
import { printNow } from '../print/printing.ts'
import type { ConfirmedWrite } from '../use-confirmed-write.ts'
import { invoiceIn } from './bill.ts'
import type { Payable } from './payment-entries.ts'
import { refreshMoney } from './refresh-money.ts'

/** Once money has moved, everything that shows money is read again; then a receipt of what was paid is printed, if one is wanted. */
export const useAfterwards = ({ state }: Pick<ConfirmedWrite, 'state'>, printed?: Payable) => {
  const client = useQueryClient()
  const finish = useEffectEvent(() => {
    const read = refreshMoney(client)
    if (state.kind !== 'done' || printed === undefined) return
    const invoice = idOf(invoiceIn(state.answers, printed.url))
    void read.then(() => printNow(client, invoice, 'receipt'))
  })
  useEffect(() => {
    if (state.kind === 'done' || state.kind === 'refused') finish()
  }, [state])
}
