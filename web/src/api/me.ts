import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { Department, Me, PageOf, User } from './records.ts'
import { get, request } from './request.ts'
import { rememberSession } from './session.ts'

/** Who is signed in now. If that is no longer the person for whom the page was loaded, it is loaded anew. */
export const readMe = async (signal?: AbortSignal) => {
  const me = await get<Me & { readonly csrf_token?: string | null }>('/me/', undefined, signal)
  await rememberSession(me)
  return me
}

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => readMe(signal),
  staleTime: 5 * 60_000,
})

/** Who is signed in. The frame waits for it, so every screen has it. */
export const useMe = () => useSuspenseQuery(meQuery).data

export const may = ({ permissions }: Me, name: string, access: 'read' | 'write' = 'read') =>
  permissions.some((held) => held.name === name && (held.access === 'write' || access === 'read'))

/** Whether the clinic can write to clients at all. */
export const canWriteToClients = ({ organisation }: Me) => organisation.email_set_up || organisation.sms_set_up

export const changePreferences = (preferences: Readonly<Record<string, unknown>>) =>
  request('PATCH', '/me/preferences/', { body: { preferences } })

/** What changes seldom and is small: read once and kept. */
export const departmentsQuery = queryOptions({
  queryKey: ['department'],
  queryFn: ({ signal }) =>
    get<PageOf<Department>>('/department/', { archived__is: 'false', page_size: 200, ordering: 'name' }, signal),
  staleTime: 10 * 60_000,
  meta: { resources: ['department'] },
})

/** Everybody who has ever worked here: for who did something, not for who can be chosen. */
export const everyoneQuery = queryOptions({
  queryKey: ['user', 'everyone'],
  queryFn: ({ signal }) => get<PageOf<User>>('/user/', { page_size: 500 }, signal),
  staleTime: 10 * 60_000,
  meta: { resources: ['user'] },
})

export const staffQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) =>
    get<PageOf<User>>('/user/', { is_active__is: 'true', is_virtual__is: 'false', page_size: 500 }, signal),
  staleTime: 10 * 60_000,
  meta: { resources: ['user'] },
})
