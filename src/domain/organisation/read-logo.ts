import { buffer } from 'node:stream/consumers'
import { readInOrganisation, type Reader } from '../../db/tx.ts'
import type { ObjectStore } from '../../gateways/object-store.ts'

/** What reads files of the object store. */
export type ReadFiles = Pick<ObjectStore, 'read'>

/** The last logos that were read. Under its version a logo never changes. */
const kept = new Map<string, Buffer>()
const mostKept = 50

const keep = (name: string, image: Buffer) => {
  const [oldest] = kept.keys()
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
  kept.set(name, image)
}

/** Where a logo is, and which it is. */
export type Logo = { readonly organisation: number; readonly key: string; readonly version: number }

/** The logo that an organisation has now; undefined if it has none. */
export const findLogo = async (read: Reader, organisation: number): Promise<Logo | undefined> => {
  const [found] = await readInOrganisation<{ logo: number | null; logo_key: string | null }>(
    read,
    organisation,
    'select o.logo, o.logo_key from organisation o where o.organisation = t.o',
    [],
  )
  if (found === undefined || found.logo === null || found.logo_key === null) return undefined
  return { organisation, key: found.logo_key, version: found.logo }
}

/** The image itself; undefined if another logo has just replaced it and its file is gone. */
export const readLogo = async (files: ReadFiles, { organisation, key }: Logo): Promise<Buffer | undefined> => {
  const name = `${organisation}/${key}`
  const known = kept.get(name)
  if (known !== undefined) return known
  const pieces = await files.read(name)
  if (pieces === undefined) return undefined
  const image = await buffer(pieces)
  keep(name, image)
  return image
}
