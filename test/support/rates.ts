import { createClient } from '@redis/client'
import { afterAll } from 'vitest'
import type { TestApi } from './api.ts'

/** The rate windows of an API, to empty them as if a minute had passed. */
export const useRateWindows = async ({ options }: TestApi) => {
  const redis = await createClient({ url: options.redisUrl }).connect()
  afterAll(() => redis.destroy())
  const empty = async () => {
    for await (const keys of redis.scanIterator({ MATCH: `${options.redisPrefix}:*`, COUNT: 1000 }))
      if (keys.length > 0) await redis.del(keys)
  }
  return { empty }
}
