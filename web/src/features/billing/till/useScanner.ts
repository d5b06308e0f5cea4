import { type RefObject, useEffect } from 'react'
import { makeBurst } from '../../../shared/scan.ts'

const isField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Sets the value of a field as if it had been typed, so that React hears of it. */
const setTyped = (field: HTMLInputElement | HTMLTextAreaElement, value: string) => {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** How long the second key of two, such as `g t`, is waited for. */
const sequenceMs = 1_000

/**
 * A scan is caught wherever the focus is. Outside of fields, what is typed goes into the box. In another field, a scan is
 * known by its speed once Enter ends it; the field then gets back what it had.
 */
export const useScanner = (
  box: RefObject<HTMLInputElement | null>,
  onCode: RefObject<(code: string) => Promise<void>>,
) => {
  useEffect(() => {
    const burst = makeBurst()
    let before = ''
    let goAt = -Infinity
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null) return
      const { target, key, timeStamp } = event
      if (target === box.current) return
      if (isField(target)) {
        const { starts, code } = burst(key, timeStamp)
        if (starts) before = target.value
        if (code === undefined) return
        event.preventDefault()
        event.stopPropagation()
        setTyped(target, before)
        void onCode.current(code)
        return
      }
      if (!/^[\p{L}\p{N}]$/u.test(key)) return
      const isSecond = timeStamp - goAt < sequenceMs
      goAt = key === 'g' ? timeStamp : -Infinity
      if (key === 'g' || isSecond) return
      event.stopPropagation()
      box.current?.focus()
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [box, onCode])
}
