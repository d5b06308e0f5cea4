import type { FastifyBaseLogger } from 'fastify'
import { faultOfStore, type StoreSettings } from '../gateways/object-store.ts'
import { Failure } from './command.ts'

/** What a store answers when it will never work with these settings, by its own names for it. */
const remedies: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'The object store does not know FETLOCK_S3_ACCESS_KEY. Correct it.',
  SignatureDoesNotMatch:
    'The object store refused FETLOCK_S3_SECRET_KEY. Correct it: it belongs to FETLOCK_S3_ACCESS_KEY.',
  NoSuchBucket: 'The object store has no bucket of the name in FETLOCK_S3_BUCKET. Create it, or correct the name.',
}

/**
 * Refuses an object store that callers cannot use, and settings that the store refuses. One that does not answer now may do so
 * later: it is warned of.
 */
export const requireStore = async (
  settings: StoreSettings,
  publicUrl: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
) => {
  if (publicUrl.startsWith('https:') && settings.endpoint.startsWith('http:'))
    throw new Failure(
      'FETLOCK_S3_ENDPOINT must be https where FETLOCK_PUBLIC_URL is: browsers send no files from an https page to an http ' +
        'address. Put the object store behind TLS, and give the address by which callers reach it.',
    )
  const fault = await faultOfStore(settings)
  if (fault === undefined) return
  const remedy = remedies[fault]
  if (remedy !== undefined) throw new Failure(`${remedy} docs/operating/object-store.md says what the bucket needs.`)
  log.warn(
    { fault },
    'The object store does not answer at FETLOCK_S3_ENDPOINT. Until it does, files can be neither uploaded nor downloaded.',
  )
}
