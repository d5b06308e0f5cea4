import { useQueryClient } from '@tanstack/react-query'
import { markDelivered, orderQuery, ordersKey, proposalsKey, sendOrder, withdrawOrder } from '../../../api/order.ts'
import { useMe } from '../../../api/me.ts'
import { fieldProblemsOf } from '../../../api/problem.ts'
import type { Order } from '../../../api/records.ts'
import { stockKey } from '../../../api/stocklevel.ts'
import { movementsKey } from '../../../api/stockmovement.ts'
import { dateIn, dateText, timeText } from '../../../format.ts'
import { showError, showToast } from '../../../shared/toasts.ts'
import { useWrite } from '../../../shared/use-write.ts'
import { ordersText } from '../../../text/stock-orders.ts'

const words = ordersText.order
const refresh = () => [ordersKey, proposalsKey]

const isNotOrdered = (error: unknown) =>
  fieldProblemsOf(error)['non_field_errors']?.some(({ code }) => code === 'order_not_ordered')

/** Marks an order as delivered. Where somebody has done so already, that is no error: it says when. */
export const useDelivering = () => {
  const queries = useQueryClient()
  const { time_zone: zone } = useMe().organisation
  const whenText = (moment: string) =>
    dateIn(new Date(moment), zone) === dateIn(new Date(), zone)
      ? timeText(moment, zone)
      : `${dateText(moment, zone)} ${timeText(moment, zone)}`
  const tellWhen = async (order: Order, refusal: unknown) => {
    try {
      const now = await queries.fetchQuery({ ...orderQuery(order.id), staleTime: 0 })
      await queries.invalidateQueries({ queryKey: ordersKey })
      if (now.delivery_date === null) showError(refusal)
      else showToast(words.alreadyDelivered(whenText(now.delivery_date)))
    } catch (problem) {
      showError(problem)
    }
  }
  return useWrite({
    send: markDelivered,
    refresh: () => [ordersKey, proposalsKey, stockKey, movementsKey],
    said: ({ variables }) => words.delivered(variables.id),
    onProblem: (error, order) => (isNotOrdered(error) === true ? tellWhen(order, error) : showError(error)),
  })
}

export const useSending = (wholesaler: string, onProblem: (error: unknown) => void, onDone: () => void) =>
  useWrite({
    send: sendOrder,
    refresh,
    said: ({ result }) => ordersText.sending.done(result.id, wholesaler),
    onDone,
    onProblem,
  })

export const useWithdrawing = (onDone: () => void) =>
  useWrite({
    send: withdrawOrder,
    refresh,
    said: ({ variables }) => words.withdrawn(variables.id),
    onDone,
  })
