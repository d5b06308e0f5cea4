import { useEffect, useRef } from 'react'

/** A scanner types a barcode faster than a person, and ends with Enter. */
const [fastMs, fewestDigits] = [50, 6]

type Key = { readonly key: string; readonly at: number }

/** Gathers keys until they are a barcode. */
export const makeScanReader = () => {
  let digits = ''
  let lastAt = 0
  return ({ key, at }: Key): string | undefined => {
    const isFast = at - lastAt <= fastMs
    lastAt = at
    if (key === 'Enter') {
      const code = isFast && digits.length >= fewestDigits ? digits : undefined
      digits = ''
      return code
    }
    digits = /^\d$/.test(key) ? `${isFast ? digits : ''}${key}` : ''
    return undefined
  }
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)

/** Takes what a scanner reads while nobody is typing into a field. */
export const useScanner = (onScan: (code: string) => void) => {
  const latest = useRef(onScan)
  useEffect(() => {
    latest.current = onScan
  }, [onScan])
  useEffect(() => {
    const read = makeScanReader()
    const press = (event: KeyboardEvent) => {
      if (isField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      const code = read({ key: event.key, at: event.timeStamp })
      if (code === undefined) return
      event.preventDefault()
      latest.current(code)
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
}
