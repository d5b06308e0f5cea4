import { type BodyOf, type ClinicalPermission, composite, entry, list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'
import type { Application, User } from './records.ts'
import { showsAll } from './shows.ts'

/** Everybody who has ever worked here: for who did something, not for who can be chosen. */
export const everyoneQuery = queryOptions({
  queryKey: ['user', 'everyone'],
  queryFn: ({ signal }) => Array.fromAsync(list(api, '/user/', { query: longPages, signal })),
  staleTime: 10 * 60_000,
  meta: showsAll('user'),
})

/** Who can be chosen: people who work here now. */
export const staffQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) =>
    Array.fromAsync(
      list(api, '/user/', { query: { is_active__is: true, is_virtual__is: false, ...longPages }, signal }),
    ),
  staleTime: 10 * 60_000,
  meta: showsAll('user'),
})

/** Those of them who may do a kind of clinical work. */
export const clinicalStaffQuery = (permission: ClinicalPermission) =>
  queryOptions({
    queryKey: ['user', 'may write', permission],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/user/', {
          query: { may_write__is: permission, is_active__is: true, is_virtual__is: false, ...longPages },
          signal,
        }),
      ),
    staleTime: 10 * 60_000,
    meta: showsAll('user'),
  })

type NewUser = BodyOf<'POST', '/user/'>
type UserChanges = BodyOf<'PATCH', '/user/{id}/'>

/** Makes an account and mails its person a link to choose a password. */
export const inviteUser = (body: NewUser, key: string) => api.post('/user/', { body, key })
export const patchUser = ({ id, modified }: User, body: UserChanges, key?: string) =>
  api.patch('/user/{id}/', { path: { id }, body, ifMatch: modified, key })
export const readUser = ({ id }: User) => api.get('/user/{id}/', { path: { id } })
export const inviteAgain = ({ id }: User, key: string) =>
  api.post('/user/{id}/invite/', { path: { id }, body: {}, key })
export const signOutEverywhere = ({ id }: User, key: string) =>
  api.post('/user/{id}/sign_out/', { path: { id }, body: {}, key })

/** Somebody leaves: their account is closed and the applications they leave behind end with it, all together or nothing. */
export const deactivateUser = (user: User, applications: readonly Application[], key: string): Promise<unknown> => {
  if (applications.length === 0) return patchUser(user, { is_active: false }, key)
  const { id, modified } = user
  return composite(
    api,
    [
      entry('person', 'PATCH', '/user/{id}/', { path: { id }, body: { is_active: false }, ifMatch: modified }),
      ...applications.map((application, at) =>
        entry(`application${at}`, 'PATCH', '/application/{id}/', {
          path: { id: application.id },
          body: { archived: true },
          ifMatch: application,
        }),
      ),
    ],
    { key },
  )
}
