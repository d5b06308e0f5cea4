import { inOrganisation } from '../db/tx.ts'
import { config } from '../app/config.ts'
import { beginGeneration, skipIds } from '../secrets/generations.ts'
import { lastOrganisation } from '../secrets/reseal.ts'
import { defineCommand, table } from './command.ts'
import { connectAsSet } from './database.ts'

export const restoredCommand = defineCommand({
  words: 'restored',
  summary: 'Tell everybody who keeps a copy that the database was restored from a backup',
  about:
    'Run it once after the database was restored to an earlier moment, before api and worker start. Records get ids, and events ' +
    'numbers, that were never given out before; x-generation of delta sync grows, and consumers of /events/ are told to ' +
    'read everything again. docs/operating/backup.md has the other steps. Connects with FETLOCK_OWNER_DATABASE_URL.',
  options: {},
  example: 'fetlock restored',
  prints: 'how many organisations have a new generation.',
  run: async (_, progress) => {
    const owner = connectAsSet(config.ownerDatabase(), { max: 1, name: 'fetlock restored' })
    try {
      const last = await lastOrganisation(owner.read)
      let organisations = 0
      for (let organisation = 1; organisation <= last; organisation++) {
        if ((await inOrganisation(owner.db, organisation, beginGeneration)) !== undefined) organisations++
        progress.count(`organisation ${organisation} of ${last}`)
      }
      const { sequences, ahead } = await skipIds(owner.db)
      return {
        json: { organisations, sequences, ids_skipped: ahead },
        text: `${table([
          ['Organisations', `${organisations} with a new generation`],
          ['Ids', `of ${sequences} tables continue ${ahead} further on`],
        ])}
Next: fetlock revoke-all --all`,
      }
    } finally {
      await owner.close()
    }
  },
})
