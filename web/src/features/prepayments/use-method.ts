import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import { useMethodKeys } from '../../shared/payments/method-keys.ts'
import { card, methodsFor } from '../../shared/payments/payment-steps.ts'

/** How money is taken or given back here: chosen by its key, or with a click. */
export const useMethod = () => {
  const me = useMe()
  const methods = methodsFor(me.preferences['app.payment_counts'])
  const [method, setMethod] = useState(methods[0] ?? card)
  useMethodKeys(setMethod)
  return { methods, method, setMethod }
}
