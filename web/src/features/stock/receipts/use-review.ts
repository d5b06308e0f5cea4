import { useState } from 'react'
import { ordersKey, proposalsKey } from '../../../api/order.ts'
import { approveLines, dismissLines, maxLinesAtOnce, receiptLinesKey } from '../../../api/receiptline.ts'
import type { ReceiptLine } from '../../../api/records.ts'
import { stockKey } from '../../../api/stocklevel.ts'
import { movementsKey } from '../../../api/stockmovement.ts'
import { showError, showToast } from '../../../shared/toasts.ts'
import { useWrite } from '../../../shared/use-write.ts'
import { receiptsText as words } from '../../../text/receipts.ts'
import { type Judged, refusedLines } from './judge.ts'

const refresh = () => [receiptLinesKey, ordersKey, proposalsKey, stockKey, movementsKey]

/** Which lines are selected: all that are matched, unless they have expired, were refused, or somebody has chosen otherwise. */
export const useReview = (judged: readonly Judged[]) => {
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map())
  const isSelected = ({ id }: ReceiptLine) =>
    chosen.get(id) ?? !(refused.has(id) || judged.some(({ line, isExpired }) => line.id === id && isExpired))
  const select = (lines: readonly ReceiptLine[], isOn: boolean) =>
    setChosen((before) => new Map([...before, ...lines.map(({ id }) => [id, isOn] as const)]))
  const selected = judged.map(({ line }) => line).filter(isSelected)
  const ids = selected.slice(0, maxLinesAtOnce).map(({ id }) => id)
  const approving = useWrite({
    send: approveLines,
    refresh,
    said: ({ variables }) => words.approved(variables.length),
    onProblem: (error, sent) => {
      const wrong = refusedLines(error, sent)
      if (wrong.size === 0) return showError(error)
      setRefused(wrong)
      setChosen((before) => new Map([...before].filter(([id]) => !wrong.has(id))))
      return showToast(words.refused(wrong.size), { isProblem: true })
    },
  })
  const dismissing = useWrite({
    send: dismissLines,
    refresh,
    said: ({ variables }) => words.dismissing.done(variables.length),
  })
  const approve = () =>
    ids.length === 0 ? showToast(words.noneSelected, { isProblem: true }) : void approving.write(ids)
  return { isSelected, select, ids, refused, approve, approving, dismissing }
}
