import type { Reader } from '../db/tx.ts'
import type { Seeding } from '../demo/seed/seed.ts'
import { config } from '../app/config.ts'
import { readSettings } from '../app/read-settings.ts'
import { sealer } from '../secrets/seal.ts'
import { connectAsSet } from './database.ts'

type Opened = {
  readonly parts: Pick<Seeding, 'owner' | 'app' | 'store' | 'seal'>
  readonly readAsOwner: Reader
  readonly publicUrl: string
}

/** Opens what a demo clinic is created with, and closes it when the work is done. */
export const withSeedingParts = async <T>(name: string, work: (opened: Opened) => Promise<T>): Promise<T> => {
  const { publicUrl, secretKey, ...settings } = readSettings({
    publicUrl: config.publicUrl,
    secretKey: config.secretKey,
    store: config.objectStore,
    ownerDatabase: config.ownerDatabase,
    database: config.database,
  })
  // Imported here because it would slow down every other command.
  const { objectStoreAt } = await import('../gateways/object-store.ts')
  const store = objectStoreAt(settings.store)
  const owner = connectAsSet(settings.ownerDatabase, { max: 1, name })
  const app = connectAsSet(settings.database, { max: 1, name })
  try {
    const parts = { owner: owner.db, app: app.db, store, seal: sealer(secretKey).seal }
    return await work({ parts, readAsOwner: owner.read, publicUrl })
  } finally {
    store.close()
    await Promise.all([owner.close(), app.close()])
  }
}
