import type { AnyRouter } from '@tanstack/react-router'

/** Fetches the code of all pages while nobody waits, so that they open at once, and without a connection. */
export const preloadPages = (router: AnyRouter) => {
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000))
  const stop = router.subscribe('onRendered', () => {
    stop()
    const routes = Object.values(router.routesById)
    const loadNext = () => {
      const route = routes.pop()
      if (route !== undefined) void Promise.resolve(router.loadRouteChunk(route)).finally(() => whenIdle(loadNext))
    }
    whenIdle(loadNext)
  })
}
