import { QueryClient } from '@tanstack/react-query'
import { home } from './api/home.ts'
import { meQuery } from './api/me.ts'
import { isUnanswered } from './api/problem.ts'
import { askForBoard } from './features/board/ask-for-board.ts'
import { startLive } from './frame/live.ts'
import { readId } from './shared/address.ts'
import { departmentOf } from './shared/starting-department.ts'

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

/** Who is signed in, and what the first page will ask for them. */
const askAtOnce = async () => {
  await client.prefetchQuery(meQuery)
  const me = client.getQueryData(meQuery.queryKey)
  const { pathname, search } = window.location
  if (me === undefined || pathname !== `${home}/`) return
  askForBoard(client, me, readId(new URLSearchParams(search).get('department')) ?? departmentOf(me))
}

/** Neither waits for the code of the screen, which is most of what is loaded. */
export const start = () => {
  startLive(client)
  void askAtOnce()
  return client
}
