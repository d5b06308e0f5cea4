import type { BodyOf } from '@fetlock/sdk'
import { api } from '../../api/api.ts'
import type { Values } from '../../api/versions.ts'
import { bodyOf, type EditedRecord, valuesOf } from './fields.ts'

type Stored = '/client/{id}/' | '/patient/{id}/' | '/consultation/{id}/' | '/item/{id}/'
type Body<P extends Stored> = BodyOf<'PATCH', P>

const stores = {
  client: {
    send: ({ id, modified }: EditedRecord, changes: Values): Promise<EditedRecord> =>
      api.patch('/client/{id}/', { path: { id }, body: bodyOf(changes) as Body<'/client/{id}/'>, ifMatch: modified }),
    read: (id: number): Promise<EditedRecord> => api.get('/client/{id}/', { path: { id } }),
  },
  patient: {
    send: ({ id, modified }: EditedRecord, changes: Values): Promise<EditedRecord> =>
      api.patch('/patient/{id}/', { path: { id }, body: bodyOf(changes) as Body<'/patient/{id}/'>, ifMatch: modified }),
    read: (id: number): Promise<EditedRecord> => api.get('/patient/{id}/', { path: { id } }),
  },
  consultation: {
    send: ({ id, modified }: EditedRecord, changes: Values): Promise<EditedRecord> =>
      api.patch('/consultation/{id}/', {
        path: { id },
        body: bodyOf(changes) as Body<'/consultation/{id}/'>,
        ifMatch: modified,
      }),
    read: (id: number): Promise<EditedRecord> => api.get('/consultation/{id}/', { path: { id } }),
  },
  item: {
    send: ({ id, modified }: EditedRecord, changes: Values): Promise<EditedRecord> =>
      api.patch('/item/{id}/', { path: { id }, body: bodyOf(changes) as Body<'/item/{id}/'>, ifMatch: modified }),
    read: (id: number): Promise<EditedRecord> => api.get('/item/{id}/', { path: { id } }),
  },
}

const storeOf = ({ url }: EditedRecord) => stores[url.split('/').at(-3) as keyof typeof stores]

/** How a record is compared, changed and read again, by the resource in its address. */
export const store = {
  read: valuesOf,
  send: (version: EditedRecord, changes: Values) => storeOf(version).send(version, changes),
  readNow: (before: EditedRecord) => storeOf(before).read(before.id),
}
