import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { FrameSkeleton } from './frame/FrameSkeleton.tsx'
import { preloadPages } from './frame/preload-pages.ts'
import { makeRouter } from './router.tsx'
import { theme } from './theme/theme.ts'

export const drawScreen = (client: QueryClient) => {
  const router = makeRouter()
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
}
