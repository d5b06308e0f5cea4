import { useEffect, useState } from 'react'

/** Where the focus goes on when what has it is about to go, unless somebody has gone on to something else by then. */
export const useFocusAfter = () => {
  const [wanted, setWanted] = useState<{ readonly find: () => HTMLElement | null | undefined }>()
  useEffect(() => {
    if (document.activeElement === document.body) wanted?.find()?.focus()
  }, [wanted])
  return (find: () => HTMLElement | null | undefined) => setWanted({ find })
}
