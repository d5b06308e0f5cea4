/** What `If-Match` can be made of: an ETag, or a record as it was read. */
export type Version = string | { readonly modified: string }

/** The ETag of a record is its `modified` in microseconds, so that a row of a list is enough to make one. */
export const etagOf = (version: Version): string => {
  if (typeof version === 'string') return version
  const [, seconds = '', fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(version.modified) ?? []
  return `"${Date.parse(`${seconds}Z`) / 1000}${fraction.padEnd(6, '0')}"`
}
