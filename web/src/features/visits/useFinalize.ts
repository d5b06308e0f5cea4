import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { nextVisitQuery, onBoard, visitKey } from '../../api/consultation.ts'
import { useMe } from '../../api/me.ts'
import { type Consultation, idOf, type Invoice, type Patient } from '../../api/records.ts'
import { moneyText } from '../../format.ts'
import { finalizeName, finalizeVisitEntry } from '../../shared/payments/bill.ts'
import { showToast } from '../../shared/toasts.ts'
import { useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
import { useGoOn } from './useGoOn.ts'
import { namesOf } from './visit.ts'

type Finalized = {
  readonly visit: Consultation
  readonly patients: readonly Patient[]
  readonly currency: string | undefined
}

/** Closes the visit, to be paid later, and goes on to its invoice. */
export const useFinalize = ({ visit, patients, currency }: Finalized) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const user = idOf(useMe().user.url)
  const goOn = useGoOn()
  const refresh = useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: visitKey(visit.id) }),
        client.invalidateQueries({ queryKey: onBoard.queryKey }),
      ]),
    [client, visit.id],
  )
  const { state, submit } = useConfirmedWrite<readonly [ReturnType<typeof finalizeVisitEntry>]>(
    finalizeName(visit),
    refresh,
  )
  const finalize = async (shown: Invoice | undefined) => {
    const outcome = await submit({
      entries: [finalizeVisitEntry(visit)],
      said: text.visit.sheet.finalized(namesOf(patients)),
    })
    if (outcome.kind === 'refused') return
    const next = await client.fetchQuery(nextVisitQuery(user)).catch(() => null)
    showToast(outcome.said, { also: goOn(next) })
    const made = client.getQueryData<Consultation>([...visitKey(visit.id), 'head'])?.invoice_data ?? undefined
    if (
      shown !== undefined &&
      currency !== undefined &&
      made !== undefined &&
      made.total_with_vat !== shown.total_with_vat
    )
      showToast(text.visit.sheet.differs(moneyText(made.total_with_vat, currency)), { isProblem: true })
    const { invoice } = outcome.answers.visit
    if (invoice !== null && currency !== undefined)
      await navigate({ to: '/invoices/$id/', params: { id: String(idOf(invoice)) } })
  }
  return { state, finalize }
}
