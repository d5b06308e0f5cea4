import { AuditAction, type BodyOf, list, walk } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'
import type { Application, User } from './records.ts'

/** The applications that somebody has made and that still run, from the audit trail, which never forgets. */
export const applicationsMadeByQuery = ({ id, url }: User) =>
  queryOptions({
    queryKey: ['application', 'made by', id],
    queryFn: async ({ signal }) => {
      const made = { resource__is: 'application', user__is: url, ...longPages }
      const [events, running] = await Promise.all([
        Array.fromAsync(walk(api, '/auditevent/', { query: made, signal })),
        Array.fromAsync(list(api, '/application/', { query: { archived__is: false, ...longPages }, signal })),
      ])
      const theirs = new Set(events.flatMap(({ action, record }) => (action === AuditAction.Create ? [record] : [])))
      return running.filter((application) => theirs.has(application.id))
    },
  })

/** All that were ever connected: for which did something. */
export const applicationsQuery = queryOptions({
  queryKey: ['application', 'all'],
  queryFn: ({ signal }) => Array.fromAsync(list(api, '/application/', { query: longPages, signal })),
  staleTime: 10 * 60_000,
})

export const applicationKey = ['application'] as const
/** The secret is in the answer that made it, and nowhere else. */
export type MadeApplication = Application & { readonly client_secret?: string | undefined }

type ApplicationChange = NonNullable<BodyOf<'PATCH', '/application/{id}/'>>
export const addApplication = (body: BodyOf<'POST', '/application/'>, key: string): Promise<MadeApplication> =>
  api.post('/application/', { body, key })
export const changeApplication = ({ id, modified }: Application, body: ApplicationChange, key?: string) =>
  api.patch('/application/{id}/', { path: { id }, body, ifMatch: modified, key })
export const readApplication = ({ id }: Application) => api.get('/application/{id}/', { path: { id } })

/** Ends all that an application can do, or lets it ask for tokens again. */
export const archiveApplication = ({ id }: Application, archived: boolean, key: string) =>
  api.patch('/application/{id}/', { path: { id }, body: { archived }, key })

/** A new secret for an application; the old one, and all of its tokens, end. */
export const rotateSecret = ({ id }: Application, key: string): Promise<MadeApplication> =>
  api.post('/application/{id}/rotate_secret/', { path: { id }, key })
