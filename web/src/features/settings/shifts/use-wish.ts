import { useEffect, useState } from 'react'
import type { Appointment } from '../../../api/records.ts'
import type { Booked } from './use-booked.ts'

/**
 * Remembers that a draft is to be saved while what is booked is still being read. Its form is submitted again once that is known
 * and nothing is concerned; otherwise, and if it cannot be read, somebody sees it first. Another draft has to be confirmed again.
 */
export const useWish = <D>(
  form: string,
  draft: D,
  { isKnown, error, refetch }: Booked,
  concerned: readonly Appointment[],
) => {
  const [wished, setWished] = useState<D>()
  const isSame = wished === draft
  const isFree = concerned.length === 0
  useEffect(() => {
    if (wished === undefined || (!isKnown && error === null && isSame)) return
    setWished(undefined)
    if (isKnown && isSame && isFree) document.querySelector<HTMLFormElement>(`form#${form}`)?.requestSubmit()
  }, [form, wished, isKnown, error, isSame, isFree])
  const wish = () => setWished(draft)
  return () => (error === null ? wish() : void refetch().then(wish))
}
