import { PaymentType } from '@fetlock/sdk'
import { useState } from 'react'
import { useMethodKeys } from '../../shared/payments/use-method-keys.ts'
import { useMethods } from '../../shared/payments/use-methods.ts'

/** How money is taken or given back here: chosen by its key, or with a click. */
export const useMethod = () => {
  const { methods } = useMethods()
  const [method, setMethod] = useState(methods[0] ?? PaymentType.Card)
  useMethodKeys(setMethod)
  return { methods, method, setMethod }
}
