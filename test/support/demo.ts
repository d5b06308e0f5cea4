import { connect } from '../../src/db/pool.ts'
import { seedDemo } from '../../src/demo/seed/seed.ts'
import { objectStoreAt } from '../../src/gateways/object-store.ts'
import { useApi } from './api.ts'
import { templateWith } from './database.ts'
import { dropStores, testStore } from './store.ts'

/** An API with the demo clinic of seed 1. Its history ends today, unless another day is given. */
export const useDemoClinic = async (
  today = new Date().toISOString().slice(0, 10),
  options: Parameters<typeof useApi>[0] = {},
) => {
  const { name, known: demo } = await templateWith(`demo_${today.replaceAll('-', '_')}`, async (database) => {
    await dropStores(database.name)
    const files = await testStore(database.name)
    const [owner, app] = [connect(database.ownerUrl, { max: 1 }), connect(database.appUrl, { max: 1 })]
    const store = objectStoreAt(files.settings)
    try {
      const seal = (secret: string) => Buffer.from(secret)
      return await seedDemo({ owner: owner.db, app: app.db, store, seal, seed: 1, today })
    } finally {
      store.close()
      await Promise.all([owner.close(), app.close()])
    }
  })
  return { api: await useApi({ ...options, template: name }), demo }
}
