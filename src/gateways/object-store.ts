import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

export type StoreSettings = {
  /** The address of the store for our processes and for everyone who uploads or downloads. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
  /** Whether files are scanned for viruses before anybody can download them. */
  readonly scansFiles?: boolean
}

/** How long a request or a worker waits for a store that does not answer, twice at most. */
const patience = { connectionTimeout: 3_000, requestTimeout: 15_000, throwOnRequestTimeout: true }
const maxAttempts = 2
const signedSeconds = 300
const probeMs = 1_500

const faultCode = 'EOBJECTSTORE-'

/** One kind of error for everything that goes wrong with the store; its code ends with the store's own name for it. */
const fault = (cause: unknown) =>
  Object.assign(new Error('The object store failed.', { cause }), {
    code: `${faultCode}${cause instanceof Error ? cause.name : 'Unknown'}`,
  })

export const isStoreFault = (problem: unknown) =>
  problem instanceof Error && 'code' in problem && String(problem.code).startsWith(faultCode)

const isMissing = (problem: unknown) => problem instanceof Error && /^(NotFound|NoSuchKey)$/.test(problem.name)

/** RFC 8187; clients that do not know it use the plain name, without special characters. */
const savedAs = (name: string) => {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${name.replace(/[^\w .()+,-]/g, '_')}"; filename*=UTF-8''${encoded}`
}

/** Told of every request to the store, whether it was answered. */
type Watcher = { readonly failed: (problem: unknown) => void; readonly worked: () => void }

const clientAt = ({ endpoint, region, accessKey, secretKey }: StoreSettings) =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    maxAttempts,
    requestHandler: patience,
    // Stores other than Amazon's know few of the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

const reportTo =
  (watcher: Watcher | undefined) =>
  async <T>(work: Promise<T>): Promise<T> => {
    try {
      const answer = await work
      watcher?.worked()
      return answer
    } catch (problem) {
      const failure = fault(problem)
      watcher?.failed(failure)
      throw failure
    }
  }

/** The metadata of an object, or undefined where there is none. */
const headIn = (s3: S3Client, Bucket: string) => async (Key: string, abortSignal?: AbortSignal) => {
  const command = new HeadObjectCommand({ Bucket, Key })
  try {
    return await s3.send(command, abortSignal === undefined ? {} : { abortSignal })
  } catch (problem) {
    if (isMissing(problem)) return undefined
    throw problem
  }
}

type UploadLimits = {
  readonly type: string
  readonly least: number
  readonly most: number
  /** How long the form is valid, if not as long as usual. */
  readonly seconds?: number
}

type SavedFile = {
  readonly name: string
  readonly type: string
  /** How long the link is valid, if not as long as usual. */
  readonly seconds?: number
}

const signerOf = (s3: S3Client, Bucket: string, usual: number) => {
  const expiry = (seconds = usual) => new Date(Date.now() + seconds * 1_000)
  const request = reportTo(undefined)
  return {
    /** A form that takes one file of this type and size, to be sent as multipart with the file last. */
    signUpload: async (Key: string, { type, least, most, seconds = usual }: UploadLimits) => {
      const expires = expiry(seconds)
      const form = createPresignedPost(s3, {
        Bucket,
        Key,
        Fields: { 'Content-Type': type },
        Conditions: [['content-length-range', least, most]],
        Expires: seconds,
      })
      return { ...(await request(form)), expires }
    },
    /** A URL that saves the file under its name and never shows it in the store's own origin. */
    signDownload: async (Key: string, { name, type, seconds = usual }: SavedFile) => {
      const expires = expiry(seconds)
      const get = new GetObjectCommand({
        Bucket,
        Key,
        ResponseContentType: type,
        ResponseContentDisposition: savedAs(name),
        ResponseCacheControl: 'private, no-store',
      })
      return { url: await request(getSignedUrl(s3, get, { expiresIn: seconds })), expires }
    },
  }
}

const leastPartBytes = 8 * 1024 * 1024

/** Pieces of at least this size, but for the last one. */
const partsOf = async function* (source: AsyncIterable<Uint8Array>, least: number): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const piece of source) {
    waiting.push(piece)
    bytes += piece.length
    if (bytes < least) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  yield Buffer.concat(waiting)
}

type NewFile = { readonly Bucket: string; readonly Key: string; readonly ContentType: string }

/** Sends a file of any length in parts, holding one of them at a time. */
const putParts = async (s3: S3Client, { ContentType, ...at }: NewFile, source: AsyncIterable<Uint8Array>) => {
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ ...at, ContentType }))
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    for await (const Body of partsOf(source, leastPartBytes)) {
      const PartNumber = Parts.length + 1
      const { ETag } = await s3.send(new UploadPartCommand({ ...at, UploadId, PartNumber, Body }))
      Parts.push({ PartNumber, ETag })
    }
    await s3.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }))
  } catch (problem) {
    await s3.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => {})
    throw problem
  }
}

/** The content of a file piece by piece, or undefined where there is none. */
const contentIn = (s3: S3Client, Bucket: string) => async (Key: string) => {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }))
    return Body as AsyncIterable<Buffer>
  } catch (problem) {
    if (isMissing(problem)) return undefined
    throw problem
  }
}

/** Some of the bytes of a file, from the first to the last, both counted from 0. */
const bytesIn = (s3: S3Client, Bucket: string) => async (Key: string, from: number, to: number) => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, Range: `bytes=${from}-${to}` }))
  return Buffer.from(await Body!.transformToByteArray())
}

/** Absent where the key may not list the bucket, so that a store answers 403 for an object that is not there. */
const isAnswer = (problem: unknown) =>
  isMissing(problem) || (problem instanceof Error && problem.name === 'AccessDenied')

/** Why the store cannot be used, by its own name for it; undefined if it can. It is asked for an object, not for a bucket: most keys may. */
export const faultOfStore = async (settings: StoreSettings): Promise<string | undefined> => {
  const s3 = clientAt(settings)
  try {
    await s3.send(new GetObjectCommand({ Bucket: settings.bucket, Key: 'probe' }))
    return undefined
  } catch (problem) {
    if (isAnswer(problem)) return undefined
    return problem instanceof Error ? problem.name : 'Unknown'
  } finally {
    s3.destroy()
  }
}

/** Creates the bucket of the settings. */
export const createBucket = async (settings: StoreSettings): Promise<void> => {
  const s3 = clientAt(settings)
  try {
    await s3.send(new CreateBucketCommand({ Bucket: settings.bucket }))
  } finally {
    s3.destroy()
  }
}

/** One bucket of an S3 store. What it signs is valid for five minutes unless `seconds` says otherwise. */
export const objectStoreAt = (
  settings: StoreSettings,
  { seconds = signedSeconds, watcher }: { readonly seconds?: number; readonly watcher?: Watcher } = {},
) => {
  const Bucket = settings.bucket
  const s3 = clientAt(settings)
  const request = reportTo(watcher)
  const head = headIn(s3, Bucket)
  return {
    ...signerOf(s3, Bucket, seconds),
    scansFiles: settings.scansFiles ?? false,
    /** Whether the store answers within a moment. */
    isUp: () =>
      request(head('probe', AbortSignal.timeout(probeMs))).then(
        () => true,
        () => false,
      ),
    sizeOf: async (Key: string): Promise<number | undefined> => (await request(head(Key)))?.ContentLength,
    put: async (Key: string, Body: Uint8Array, ContentType: string) => {
      await request(s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType })))
    },
    /** The ETag of a file, which is another one when it is written again. */
    etagOf: async (Key: string): Promise<string | undefined> => (await request(head(Key)))?.ETag,
    /** The content of a file as a stream: no more of it is held than what has not been consumed. */
    read: (Key: string): Promise<AsyncIterable<Buffer> | undefined> => request(contentIn(s3, Bucket)(Key)),
    readBytes: (Key: string, from: number, to: number): Promise<Buffer> => request(bytesIn(s3, Bucket)(Key, from, to)),
    putAll: (Key: string, source: AsyncIterable<Uint8Array>, ContentType: string): Promise<void> =>
      request(putParts(s3, { Bucket, Key, ContentType }, source)),
    /** With an ETag only that version is copied. */
    copy: async (from: string, to: string, etag?: string) => {
      const source = { CopySource: `${Bucket}/${from}`, ...(etag === undefined ? {} : { CopySourceIfMatch: etag }) }
      await request(s3.send(new CopyObjectCommand({ Bucket, Key: to, ...source })))
    },
    /** Succeeds also if there is no such file. */
    remove: async (Key: string) => {
      await request(s3.send(new DeleteObjectCommand({ Bucket, Key })))
    },
    /** The keys that begin with a prefix. */
    keysUnder: async function* (Prefix: string): AsyncGenerator<string> {
      for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix }))
        for (const { Key } of Contents) yield Key!
    },
    close: () => s3.destroy(),
  }
}

export type ObjectStore = Omit<ReturnType<typeof objectStoreAt>, 'close' | 'isUp'>
