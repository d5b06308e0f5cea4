import { config } from '../app/config.ts'
import { prepareDatabase } from '../app/prepare.ts'
import { defineCommand } from './command.ts'

export const migrateCommand = defineCommand({
  words: 'migrate',
  summary: 'Migrate the database to the newest schema',
  about:
    'Applies the missing migrations, each in a transaction of its own, and loads the codelists. ' +
    'It is safe to run repeatedly and concurrently. Connects with FETLOCK_OWNER_DATABASE_URL.',
  options: {},
  example: 'fetlock migrate',
  prints: 'how many migrations were applied.',
  run: async (_values, progress) => {
    const applied = await prepareDatabase(config.ownerDatabase(), { onStep: progress.step })
    const count = applied.length === 1 ? '1 migration' : `${applied.length} migrations`
    return {
      json: { applied },
      text: applied.length === 0 ? 'The database is up to date.' : `Applied ${count}. The database is up to date.`,
    }
  },
})
