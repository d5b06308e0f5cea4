import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { Department, Me, PageOf, User } from './records.ts'
import { get, request } from './request.ts'
import { rememberCsrfToken } from './session.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await get<Me & { readonly csrf_token?: string | null }>('/me/', undefined, signal)
    rememberCsrfToken(me.csrf_token ?? undefined)
    return me
  },
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

export const staffQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) =>
    get<PageOf<User>>('/user/', { is_active__is: 'true', is_virtual__is: 'false', page_size: 500 }, signal),
  staleTime: 10 * 60_000,
  meta: { resources: ['user'] },
})
