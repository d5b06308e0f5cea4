import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'
import { ApiError, invalid, notFound } from './errors.ts'
import { tableOf, type Resource } from './resource.ts'

/** SQL of a row's version: the moment of its last change in microseconds, so that a list row is enough to know it. */
export const versionAt = (row: string) => `(extract(epoch from ${row}.modified) * 1000000)::bigint`
export const isVersioned = (resource: Resource) => Object.hasOwn(resource.fields, 'modified')
export const etagOf = (version: number) => `"${version}"`

/** The version of something composed of many records: a hash of its bytes. */
export const versionOf = (made: string | Buffer) => createHash('sha256').update(made).digest().readUIntBE(0, 6)

const entityTag = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`
const entityTags = new RegExp(`^(?:\\*|${entityTag}(?:\\s*,\\s*${entityTag})*)$`)

/** Refuses an If-Match that no version could satisfy, so that it is not mistaken for a record that has changed. */
export const requireValidIfMatch = ({ ifMatch }: { readonly ifMatch?: string }) => {
  if (ifMatch !== undefined && !entityTags.test(ifMatch.trim()))
    throw invalid('If-Match', 'Send an ETag as it was received, with its quotes, such as "1772000000000000", or *.')
}

/** Whether a list of tags names this version. For If-None-Match a weak tag will do; in If-Match it never matches (RFC 9110). */
export const etagMatches = (tags: string, version: number, { weakly = false } = {}) =>
  tags.split(',').some((tag) => ['*', etagOf(version)].includes(weakly ? tag.trim().replace(/^W\//, '') : tag.trim()))

/** Refuses to change what has another version than the caller read, or is gone. */
export const requireVersion = (version: number | null, ifMatch: string | undefined) => {
  if (ifMatch !== undefined && (version === null || !etagMatches(ifMatch, version)))
    throw new ApiError(412, 'The record has changed since you read it. Read it again, then repeat your change.')
}

/** Refuses to change a record that has changed since the caller read it, and locks it until the change is made. */
export const requireUnchanged = async (tx: Tx, resource: Resource, id: number, ifMatch: string | undefined) => {
  if (ifMatch === undefined || !isVersioned(resource)) return
  const { rows } = await sql<{ version: number }>`
    select ${sql.raw(versionAt('r'))} as version from ${sql.table(tableOf(resource))} r
    where r.id = ${id} for no key update`.execute(tx)
  const [row] = rows
  if (row === undefined) throw notFound(`No ${resource.title} matches the given query.`)
  requireVersion(row.version, ifMatch)
}
