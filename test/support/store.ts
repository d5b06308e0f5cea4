import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { config } from '../../src/app/config.ts'
import type { StoreSettings } from '../../src/gateways/object-store.ts'

const s3At = ({ endpoint, region, accessKey, secretKey }: StoreSettings) =>
  new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  })

/** The keys of all objects in a bucket. */
export const keysIn = async (settings: StoreSettings): Promise<string[]> => {
  const { Contents = [] } = await s3At(settings).send(new ListObjectsV2Command({ Bucket: settings.bucket }))
  return Contents.map(({ Key }) => Key!)
}

/** Deletes every object of a bucket; the store lists a thousand at a time. */
export const removeAll = async (settings: StoreSettings) => {
  const s3 = s3At(settings)
  for (let keys = await keysIn(settings); keys.length > 0; keys = await keysIn(settings))
    for (const Key of keys) await s3.send(new DeleteObjectCommand({ Bucket: settings.bucket, Key }))
}

const dropBucket = async (settings: StoreSettings) => {
  await removeAll(settings)
  await s3At(settings).send(new DeleteBucketCommand({ Bucket: settings.bucket }))
}

/** Bucket names have no underscores. */
const bucketOf = (database: string) => database.replaceAll('_', '-')

const settingsFor = (database: string): StoreSettings => ({ ...config.objectStore(), bucket: bucketOf(database) })

/** A bucket for a test's database, with the files of the one it is a copy of. */
export const testStore = async (database: string, from?: string) => {
  const settings = settingsFor(database)
  const s3 = s3At(settings)
  await s3.send(new CreateBucketCommand({ Bucket: settings.bucket }))
  for (const Key of from === undefined ? [] : await keysIn(settingsFor(from)))
    await s3.send(new CopyObjectCommand({ Bucket: settings.bucket, Key, CopySource: `${bucketOf(from!)}/${Key}` }))
  return { settings, drop: () => dropBucket(settings) }
}

/** Drops the buckets of databases whose names have this prefix. */
export const dropStores = async (prefix: string, isOld: (database: string) => boolean = () => true) => {
  const settings = config.objectStore()
  const { Buckets = [] } = await s3At(settings).send(new ListBucketsCommand({}))
  for (const { Name: bucket = '' } of Buckets)
    if (bucket.startsWith(bucketOf(prefix)) && isOld(bucket.replaceAll('-', '_')))
      // Another run may be dropping the same buckets: the store then says that there is no such bucket, or no such key.
      await dropBucket({ ...settings, bucket }).catch((problem: unknown) => {
        if (!(problem instanceof S3ServiceException && problem.$metadata.httpStatusCode === 404)) throw problem
      })
}

export type Form = { readonly url: string; readonly fields: Readonly<Record<string, string>> }

const multipart = ({ fields }: Form, bytes: string | Uint8Array<ArrayBuffer>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([bytes]), 'file')
  return form
}

/** Posts a file with a presigned form: the fields in order, then the file. */
export const sendFile = async (form: Form, bytes: string | Uint8Array<ArrayBuffer>) => {
  const response = await fetch(form.url, { method: 'POST', body: multipart(form, bytes) })
  return { status: response.status, text: await response.text() }
}

/** Posts a file like `sendFile`, of the form and the file together so many bytes at once, and the rest when `until` is there. */
export const sendInTwo = async (
  form: Form,
  bytes: string | Uint8Array<ArrayBuffer>,
  first: number,
  until: () => Promise<unknown>,
) => {
  const encoded = new Response(multipart(form, bytes))
  const body = Buffer.from(await encoded.arrayBuffer())
  const headers = { 'content-type': encoded.headers.get('content-type')!, 'content-length': body.length }
  const sending = request(form.url, { method: 'POST', headers })
  const answered = once(sending, 'response')
  sending.write(body.subarray(0, first))
  await until()
  sending.end(body.subarray(first))
  const [response] = (await answered) as [IncomingMessage]
  return { status: response.statusCode, text: await text(response) }
}
