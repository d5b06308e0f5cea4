import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A part of the app at its address, for what reads the address or asks before it is left. */
export const atAddress = (address: string, part: () => ReactNode) => {
  const root = createRootRoute()
  const [path = ''] = address.split('?')
  const route = createRoute({ getParentRoute: () => root, path, component: part })
  const history = createMemoryHistory({ initialEntries: [address] })
  return <RouterProvider router={createRouter({ routeTree: root.addChildren([route]), history }) as never} />
}
