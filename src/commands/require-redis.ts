import { refusalOfRedis } from '../rates/rate-windows.ts'
import { Failure } from './command.ts'

/** Refuses a Redis that refuses us. One that does not answer now may do so later: the API serves without it, and logs that. */
export const requireRedis = async (url: string) => {
  const refusal = await refusalOfRedis(url)
  if (refusal !== undefined)
    throw new Failure(`Redis refused the connection (${refusal}). Correct the user and password in FETLOCK_REDIS_URL.`)
}
