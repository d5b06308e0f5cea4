/** What `If-Match` can be made of: a record as it was read, its `modified`, or an ETag. */
export type Version = string | { readonly modified: string }

/** The ETag of a record is its `modified` in microseconds, so that a row of a list is enough to make one. */
export const etagOf = (version: Version): string => {
  const given = typeof version === 'string' ? version : version.modified
  const [, seconds, fraction = ''] = /^(\d{4}-[^.]*?)(?:\.(\d+))?Z$/.exec(given) ?? []
  return seconds === undefined ? given : `"${Date.parse(`${seconds}Z`) / 1000}${fraction.padEnd(6, '0')}"`
}
