import { config } from '../app/config.ts'
import { prepareDatabase } from '../app/prepare.ts'
import { defineCommand } from './command.ts'
import { waitForAnswer } from './wait-for-database.ts'

export const migrateCommand = defineCommand({
  words: 'migrate',
  summary: 'Migrate the database to the newest schema',
  about:
    'Applies the missing migrations, each in a transaction of its own, and loads the codelists. ' +
    'It is safe to run repeatedly and concurrently. Connects with FETLOCK_OWNER_DATABASE_URL.',
  options: { wait: { type: 'boolean', description: 'wait until the database answers' } },
  example: 'fetlock migrate',
  prints: 'how many migrations were applied.',
  run: async ({ wait }, progress) => {
    const url = config.ownerDatabase()
    if (wait)
      await waitForAnswer('FETLOCK_OWNER_DATABASE_URL', url, (obstacle) => progress.step(`Waiting: ${obstacle}`))
    const applied = await prepareDatabase(url, { onStep: progress.step })
    const count = applied.length === 1 ? '1 migration' : `${applied.length} migrations`
    return {
      json: { applied },
      text: applied.length === 0 ? 'The database is up to date.' : `Applied ${count}. The database is up to date.`,
    }
  },
})
