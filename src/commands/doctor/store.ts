import { randomUUID } from 'node:crypto'
import { objectStoreAt, type StoreSettings } from '../../gateways/object-store.ts'
import { probe } from '../../gateways/probing.ts'
import { bad, good, warning, type Finding } from './finding.ts'

const page = 'docs/operating/object-store.md says what the bucket needs.'

/** What to do about what a store answers, by its own names for it. */
const remedies: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'The store does not know FETLOCK_S3_ACCESS_KEY: correct it.',
  SignatureDoesNotMatch: 'The store refused FETLOCK_S3_SECRET_KEY: correct it; it belongs to FETLOCK_S3_ACCESS_KEY.',
  NoSuchBucket: 'Create the bucket in FETLOCK_S3_BUCKET, or correct the name.',
  RequestTimeTooSkewed: 'The clocks of this machine and of the store differ: set both by NTP.',
  AccessDenied: `The key lacks a permission: allow it s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket. ${page}`,
}

const nameOf = (problem: unknown) => {
  const { cause } = problem as { readonly cause?: unknown }
  return cause instanceof Error ? cause.name : 'Unknown'
}

const remedyOf = (problem: unknown) =>
  remedies[nameOf(problem)] ?? `Start the store, and check FETLOCK_S3_ENDPOINT and the network in between. ${page}`

/** Sends a form as a browser does. */
const upload = async (
  { url, fields }: { readonly url: string; readonly fields: Readonly<Record<string, string>> },
  bytes: string,
) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', new Blob([bytes]), 'probe.txt')
  const response = await probe(url, { method: 'POST', body })
  return response.ok
}

type Store = ReturnType<typeof objectStoreAt>

const checkObjects = async (store: Store, key: string): Promise<Finding> => {
  let step = 'write'
  try {
    await store.put(key, Buffer.from('probe'), 'text/plain')
    step = 'read'
    const read = await store.readBytes(key, 0, 4)
    if (read.toString() !== 'probe')
      return bad('store', 'The store returned something else than was written.', `Another bucket or a cache? ${page}`)
    step = 'delete'
    await store.remove(key)
    step = 'look for'
    if ((await store.sizeOf(key)) !== undefined)
      return warning('store', 'A deleted file is still there.', `Switch caching off before the store. ${page}`)
    return good('store', 'a file was written, read and deleted')
  } catch (problem) {
    return bad('store', `The store did not ${step} a file (${nameOf(problem)}).`, remedyOf(problem))
  }
}

/** Whether the store keeps the conditions of a form: otherwise anybody with a link could fill the bucket with anything. */
const checkConditions = async (store: Store, key: string): Promise<Finding> => {
  const form = await store.signUpload(key, { type: 'text/plain', least: 5, most: 5 })
  if (await upload(form, 'far more than five bytes'))
    return bad(
      'uploads',
      'The store takes uploads larger than their form allows.',
      `Use a store that enforces the conditions of presigned forms. ${page}`,
    )
  if (await upload({ ...form, fields: { ...form.fields, 'Content-Type': 'text/html' } }, 'probe'))
    return bad(
      'uploads',
      'The store takes uploads of another type than their form allows.',
      `Use a store that enforces the conditions of presigned forms. ${page}`,
    )
  if (!(await upload(form, 'probe')))
    return bad('uploads', 'The store refuses an upload that keeps to its form.', `Allow the key s3:PutObject. ${page}`)
  return good('uploads', 'forms are signed, and their conditions are kept')
}

/** Whether strangers get nothing from the bucket. */
const checkPrivacy = async ({ endpoint, bucket }: StoreSettings, key: string): Promise<Finding> => {
  const base = `${endpoint.replace(/\/$/, '')}/${bucket}/`
  const opened: string[] = []
  for (const [what, url, method] of [
    ['read files', `${base}${key}`, 'GET'],
    ['list files', `${base}?list-type=2&max-keys=1`, 'GET'],
    ['write files', `${base}${key}-stranger`, 'PUT'],
  ] as const) {
    const response = await probe(url, method === 'PUT' ? { method, body: 'probe' } : { method })
    await response.arrayBuffer()
    if (response.ok) opened.push(what)
  }
  if (opened.length === 0) return good('bucket policy', 'strangers can neither read, list nor write')
  return bad(
    'bucket policy',
    `Anybody can ${opened.join(' and ')} in the bucket without a signature.`,
    `Remove the bucket's public policy and ACL now, and find out who has used it. ${page}`,
  )
}

export const checkStore = async (settings: StoreSettings): Promise<Finding[]> => {
  const store = objectStoreAt(settings)
  const key = `doctor/${randomUUID()}`
  try {
    const objects = await checkObjects(store, key)
    if (objects.state === 'bad') return [objects]
    return [objects, await checkConditions(store, key), await checkPrivacy(settings, key)]
  } catch (problem) {
    return [bad('store', 'The store stopped answering.', problem instanceof Error ? problem.message : String(problem))]
  } finally {
    await Promise.allSettled([store.remove(key), store.remove(`${key}-stranger`)])
    store.close()
  }
}

/** The clock of the store, by the header of its answers. */
export const headerClock = (url: string) => async (): Promise<number> => {
  const response = await probe(url)
  await response.arrayBuffer()
  return Date.parse(response.headers.get('date') ?? '')
}
