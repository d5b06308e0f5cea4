/** A parameter of a form or a query as text; nothing if it is missing or repeated. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
