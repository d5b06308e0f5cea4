import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { connect } from '../db/pool.ts'
import { identifier } from '../domain/identity/identify.ts'
import { rateWindows } from '../kernel/rate.ts'
import { mountOAuth } from '../oauth/mount.ts'
import { addHealth } from './health.ts'
import type { ConnectionLimits } from './connections.ts'
import { createApi } from './http.ts'
import { operations, resourceRegistry } from './resources.ts'
import { sealer } from './seal.ts'

export type ApiOptions = {
  readonly databaseUrl: string
  readonly redisUrl: string
  readonly publicUrl: string
  readonly secretKey: string
  readonly logger: FastifyBaseLogger
  readonly processes?: number
  readonly connections?: number
  /** Starts the names of everything kept in Redis, so that several deployments can share one. */
  readonly redisPrefix?: string
  readonly trustedProxies?: readonly string[]
  readonly limits?: Partial<ConnectionLimits>
}

/** Puts the parts of one API process together; closing it lets go of everything it opened. */
export const assembleApi = async (options: ApiOptions): Promise<FastifyInstance> => {
  const { publicUrl, secretKey, logger } = options
  const connection = connect(options.databaseUrl, { max: options.connections ?? 10, name: 'fetlock api' })
  const rates = await rateWindows({
    redisUrl: options.redisUrl,
    prefix: options.redisPrefix ?? 'fetlock',
    processes: options.processes ?? 1,
    onChange: (sharing) =>
      logger.warn(
        { sharing },
        sharing
          ? 'rate windows are shared again'
          : 'Redis is out of reach: this process keeps its own part of the rate windows',
      ),
  })
  const app = await createApi({
    kernel: { ...connection, rates, resources: resourceRegistry, publicUrl, seal: sealer(secretKey).seal },
    operations,
    identify: identifier({ read: connection.read, rates }),
    logger,
    ...(options.trustedProxies ? { trustedProxies: options.trustedProxies } : {}),
    ...(options.limits ? { limits: options.limits } : {}),
  })
  const probe = connect(options.databaseUrl, { max: 1, name: 'fetlock ready' })
  addHealth(app, { read: probe.read, rates })
  await mountOAuth(app, { db: connection.db, rates, publicUrl, secretKey, log: logger })
  app.addHook('onClose', async () => {
    await Promise.all([connection.close(), probe.close(), rates.close()])
  })
  return app
}
