import { seedDemo } from '../../src/demo/seed.ts'
import { objectStoreAt } from '../../src/gateways/object-store.ts'
import type { TestApi } from './api.ts'

/** The demo clinic of seed 1, in the database and the bucket of a test. Its history ends today, unless another day is given. */
export const givenDemoClinic = async (
  { owner, rows, options }: Pick<TestApi, 'owner' | 'rows' | 'options'>,
  today = new Date().toISOString().slice(0, 10),
) => {
  const store = objectStoreAt(options.store)
  try {
    return await seedDemo({
      owner: owner.db,
      app: rows.db,
      store,
      seal: (secret) => Buffer.from(secret),
      seed: 1,
      today,
    })
  } finally {
    store.close()
  }
}
