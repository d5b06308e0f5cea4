import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import { makeCatch } from './scan.ts'

const isField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** A field that takes what is scanned into it for itself, such as one for batches. */
const takesScans = (target: EventTarget | null) => target instanceof Element && target.hasAttribute('data-takes-scans')

/** Sets the value of a field as if it had been typed, so that React hears of it. */
const setTyped = (field: HTMLInputElement | HTMLTextAreaElement, value: string) => {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** How long the second key of two, such as `g t`, is waited for. */
const sequenceMs = 1_000

/** Whether a key that is pressed outside of fields belongs to a code or a name, and to no pair such as `g t`. */
const makeIsTyping = () => {
  let goAt = -Infinity
  return ({ key, timeStamp }: KeyboardEvent) => {
    if (!/^[\p{L}\p{N}]$/u.test(key)) return false
    const isSecond = timeStamp - goAt < sequenceMs
    goAt = key === 'g' ? timeStamp : -Infinity
    return key !== 'g' && !isSecond
  }
}

type Scanning = {
  /** The field for codes and names, which reads what is scanned into it by itself. */
  readonly box: RefObject<HTMLInputElement | null>
  readonly onCode: (code: string) => void
  /** What a code looks like: digits alone, where letters are keys. */
  readonly code: RegExp
  /** Whether what is typed outside of fields goes into the box. */
  readonly takesTyping?: boolean
}

/**
 * Catches a scan wherever the focus is. It is known by its speed once Enter ends it; a field that it was typed into gets
 * back what it had.
 */
export const useScanner = ({ box, onCode, code: pattern, takesTyping = false }: Scanning) => {
  const read = useEffectEvent(onCode)
  const isCode = useEffectEvent((code: string) => pattern.test(code))
  // Before anything is drawn: the first digit that is typed then is heard.
  useLayoutEffect(() => {
    const heard = makeCatch()
    const isTyping = makeIsTyping()
    const press = (event: KeyboardEvent) => {
      const { target, key, timeStamp, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey || target === box.current || takesScans(target)) return
      if (document.querySelector('dialog[open]') !== null) return
      if (takesTyping && !isField(target)) {
        if (!isTyping(event)) return
        event.stopPropagation()
        box.current?.focus()
        return
      }
      const caught = heard(key, timeStamp, isField(target) ? target.value : '')
      if (caught === undefined || !isCode(caught.code)) return
      event.preventDefault()
      event.stopPropagation()
      if (isField(target)) setTyped(target, caught.before)
      read(caught.code)
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [box, takesTyping])
}
