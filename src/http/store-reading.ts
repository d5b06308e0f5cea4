import type { Reading } from '../telemetry/observing.ts'

/** The gauge of the object store, read when the metrics are. */
export const storeReading = (store: { readonly isUp: () => Promise<boolean> }): Reading => ({
  name: 'fetlock_object_store_up',
  help: 'Whether the object store answers (1) or not (0).',
  read: async () => Number(await store.isUp()),
})
