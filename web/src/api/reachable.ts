import { ApiError } from '@fetlock/sdk'
import { home } from './home.ts'

/** Whether the server answers at all. */
export const isReachable = async () =>
  navigator.onLine &&
  (await fetch(`${home}/`, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  ))

/** Loads the code of a page. Without a connection it is not missing, and reloading the page would not bring it. */
export const reached =
  <T>(load: () => Promise<T>) =>
  () =>
    load().catch(async (error: unknown) => {
      if (await isReachable()) throw error
      throw new ApiError({ status: 0, code: 'no_answer', detail: 'The page was not loaded.' })
    })
