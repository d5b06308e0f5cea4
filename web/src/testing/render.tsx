import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { meQuery } from '../api/me.ts'
import type { Me } from '../api/records.ts'

/** Shows a part of the app as the app does, to somebody who is signed in, and returns the hands of whoever uses it. */
export const show = (part: ReactNode, { me }: { readonly me?: Me } = {}) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  if (me !== undefined) client.setQueryData(meQuery.queryKey, me)
  const user = userEvent.setup({ delay: null })
  const shown = render(part, {
    wrapper: ({ children }) => (
      <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={client}>
          <Suspense>{children}</Suspense>
        </QueryClientProvider>
      </MantineProvider>
    ),
  })
  return { client, user, ...shown }
}

/** Shows a part of the app that reads or changes the address, below the path of its page. */
export const showAt = (
  path: string,
  address: string,
  part: () => ReactNode,
  options: Parameters<typeof show>[1] = {},
) => {
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path, component: part })
  const history = createMemoryHistory({ initialEntries: [address] })
  return show(<RouterProvider router={createRouter({ routeTree: root.addChildren([page]), history })} />, options)
}
