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
