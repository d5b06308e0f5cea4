import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import './theme/tokens.css'
import './theme/mantine.css'
import './theme/base.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { meQuery } from './api/me.ts'
import { isUnanswered } from './api/problem.ts'
import { FrameSkeleton } from './frame/FrameSkeleton.tsx'
import { startLive } from './frame/live.ts'
import { makeRouter, preloadPages } from './router.tsx'
import { theme } from './theme/theme.ts'

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 30 * 60_000,
      // What was refused is refused again; what got no answer may get one.
      retry: (failures, error) => navigator.onLine && isUnanswered(error) && failures < 2,
      // Asked even without a connection, so that a screen can say what is missing. What was loaded before stays.
      networkMode: 'always',
      refetchOnMount: () => navigator.onLine,
      refetchOnWindowFocus: () => navigator.onLine,
      refetchOnReconnect: true,
      // A screen that shows such an error looks again by itself, as somebody who waits would.
      refetchInterval: ({ state }) => (state.status === 'error' && isUnanswered(state.error) ? 15_000 : false),
    },
  },
})

const router = makeRouter()
// Neither waits for the code of the first page.
startLive(client)
void client.prefetchQuery(meQuery)
preloadPages(router)

createRoot(document.querySelector('#app')!).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={client}>
        <Suspense fallback={<FrameSkeleton />}>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
