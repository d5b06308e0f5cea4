import { home } from '../api/home.ts'

/** Where texts are kept on this device until the service has them. */
export type DraftStorage<Draft> = {
  readonly all: () => Promise<readonly Draft[]>
  readonly put: (draft: Draft) => Promise<void>
  readonly remove: (key: string) => Promise<void>
}

const store = 'drafts'

const opened = (name: string) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store, { keyPath: 'key' }))
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('IndexedDB cannot be opened.')))
  })

/** Drafts in a database of the browser, which survives a reload and a crash. */
export const draftsInBrowser = <Draft extends { readonly key: string }>(name: string): DraftStorage<Draft> => {
  let database: Promise<IDBDatabase> | undefined
  const run = async <T>(mode: IDBTransactionMode, act: (drafts: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    database ??= opened(name)
    const acting = act((await database).transaction(store, mode).objectStore(store))
    return new Promise((resolve, reject) => {
      acting.addEventListener('success', () => resolve(acting.result))
      acting.addEventListener('error', () => reject(acting.error ?? new Error('The draft cannot be kept.')))
    })
  }
  return {
    all: () => run<Draft[]>('readonly', (drafts) => drafts.getAll() as IDBRequest<Draft[]>),
    put: async (draft) => void (await run('readwrite', (drafts) => drafts.put(draft))),
    remove: (key) => run('readwrite', (drafts) => drafts.delete(key)),
  }
}

/** The databases of drafts, each of which is filed under its author: by name, or at the beginning of its key. */
export const draftPlaces = { texts: `fetlock${home}`, forms: `fetlock-forms${home}` } as const
type Filed = { readonly key: string; readonly user?: string }

/** Removes what somebody has typed on this device and not sent, and leaves what others have. */
export const forgetDrafts = async (user: string) => {
  for (const place of Object.values(draftPlaces)) {
    const drafts = draftsInBrowser<Filed>(place)
    const isTheirs = ({ key, user: author }: Filed) => author === user || key.startsWith(`${user} `)
    for (const { key } of (await drafts.all()).filter(isTheirs)) await drafts.remove(key)
  }
}
