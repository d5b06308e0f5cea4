import { config } from '../app/config.ts'
import { inOrganisation, retryOnDeadlock } from '../db/tx.ts'
import { applyErasure, readErasures, removeFiles } from '../domain/erasure/erasure-list.ts'
import { objectStoreAt } from '../gateways/object-store.ts'
import { defineCommand, table } from './command.ts'
import { connectAsSet } from './database.ts'

export const erasuresApply = defineCommand({
  words: 'erasures apply',
  summary: 'Erase again, after a restore, whoever was erased since the backup',
  about:
    'Run it once after the database or the files were restored, before api and worker start. Reads the list of erasures in the ' +
    'object store, erases who is in the database again, and deletes their files from the store. docs/operating/backup.md has the ' +
    'other steps. Connects with FETLOCK_DATABASE_URL, and reads the list with the settings of the object store.',
  options: {},
  example: 'fetlock erasures apply',
  prints: 'how many erasures are in the list, and how many of these were applied again.',
  run: async (_, progress) => {
    const app = connectAsSet(config.database(), { max: 1, name: 'fetlock erasures apply' })
    const store = objectStoreAt(config.objectStore())
    try {
      let [listed, applied] = [0, 0]
      for await (const erasure of readErasures(store)) {
        listed++
        if (
          await retryOnDeadlock(() => inOrganisation(app.db, erasure.organisation, (tx) => applyErasure(tx, erasure)))
        )
          applied++
        await removeFiles(store, erasure)
        progress.count(`${listed} erasures`)
      }
      return {
        json: { listed, applied },
        text: table([
          ['Listed', `${listed} erasures`],
          ['Applied', `${applied} again, of whom the database had data`],
        ]),
      }
    } finally {
      store.close()
      await app.close()
    }
  },
})
