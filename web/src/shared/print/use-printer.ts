import { type QueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Waits for what is being saved, and returns whether all of it was: paper shows what the service has. */
export const isAllSaved = (client: QueryClient): Promise<boolean> => {
  const cache = client.getMutationCache()
  const waiting = cache.findAll({ status: 'pending' })
  const isDone = () => waiting.every(({ state }) => state.status !== 'pending')
  const isSaved = () => waiting.every(({ state }) => state.status === 'success')
  if (isDone()) return Promise.resolve(isSaved())
  return new Promise((resolve) => {
    const stop = cache.subscribe(() => {
      if (!isDone()) return
      stop()
      resolve(isSaved())
    })
  })
}

/** Opens the printer's dialog once the paper is drawn, its pictures and letters too. */
export const usePrinter = (place: RefObject<HTMLElement | null>, isReady: boolean, onPrinted: () => void) => {
  const done = useEffectEvent(onPrinted)
  useEffect(() => {
    if (!isReady) return undefined
    let isOver = false
    const finish = () => done()
    window.addEventListener('afterprint', finish, { once: true })
    const images = [...(place.current?.querySelectorAll('img') ?? [])]
    // A picture that cannot be drawn is left out.
    void Promise.all(images.map((image) => image.decode().catch(() => {}))).then(() =>
      requestAnimationFrame(() => isOver || window.print()),
    )
    return () => {
      isOver = true
      window.removeEventListener('afterprint', finish)
    }
  }, [place, isReady])
}
