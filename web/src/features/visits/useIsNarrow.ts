import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(max-width: 1179px), (pointer: coarse)')
const subscribeToWidth = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}
/** Where three panes do not fit, they are tabs. */
export const useIsNarrow = () => useSyncExternalStore(subscribeToWidth, () => narrow.matches)
