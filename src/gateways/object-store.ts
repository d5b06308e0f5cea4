import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

export type StoreSettings = {
  /** Where our processes and everybody who uploads or downloads reach the store. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
}

/** A store that does not answer holds a request or a worker up no longer than this, twice at most. */
const patience = { connectionTimeout: 3_000, requestTimeout: 15_000, throwOnRequestTimeout: true }
const mostAttempts = 2
const signedSeconds = 300

const faultCode = 'EOBJECTSTORE-'

/** One kind of error for everything that goes wrong with the store; its code ends with the store's own name for it. */
const fault = (cause: unknown) =>
  Object.assign(new Error('The object store failed.', { cause }), {
    code: `${faultCode}${cause instanceof Error ? cause.name : 'Unknown'}`,
  })

export const isStoreFault = (problem: unknown) =>
  problem instanceof Error && 'code' in problem && String(problem.code).startsWith(faultCode)

const orFault = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (problem) {
    throw fault(problem)
  }
}

const isMissing = (problem: unknown) => problem instanceof Error && problem.name === 'NotFound'

/** RFC 8187; programs that do not know it take the plain name, from which everything else is gone. */
const savedAs = (name: string) => {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${name.replace(/[^\w .()+,-]/g, '_')}"; filename*=UTF-8''${encoded}`
}

/** One bucket of an S3 store. What it signs lasts five minutes unless told otherwise. */
export const objectStoreAt = (settings: StoreSettings, seconds = signedSeconds) => {
  const { endpoint, region, bucket: Bucket, accessKey, secretKey } = settings
  const s3 = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    maxAttempts: mostAttempts,
    requestHandler: patience,
    // Stores other than Amazon's know few of the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const inTime = () => new Date(Date.now() + seconds * 1_000)
  return {
    /** A form that takes one file of this type and size, to be sent as multipart with the file last. */
    signUpload: async (
      Key: string,
      { type, least, most }: { readonly type: string; readonly least: number; readonly most: number },
    ) => {
      const expires = inTime()
      const form = createPresignedPost(s3, {
        Bucket,
        Key,
        Fields: { 'Content-Type': type },
        Conditions: [['content-length-range', least, most]],
        Expires: seconds,
      })
      return { ...(await orFault(form)), expires }
    },
    /** An address that saves the file under its name and never shows it in the store's own origin. */
    signDownload: async (Key: string, { name, type }: { readonly name: string; readonly type: string }) => {
      const expires = inTime()
      const get = new GetObjectCommand({
        Bucket,
        Key,
        ResponseContentType: type,
        ResponseContentDisposition: savedAs(name),
        ResponseCacheControl: 'private, no-store',
      })
      return { url: await orFault(getSignedUrl(s3, get, { expiresIn: seconds })), expires }
    },
    sizeOf: async (Key: string): Promise<number | undefined> => {
      try {
        return (await s3.send(new HeadObjectCommand({ Bucket, Key }))).ContentLength
      } catch (problem) {
        if (isMissing(problem)) return undefined
        throw fault(problem)
      }
    },
    put: async (Key: string, Body: Uint8Array, ContentType: string) => {
      await orFault(s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType })))
    },
    copy: async (from: string, to: string) => {
      await orFault(s3.send(new CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${from}` })))
    },
    /** A file that is not there is as good as removed. */
    remove: async (Key: string) => {
      await orFault(s3.send(new DeleteObjectCommand({ Bucket, Key })))
    },
    close: () => s3.destroy(),
  }
}

export type ObjectStore = Omit<ReturnType<typeof objectStoreAt>, 'close'>
