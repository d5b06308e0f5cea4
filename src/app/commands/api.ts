import closeWithGrace from 'close-with-grace'
import { config } from '../config.ts'
import { defineCommand } from './command.ts'
import { requireMigrated } from './is-migrated.ts'
import { logTo } from './log.ts'

/** Long enough for a request in flight; PostgreSQL ends its statements after 15 seconds. */
const graceMs = 20_000

export const apiCommand = defineCommand({
  words: 'api',
  summary: 'Serve the API',
  about:
    'Listens on FETLOCK_HOST and FETLOCK_PORT until it gets SIGTERM or SIGINT; then it takes no new requests, ' +
    'finishes those in flight and exits with 0. Start one process a core and set FETLOCK_PROCESSES to their number.',
  options: {},
  example: 'fetlock api',
  prints: 'its log, a JSON object a line.',
  runsOn: true,
  run: async () => {
    const settings = {
      databaseUrl: config.database(),
      redisUrl: config.redis(),
      redisPrefix: config.redisPrefix(),
      publicUrl: config.publicUrl(),
      secretKey: config.secretKey(),
      processes: config.processes(),
      connections: config.connections(),
      trustedProxies: config.trustedProxies(),
    }
    const [host, port, logger] = [config.host(), config.port(), logTo(process.stdout)]
    await requireMigrated(settings.databaseUrl)
    // Loaded only here: the authorization server would make every other command half a second slower.
    const { assembleApi } = await import('../api.ts')
    const app = await assembleApi({ ...settings, logger })
    try {
      await app.listen({ host, port })
    } catch (problem) {
      await app.close()
      throw problem
    }
    closeWithGrace({ delay: graceMs, logger: false }, async ({ signal, err }) => {
      if (err) logger.fatal({ err }, 'the API failed and stops')
      else logger.info({ signal }, 'stopping')
      await app.close()
      logger.info('stopped')
    })
    return undefined
  },
})
