const known = new Set([
  'SELECT',
  'INSERT',
  'UPDATE',
  'DELETE',
  'BEGIN',
  'START',
  'COMMIT',
  'ROLLBACK',
  'SET',
  'SAVEPOINT',
])

/** The first word of a statement, or of what follows its common table expressions. */
export const operationOf = (text: string): string => {
  const [, first = ''] = /^\s*(\w+)/.exec(text) ?? []
  const [, word = ''] = /^with$/i.test(first) ? (/\)\s*(select|insert|update|delete)\b/i.exec(text) ?? []) : ['', first]
  const operation = word.toUpperCase()
  return known.has(operation) ? operation : 'OTHER'
}

/** The error code of PostgreSQL or of the network. The message is not used, because it may quote values. */
export const codeOf = (problem: unknown): string => {
  const { code } = (problem ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : 'error'
}
