import type { Permission } from '@fetlock/sdk'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { setCountry } from '../format.ts'
import { api, readMe } from './api.ts'
import type { Me } from './records.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await readMe(signal)
    setCountry(me.organisation.country)
    return me
  },
  staleTime: 5 * 60_000,
})

/** Who is signed in. The frame waits for it, so every screen has it. */
export const useMe = () => useSuspenseQuery(meQuery).data

export const may = ({ permissions }: Me, name: Permission, access: 'read' | 'write' = 'read') =>
  permissions.some((held) => held.name === name && (held.access === 'write' || access === 'read'))

/** Whether the clinic can write to clients at all. */
export const canWriteToClients = ({ organisation }: Me) => organisation.email_set_up || organisation.sms_set_up

export const changePreferences = (preferences: Readonly<Record<string, unknown>>) =>
  api.patch('/me/preferences/', { body: { preferences } })
