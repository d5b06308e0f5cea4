/** An ETag is the record's `modified` in microseconds, so that a row of a list is enough to make one. */
export const etagOf = (modified: string) => {
  const [, seconds = '', fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(modified) ?? []
  return `"${Date.parse(`${seconds}Z`) / 1000}${fraction.padEnd(6, '0')}"`
}
