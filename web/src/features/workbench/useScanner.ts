import { useEffect, useRef } from 'react'
import { makeBurst } from '../../shared/scan.ts'

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)

/** Takes what a scanner reads while nobody is typing into a field. */
export const useScanner = (onScan: (code: string) => void) => {
  const latest = useRef(onScan)
  useEffect(() => {
    latest.current = onScan
  }, [onScan])
  useEffect(() => {
    const burst = makeBurst()
    const press = (event: KeyboardEvent) => {
      if (isField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      const { code } = burst(event.key, event.timeStamp)
      if (code === undefined || !/^\d+$/.test(code)) return
      event.preventDefault()
      latest.current(code)
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
}
