import { ApiError, type BodyOf, list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import type { Organisation } from './records.ts'

export const organisationKey = ['organisation'] as const

/** The clinic itself. There is exactly one. The event stream does not tell of it. */
export const organisationQuery = queryOptions({
  queryKey: organisationKey,
  queryFn: async ({ signal }) => {
    const [organisation] = await Array.fromAsync(list(api, '/organisation/', { signal }))
    if (organisation === undefined) throw new ApiError({ status: 404, code: 'not_found', detail: '' })
    return organisation
  },
})

export const changeOrganisation = (
  { id, modified }: Organisation,
  body: BodyOf<'PATCH', '/organisation/{id}/'>,
  key?: string,
) => api.patch('/organisation/{id}/', { path: { id }, body, key, ifMatch: modified })

/** A logo as an image of this page. Under its number a logo never changes. */
export const logoQuery = (version: number) =>
  queryOptions({
    queryKey: ['logo', version],
    queryFn: async ({ signal }) => {
      const image = await api.get('/settings/logo/', { signal })
      return { image, address: URL.createObjectURL(image) }
    },
    staleTime: Infinity,
    gcTime: Infinity,
  })

export const putLogo = (image: Blob, key?: string) => api.put('/settings/logo/', { body: image, key })
export const removeLogo = (key?: string) => api.delete('/settings/logo/', { key })
